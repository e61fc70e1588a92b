/** Product costs as reports ask for them: SKUs sold without a known cost, and a year of costs per product. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Leaf, Report } from '#platform/declare/report.ts'
import type { LackingAnswer, LackingQuery } from '#platform/declare/wire.ts'
import { firstOfMonth, monthsFromTo } from '#platform/format/dates.ts'
import { type Context, refuse } from '#platform/server/area.ts'
import { askOf, ownersOf, grainRows, condition, meaningsOf, meant } from '#platform/server/reports.ts'
import { isOneOf, columnRef, unionAll, type UntypedQuery, type Sql, anyTable } from '#platform/server/database.ts'
import type { ProductYearRow } from '../../base/answers.ts'
import { costs } from '../../costs/costs.ts'
import { datedCosts } from '../../costs/dated-costs.ts'
import { financeItems } from '../../base/finance-items.ts'
import { companyProfit } from './profit.ts'
import { ownValue } from '#platform/declare/own-value.ts'

const leafNamed = (name: string): Leaf => {
  const m = ownValue(companyProfit.measures, name)
  if (m?.class !== 'sum') throw new Error(`${name} is no leaf of the profit report`)
  return m
}

/** SKUs named of those that lack a cost. */
const lackingMax = 100

/** SKUs, by shop, with units sold and no cost line in some month of the period: their product cost or SKU mapping is missing. */
export async function missingCosts(context: Context, query: LackingQuery, report: Report = companyProfit): Promise<LackingAnswer> {
  const db = anyTable(context.db)
  const ask = await askOf(context, report, { ...query, by: ['shop', 'sku', 'month'] })
  const shops = await ownersOf(context, report, ask)
  const [units, cost] = [leafNamed('units'), leafNamed('productCost')]
  // Kinds first: nine of ten rows of the grain are fees, which need no look-up at all.
  const { mapped } = units.of
  if (!mapped) throw new Error('units are not mapped to finance items')
  const sales = await meaningsOf(db, mapped, [financeItems.productSales.id])
  const side = (leaf: Leaf, isSold: boolean, mine: (month: Sql) => Sql<boolean>): UntypedQuery => {
    const { rows, month } = grainRows(db, report, leaf.of, ask, shops, [leaf], 'keys')
    return (
      rows
        .where(mine(month))
        // units that were sold and came back in one month have a cost of no units
        .where(isSold ? sql<boolean>`f.quantity <> 0` : sql<boolean>`true`)
        .select([sql`f.shop_id`.as('shop_id'), sql`f.sku`.as('sku'), month.as('month'), sql.lit(isSold).as('is_sold')])
    )
  }
  const sides = [side(units, true, month => meant(mapped, sales, month)), side(cost, false, () => condition(costs, cost.when))]
  // One pass over both sides, shop by shop: a join looked six thousand rows up one by one, a difference of sets is made on one machine
  // alone.
  const lacking = db
    .selectFrom(unionAll(sides).as('side'))
    .select(['side.shop_id', 'side.sku', 'side.month'])
    .groupBy(['side.shop_id', 'side.sku', 'side.month'])
    .having(sql<boolean>`bool_and(side.is_sold)`)
  const missing = db.selectFrom(lacking.as('lacking')).select(['lacking.shop_id', 'lacking.sku']).distinct()
  const rows = await db
    .selectFrom(missing.as('missing'))
    .innerJoin('shop as s', j => j.on(sql<boolean>`s.id = missing.shop_id`))
    .leftJoin('sku_map as m', j => j.on(sql<boolean>`m.shop_id = missing.shop_id and m.seller_sku = missing.sku`))
    .leftJoin('product as p', j => j.on(sql<boolean>`p.id = m.product_id`))
    .select([
      sql<number>`(count(*) over ())::int`.as('n'),
      sql<string>`s.name`.as('shop'),
      sql<string>`missing.sku`.as('sku'),
      sql<string | null>`p.sku || ' ' || p.name`.as('product'),
    ])
    .orderBy('shop')
    .orderBy('sku')
    .limit(lackingMax)
    .execute()
  return { missingCosts: rows[0]?.n ?? 0, lackingCosts: rows.map(({ shop, sku, product }) => ({ shop, sku, product })) }
}

/** Every product with a cost or a sale in the year: twelve months of unit cost, quantity and amount. */
export async function productYear(context: Context, asked: unknown): Promise<{ year: number; list: ProductYearRow[] }> {
  const year = Number(asked)
  if (!Number.isInteger(year) || year < 2000 || year > 2100)
    throw refuse.invalid([{ field: 'year', message: sentence`请选择年份，如 2026` }])
  const months = monthsFromTo(`${year}-01`, `${year}-12`)
  const { db } = context
  const firsts = months.map(firstOfMonth)
  const [known, sold, products] = await Promise.all([
    db
      .selectFrom(datedCosts(db).as('c'))
      .innerJoin(sql`unnest(${firsts}::date[])`.as<'m'>(sql`m(month)`), j =>
        j.on(sql<boolean>`c.since <= m.month and (c.until is null or c.until > m.month)`),
      )
      .select([
        sql<string>`c.product_id::text`.as('product'),
        sql<string>`to_char(m.month, 'YYYY-MM')`.as('month'),
        sql<string>`trim_scale(c.unit_cost)::text`.as('cost'),
        sql<string>`c.currency`.as('currency'),
      ])
      .execute(),
    soldInYear(context, firsts),
    db
      .selectFrom('product as p')
      .select([sql<string>`p.id::text`.as('id'), sql<string>`p.sku`.as('sku'), sql<string>`p.name`.as('name')])
      .orderBy('sku')
      .execute(),
  ])
  const costOf = new Map(known.map(k => [`${k.product} ${k.month}`, k]))
  const soldOf = new Map(sold.map(s => [`${s.product} ${s.month}`, s]))
  const list = products
    .filter(p => months.some(m => costOf.has(`${p.id} ${m}`) || soldOf.has(`${p.id} ${m}`)))
    .map(p => ({
      productId: p.id,
      sku: p.sku,
      name: p.name,
      months: months.map(month => {
        const [cost, goods] = [costOf.get(`${p.id} ${month}`), soldOf.get(`${p.id} ${month}`)]
        return {
          month,
          unitCost: cost?.cost ?? null,
          currency: cost?.currency ?? null,
          quantity: goods?.quantity ?? '0',
          amount: goods?.amount ?? '0',
        }
      }),
    }))
  return { year, list }
}

/** Units and cost of goods by product and month, over the shops the caller may see; a product's cost is in one currency at a time. */
async function soldInYear(context: Context, firsts: readonly string[]) {
  const grain = costs.grains.find(g => g.keys.includes('month') && g.keys.includes('sku'))
  if (!grain) throw new Error('costs have no grain by month and SKU')
  return anyTable(context.db)
    .selectFrom(`${grain.table} as f`)
    .innerJoin('sku_map as s', j => j.on(sql<boolean>`s.shop_id = f.shop_id and s.seller_sku = f.sku`))
    .where(isOneOf(columnRef('f', 'shopId'), context.caller.shops))
    .where(isOneOf(columnRef('f', 'month'), firsts))
    .where(sql<boolean>`f.item = ${financeItems.productCost.id}`)
    .select([
      sql<string>`s.product_id::text`.as('product'),
      sql<string>`to_char(f.month, 'YYYY-MM')`.as('month'),
      sql<string>`trim_scale(sum(f.quantity))::text`.as('quantity'),
      sql<string>`sum(f.amount)::text`.as('amount'),
    ])
    .groupBy(sql`1, 2`)
    .execute()
}
