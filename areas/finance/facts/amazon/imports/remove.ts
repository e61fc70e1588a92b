/**
 * Deleting an import: lines that another import met again are handed on to it, the others go. Refused while one is audited or its month
 * closed.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { refuse, type FileFamily, type Tx } from '#platform/server/area.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { addDays } from '#platform/format/dates.ts'
import { dropEvents, heldDays, keepEvents } from '../../clocks/event-days.ts'
import { amounts } from '../../amounts.ts'
import { families, settlement } from '../tables.ts'
import { isPaid, proveSettlements } from './prove-settlements.ts'
import { deferAsShown, nothingTouched, sameKey, settleDeferred, takeBackReleases, joinedReleases, type TouchedLines } from './releases.ts'
import { closedUntil } from '../../../base/closed-months.ts'

const countedFrom = settlement.fields.countedFrom.choices
type Removal = Parameters<FileFamily['remove']>[0]
interface Bounds {
  readonly first: string
  readonly last: string
  readonly audited: number
  readonly closed: number
}

/** The days an import's lines lie on, and whether they may go. Bounded by what the import itself wrote. */
async function checkedBounds(tx: Tx, { orgId, shopId, importId }: Removal, table: string): Promise<Bounds | null> {
  const closed = await closedUntil(tx, orgId)
  const {
    rows: [found],
  } = await sql<Bounds & { first: string | null }>`
    select min(posted_on)::text as first, max(posted_on)::text as last, count(*) filter (where audit_state = 1)::int as audited,
      count(*) filter (where ${closed}::date is not null and booked_on <= ${closed}::date)::int as closed
    from ${sql.table(table)} where shop_id = ${shopId} and import_id = ${importId}`.execute(tx)
  if (!found?.first) return null
  if (found.audited > 0) throw refuse.rule(sentence`有 ${found.audited} 行已审核，请先反审核再删除这次导入`)
  if (found.closed > 0) throw refuse.rule(sentence`有 ${found.closed} 行在已结账的月份，不能删除这次导入`)
  return found
}

export const removeSettlement: FileFamily['remove'] = async task => {
  const { tx, shopId, importId } = task
  await sql`delete from amazon_settlement_seen where shop_id = ${shopId} and import_id = ${importId}`.execute(tx)
  const settlements = await tx
    .selectFrom('amazon_settlement')
    .select(['settlement_id', 'line_count'])
    .where('shop_id', '=', shopId)
    .where('import_id', '=', importId)
    .execute()
  let [removed, handedOn] = [0, 0]
  for (const { settlement_id: id, line_count: lines } of settlements) {
    const bounds = await checkedBounds(tx, task, 'amazon_settlement_line')
    const heir = await tx
      .selectFrom('amazon_settlement_seen as s')
      .innerJoin('import_run as r', 'r.id', 's.import_id')
      .select('s.import_id')
      .where('s.shop_id', '=', shopId)
      .where('s.settlement_id', '=', id)
      .where('r.state', '=', 2)
      .orderBy('s.import_id')
      .limit(1)
      .executeTakeFirst()
    if (heir) {
      await tx
        .updateTable('amazon_settlement')
        .set({ import_id: heir.import_id })
        .where('shop_id', '=', shopId)
        .where('settlement_id', '=', id)
        .execute()
      await sql`update amazon_settlement_line set import_id = ${heir.import_id} where shop_id = ${shopId}
        and settlement_id = ${id}`.execute(tx)
      await sql`update amazon_line_release set import_id = ${heir.import_id} where shop_id = ${shopId} and settlement_id = ${id}
        and import_id = ${importId}`.execute(tx)
      await sql`delete from amazon_settlement_seen where shop_id = ${shopId} and settlement_id = ${id}
        and import_id = ${heir.import_id}`.execute(tx)
      handedOn += lines
      continue
    }
    await checkProofOpen(tx, task, id)
    // Its transaction lines count again: their days are as stale as its own.
    const { rows } = await sql<{ day: string }>`
      select distinct unnest(array[posted_on, booked_on])::text as day from amazon_settlement_line where shop_id = ${shopId}
        and settlement_id = ${id}
      union select distinct unnest(array[posted_on, booked_on])::text from amazon_transaction_line where shop_id = ${shopId}
        and settlement_id = ${id}`.execute(tx)
    await dropEvents(tx, shopId, id)
    const gone = await sql`delete from amazon_settlement_line where shop_id = ${shopId}
        and settlement_id = ${id}${bounds ? sql` and posted_on between ${bounds.first} and ${bounds.last}` : sql``}`.execute(tx)
    await tx.deleteFrom('amazon_settlement').where('shop_id', '=', shopId).where('settlement_id', '=', id).execute()
    await daysChanged(
      task,
      amounts,
      shopId,
      rows.map(r => r.day),
    )
    removed += Number(gone.numAffectedRows ?? 0n)
  }
  const deferredAgain = await settledAgain(tx, task, await takeBackReleases(tx, task))
  await daysChanged(task, amounts, shopId, deferredAgain.days)
  return { removed, handedOn }
}

/** Lines that are deferred again may be paid by another settlement; each settlement concerned is proven anew. */
async function settledAgain(tx: Tx, { orgId, shopId }: Removal, taken: TouchedLines): Promise<TouchedLines> {
  const all = taken.lines === 0 ? taken : joinedReleases([taken, await settleDeferred(tx, shopId, await closedUntil(tx, orgId))])
  await proveSettlements(tx, shopId, all.settlements)
  return all
}

/** Without the settlement its transaction lines would count: not where they are booked in a closed month. */
async function checkProofOpen(tx: Tx, { orgId, shopId }: Removal, settlementId: string): Promise<void> {
  const closed = await closedUntil(tx, orgId)
  if (closed === null) return
  const { rows } = await sql`select 1 from amazon_settlement s join amazon_transaction_line t on t.shop_id = s.shop_id
      and t.settlement_id = s.settlement_id
    where s.shop_id = ${shopId} and s.settlement_id = ${settlementId} and s.counted_from = ${countedFrom.settlement[0]}::smallint
      and t.shop_id = ${shopId} and t.booked_on <= ${closed}::date and ${isPaid('t')} limit 1`.execute(tx)
  if (rows.length > 0) throw refuse.rule(sentence`结算单 ${settlementId} 的交易明细在已结账的月份，不能删除这次导入`)
}

/**
 * Settlements whose figures came from transaction lines of which none is left: they count themselves again. Answers the days this changes.
 */
async function countAgain(tx: Tx, shopId: string, settlementIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with again as (update amazon_settlement s set counted_from = ${countedFrom.settlement[0]}::smallint
      where s.shop_id = ${shopId} and s.settlement_id = any(${settlementIds}::text[])
        and s.counted_from = ${countedFrom.transaction[0]}::smallint and s.transaction_count = 0 returning s.settlement_id)
    select distinct unnest(array[l.posted_on, l.booked_on])::text as day from amazon_settlement_line l
      join again a on a.settlement_id = l.settlement_id where l.shop_id = ${shopId}`.execute(tx)
  return rows.map(r => r.day)
}

/** Lines of one table that an import brought, as alias f, and the imports that met them again. */
interface Keyed {
  readonly table: 'amazon_transaction_line' | 'amazon_summary_line'
  readonly family: number
  readonly bounds: Bounds
}
const mineOf = ({ shopId, importId }: Removal, { bounds }: Keyed) =>
  sql`f.shop_id = ${shopId} and f.import_id = ${importId} and f.posted_on between ${bounds.first} and ${bounds.last}`
const sameAsHeir = sql`f.posted_on = h.posted_on and f.line_key = h.line_key and f.ordinal = h.ordinal`
/** The first import that met a line again; `held`: each of them showed it as deferred, at first with this settlement. */
const heirsOf = ({ shopId }: Removal, { family, bounds }: Keyed) => sql`(
    select s.posted_on, s.line_key, s.ordinal, min(s.import_id) as import_id, bool_and(s.deferred) as held, (array_agg(s.settlement_id
      order by s.import_id))[1] as settlement_id
    from amazon_line_seen s join import_run r on r.id = s.import_id and r.state = 2
    where s.shop_id = ${shopId} and s.family = ${family}::smallint and s.posted_on between ${bounds.first} and ${bounds.last}
      group by 1, 2, 3) as h`

/** Hands on what was met again and deletes the rest. Answers the days and settlements of what went. */
async function removeLines(
  tx: Tx,
  task: Removal,
  keyed: Keyed,
): Promise<TouchedLines & { readonly removed: number; readonly handedOn: number }> {
  const { shopId } = task
  const { table, family, bounds } = keyed
  const isTransactions = table === 'amazon_transaction_line'
  const [mine, lines] = [mineOf(task, keyed), sql.table(table)]
  const heldAgain = isTransactions ? await deferAsShown(tx, mine, heirsOf(task, keyed), sameAsHeir) : nothingTouched
  const handed =
    await sql`update ${lines} as f set import_id = h.import_id from ${heirsOf(task, keyed)} where ${mine} and ${sameAsHeir}`.execute(tx)
  const { rows } = await sql<{
    day: string
  }>`select distinct unnest(array[f.posted_on, f.booked_on])::text as day from ${lines} as f where ${mine}`.execute(tx)
  const settlements = isTransactions
    ? await sql<{ id: string }>`select distinct f.settlement_id as id from ${lines} as f where ${mine} and f.settlement_id <> ''`.execute(
        tx,
      )
    : { rows: [] }
  const { rows: orders } = isTransactions
    ? await sql<{ id: string }>`select distinct f.order_id as id from ${lines} as f where ${mine} and f.order_id <> ''`.execute(tx)
    : { rows: [] }
  const gone = await sql`delete from ${lines} as f where ${mine}`.execute(tx)
  if (isTransactions)
    await sql`delete from amazon_line_release r where r.shop_id = ${shopId} and r.posted_on between ${bounds.first} and ${bounds.last}
      and not exists (select 1 from amazon_transaction_line f where ${sameKey('f', 'r')})`.execute(tx)
  await sql`delete from amazon_line_seen s where s.shop_id = ${shopId} and s.family = ${family}::smallint
    and s.posted_on between ${bounds.first} and ${bounds.last}
    and exists (select 1 from ${lines} as f where f.shop_id = s.shop_id and f.posted_on = s.posted_on and f.line_key = s.line_key
      and f.ordinal = s.ordinal and f.import_id = s.import_id)`.execute(tx)
  const events =
    orders.length === 0
      ? []
      : await keepEvents(tx, {
          shopId,
          from: bounds.first,
          to: addDays(bounds.last, heldDays),
          orders: sql`select unnest(${orders.map(one => one.id)}::text[])`,
        })
  const went = { days: [...rows.map(r => r.day), ...events], settlements: settlements.rows.map(r => r.id), lines: 0 }
  return {
    ...joinedReleases([heldAgain, went]),
    removed: Number(gone.numAffectedRows ?? 0n),
    handedOn: Number(handed.numAffectedRows ?? 0n),
  }
}

/** Lines keyed by hash and ordinal: each goes to the first import that met it again, or goes. */
const removeKeyed =
  (table: Keyed['table'], family: number): FileFamily['remove'] =>
  async task => {
    const { tx, shopId, importId } = task
    await sql`delete from amazon_line_seen where shop_id = ${shopId} and import_id = ${importId} and family = ${family}::smallint`.execute(
      tx,
    )
    const bounds = await checkedBounds(tx, task, table)
    const taken = table === 'amazon_transaction_line' ? await takeBackReleases(tx, task) : nothingTouched
    const own = bounds === null ? { ...nothingTouched, removed: 0, handedOn: 0 } : await removeLines(tx, task, { table, family, bounds })
    const all = await settledAgain(tx, task, joinedReleases([taken, own]))
    await daysChanged(task, amounts, shopId, [...all.days, ...(await countAgain(tx, shopId, all.settlements))])
    return { removed: own.removed, handedOn: own.handedOn }
  }
export const removeTransactions = removeKeyed('amazon_transaction_line', families.transaction[0])
export const removeSummary = removeKeyed('amazon_summary_line', families.summary[0])
