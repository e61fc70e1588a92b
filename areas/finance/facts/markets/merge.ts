/**
 * Merge and removal of marketplaces' money. The unit is the transaction: all its amounts come from one import. Told again it is unchanged
 * where its sum is the same and refused where it is not; a file that tells more (tables.ts, `marketSources`) takes the place of one that
 * tells less, which is kept and comes back when the better import is deleted. A closed month keeps what it was closed with.
 */
import { sql, type RawBuilder } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { showExact } from '#platform/format/numbers.ts'
import { keepListings } from '#areas/sales/index.ts'
import { refuse, type FileFamily, type MergedTotal, type MergeOutcome, type MergeTask } from '#platform/server/area.ts'
import { numberEqualLines, refuseFile } from '#platform/server/imports.ts'
import { unmappedSkus } from '#areas/reference/index.ts'
import { bookedOn, daysOf, kindNumbers, ofThisImport, unmappedTypes, type Staging } from '../amazon/imports/merge-common.ts'
import { internKinds } from '../amazon/imports/kinds.ts'
import { closedUntil } from '../../base/closed-months.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { amounts } from '../amounts.ts'
import { payoutNotes } from './payouts.ts'
import { marketSources, marketStaging, type MarketSource } from './tables.ts'

const table = marketStaging.table
/** columns a line has as its file says it, but its key */
const told = Object.keys(marketStaging.fields)
  .filter(name => !['importId', 'shopId', 'lineNo', 'kindNo', 'ordinal', 'counts', 'txKey', 'part'].includes(name))
  .map(columnOf)
const list = (prefix: string) => sql.raw(told.map(name => `${prefix}${name}`).join(', '))
const sameTx = (a: string, b: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${a}.shop_id`)} = ${sql.ref(`${b}.shop_id`)} and ${sql.ref(`${a}.tx_key`)} = ${sql.ref(`${b}.tx_key`)}
    and ${sql.ref(`${a}.ordinal`)} = ${sql.ref(`${b}.ordinal`)}`

export async function mergeMarket(task: MergeTask, sourceName: MarketSource): Promise<MergeOutcome> {
  const { tx, shop, importId } = task
  const source = marketSources[sourceName][0]
  const at: Staging = { table, task }
  const mine = ofThisImport(at)
  const kindIds = await internKinds(tx, task.orgId, task.kinds)
  const { first, last } = await daysOf(tx, at)
  // what one file dates by the day and another by the instant may lie a day apart
  const near = sql`f.posted_on between ${first}::date - 1 and ${last}::date + 1`
  await numberEqualLines(tx, table, mine, ['tx_key', 'part'])
  const { rows: doubled } = await sql<{ id: string }>`
    select s.transaction_id as id from market_staging s where ${mine} and s.ordinal > 1
      and s.transaction_id <> '' and s.tx_key <> s.typed_key limit 1`.execute(tx)
  if (doubled[0]) throw refuseFile(sentence`交易编号 ${doubled[0].id} 在文件中出现了多次，请重新下载原始文件`)
  await adoptKeys(task, source, near)
  await refuseChanged(task, near)
  const closed = await closedUntil(tx, task.orgId)
  // New, or better than what counts, unless that is in a closed month.
  await sql`update market_staging s set counts = true where ${mine} and not exists (
    select 1 from market_line f where ${sameTx('f', 's')} and ${near}
      and (f.source <= ${source}::smallint or f.booked_on <= ${closed}::date))`.execute(tx)
  const days = await sql<{ day: string }>`
    select distinct unnest(array[s.posted_on, ${bookedOn(closed)}])::text as day from market_staging s where ${mine} and s.counts
    union select distinct unnest(array[f.posted_on, f.booked_on])::text from market_line f join market_staging s on ${sameTx('f', 's')}
      where ${mine} and s.counts and ${near}`.execute(tx)
  await sql`insert into market_line_seen (shop_id, tx_key, ordinal, import_id, part, source, line)
    select s.shop_id, s.tx_key, s.ordinal, s.import_id, s.part, ${source}::smallint, to_jsonb(s) || jsonb_build_object('kind_id', k.id)
    from market_staging s join ${kindNumbers(kindIds)} on k.no = s.kind_no where ${mine} and not s.counts on conflict do nothing`.execute(
    tx,
  )
  await sql`with gone as (delete from market_line f using (select distinct shop_id, tx_key, ordinal from market_staging s
        where ${mine} and s.counts) s where ${sameTx('f', 's')} and ${near} returning f.*)
    insert into market_line_seen (shop_id, tx_key, ordinal, import_id, part, source, line)
    select g.shop_id, g.tx_key, g.ordinal, g.import_id, g.part, g.source, to_jsonb(g) from gone g on conflict do nothing`.execute(tx)
  await sql`insert into market_line (shop_id, tx_key, ordinal, part, import_id, source, booked_on, kind_id, ${list('')})
    select s.shop_id, s.tx_key, s.ordinal, s.part, s.import_id, ${source}::smallint, ${bookedOn(closed)}, k.id, ${list('s.')}
    from market_staging s join ${kindNumbers(kindIds)} on k.no = s.kind_no where ${mine} and s.counts order by s.posted_at`.execute(tx)
  await daysChanged(
    task,
    amounts,
    shop.id,
    days.rows.map(r => r.day),
  )
  await keepListings(task, { table: 'market_line', day: 'posted_on' })
  const notes = [...(await payoutNotes(tx, shop.id, importId)), ...(await laterNotes(task, closed))]
  return outcome(at, kindIds, notes)
}

/**
 * Files of two sorts number their transactions differently or not at all: what tells the same of one transaction takes the key of what is
 * there, the first of equal ones the first. So does a file that comes again after its lines have taken such a key.
 */
async function adoptKeys({ tx, shop, importId }: MergeTask, source: number, near: RawBuilder<unknown>): Promise<void> {
  const mine = sql`s.shop_id = ${shop.id} and s.import_id = ${importId}`
  await sql`with staged as (select s.typed_key, s.tx_key, s.ordinal,
        row_number() over (partition by s.typed_key order by s.tx_key, s.ordinal) as at
      from (select distinct s.typed_key, s.tx_key, s.ordinal from market_staging s where ${mine}
        and not exists (select 1 from market_line f where ${sameTx('f', 's')} and ${near})) s),
    known as (select f.typed_key, f.tx_key, f.ordinal, row_number() over (partition by f.typed_key order by f.tx_key, f.ordinal) as at
      from (select distinct f.typed_key, f.tx_key, f.ordinal from market_line f
        where f.shop_id = ${shop.id} and ${near} and f.typed_key in (select typed_key from staged)
          and (f.source <> ${source}::smallint or f.transaction_id = '' or exists (select 1 from market_staging s
            where ${mine} and s.typed_key = f.typed_key and s.transaction_id in ('', f.transaction_id)))
          and not exists (select 1 from market_staging s where ${mine} and ${sameTx('f', 's')})) f)
    update market_staging s set tx_key = k.tx_key, ordinal = k.ordinal from staged g
      join known k on k.typed_key = g.typed_key and k.at = g.at
    where ${mine} and s.tx_key = g.tx_key and s.ordinal = g.ordinal`.execute(tx)
}

/** The same transaction with another sum is no second telling: a person must look. */
async function refuseChanged({ tx, shop, importId }: MergeTask, near: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; was: string; now: string }>`
    with staged as (select s.shop_id, s.tx_key, s.ordinal, max(s.transaction_id) as id, sum(s.amount) as net, min(s.currency) as currency
      from market_staging s where s.shop_id = ${shop.id} and s.import_id = ${importId} group by 1, 2, 3)
    select s.id, trim_scale(max(f.net))::text as was, trim_scale(s.net)::text as now from staged s
      join (select f.shop_id, f.tx_key, f.ordinal, sum(f.amount) as net, min(f.currency) as currency from market_line f
        where f.shop_id = ${shop.id} and ${near} and f.tx_key in (select tx_key from staged) group by 1, 2, 3) f on ${sameTx('f', 's')}
    where f.net <> s.net or f.currency <> s.currency group by s.id, s.net order by s.id limit 1`.execute(tx)
  const [found] = rows
  if (found)
    throw refuseFile(
      sentence`交易 ${found.id} 的金额为 ${showExact(found.now)}，与已导入的 ${showExact(found.was)} 不同。请核对；如新文件正确，请先删除原来的导入`,
    )
}

async function laterNotes({ tx, shop, importId }: MergeTask, closed: string | null): Promise<Wording[]> {
  if (closed === null) return []
  const { rows } = await sql<{ n: number; first: string | null; last: string | null }>`
    select count(*)::int as n, min(posted_on)::text as first, max(posted_on)::text as last from market_line
    where shop_id = ${shop.id} and import_id = ${importId} and booked_on <> posted_on`.execute(tx)
  const { n = 0, first = '', last = '' } = rows[0] ?? {}
  return n === 0 ? [] : [sentence`${n} 行（${first ?? ''} 至 ${last ?? ''}）在已结账的月份，计入第一个未结账月份`]
}

async function outcome(at: Staging, kindIds: readonly string[], notes: readonly Wording[]): Promise<MergeOutcome> {
  const { task } = at
  const { tx, controlTotals } = task
  const mine = ofThisImport(at)
  const { rows: sums } = await sql<{ currency: string; counts: boolean; lines: number; amount: string }>`
    select s.currency, s.counts, count(*)::int as lines, sum(s.amount)::text as amount from market_staging s where ${mine}
      group by 1, 2`.execute(tx)
  const sumOf = (currency: string, counts: boolean) => sums.find(one => one.currency === currency && one.counts === counts)?.amount ?? '0'
  const linesOf = (counts: boolean) => sums.reduce((n, one) => n + (one.counts === counts ? one.lines : 0), 0)
  const linesOfKinds = sql<{ no: number; lines: number; amount: string }>`
    select s.kind_no as no, count(*)::int as lines, sum(s.amount)::text as amount from market_staging s where ${mine} group by 1`
  return {
    merged: linesOf(true),
    unchanged: linesOf(false),
    notes,
    controlTotals: controlTotals.map((total): MergedTotal => ({
      ...total,
      merged: sumOf(total.currency, true),
      unchanged: sumOf(total.currency, false),
    })),
    unmapped: {
      types: await unmappedTypes(tx, kindIds, async () => (await linesOfKinds.execute(tx)).rows),
      skus: await unmappedSkus(task, table, mine),
    },
  }
}

/** Removes what an import told; each of its transactions becomes what the best of the others said, or goes. */
export const removeMarket: FileFamily['remove'] = async task => {
  const { tx, orgId, shopId, importId } = task
  const closed = await closedUntil(tx, orgId)
  const { rows: locked } = await sql<{ n: number }>`
    select count(*)::int as n from market_line where shop_id = ${shopId} and import_id = ${importId}
      and booked_on <= ${closed}::date`.execute(tx)
  const { n = 0 } = locked[0] ?? {}
  if (n > 0) throw refuse.rule(sentence`有 ${n} 行在已结账的月份，不能删除这次导入`)
  await sql`delete from market_line_seen where shop_id = ${shopId} and import_id = ${importId}`.execute(tx)
  // the heirs take the places of the lines that go, so all of those are gone before the first of them is written (`lost` reads them whole)
  const { rows } = await sql<{ lost: number; back: number; days: string[] | null }>`
    with gone as (delete from market_line where shop_id = ${shopId} and import_id = ${importId}
        returning shop_id, tx_key, ordinal, posted_on, booked_on),
      lost as materialized (select distinct shop_id, tx_key, ordinal from gone),
      heirs as materialized (select distinct on (s.tx_key, s.ordinal) s.shop_id, s.tx_key, s.ordinal, s.import_id
        from market_line_seen s join lost l on ${sameTx('l', 's')} where s.shop_id = ${shopId}
        order by s.tx_key, s.ordinal, s.source, s.import_id),
      taken as (delete from market_line_seen s using heirs h where ${sameTx('s', 'h')} and s.import_id = h.import_id returning s.*),
      back as (insert into market_line (shop_id, tx_key, ordinal, part, import_id, source, booked_on, kind_id, ${list('')})
        select t.shop_id, t.tx_key, t.ordinal, t.part, t.import_id, t.source, ${bookedOn(closed)}, s.kind_id, ${list('s.')}
        from taken t cross join lateral jsonb_populate_record(null::market_line, t.line) s
        returning tx_key, ordinal, posted_on, booked_on)
    select (select count(*) from lost)::int as lost, (select count(distinct (tx_key, ordinal)) from back)::int as back,
      (select array_agg(distinct day::text) from (select unnest(array[posted_on, booked_on]) as day from gone
        union select unnest(array[posted_on, booked_on]) from back) d) as days`.execute(tx)
  const { lost = 0, back = 0, days } = rows[0] ?? {}
  await daysChanged(task, amounts, shopId, days ?? [])
  return { removed: lost - back, handedOn: back }
}
