/**
 * The lines of an allocation with all that they can be weighed by: shops, or SKUs of shops that were sold or in stock in the month. Sales
 * are in CNY. Read behind the door: the document was read through it, and who posts sees the shops it names.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { compare, multiply, sum } from '#platform/format/decimal.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import type { Tx } from '#platform/server/contract/database.ts'
import { financeItems } from '../amazon/mapping/finance-items.ts'
import { allocationLevels, type AllocationBasis } from './words.ts'

export interface AllocationLine {
  readonly shopId: string
  readonly sku: string
  readonly sales: string
  readonly units: string
  /** m³ */
  readonly volume: string
  /** kg */
  readonly weight: string
  readonly value: string
  readonly stockDays: string
  readonly sheet: string
}
export interface LinesAsk {
  readonly orgId: string
  /** YYYY-MM */
  readonly month: string
  readonly shops: readonly string[]
  /** empty: all */
  readonly skus: readonly string[]
  readonly level: number
}

export function weightOf(basis: AllocationBasis, line: AllocationLine, kgPerCbm: string): string {
  if (basis === 'equal') return '1'
  if (basis !== 'greater') return line[basis]
  const byVolume = multiply(line.volume, kgPerCbm)
  return compare(byVolume, line.weight) > 0 ? byVolume : line.weight
}

/** Sales are weighed in CNY: a currency that was sold in without a rate of the month is refused by name. */
export async function refuseWithoutRate(tx: Tx, ask: LinesAsk): Promise<void> {
  const { rows } = await sql<{ currency: string }>`select distinct f.currency from finance_amount__shop_month_sku_currency_kind_deferred f
    where f.shop_id = any(${[...ask.shops]}::bigint[]) and f.month = ${firstOfMonth(ask.month)}::date and f.currency <> 'CNY'
      and not exists (select from currency_rate r where r.org_id = ${ask.orgId} and r.currency = f.currency and r.month = f.month)
    order by 1 limit 1`.execute(tx)
  const [lacking] = rows
  if (lacking) throw refuse.rule(sentence`${ask.month} 没有 ${lacking.currency} 的汇率，请先在汇率里登记`)
}

/** Lines by shop and SKU, in this order. */
export async function linesOf(tx: Tx, ask: LinesAsk): Promise<readonly AllocationLine[]> {
  const [first, last] = [firstOfMonth(ask.month), lastOfMonth(ask.month)]
  const shops = sql`any(${[...ask.shops]}::bigint[])`
  const all = await sql<AllocationLine>`with
    sold as materialized (select f.shop_id, f.sku,
        sum(f.amount * case when f.currency = 'CNY' then 1 else coalesce(r.rate, 0) end) as sales,
        sum(f.quantity) as units
      from finance_amount__shop_month_sku_currency_kind_deferred f
      join amazon_type_map m on m.kind_id = f.kind_id and m.item = ${sql.lit(financeItems.productSales.id)} and m.valid_from <= f.month
        and (m.valid_to is null or m.valid_to > f.month)
      left join currency_rate r on r.org_id = ${ask.orgId} and r.currency = f.currency and r.month = f.month
      where f.shop_id = ${shops} and f.month = ${first}::date and f.sku <> '' group by 1, 2),
    stock as materialized (select shop_id, sku,
        sum(greatest(opening + closing, 0)) / 2.0 * extract(day from ${last}::date)::numeric as days
      from fba_inventory_month where shop_id = ${shops} and month = ${first}::date group by 1, 2),
    packed as materialized (select sku, sum(volume) / sum(quantity) as volume, sum(gross_weight) / sum(quantity) as weight,
        sum(declared_value) / sum(quantity) as value
      from first_leg_fee where org_id = ${ask.orgId} and sku <> '' group by 1 having sum(quantity) > 0),
    lines as materialized (select coalesce(o.shop_id, t.shop_id) as shop_id, coalesce(o.sku, t.sku) as sku,
        coalesce(o.sales, 0) as sales, coalesce(o.units, 0) as units, coalesce(t.days, 0) as days
      from sold o full join stock t on t.shop_id = o.shop_id and t.sku = o.sku
      where ${ask.skus.length === 0} or coalesce(o.sku, t.sku) = any(${[...ask.skus]}::text[]))
    select l.shop_id::text as "shopId", l.sku, l.sales::text, l.units::text,
      round(l.units * coalesce(k.volume, 0), 6)::text as volume, round(l.units * coalesce(k.weight, p.net_weight, 0), 6)::text as weight,
      round(l.units * coalesce(k.value, 0), 6)::text as value, round(l.days, 6)::text as "stockDays", '0' as sheet
    from lines l left join sku_map s on s.shop_id = l.shop_id and s.seller_sku = l.sku left join product p on p.id = s.product_id
      left join packed k on k.sku = coalesce(p.sku, l.sku) order by l.shop_id, l.sku`.execute(tx)
  return ask.level === allocationLevels.sku[0] ? all.rows : shopLines(ask.shops, all.rows)
}

/** One line a shop, also of those without a figure. */
function shopLines(shops: readonly string[], rows: readonly AllocationLine[]): readonly AllocationLine[] {
  const of = Map.groupBy(rows, row => row.shopId)
  return shops.map(shopId => {
    const own = of.get(shopId) ?? []
    const total = (name: 'sales' | 'units' | 'volume' | 'weight' | 'value' | 'stockDays'): string => sum(own.map(row => row[name]))
    return {
      shopId,
      sku: '',
      sales: total('sales'),
      units: total('units'),
      volume: total('volume'),
      weight: total('weight'),
      value: total('value'),
      stockDays: total('stockDays'),
      sheet: '0',
    }
  })
}

/** Lines of an own sheet: a shop and SKU that stands in it twice bears both weights. */
export async function sheetLines(tx: Tx, allocationId: string, level: number): Promise<readonly AllocationLine[]> {
  const { rows } = await sql<{ shopId: string; sku: string; sheet: string }>`select shop_id::text as "shopId",
      case when ${level} = ${sql.lit(allocationLevels.shop[0])} then '' else sku end as sku, sum(weight)::text as sheet
    from cost_allocation_weight where allocation_id = ${allocationId} group by shop_id, 2 order by shop_id, 2`.execute(tx)
  const none = { sales: '0', units: '0', volume: '0', weight: '0', value: '0', stockDays: '0' }
  return rows.map(row => ({ ...none, ...row }))
}
