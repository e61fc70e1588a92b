/**
 * Sheets of the demo company, brought as its people would: workbooks of the months whose figures are there, near to those that the suite
 * computes, a few of them wrong; documents of Amazon shops in the running month; payments of orders.
 */
import { sql } from 'kysely'
import { seededRandom, type SeededRandom } from '#areas/admin/index.ts'
import { addDays, addMonths, monthOf } from '#platform/format/dates.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { readReport } from '#platform/server/reports.ts'
import { companyProfit } from '../report/profit.ts'
import { bringSheet as bring, type SheetRow as Row } from '#areas/admin/index.ts'
import { orderPayment } from './order-payments.ts'
import { sheets } from './sheets.ts'
import { dropshipping, multichannelOrder, subsidy } from '../../facts/sheets/template-tables.ts'

const [seed, monthsKept, documents, paymentsMax] = [165, 6, 12, 400]

/** What a shop sold in a month. */
interface Sold {
  readonly month: string
  readonly shop: string
  readonly shopId: string
  readonly site: string
  readonly currency: string
  readonly units: number
  readonly sales: number
  readonly profit: number
}
const cents = (value: number): string => value.toFixed(2)
export async function makeSheets({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const random = seededRandom(seed)
  const today = now.toISOString().slice(0, 10)
  const amazon = await soldByReports(context, today)
  const sold = [...(await soldByOrders(context)), ...amazon].filter(
    (one, at, all) => all.findIndex(other => other.shopId === one.shopId && other.month === one.month) === at,
  )
  const past = sold.filter(one => one.month < monthOf(today))
  const rows = { ...rowsByShop(past, random), ...rowsByName(past, await namesOf(context), random) }
  for (const { words, list } of sheets) await bring(context, list, rows[words.name] ?? [])
  await makeDocuments(context, amazon, today, random)
  await makePayments(context, random)
}

/** Shops with orders, by the month of purchase. */
async function soldByOrders(context: Context): Promise<Sold[]> {
  const rows = await context.db
    .selectFrom('order_line as f')
    .innerJoin('shop as s', 's.id', 'f.shop_id')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .where(sql<boolean>`not f.is_cancelled`)
    .select([
      sql<string>`to_char(f.ordered_on, 'YYYY-MM')`.as('month'),
      sql<string>`s.name`.as('shop'),
      sql<string>`s.id::text`.as('shopId'),
      sql<string>`m.name`.as('site'),
      sql<string>`s.currency`.as('currency'),
      sql<number>`sum(f.quantity)::float8`.as('units'),
      sql<number>`sum(f.sales)::float8`.as('sales'),
    ])
    .groupBy(sql`1, 2, 3, 4, 5`)
    .orderBy('month', 'desc')
    .orderBy('shop')
    .limit(100)
    .execute()
  const months = [...new Set(rows.map(row => row.month))].slice(0, monthsKept + 1)
  return rows.filter(row => months.includes(row.month)).map(row => ({ ...row, profit: row.sales * 0.18 }))
}

/** Amazon shops as the profit report has them. */
async function soldByReports(context: Context, today: string): Promise<Sold[]> {
  const month = monthOf(today)
  const query = {
    by: ['shop', 'marketplace', 'month'],
    startDate: `${addMonths(month, -monthsKept)}-01`,
    endDate: today,
    currency: 'shop' as const,
    pageSize: 1_000,
  }
  const { list } = await readReport(context, companyProfit, query, ['sales', 'units', 'profit'])
  return list.map(({ key, label, currency, values }) => ({
    month: key['month'] ?? '',
    shop: label['shop'] ?? '',
    shopId: key['shop'] ?? '',
    site: label['marketplace'] ?? '',
    currency,
    units: Number(values['units'] ?? 0),
    sales: Number(values['sales'] ?? 0),
    profit: Number(values['profit'] ?? 0),
  }))
}

interface Seller {
  readonly employee: string
  readonly dept: string
}
interface Goods {
  readonly shopId: string
  readonly sku: string
  readonly brand: string
  readonly category: string
}
async function namesOf(context: Context): Promise<{ sellers: readonly Seller[]; goods: readonly Goods[] }> {
  const { db } = context
  const sellers = await db
    .selectFrom('employee as e')
    .innerJoin('department as d', 'd.id', 'e.dept_id')
    .select([sql<string>`e.name`.as('employee'), sql<string>`d.name`.as('dept')])
    .where(sql<boolean>`d.name like '%销售组'`)
    .orderBy('e.id')
    .limit(4)
    .execute()
  const goods = await db
    .selectFrom('sku_map as m')
    .innerJoin('product as p', 'p.id', 'm.product_id')
    .leftJoin('product_category as c', 'c.id', 'p.category_id')
    .select([
      sql<string>`m.shop_id::text`.as('shopId'),
      sql<string>`m.seller_sku`.as('sku'),
      sql<string>`coalesce(p.brand, '')`.as('brand'),
      sql<string>`coalesce(c.name, '')`.as('category'),
    ])
    .orderBy('m.id')
    .limit(2_000)
    .execute()
  return { sellers, goods }
}

/** One figure in seven was written down wrong. */
const nearly =
  (random: SeededRandom) =>
  (value: number): number =>
    random.below(7) === 0 ? value * (0.9 + random.below(20) / 100) : value

/** A plan that is round, and a little above what came. */
const budgetOf = ({ sales }: Sold, part: number): readonly { readonly item: string; readonly amount: string }[] =>
  [
    ['销售收入', 1.05],
    ['退款', -0.04],
    ['平台费用', -0.15],
    ['FBA 费用', -0.2],
    ['广告及促销费', -0.06],
    ['产品成本', -0.28],
  ].map(([item, share]) => ({ item: String(item), amount: cents(Math.round((sales * part * Number(share)) / 100) * 100) }))

/** A month is planned before it is over: the one behind the last is as that was. */
function withPlan(sold: readonly Sold[]): readonly Sold[] {
  const last = sold
    .map(one => one.month)
    .toSorted()
    .at(-1)
  return [...sold, ...sold.filter(one => one.month === last).map(one => ({ ...one, month: addMonths(one.month, 1) }))]
}

/** What shops sold in whole quarters, under the first month of each. */
function quartersOf(sold: readonly Sold[]): Sold[] {
  const firstOf = (month: string): string =>
    `${month.slice(0, 5)}${String(Math.floor((Number(month.slice(5)) - 1) / 3) * 3 + 1).padStart(2, '0')}`
  const all = Map.groupBy(sold, one => `${one.shopId} ${firstOf(one.month)}`)
  return [...all.values()].flatMap(months => {
    const [first] = months
    if (first === undefined || months.length < 3) return []
    const sum = (of: 'sales' | 'units' | 'profit') => months.reduce((n, one) => n + one[of], 0)
    return [{ ...first, month: firstOf(first.month), sales: sum('sales'), units: sum('units'), profit: sum('profit') }]
  })
}

function rowsByShop(sold: readonly Sold[], random: SeededRandom): Readonly<Record<string, Row[]>> {
  const near = nearly(random)
  const of = (make: (one: Sold) => Row[]): Row[] => sold.flatMap(make)
  return {
    yxSalesProfit: of(one => [
      {
        month: one.month,
        shopId: one.shop,
        quantity: Math.round(near(one.units)),
        sales: cents(near(one.sales)),
        cost: cents(one.sales * 0.42),
        fees: cents(one.sales * 0.28),
        freight: cents(one.sales * 0.06),
        profit: cents(near(one.profit)),
        currency: one.currency,
      },
    ]),
    financeBudget: withPlan(sold).flatMap(one =>
      budgetOf(one, 1).map(row => ({ month: one.month, shopId: one.shop, ...row, currency: one.currency })),
    ),
    platformTaxInfo: quartersOf(sold).map(one => ({
      month: one.month,
      shopId: one.shop,
      gross: cents(near(one.sales)),
      refund: cents(one.sales * 0.05),
      net: cents(one.sales * 0.95),
      orders: Math.round(near(one.units) * 0.93),
      commission: cents(near(one.sales * 0.15)),
      service: cents(one.sales * 0.2),
      currency: one.currency,
    })),
    yxSalesSite: of(one => [
      {
        month: one.month,
        siteCode: one.site,
        shopId: one.shop,
        quantity: Math.round(near(one.units)),
        sales: cents(near(one.sales)),
        currency: one.currency,
      },
    ]),
    yxSaleIncome: of(one =>
      [
        ['商品销售', 0.94],
        ['运费收入', 0.05],
        ['平台补贴', 0.01],
      ].map(([kind, part]) => ({
        month: one.month,
        incomeKind: String(kind),
        shopId: one.shop,
        amount: cents(near(one.sales * Number(part))),
        currency: one.currency,
      })),
    ),
  }
}

function rowsByName(
  sold: readonly Sold[],
  { sellers, goods }: Awaited<ReturnType<typeof namesOf>>,
  random: SeededRandom,
): Readonly<Record<string, Row[]>> {
  const near = nearly(random)
  const of = (make: (one: Sold) => Row[]): Row[] => sold.flatMap(make)
  return {
    YxSaleMonthlyQty: of(one =>
      goods
        .filter(g => g.shopId === one.shopId)
        .slice(0, 6)
        .map((g, at) => ({ month: one.month, sku: g.sku, shopId: one.shop, quantity: Math.round(near(one.units / (6 + at))) })),
    ),
    yxSaleMonthlyStat: of(one => {
      const kinds = new Map(
        goods.filter(g => g.shopId === one.shopId && g.brand !== '' && g.category !== '').map(g => [`${g.brand} ${g.category}`, g]),
      )
      const few = [...kinds.values()].slice(0, 3)
      return few.map(g => ({
        month: one.month,
        brand: g.brand,
        categoryId: g.category,
        shopId: one.shop,
        quantity: Math.round(near(one.units / few.length)),
        sales: cents(near(one.sales / few.length)),
        target: cents(Math.ceil(one.sales / few.length / 500) * 500),
        currency: one.currency,
      }))
    }),
    financeDeptBudget: of(one =>
      [...new Set(sellers.map(({ dept }) => dept))]
        .slice(0, 1)
        .flatMap(dept =>
          budgetOf(one, 0.6).map(row => ({ month: one.month, deptId: dept, shopId: one.shop, ...row, currency: one.currency })),
        ),
    ),
    financeJxhProfit: of(one =>
      sellers.slice(0, 2).map(({ employee, dept }, at) => {
        const part = at === 0 ? 0.6 : 0.4
        return {
          month: one.month,
          employeeId: employee,
          deptId: dept,
          shopId: one.shop,
          sales: cents(near(one.sales * part)),
          cost: cents(one.sales * part * 0.42),
          fees: cents(one.sales * part * 0.28),
          profit: cents(near(one.profit * part)),
          currency: one.currency,
        }
      }),
    ),
  }
}

/** Documents of the running month, which is never closed. */
async function makeDocuments(context: Context, sold: readonly Sold[], today: string, random: SeededRandom): Promise<void> {
  const shops = [...new Map(sold.map(one => [one.shopId, one])).values()].slice(0, 3)
  const [first, second] = shops
  if (first === undefined || second === undefined) return
  const days = Number(today.slice(8)) - 1
  const each = (make: (at: number, day: string, shop: Sold) => Row): Row[] =>
    Array.from({ length: documents }, (_, at) => make(at, addDays(today, -random.below(days + 1)), shops[at % shops.length] ?? first))
  const amount = (from: number, to: number): string => cents(from + random.below((to - from) * 100) / 100)
  await bring(
    context,
    subsidy,
    each((at, day, { shop, currency }) => ({
      shopId: shop,
      day,
      documentNo: `BT${1000 + at}`,
      name: '黑五流量补贴',
      amount: amount(20, 180),
      currency,
    })),
  )
  await bring(
    context,
    multichannelOrder,
    each((at, day) => ({
      shopId: first.shop,
      day,
      documentNo: `MCF-${20_000 + at}`,
      soldShopId: second.shop,
      quantity: 1 + random.below(3),
      fee: amount(4, 14),
      currency: first.currency,
    })),
  )
  await bring(
    context,
    dropshipping,
    each((at, day, { shop, currency }) => ({
      shopId: shop,
      day,
      documentNo: `DF${3000 + at}`,
      quantity: 1 + random.below(2),
      cost: amount(6, 40),
      freight: amount(3, 12),
      currency,
    })),
  )
}

/** Payments of the newest orders; those on their way have no tracking number yet. */
async function makePayments(context: Context, random: SeededRandom): Promise<void> {
  const orders = await context.db
    .selectFrom('order_line as f')
    .innerJoin('shop as s', 's.id', 'f.shop_id')
    .where(sql<boolean>`not f.is_cancelled`)
    .select([
      sql<string>`s.name`.as('shop'),
      sql<string>`f.order_no`.as('orderNo'),
      sql<string>`to_char(min(f.purchased_at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`.as('paidAt'),
      sql<string>`round(sum(f.sales + f.tax), 2)::text`.as('gross'),
      sql<string>`round(sum(f.sales) * 0.15, 2)::text`.as('fee'),
      sql<string>`f.currency`.as('currency'),
    ])
    .groupBy(sql`1, 2, 6`)
    .having(sql<boolean>`sum(f.sales) > 0`)
    .orderBy('paidAt', 'desc')
    .limit(paymentsMax)
    .execute()
  const rows = orders.map(({ shop, ...order }, at) => ({
    shopId: shop,
    ...order,
    channel: '平台代收',
    trackingNo: at > 40 && random.below(3) > 0 ? `1Z999AA1${String(10_000_000 + at)}` : '',
  }))
  await bring(context, orderPayment, rows)
}
