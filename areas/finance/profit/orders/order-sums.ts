/**
 * What is left of an order, as the profit of the company has it, less what carriers charge for its parcels. Who may not see what goods
 * cost is told it nowhere, also not as a part: the sum ends before it.
 */
import { sql } from 'kysely'
import { needs, operations } from '#platform/declare/operations.ts'
import type { Title } from '#platform/declare/title.ts'
import { firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { add, canonical, multiply } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { satisfies, type Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { seesCost } from '#platform/server/reports.ts'
import { financeItems, type FinanceClass } from '../../base/finance-items.ts'
import { profitReports } from '../report/profit.ts'
import { layerItems } from '../../costs/layers/sales.ts'
import { tracesOf, type Traced } from '../sheets/order-traces.ts'
import { skuCostKey } from '../../costs/unit-cost/key.ts'
import type { OrderAnswer, OrderPart, OrderShop } from './answers.ts'
import { moneyOf } from './money.ts'

/** For money, whose statement joins many tables: of the one shop that was found through the door. */
const behind = (context: Context) => context.house.unscoped('money of one order, of a shop that the caller was granted')

const classTitles: Readonly<Record<FinanceClass, Title>> = {
  sales: ['销售收入', 'Sales'],
  refund: ['退款', 'Refunds'],
  platformFee: ['平台费用', 'Platform fees'],
  fbaFee: ['FBA 费用', 'FBA fees'],
  advertising: ['广告及促销费', 'Advertising and deals'],
  shippingFee: ['购买运单费', 'Shipping labels'],
  other: ['赔偿与调整', 'Reimbursements and adjustments'],
  cost: ['成本', 'Costs'],
  tax: ['代收代缴税', 'Tax passed through'],
  timing: ['资金时间差', 'Timing'],
}
/** what carriers charge for its own parcels; the profit by order has it as the share of an allocation, which is of no order */
const carrierTitle: Title = ['承运商运费', 'Carrier fees']
const classes = Object.keys(classTitles) as FinanceClass[]
const isProfit = (of: FinanceClass): boolean => of !== 'tax' && of !== 'timing'
const classOf = (item: number): FinanceClass | null => Object.values(financeItems).find(({ id }) => id === item)?.class ?? null
const itemTitle = (item: number | null, at: 0 | 1): string => Object.values(financeItems).find(({ id }) => id === item)?.title[at] ?? ''
const profitRights = ['finance.profit', 'finance.amazon.profit', 'finance.market.ebay', 'finance.market.yx', 'finance.market.ae']

/** costs of an order have the right of its page */
export const orderCost = { permission: 'finance.order' }
const withoutGoods: Title = [
  '没有查看成本的权限：不显示产品成本和头程，合计是扣费后收入',
  'No right to see costs: without product cost and first leg, the sum is what is left before them',
]
const withoutCosts: Title = [
  '没有查看成本的权限：不显示成本、分摊和手工调整，合计是扣费后收入',
  'No right to see costs: without costs, allocations and corrections, the sum is the income after fees',
]

interface Amount {
  readonly item: number | null
  readonly currency: string
  readonly month: string
  readonly amount: string
}
interface Cost extends Amount {
  readonly day: string
  readonly sku: string
  readonly quantity: string
  readonly isLacking: boolean
}
type Profit = Pick<OrderAnswer, 'parts' | 'costs' | 'sums' | 'isProfit' | 'cny' | 'lacking' | 'notFilled'>

const isOfGoods = ({ item }: Pick<Amount, 'item'>): boolean => item !== null && layerItems.some(one => one === item)

export async function profitOf(context: Context, orderNo: string, shop: OrderShop, days: Traced['period']): Promise<Profit> {
  const at = context.language === 'en' ? 1 : 0
  const none = { parts: [], costs: [], sums: [], isProfit: false, cny: null, lacking: [] }
  if (!profitRights.some(right => satisfies(context.caller, needs(right, operations.view))))
    return { ...none, notFilled: [(['没有查看利润的权限', 'No right to see profit'] as const)[at]] }
  const db = behind(context)
  const money = moneyOf({ shops: [shop.shopId], ...days, orderNo })
  const { rows: amounts } = await sql<Amount>`select item, currency, to_char(booked_on, 'YYYY-MM') as month, sum(amount)::text as amount
    from (${money}) m group by 1, 2, 3`.execute(db)
  const sees = seesCost(context, orderCost)
  const seesOthers = sees || profitReports.some(report => seesCost(context, report))
  const costs = sees ? await costsOf(db, shop.shopId, money) : []
  const parcels = await parcelsOf(context, orderNo)
  const records = seesOthers ? await recordsOf(context, orderNo, shop) : []
  const isKnown = (one: Amount): boolean => (seesOthers ? !isOfGoods(one) : one.item === null || classOf(one.item) !== 'cost')
  const whole = [...amounts, ...costs.filter(one => !one.isLacking), ...records]
  const known = sees ? whole : whole.filter(isKnown)
  const parts = new Map<string, OrderPart>()
  const put = (name: string, title: Title, one: Amount, isIn: boolean): void => {
    const key = `${name} ${one.currency}`
    const before = parts.get(key)?.amount ?? '0'
    parts.set(key, { name, title: title[at], currency: one.currency, amount: canonical(add(before, one.amount)), isIn })
  }
  for (const of of classes)
    for (const one of known) if (one.item !== null && classOf(one.item) === of) put(of, classTitles[of], one, isProfit(of))
  for (const one of parcels) put('carrier', carrierTitle, one, seesOthers)
  for (const one of known) if (one.item === null) put('unmapped', ['未映射', 'Not mapped'], one, false)
  // shares of allocations fall on SKUs and name no order: in the profit by order they are of none
  const shared = seesOthers ? await sharedOf(db, shop.shopId, money) : []
  for (const one of shared) put('shared', ['按 SKU 分摊的费用', 'Fees allocated to the SKUs'], one, false)
  const ofOrder = known.filter(one => one.item !== null && isProfit(classOf(one.item) ?? 'timing'))
  const counted = seesOthers ? [...ofOrder, ...parcels] : ofOrder
  const byCurrency = Map.groupBy(counted, one => one.currency)
  const sums = [...byCurrency].map(([currency, all]) => ({
    currency,
    amount: canonical(all.reduce((sum, one) => add(sum, one.amount), '0')),
  }))
  const skus = [...new Set(costs.filter(one => one.isLacking).map(one => one.sku))]
  const missing = skus.map(sku => (at === 1 ? `${sku}: no product cost` : `${sku} 缺产品成本`))
  const { cny, lacking } = await inCny(context, counted, at)
  const told = costs
    .filter(one => !one.isLacking)
    .map(({ item, day, sku, quantity, amount, currency }) => ({
      made: skuCostKey(shop.shopId, day, sku),
      item: itemTitle(item, at),
      day,
      sku,
      quantity: canonical(quantity),
      amount: canonical(amount),
      currency,
    }))
  const unseen = (seesOthers ? withoutGoods : withoutCosts)[at]
  return {
    parts: [...parts.values()],
    costs: told,
    sums,
    isProfit: sees,
    cny: skus.length > 0 ? null : cny,
    lacking: [...missing, ...lacking],
    notFilled: sees ? [] : [unseen],
  }
}

/** Its part of what the units of its days and SKUs cost. */
async function costsOf(db: ReturnType<typeof behind>, shopId: string, money: ReturnType<typeof moneyOf>): Promise<Cost[]> {
  const { rows } = await sql<Cost>`
    with sold as (select sku, booked_on, sum(quantity) as quantity from (${money}) m
      where item = ${financeItems.productSales.id} and sku <> '' and quantity > 0 group by 1, 2),
    known as (select s.sku, s.booked_on, s.quantity, c.currency, c.quantity as whole, c.unit_cost
      from sold s left join finance_cost_line c on c.shop_id = ${shopId}::bigint and c.booked_on = s.booked_on and c.sku = s.sku
        and c.item = ${financeItems.productCost.id})
    select ${financeItems.productCost.id}::int as item, sku, booked_on::text as day, to_char(booked_on, 'YYYY-MM') as month,
      quantity::text as quantity, coalesce(currency, '') as currency, coalesce(-round(quantity * unit_cost, 4), 0)::text as amount,
      unit_cost is null as "isLacking" from known
    union all
    select c.item::int, k.sku, k.booked_on::text, to_char(k.booked_on, 'YYYY-MM'), k.quantity::text, c.currency,
      round(c.amount * k.quantity / k.whole, 4)::text, false
    from known k join finance_cost_line c on c.shop_id = ${shopId}::bigint and c.booked_on = k.booked_on and c.sku = k.sku
      and c.currency = k.currency and c.item = ${financeItems.firstLeg.id} where k.whole <> 0 order by 3, 2, 1`.execute(db)
  return rows
}

/** Amounts that people entered of the order: corrections, and documents of the shop by their finance items. */
async function recordsOf(context: Context, orderNo: string, { shopId }: OrderShop): Promise<Amount[]> {
  const of = (table: string, shop: string, number: string, item: string, amount: string) =>
    anyTable(context.db)
      .selectFrom(`${table} as f`)
      .where(sql<boolean>`${sql.ref(`f.${shop}`)} = ${shopId}::bigint and ${sql.ref(`f.${number}`)} = ${orderNo}`)
      .select([
        sql<number>`${sql.raw(item)}::int`.as('item'),
        sql<string>`f.currency::text`.as('currency'),
        sql<string>`to_char(f.day, 'YYYY-MM')`.as('month'),
        sql<string>`(${sql.raw(amount)})::text`.as('amount'),
      ])
  const document = (table: string, item: { readonly id: number }, amount: string, shop = 'shop_id') =>
    of(table, shop, 'document_no', String(item.id), amount)
  return of('finance_correction', 'shop_id', 'order_no', 'f.item', 'f.amount')
    .unionAll(document('amazon_subsidy', financeItems.subsidy, 'f.amount'))
    .unionAll(document('amazon_multichannel_order', financeItems.multichannelFee, 'f.fee'))
    .unionAll(document('amazon_multichannel_order', financeItems.multichannelFee, '-f.fee', 'sold_shop_id'))
    .unionAll(document('amazon_dropshipping', financeItems.dropshipCost, '-f.cost'))
    .unionAll(document('amazon_dropshipping', financeItems.dropshipFreight, '-f.freight'))
    .execute()
}

/**
 * What allocations put on the SKUs of the order in the month they were sold in (storage, advertising, subscription): by the units of the
 * order of those of the month. Fees of parcels are told by the order's own parcels.
 */
async function sharedOf(db: ReturnType<typeof behind>, shopId: string, money: ReturnType<typeof moneyOf>): Promise<Amount[]> {
  const { rows } = await sql<Amount>`
    with sold as (select sku, date_trunc('month', booked_on)::date as month, sum(quantity) as quantity from (${money}) m
      where item = ${financeItems.productSales.id} and sku <> '' and quantity > 0 group by 1, 2),
    units as (select s.sku, s.month, s.quantity, sum(f.quantity) as whole from sold s
      join finance_amount__shop_month_sku_currency_kind_deferred f on f.shop_id = ${shopId}::bigint and f.month = s.month and f.sku = s.sku
      join amazon_type_map t on t.kind_id = f.kind_id and t.item = ${financeItems.productSales.id} and t.valid_from <= f.month
        and (t.valid_to is null or t.valid_to > f.month) group by 1, 2, 3)
    select a.item::int, to_char(u.month, 'YYYY-MM') as month, a.currency::text as currency,
      (-round(sum(a.share) * u.quantity / u.whole, 4))::text as amount
    from units u join cost_allocation_share a on a.shop_id = ${shopId}::bigint and a.day = u.month and a.sku = u.sku and a.state = 1
      and a.item <> ${financeItems.finalLeg.id}
    where u.whole > 0 group by a.item, a.currency, u.month, u.sku, u.quantity, u.whole`.execute(db)
  return rows
}

/** Fees of the order's parcels, as costs; none, where the asker may not see what carriers charge. */
async function parcelsOf(context: Context, orderNo: string): Promise<Amount[]> {
  const { found } = await tracesOf(context, orderNo, { wanted: ['parcels'], days: { from: '2000-01-01', to: '2000-01-01' } })
  return (found['parcels'] ?? []).flatMap(({ amount, currency, shippedOn }) =>
    amount === undefined
      ? []
      : [
          {
            item: financeItems.shippingLabel.id,
            currency: asText(currency),
            month: asText(shippedOn).slice(0, 7),
            amount: canonical(multiply(asText(amount), '-1')),
          },
        ],
  )
}

/** In CNY by the rate of each month; null, and said, while one is missing. */
async function inCny(context: Context, amounts: readonly Amount[], at: 0 | 1): Promise<{ cny: string | null; lacking: string[] }> {
  const months = [...new Set(amounts.map(one => one.month))]
  if (months.length === 0) return { cny: '0', lacking: [] }
  const rates = await context.db
    .selectFrom('currency_rate')
    .select(['currency', sql<string>`to_char(month, 'YYYY-MM')`.as('month'), sql<string>`rate::text`.as('rate')])
    .where(sql<boolean>`month = any(${months.map(one => firstOfMonth(monthOf(`${one}-01`)))}::date[])`)
    .execute()
  const rateOf = new Map(rates.map(one => [`${one.month} ${one.currency}`, one.rate]))
  const missing = new Set<string>()
  let sum = '0'
  for (const { month, currency, amount } of amounts) {
    const rate = currency === 'CNY' ? '1' : rateOf.get(`${month} ${currency}`)
    if (rate === undefined) missing.add(at === 1 ? `${month} ${currency}: no exchange rate` : `${month} ${currency} 缺汇率`)
    else sum = add(sum, multiply(amount, rate))
  }
  return { cny: missing.size > 0 ? null : canonical(sum), lacking: [...missing].sort() }
}
