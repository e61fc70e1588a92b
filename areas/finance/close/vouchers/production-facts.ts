/**
 * What production moves in a month, by company: value that came into production less what went back, fees of what was made here, what came
 * out, what was left at the end or came late, what was scrapped in it. The account of production so holds what lies in production: what
 * came in is what lies there at the end, and went out meanwhile, less what lay there before.
 */
import { sql } from 'kysely'
import { locationKinds } from '#areas/goods/index.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { isZero } from '#platform/format/decimal.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { placeKinds } from '../../costs/layers/tables.ts'
import type { Fact } from './spread.ts'
import { baseCurrency, eventOfProduction } from './words.ts'

const leaves = [locationKinds.working[0], locationKinds.subcontractor[0]]
const places = [placeKinds.working[0], placeKinds.subcontractor[0]]
const names = ['productionIssued', 'productionFee', 'productionMade', 'productionRest', 'productionLost'] as const
type Moved = Readonly<Record<(typeof names)[number], string>>

/**
 * Of the legal entity of the warehouse, else of the first one. What no move tells, costs that came to parts in production, is the first's.
 */
export async function factsOfProduction({ caller }: Context, tx: Tx, companyId: string, month: string): Promise<Fact[]> {
  const { orgId } = caller
  const first = firstOfMonth(month)
  const span = sql`between ${first}::date and ${lastOfMonth(month)}::date`
  const ofCompany = sql`coalesce(w.company_id, (select min(c.id) from company c where c.org_id = ${orgId}))`
  const { rows } = await sql<Moved>`
    with moved as (
      select m.id, m.product_id, m.booked_on, t.kind = any(${leaves}::int[]) as comes, t.kind as "to", ${ofCompany} as company
      from goods_move m join goods_location f on f.id = m.from_id join goods_location t on t.id = m.to_id
        join warehouse w on w.id = case when t.kind = any(${leaves}::int[]) then t.warehouse_id else f.warehouse_id end
      where m.org_id = ${orgId} and m.booked_on ${span} and (f.kind = any(${leaves}::int[]) or t.kind = any(${leaves}::int[]))),
    taken as (
      select v.company, sum(case when v.comes then k.amount when v."to" < ${locationKinds.transit[0]} then -k.amount else 0 end) as net,
        coalesce(sum(k.amount) filter (where not v.comes and v."to" >= ${locationKinds.supplier[0]}
          and v."to" <> ${locationKinds.converted[0]}), 0) as lost
      from moved v join stock_take k on k.org_id = ${orgId} and k.product_id = v.product_id and k.day = v.booked_on
        and k.into_move = 'move ' || v.id group by v.company),
    used as (
      select ${ofCompany} as company, coalesce(sum(c.amount) filter (where x.brings), 0) as made,
        coalesce(sum(c.amount) filter (where not x.brings), 0) as rest
      from stock_conversion_cost c join goods_move m on m.id = c.move_id
        join goods_location f on f.id = m.from_id and f.kind = any(${leaves}::int[]) join warehouse w on w.id = f.warehouse_id
        cross join lateral (select c.posting_id = m.posting_id and c.counts_from <= c.day as brings) x
      where c.org_id = ${orgId} and greatest(c.counts_from, c.day) ${span} group by 1),
    fees as (
      select ${ofCompany} as company, sum(r.other) as fee from cost_receipt r join stock_place p on p.id = r.place_id
        join warehouse w on w.id = p.warehouse_id
      where r.org_id = ${orgId} and r.day ${span} and r.doc_type in ('production_order', 'goods_convert', 'goods_out') group by 1),
    lying as (
      select coalesce(sum(case when v.month = ${first}::date then x.worth else -x.worth end), 0) as grown
      from stock_value v join stock_place p on p.id = v.place_id and p.kind = any(${places}::int[])
        cross join lateral (select v.purchase + v.first_leg + v.duty + v.other as worth) x
      where v.org_id = ${orgId} and v.month in (${first}::date, (${first}::date - interval '1 month')::date)),
    late as (
      select l.grown + coalesce((select sum(made + rest) from used), 0) + coalesce(sum(t.lost), 0) - coalesce(sum(t.net), 0) as amount,
        coalesce(min(t.company), (select min(company) from used), (select min(id) from company where org_id = ${orgId})) as company
      from lying l left join taken t on true group by l.grown)
    select (coalesce(t.net, 0) + case when l.company = c.id then l.amount else 0 end)::text as "productionIssued",
      coalesce(f.fee, 0)::text as "productionFee", (coalesce(u.made, 0) + coalesce(f.fee, 0))::text as "productionMade",
      coalesce(u.rest, 0)::text as "productionRest", coalesce(t.lost, 0)::text as "productionLost"
    from (select ${companyId}::bigint as id) c cross join late l left join taken t on t.company = c.id
      left join used u on u.company = c.id left join fees f on f.company = c.id`.execute(tx.withoutPlugins())
  const [told] = rows
  if (told === undefined) return []
  const of = { topic: 'production', shopId: null, bankAccountId: null, currency: baseCurrency } as const
  return names.flatMap(name => (isZero(told[name]) ? [] : [{ ...of, event: eventOfProduction(name), amount: told[name] }]))
}
