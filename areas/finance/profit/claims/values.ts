/**
 * What a unit is worth by its rule, in the currency of the shop, and why it has no value. Through the door; a few statements, however many
 * units are asked for.
 */
import { sql } from 'kysely'
import { addDays, monthOf } from '#platform/format/dates.ts'
import { compare, divide, isZero, multiply, sum } from '#platform/format/decimal.ts'
import type { Context } from '#platform/server/area.ts'
import { valueNotes } from './tables.ts'
import { cost } from './words.ts'

export interface ValueAsk {
  readonly sku: string
  /** of the event */
  readonly day: string
  readonly valueRule: number
  /** most for a unit, in this currency */
  readonly unitMax: string | null
  readonly maxCurrency: string
  /** price that is known of the unit itself (a refund); null: by cost or by the sales before */
  readonly price: string | null
}
export interface UnitValue {
  readonly unitValue: string | null
  readonly valueNote: number | null
}

/** days whose sales say what a unit sells for */
const saleDays = 90
const scale = 4
const note = (name: keyof typeof valueNotes): UnitValue => ({ unitValue: null, valueNote: valueNotes[name][0] })

interface Cost {
  readonly month: string
  readonly unitCost: string
  readonly currency: string
}

export async function unitValues(
  context: Context,
  shop: { readonly id: string; readonly currency: string },
  asked: readonly ValueAsk[],
): Promise<UnitValue[]> {
  if (asked.length === 0) return []
  const skus = [...new Set(asked.map(one => one.sku))]
  const [productOf, costsOf] = await costsBySku(context, shop.id, skus)
  const rateOf = await ratesOf(context, [...new Set(asked.map(one => monthOf(one.day)))])
  const sales = await salesOf(
    context,
    shop.id,
    asked.filter(one => one.valueRule !== cost && one.price === null),
  )
  const converted = (amount: string, from: string, day: string): string | null => {
    if (from === shop.currency) return amount
    const [source, target] = [rateOf(day, from), rateOf(day, shop.currency)]
    return source === null || target === null || isZero(target) ? null : divide(multiply(amount, source), target, scale, 'halfUp')
  }
  const capped = (one: ValueAsk, value: string | null): UnitValue => {
    if (value === null) return note('noRate')
    if (one.unitMax === null) return { unitValue: value, valueNote: null }
    const most = converted(one.unitMax, one.maxCurrency, one.day)
    if (most === null) return note('noRate')
    return { unitValue: compare(value, most) > 0 ? most : value, valueNote: null }
  }
  return asked.map(one => {
    if (one.price !== null) return capped(one, one.price)
    if (one.valueRule !== cost) {
      const price = meanPrice(sales, one)
      return price === null ? note('noSale') : capped(one, price)
    }
    const product = productOf.get(one.sku)
    if (product === undefined) return note('noProduct')
    const held = (costsOf.get(product) ?? []).filter(({ month }) => month <= monthOf(one.day)).at(-1)
    return held === undefined ? note('noCost') : capped(one, converted(held.unitCost, held.currency, one.day))
  })
}

/** Product of each SKU, and the costs of each product from the oldest month on. */
async function costsBySku(
  context: Context,
  shopId: string,
  skus: readonly string[],
): Promise<[ReadonlyMap<string, string>, ReadonlyMap<string, readonly Cost[]>]> {
  const mapped = await context.db
    .selectFrom('sku_map')
    .select(['seller_sku', 'product_id'])
    .where('shop_id', '=', shopId)
    .where('seller_sku', 'in', [...skus])
    .execute()
  const products = [...new Set(mapped.map(one => one.product_id))]
  const rows =
    products.length === 0
      ? []
      : await context.db
          .selectFrom('product_cost as p')
          .where('p.product_id', 'in', products)
          .orderBy('p.month')
          .select([
            sql<string>`p.product_id::text`.as('productId'),
            sql<string>`to_char(p.month, 'YYYY-MM')`.as('month'),
            sql<string>`p.unit_cost::text`.as('unitCost'),
            sql<string>`p.currency`.as('currency'),
          ])
          .execute()
  return [new Map(mapped.map(one => [one.seller_sku, one.product_id])), Map.groupBy(rows, row => row.productId)]
}

/** CNY for a unit of the currency in the month of a day; null: nobody entered it. */
async function ratesOf(context: Context, months: readonly string[]): Promise<(day: string, currency: string) => string | null> {
  const rows = await context.db
    .selectFrom('currency_rate')
    .select(['currency', sql<string>`to_char(month, 'YYYY-MM')`.as('month'), sql<string>`rate::text`.as('rate')])
    .where(sql<boolean>`to_char(month, 'YYYY-MM') = any(${[...months]}::text[])`)
    .execute()
  const rates = new Map(rows.map(one => [`${one.month} ${one.currency}`, one.rate]))
  return (day, currency) => (currency === 'CNY' ? '1' : (rates.get(`${monthOf(day)} ${currency}`) ?? null))
}

interface Sold {
  readonly day: string
  readonly sales: string
  readonly units: string
}
async function salesOf(context: Context, shopId: string, asked: readonly ValueAsk[]): Promise<ReadonlyMap<string, readonly Sold[]>> {
  if (asked.length === 0) return new Map()
  const days = asked.map(one => one.day).toSorted()
  const rows = await context.db
    .selectFrom('order_line as o')
    .where(sql<boolean>`o.shop_id = ${shopId}::bigint and not o.is_cancelled and o.sku = any(${[...new Set(asked.map(one => one.sku))]})
      and o.ordered_on between ${addDays(days[0] ?? '', -saleDays)}::date and ${days.at(-1) ?? ''}::date`)
    .groupBy(sql`o.sku, o.ordered_on`)
    .select([
      sql<string>`o.sku`.as('sku'),
      sql<string>`o.ordered_on::text`.as('day'),
      sql<string>`sum(o.item - o.discount)::text`.as('sales'),
      sql<string>`sum(o.quantity)::text`.as('units'),
    ])
    .execute()
  return Map.groupBy(rows, row => row.sku)
}

function meanPrice(sales: ReadonlyMap<string, readonly Sold[]>, { sku, day }: ValueAsk): string | null {
  const first = addDays(day, -saleDays)
  const before = (sales.get(sku) ?? []).filter(one => one.day >= first && one.day < day)
  const units = before.reduce((n, one) => n + Number(one.units), 0)
  if (units <= 0) return null
  return divide(sum(before.map(one => one.sales)), String(units), scale, 'halfUp')
}
