/**
 * The lines of an allocation with all that they can be weighed by: shops, or SKUs of shops that were sold or in stock in the months, or
 * that a consignment holds. Sales are in CNY. Read behind the door: the document was read through it, and who posts sees the shops it
 * names.
 */
import { sql, type RawBuilder } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth } from '#platform/format/dates.ts'
import { refuse, type Tx } from '#platform/server/area.ts'
import { financeItems } from '../../base/finance-items.ts'
import { allocationLevels, type AllocationBasis } from './words.ts'

export interface LinesAsk {
  readonly orgId: string
  /** YYYY-MM; weights are of these months together */
  readonly since: string
  readonly month: string
  readonly shops: readonly string[]
  /** empty: all */
  readonly skus: readonly string[]
  readonly level: number
  /** lines are what this consignment holds */
  readonly shipment: string | null
  /** rows of shop_id, sku, month, currency, weight, where the basis is told by reports (measured.ts) */
  readonly measured?: RawBuilder<unknown> | null
}

/** m³, kg, in the currency of the packing list, units times days */
const columns = {
  sales: 'sales',
  units: 'units',
  volume: 'volume',
  weight: 'weight',
  value: 'value',
  stockDays: 'stock_days',
  storageFee: 'measured',
  adSpend: 'measured',
  parcels: 'measured',
} as const

/** The weight of a line of `linesSql`; exact, below zero it bears nothing. */
export function weightSql(basis: AllocationBasis, kgPerCbm: string): RawBuilder<unknown> {
  if (basis === 'equal') return sql`1`
  if (basis === 'sheet') return sql`lines.sheet`
  if (basis === 'greater') return sql`greatest(lines.volume * ${kgPerCbm}::numeric, lines.weight)`
  return sql`lines.${sql.ref(columns[basis])}`
}

const monthsOf = ({ since, month }: LinesAsk, column: string): RawBuilder<unknown> =>
  sql`${sql.ref(column)} between ${firstOfMonth(since)}::date and ${firstOfMonth(month)}::date`
const shopsOf = ({ shops }: LinesAsk): RawBuilder<unknown> => sql`any(${[...shops]}::bigint[])`

/** Sales are weighed in CNY: a currency that was sold in without a rate of the month is refused by name. */
export const refuseWithoutRate = (tx: Tx, ask: LinesAsk): Promise<void> =>
  refuseLacking(
    tx,
    ask,
    sql`select f.month, f.currency from finance_amount__shop_month_sku_currency_kind_deferred f
    where f.shop_id = ${shopsOf(ask)} and ${monthsOf(ask, 'f.month')}`,
  )

/** `rows`: of month and currency. */
export async function refuseLacking(tx: Tx, ask: Pick<LinesAsk, 'orgId'>, rows: RawBuilder<unknown>): Promise<void> {
  const { rows: found } = await sql<{ currency: string; month: string }>`select distinct to_char(f.month, 'YYYY-MM') as month, f.currency
    from (${rows}) f where f.currency <> 'CNY'
      and not exists (select from currency_rate r where r.org_id = ${ask.orgId} and r.currency = f.currency and r.month = f.month)
    order by 1, 2 limit 1`.execute(tx)
  const [lacking] = found
  if (lacking) throw refuse.rule(sentence`${lacking.month} 没有 ${lacking.currency} 的汇率，请先在汇率里登记`)
}

/** What a consignment holds leads to seller SKUs of the shops, or its fee would fall on some of it alone. */
export async function refuseUnknownGoods(tx: Tx, ask: LinesAsk): Promise<void> {
  if (ask.shipment === null) return
  const { rows } = await sql<{ sku: string }>`select coalesce(nullif(k.sku, ''), k.name) as sku from first_leg_fee k
    where k.shipment_id = ${ask.shipment} and k.quantity > 0 and not exists (select from product p join sku_map s on s.product_id = p.id
        where p.org_id = ${ask.orgId} and p.sku = k.sku and s.shop_id = ${shopsOf(ask)})
    order by k.row_no limit 1`.execute(tx)
  const [lacking] = rows
  if (lacking) throw refuse.rule(sentence`货件里的“${lacking.sku}”在所选店铺没有对应的平台 SKU，请先登记 SKU 对应，或在装箱单里补填 SKU`)
}

/** Lines by shop and SKU, or one a shop, also of shops without a figure. */
export function linesSql(ask: LinesAsk): RawBuilder<unknown> {
  const lines = ask.shipment === null ? soldOrInStock(ask) : packedIn(ask, ask.shipment)
  if (ask.level === allocationLevels.sku[0]) return sql`${lines} and l.sku <> ''`
  const total = [...new Set(Object.values(columns))].map(name => sql`coalesce(sum(l.${sql.ref(name)}), 0) as ${sql.ref(name)}`)
  return sql`select s.shop_id, '' as sku, ${sql.join(total)}
    from unnest(${[...ask.shops]}::bigint[]) as s(shop_id) left join (${lines}) l on l.shop_id = s.shop_id group by s.shop_id`
}

/** What shops weigh by these bases, each of them. */
export async function weightsOfShops<Name extends AllocationBasis>(
  tx: Tx,
  ask: Omit<LinesAsk, 'level'>,
  bases: readonly Name[],
  kgPerCbm: string,
): Promise<ReadonlyMap<string, Readonly<Record<Name, string>>>> {
  const weights = bases.map(name => sql`${weightSql(name, kgPerCbm)}::text as ${sql.ref(name)}`)
  const { rows } = await sql<Record<Name, string> & { shop: string }>`select lines.shop_id::text as shop, ${sql.join(weights)}
    from (${linesSql({ ...ask, level: allocationLevels.shop[0] })}) lines`.execute(tx)
  return new Map(rows.map(row => [row.shop, row]))
}

/** Sales and units of the months, days in stock: rows of shop_id, sku. */
const moved = (ask: LinesAsk): RawBuilder<unknown> => sql`
    sold as materialized (select f.shop_id, f.sku,
        sum(f.amount * case when f.currency = 'CNY' then 1 else coalesce(r.rate, 0) end) as sales,
        sum(f.quantity) as units
      from finance_amount__shop_month_sku_currency_kind_deferred f
      join amazon_type_map m on m.kind_id = f.kind_id and m.item = ${sql.lit(financeItems.productSales.id)} and m.valid_from <= f.month
        and (m.valid_to is null or m.valid_to > f.month)
      left join currency_rate r on r.org_id = ${ask.orgId} and r.currency = f.currency and r.month = f.month
      where f.shop_id = ${shopsOf(ask)} and ${monthsOf(ask, 'f.month')} group by 1, 2),
    stock as materialized (select shop_id, sku, sum(greatest(opening + closing, 0) / 2.0
        * extract(day from month + interval '1 month' - interval '1 day')::numeric) as days
      from fba_inventory_month where shop_id = ${shopsOf(ask)} and ${monthsOf(ask, 'month')} group by 1, 2),
    measured as materialized (${told(ask)}),
    moved as materialized (select shop_id, sku, sum(sales) as sales, sum(units) as units, sum(days) as days, sum(measured) as measured
      from (select shop_id, sku, sales, units, 0 as days, 0 as measured from sold
        union all select shop_id, sku, 0, 0, days, 0 from stock
        union all select shop_id, sku, 0, 0, 0, measured from measured) m group by 1, 2)`

/** What reports tell, in CNY. */
const told = ({ orgId, measured }: LinesAsk): RawBuilder<unknown> =>
  measured
    ? sql`select f.shop_id, f.sku, sum(f.weight * case when f.currency = 'CNY' then 1 else coalesce(r.rate, 0) end) as measured
        from (${measured}) f
        left join currency_rate r on r.org_id = ${orgId} and r.currency = f.currency and r.month = f.month group by 1, 2`
    : sql`select 0::bigint as shop_id, ''::text as sku, 0::numeric as measured where false`

const isChosen = ({ skus }: LinesAsk): RawBuilder<unknown> => sql`(${skus.length === 0} or l.sku = any(${[...skus]}::text[]))`

/** What was sold or in stock; volume, weight and value of a unit are those of its packing lists. */
const soldOrInStock = (ask: LinesAsk): RawBuilder<unknown> => sql`select l.* from (with ${moved(ask)},
    packed as materialized (select sku, sum(volume) / sum(quantity) as volume, sum(gross_weight) / sum(quantity) as weight,
        sum(declared_value) / sum(quantity) as value
      from first_leg_fee where org_id = ${ask.orgId} and sku <> '' group by 1 having sum(quantity) > 0)
    select l.shop_id, l.sku, l.sales, l.units, round(l.measured, 6) as measured,
      round(l.units * coalesce(k.volume, 0), 6) as volume, round(l.units * coalesce(k.weight, p.net_weight, 0), 6) as weight,
      round(l.units * coalesce(k.value, 0), 6) as value, round(l.days, 6) as stock_days
    from moved l left join sku_map s on s.shop_id = l.shop_id and s.seller_sku = l.sku left join product p on p.id = s.product_id
      left join packed k on k.sku = coalesce(p.sku, l.sku)) l where ${isChosen(ask)}`

/** What a consignment holds; goods that several seller SKUs sell fall on them as they were sold, or on all alike. */
const packedIn = (ask: LinesAsk, shipment: string): RawBuilder<unknown> => sql`select l.* from (with ${moved(ask)},
    packed as (select sku, sum(quantity) as units, sum(volume) as volume, sum(gross_weight) as weight, sum(declared_value) as value
      from first_leg_fee where shipment_id = ${shipment} and sku <> '' group by 1),
    goods as (select s.shop_id, s.seller_sku as sku, k.units, k.volume, k.weight, k.value, coalesce(l.sales, 0) as sales,
        coalesce(l.days, 0) as days, coalesce(l.measured, 0) as measured, greatest(coalesce(l.units, 0), 0) as sold,
        sum(greatest(coalesce(l.units, 0), 0)) over (partition by k.sku) as all_sold, count(*) over (partition by k.sku) as n
      from packed k join product p on p.org_id = ${ask.orgId} and p.sku = k.sku
        join sku_map s on s.product_id = p.id and s.shop_id = ${shopsOf(ask)}
        left join moved l on l.shop_id = s.shop_id and l.sku = s.seller_sku),
    parted as (select goods.*, case when all_sold > 0 then sold / all_sold else 1.0 / n end as part from goods)
    select shop_id, sku, sales, round(measured, 6) as measured, round(units * part, 6) as units, round(volume * part, 6) as volume,
      round(weight * part, 6) as weight,
      round(value * part, 6) as value, round(days, 6) as stock_days from parted) l where ${isChosen(ask)}`

/** Lines of an own sheet: a shop and SKU that stands in it twice bears both weights. */
export const sheetSql = (allocationId: string, level: number, ofShop: string | null = null): RawBuilder<unknown> =>
  sql`select shop_id, case when ${level}::int = ${sql.lit(allocationLevels.shop[0])} then '' else sku end as sku, sum(weight) as sheet
    from cost_allocation_weight where allocation_id = ${allocationId} and ${ofShop === null ? sql`true` : sql`shop_id = ${ofShop}`}
    group by 1, 2`
