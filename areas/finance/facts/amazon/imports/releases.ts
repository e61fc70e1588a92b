/**
 * Deferred money and its release (docs/imports.md, "Deferred money"): a row of amazon_line_release beside the line. In open months the
 * line loses its mark; a closed month keeps it, and the settlement's own figures then come from the transaction report, so that nothing
 * counts twice.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import { refuse, type AnyDb, type MergeTask, type Tx } from '#platform/server/area.ts'
import { families, settlement } from '../tables.ts'
import { closedUntil } from '../../../base/closed-months.ts'
import { ofThisImport, staged, type Staging } from './merge-common.ts'
import { isPaid, isReleased } from './prove-settlements.ts'

const countedFrom = settlement.fields.countedFrom.choices

/** What a change of releases touches: days in the books, settlements on either side, and the number of lines. */
export interface TouchedLines {
  readonly days: readonly string[]
  readonly settlements: readonly string[]
  readonly lines: number
}
interface Moved {
  readonly day: string
  readonly before: string
  readonly after: string
}
const touched = (moved: readonly Moved[]): TouchedLines => ({
  days: [...new Set(moved.map(m => m.day))],
  settlements: [...new Set(moved.flatMap(m => [m.before, m.after]))].filter(id => id !== ''),
  lines: moved.length,
})
export const nothingTouched: TouchedLines = { days: [], settlements: [], lines: 0 }
export const joinedReleases = (all: readonly TouchedLines[]): TouchedLines => ({
  days: all.flatMap(t => t.days),
  settlements: all.flatMap(t => t.settlements),
  lines: all.reduce((sum, t) => sum + t.lines, 0),
})

export const sameKey = (a: string, b: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    ['shop_id', 'posted_on', 'line_key', 'ordinal'].map(c => sql`${sql.ref(`${a}.${c}`)} = ${sql.ref(`${b}.${c}`)}`),
    sql` and `,
  )}`
/** The mark of line f after its release. */
const markKept = (closed: string | null): RawBuilder<boolean> =>
  closed === null ? sql<boolean>`false` : sql<boolean>`f.deferred and f.booked_on <= ${closed}::date`

/**
 * Lines that are there and that this file shows as released; also those whose release named another settlement. `same` joins staged rows s
 * to lines f.
 */
export async function noteReleases(
  tx: Tx,
  { shop, importId }: Pick<MergeTask, 'shop' | 'importId'>,
  at: Staging,
  same: RawBuilder<unknown>,
  closed: string | null,
): Promise<TouchedLines> {
  const { rows } = await sql<Moved>`
    with shown as (
      select f.shop_id, f.posted_on, f.line_key, f.ordinal, f.settlement_id as before, coalesce(nullif(s.settlement_id, ''),
        f.settlement_id) as after,
        coalesce((s.released_at at time zone ${shop.zone})::date, s.posted_on) as released_on
      from ${staged(at)} join amazon_transaction_line f on ${same} left join amazon_line_release r on r.shop_id = ${shop.id}
        and ${sameKey('r', 'f')}
      where ${ofThisImport(at)} and s.there = 1 and not s.deferred and (r.line_key is null or r.settlement_id <> s.settlement_id)
        and (f.deferred or r.line_key is not null and (${closed}::date is null or f.booked_on > ${closed}::date))),
    noted as (insert into amazon_line_release as r (shop_id, posted_on, line_key, ordinal, released_on, settlement_id,
      deferred_settlement_id, import_id)
      select shop_id, posted_on, line_key, ordinal, released_on, after, before, ${importId} from shown
      on conflict (shop_id, posted_on, line_key, ordinal) do update set settlement_id = excluded.settlement_id,
        released_on = excluded.released_on, import_id = excluded.import_id)
    update amazon_transaction_line as f set settlement_id = x.after, deferred = ${markKept(closed)} from shown x
    where f.shop_id = ${shop.id} and ${sameKey('f', 'x')} returning f.booked_on as day, x.before, x.after`.execute(tx)
  return touched(rows)
}

/**
 * Deferred lines whose money a settlement pays: per order and type of transaction, else per order, type and SKU, the settlement's lines
 * less those that its released transactions tell already make exactly the deferred ones. `settlementId`: only this one, else any of the
 * shop.
 */
export async function settleDeferred(
  tx: Tx,
  shopId: string,
  closed: string | null,
  settlementId: string | null = null,
): Promise<TouchedLines> {
  const found: TouchedLines[] = []
  for (const key of [sql`''::text`, sql.ref('sku')]) {
    const {
      rows: [held],
    } = await sql<{ first: string | null }>`
      select min(f.posted_on)::text as first from amazon_transaction_line f where f.shop_id = ${shopId} and f.deferred and f.order_id <> ''
        and not ${isReleased('f')}`.execute(tx)
    if (!held?.first) break
    found.push(await settleBy(tx, { shopId, closed, settlementId, key, first: held.first }))
  }
  return joinedReleases(found)
}

interface Settling {
  readonly shopId: string
  readonly closed: string | null
  readonly settlementId: string | null
  /** what tells the lines of one order and type apart */
  readonly key: RawBuilder<unknown>
  /** first day of a deferred line: nothing is paid before */
  readonly first: string
}

async function settleBy(tx: Tx, { shopId, closed, settlementId, key, first }: Settling): Promise<TouchedLines> {
  // the two reports print types in their own way: `Chargeback Refund`, chargebackRefund
  const type = sql`regexp_replace(lower(k.type), '[^a-z]', '', 'g')`
  const { rows } = await sql<Moved>`
    with held as materialized (
      select f.shop_id, f.posted_on, f.line_key, f.ordinal, f.settlement_id as before, f.order_id, ${type} as type, ${key} as key, f.total
      from amazon_transaction_line f join amazon_kind k on k.id = f.type_id
      where f.shop_id = ${shopId} and f.posted_on >= ${first}::date and f.deferred and f.order_id <> '' and not ${isReleased('f')}),
    paid as (
      select l.settlement_id, l.order_id, ${type} as type, ${key} as key, sum(l.amount) as amount, min(l.posted_on) as released_on
      from amazon_settlement_line l join amazon_kind k on k.id = l.kind_id
      where l.shop_id = ${shopId} and l.posted_on >= ${first}::date and l.order_id in (select order_id from held)
        and (${settlementId}::text is null or l.settlement_id = ${settlementId}) group by 1, 2, 3, 4),
    told as (
      select f.settlement_id, f.order_id, ${type} as type, ${key} as key, sum(f.total) as total
      from amazon_transaction_line f join amazon_kind k on k.id = f.type_id
      where f.shop_id = ${shopId} and f.settlement_id in (select settlement_id from paid) and f.order_id in (select order_id from held)
        and ${isPaid('f')} group by 1, 2, 3, 4),
    due as (
      select distinct on (h.order_id, h.type, h.key) h.order_id, h.type, h.key, p.settlement_id, p.released_on
      from (select order_id, type, key, sum(total) as total from held group by 1, 2, 3) h
      join paid p on p.order_id = h.order_id and p.type = h.type and p.key = h.key
      left join told t on t.settlement_id = p.settlement_id and t.order_id = p.order_id and t.type = p.type and t.key = p.key
      where h.total <> 0 and p.amount - coalesce(t.total, 0) = h.total order by h.order_id, h.type, h.key, p.released_on, p.settlement_id),
    freed as (
      select h.*, d.settlement_id as after, d.released_on, s.import_id from held h join due d on d.order_id = h.order_id and d.type = h.type
        and d.key = h.key
      join amazon_settlement s on s.shop_id = h.shop_id and s.settlement_id = d.settlement_id),
    noted as (insert into amazon_line_release (shop_id, posted_on, line_key, ordinal, released_on, settlement_id, deferred_settlement_id,
      import_id)
      select shop_id, posted_on, line_key, ordinal, released_on, after, before, import_id from freed)
    update amazon_transaction_line as f set settlement_id = x.after, deferred = ${markKept(closed)} from freed x
    where f.shop_id = ${shopId} and ${sameKey('f', 'x')} returning f.booked_on as day, x.before, x.after`.execute(tx)
  return touched(rows)
}

/** Whether a closed month holds lines of this settlement: its figures may not change any more, so they come from the transaction report. */
export async function isCountedUntil(tx: Tx, shopId: string, settlementId: string, closed: string | null): Promise<boolean> {
  if (closed === null) return false
  const { rows } = await sql`select 1 from amazon_transaction_line t where t.shop_id = ${shopId} and t.settlement_id = ${settlementId}
    and t.booked_on <= ${closed}::date and ${isPaid('t')} limit 1`.execute(tx)
  return rows.length > 0
}

/** Said where deferred lines are released. */
export const releasedNote = (lines: number): Wording => sentence`有 ${lines} 笔递延交易在此文件中释放，已登记释放记录`

/** Said where a settlement proves only. */
export const provesOnly = (settlementId: string): Wording =>
  sentence`结算单 ${settlementId} 的金额已按交易明细计入已结账的月份，利润继续以交易明细为准，结算单只用于核对`

/**
 * Settlements that count while a closed month keeps released lines of theirs as deferred: from now on their figures come from the
 * transaction report. Where closed months hold figures of both, nothing can be moved; the note says which month to open again. Answers the
 * days this changes.
 */
export async function countOnce(
  tx: Tx,
  shopId: string,
  settlementIds: readonly string[],
  closed: string | null,
): Promise<{ readonly days: readonly string[]; readonly notes: readonly Wording[] }> {
  if (closed === null || settlementIds.length === 0) return { days: [], notes: [] }
  const { rows } = await sql<{ id: string; month: string; fixed: boolean }>`
    select s.settlement_id as id, to_char(min(f.booked_on), 'YYYY-MM') as month,
      exists (select 1 from amazon_settlement_line l where l.shop_id = ${shopId} and l.settlement_id = s.settlement_id
        and l.booked_on <= ${closed}::date) as fixed
    from amazon_settlement s join amazon_transaction_line f on f.shop_id = s.shop_id and f.settlement_id = s.settlement_id
    where s.shop_id = ${shopId} and s.settlement_id = any(${settlementIds}::text[])
      and s.counted_from = ${countedFrom.settlement[0]}::smallint
      and f.shop_id = ${shopId} and f.deferred and f.booked_on <= ${closed}::date and ${isReleased('f')} group by s.settlement_id`.execute(
    tx,
  )
  const free = rows.filter(r => !r.fixed).map(r => r.id)
  const { rows: days } = await sql<{ day: string }>`
    with moved as (update amazon_settlement s set counted_from = ${countedFrom.transaction[0]}::smallint where s.shop_id = ${shopId}
      and s.settlement_id = any(${free}::text[])
      returning s.settlement_id)
    select unnest(array[l.posted_on, l.booked_on])::text as day from amazon_settlement_line l
      join moved m on m.settlement_id = l.settlement_id where l.shop_id = ${shopId}
    union select unnest(array[t.posted_on, t.booked_on])::text from amazon_transaction_line t
      join moved m on m.settlement_id = t.settlement_id where t.shop_id = ${shopId}`.execute(tx)
  const notes = rows.map(r =>
    r.fixed
      ? sentence`结算单 ${r.id} 有金额在 ${r.month} 按递延交易结账，结算单本身也已结账，同一笔金额计入了两次；反结账到 ${r.month} 后自动更正`
      : provesOnly(r.id),
  )
  return { days: days.map(d => d.day), notes }
}

/** Releases that an import noted: a later import that met the line as released keeps them, the others are taken back. */
export async function takeBackReleases(
  tx: Tx,
  { orgId, shopId, importId }: { readonly orgId: string; readonly shopId: string; readonly importId: string },
): Promise<TouchedLines> {
  await sql`update amazon_line_release as r set import_id = h.import_id from (
      select x.shop_id, x.posted_on, x.line_key, x.ordinal, min(s.import_id) as import_id from amazon_line_release x
      join amazon_line_seen s on ${sameKey('s', 'x')} and s.family = ${families.transaction[0]}::smallint and not s.deferred
        and s.import_id > ${importId}
      join import_run i on i.id = s.import_id and i.state = 2
      where x.shop_id = ${shopId} and x.import_id = ${importId} group by 1, 2, 3, 4) h
    where r.shop_id = ${shopId} and ${sameKey('r', 'h')}`.execute(tx)
  const closed = await closedUntil(tx, orgId)
  const { rows: fixed } =
    await sql`select 1 from amazon_line_release r join amazon_transaction_line f on ${sameKey('f', 'r')} where r.shop_id = ${shopId}
      and f.shop_id = ${shopId}
    and r.import_id = ${importId} and not f.deferred and f.booked_on <= ${closed}::date limit 1`.execute(tx)
  if (fixed.length > 0) throw refuse.rule(sentence`这次导入登记的释放已计入结账的月份，不能删除这次导入`)
  const { rows } = await sql<Moved>`
    with gone as (delete from amazon_line_release r where r.shop_id = ${shopId} and r.import_id = ${importId}
      returning r.shop_id, r.posted_on, r.line_key, r.ordinal, r.settlement_id, r.deferred_settlement_id)
    update amazon_transaction_line f set deferred = true, settlement_id = g.deferred_settlement_id from gone g
    where f.shop_id = ${shopId} and ${sameKey('f', 'g')} returning f.booked_on as day, g.settlement_id as before,
      g.deferred_settlement_id as after`.execute(tx)
  return touched(rows)
}

/** Lines f that go over to imports all of which showed them as deferred, and without a release, become deferred again. */
export async function deferAsShown(
  tx: Tx,
  mine: RawBuilder<unknown>,
  heirs: RawBuilder<unknown>,
  same: RawBuilder<unknown>,
): Promise<TouchedLines> {
  const { rows } = await sql<Moved>`
    with again as (select f.shop_id, f.posted_on, f.line_key, f.ordinal, f.settlement_id as before, h.settlement_id as after
      from amazon_transaction_line f join ${heirs} on ${same} where ${mine} and h.held and not f.deferred and not ${isReleased('f')})
    update amazon_transaction_line as f set deferred = true, settlement_id = a.after from again a
    where ${mine} and ${sameKey('f', 'a')} returning f.booked_on as day, a.before, a.after`.execute(tx)
  return touched(rows)
}

/** Lines of a month that is opened again lose the mark that it kept for them. Answers shop and day of each. Through the caller's door. */
export async function undoReleases(
  tx: AnyDb,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<readonly { readonly shopId: string; readonly day: string }[]> {
  const rows = await tx
    .updateTable('amazon_transaction_line')
    .set({ deferred: false })
    .where('deferred', '=', true)
    .where(sql<boolean>`amazon_transaction_line.booked_on between ${first} and ${last}`)
    .where(q =>
      q.exists(
        q
          .selectFrom('amazon_line_release as r')
          .select(sql`1`.as('one'))
          .where(sameKey('r', 'amazon_transaction_line')),
      ),
    )
    .returning([sql<string>`shop_id`.as('shop_id'), sql<string>`booked_on`.as('day')])
    .execute()
  return rows.map(r => ({ shopId: r.shop_id, day: r.day }))
}
