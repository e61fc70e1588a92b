/** Walmart's payment statements against the lines of the reconciliation report: renewed in the transaction of a file of either. */
import { sql } from 'kysely'
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FilesFollower } from '#platform/server/area.ts'
import { walmartProof, walmartStatement } from './statement.ts'

const states = walmartProof.fields.state.choices
/** a cycle is two weeks, and is paid some days after it ends */
const daysMax = 31

/** The part of a statement that an amount belongs to, by its kind's words. */
const partOf = sql`case
  when k.type ~* '^sale' or k.type ~* '^(refund|return)' then
    case when k.type ~* '^sale' then 10 else 20 end + case
      when k.amount_type ~* 'tax' and k.amount_type ~* 'withheld' then 4
      when k.amount_type ~* 'shipping' then 2
      when k.amount_type ~* 'tax' then 3
      when k.amount_type ~* 'commission' then 5
      when k.amount_type ~* 'price|sales' then 1 else 8 end
  when k.description ~* 'wfs' then case
    when k.description ~* 'storage' then 41 when k.description ~* 'ful+fil' then 42
    when k.description ~* 'removal|disposal' then 43 when k.description ~* 'return' then 44 else 48 end
  else 38 end`

/** Statements of days that the file of this import can concern. */
export const walmartProves: FilesFollower = {
  monthTables: [],
  async follow({ tx, shopId, importId }) {
    const { rows: runs } = await sql<{ from: string | null; to: string | null }>`
      select first_day::text as from, (last_day + ${2 * daysMax}::int)::text as to from import_run where id = ${importId}`.execute(tx)
    const { from = null, to = null } = runs[0] ?? {}
    if (from === null || to === null) return []
    const days = sql`between ${from}::date and ${to}::date`
    await sql`delete from walmart_proof p where p.shop_id = ${shopId} and p.settled_on ${days}`.execute(tx)
    await sql`with asked as (select s.shop_id, s.settled_on, s.part, s.stated, s.currency from ${sql.table(walmartStatement.facts.table)} s
        where s.shop_id = ${shopId} and s.settled_on ${days}),
      paid as materialized (select a.settled_on, max(f.payout_id) as payout_id from (select distinct settled_on from asked) a
        join market_line f on f.shop_id = ${shopId} and f.payout_id like 'WM %' and substr(f.payout_id, 15, 10) < a.settled_on::text
          and substr(f.payout_id, 15, 10) >= (a.settled_on - ${daysMax}::int)::text
        group by 1),
      made as materialized (select p.settled_on, ${partOf} as part, sum(f.amount) as amount from paid p
        join market_line f on f.shop_id = ${shopId} and f.payout_id = p.payout_id join amazon_kind k on k.id = f.kind_id group by 1, 2),
      held as (select a.*, p.payout_id, case when p.payout_id is null then null else coalesce((select sum(m.amount) from made m
          where m.settled_on = a.settled_on and (a.part = 50 or m.part = a.part
            or (a.part % 10 = 9 and m.part / 10 = a.part / 10))), 0) end as found
        from asked a left join paid p on p.settled_on = a.settled_on)
      insert into walmart_proof (shop_id, settled_on, part, stated, found, difference, state, currency, period)
      select h.shop_id, h.settled_on, h.part, h.stated, h.found, h.found - h.stated,
        case when h.found is null then ${states.missing[0]}::smallint when h.found = h.stated then ${states.proven[0]}::smallint
          else ${states.differs[0]}::smallint end, h.currency, coalesce(substr(h.payout_id, 4), '')
      from held h`.execute(tx)
    return notes(tx, shopId, { from, to })
  },
}

async function notes(
  tx: Parameters<FilesFollower['follow']>[0]['tx'],
  shopId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Wording[]> {
  const { rows } = await sql<{ day: string; stated: string; found: string | null; state: number; parts: number }>`
    select p.settled_on::text as day, trim_scale(p.stated)::text as stated, trim_scale(p.found)::text as found, p.state,
      (select count(*)::int from walmart_proof o where o.shop_id = p.shop_id and o.settled_on = p.settled_on
        and o.state = ${states.differs[0]}) as parts
    from walmart_proof p where p.shop_id = ${shopId} and p.part = 50 and p.settled_on between ${from}::date and ${to}::date
    order by 1`.execute(tx)
  const of = (state: number): (typeof rows)[number][] => rows.filter(row => row.state === state)
  const differing = rows.filter(row => row.parts > 0)
  return [
    ...(of(states.proven[0]).length > 0
      ? [sentence`付款对账单的应付金额与对账明细一致：${listed(of(states.proven[0]).map(row => row.day))}`]
      : []),
    ...differing.map(
      row =>
        sentence`结算日 ${row.day} 的付款对账单写明应付 ${row.stated}，对账明细合计 ${row.found ?? ''}，有 ${row.parts} 项不一致，请在“沃尔玛对账核对”查看`,
    ),
    ...(of(states.missing[0]).length > 0
      ? [sentence`结算日 ${listed(of(states.missing[0]).map(row => row.day))} 的对账明细尚未导入，导入后自动核对`]
      : []),
  ]
}
