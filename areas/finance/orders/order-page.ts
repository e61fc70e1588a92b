/**
 * Everything known of one order: what each report and record says of its number as a timeline, and what is left of it. An order is one of a
 * shop; a number that several shops have is asked back.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { needs, operations } from '#platform/declare/operations.ts'
import type { Title } from '#platform/declare/title.ts'
import { addDays, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { add, canonical, multiply } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import { satisfies } from '#platform/server/calls/may.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { financeItems, type FinanceClass } from '../amazon/mapping/finance-items.ts'
import { findingKinds } from '../checks/tables.ts'
import { traces, tracesOf, type Traced } from '../sheets/order-traces.ts'
import { unitCostDemand } from '../layers/words.ts'
import { skuCostKey } from '../unit-cost/key.ts'
import { moneyOf } from './money.ts'
import type { OrderAnswer, OrderEvent, OrderPart, OrderShop } from './answers.ts'

/** Tables that hold numbers of orders by an index, and the day of each row. */
const holders: readonly (readonly [table: string, order: string, day: string])[] = [
  ['order_line', 'order_no', 'ordered_on'],
  ['amazon_settlement_line', 'order_id', 'posted_on'],
  ['amazon_transaction_line', 'order_id', 'posted_on'],
  ['market_line', 'order_no', 'posted_on'],
  ['order_payment', 'order_no', 'paid_at::date'],
  ['fba_return', 'order_id', 'reported_on'],
  ['fba_reimbursement', 'order_id', 'approved_on'],
]
const [daysBefore, daysAfter] = [7, 60]

/** For money, whose statement joins many tables: of the one shop that was found through the door. */
const behind = (context: Context) => context.house.unscoped('money of one order, of a shop that the caller was granted')

interface Held {
  readonly shopId: string
  readonly first: string
  readonly last: string
}

/** Shops of the caller that know the number, with the days between which they do. */
async function heldBy(context: Context, orderNo: string): Promise<Held[]> {
  const parts = holders
    .filter(([table]) => context.house.registry.resources.has(table))
    .map(([table, order, day]) =>
      anyTable(context.db)
        .selectFrom(`${table} as f`)
        .where(`f.${order}`, '=', orderNo)
        .groupBy('f.shop_id')
        .select([
          sql<string>`f.shop_id::text`.as('shopId'),
          sql<string>`min(f.${sql.raw(day)})::text`.as('first'),
          sql<string>`max(f.${sql.raw(day)})::text`.as('last'),
        ]),
    )
  const [first, ...others] = parts
  if (first === undefined) return []
  const rows: readonly Held[] = await others.reduce((all, one) => all.unionAll(one), first).execute()
  return [...Map.groupBy(rows, row => row.shopId)].map(([shopId, days]) => ({
    shopId,
    first: days.map(one => one.first).toSorted()[0] ?? '',
    last:
      days
        .map(one => one.last)
        .toSorted()
        .at(-1) ?? '',
  }))
}

async function named(context: Context, held: readonly Held[]): Promise<OrderShop[]> {
  const shops = await context.db
    .selectFrom('shop as s')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .select(['s.id', 's.name', 's.currency', 'm.name as marketplace', 'm.name_en as marketplaceEn'])
    .where(
      's.id',
      'in',
      held.map(one => one.shopId),
    )
    .execute()
  return held.flatMap(one => {
    const shop = shops.find(({ id }) => id === one.shopId)
    if (shop === undefined) return []
    const marketplace = context.language === 'en' ? (shop.marketplaceEn ?? shop.marketplace) : shop.marketplace
    return [{ shopId: shop.id, name: shop.name, currency: shop.currency, marketplace, first: one.first, last: one.last }]
  })
}

export async function orderPage(context: Context, orderNo: string, shopId: string | undefined): Promise<OrderAnswer> {
  const number = orderNo.trim()
  if (number === '') throw refuse.invalid([{ field: 'orderNo', message: sentence`请填写订单号` }])
  const held = await heldBy(context, number)
  const shops = held.length === 0 ? [] : await named(context, held)
  if (shops.length === 0) throw refuse.unknown(['订单', 'Order'])
  const shop = shopId === undefined ? (shops.length === 1 ? shops[0] : undefined) : shops.find(one => one.shopId === shopId)
  if (shopId !== undefined && shop === undefined) throw refuse.unknown(['订单', 'Order'])
  if (shop === undefined)
    return { orderNo: number, shops, shop: null, timeline: [], parts: [], costs: [], sums: [], cny: null, lacking: [], notFilled: [] }
  const days = { from: addDays(shop.first, -daysBefore), to: addDays(shop.last, daysAfter) }
  const traced = await tracesOf(context, number, { shopId: shop.shopId, days })
  const money = await profitOf(context, number, shop, days)
  return {
    orderNo: number,
    shops,
    shop,
    timeline: await timelineOf(context, traced),
    ...money,
    notFilled: [...traced.notFilled.map(one => one.reason), ...money.notFilled],
  }
}

/** Words of each kind's rows: when it was, and what it says. */
const atOf = (row: Readonly<Record<string, unknown>>): string =>
  asText(
    row['postedAt'] ??
      row['paidAt'] ??
      row['returnedAt'] ??
      row['orderedOn'] ??
      row['shippedOn'] ??
      row['approvedOn'] ??
      row['day'] ??
      row['happenedOn'] ??
      row['postedOn'] ??
      '',
  )

async function timelineOf(context: Context, { found }: Traced): Promise<OrderEvent[]> {
  const at = context.language === 'en' ? 1 : 0
  const kindIds = [
    ...new Set(Object.values(found).flatMap(rows => rows.flatMap(row => (row['kindId'] == null ? [] : [asText(row['kindId'])])))),
  ]
  const kinds =
    kindIds.length === 0
      ? []
      : await context.db.selectFrom('amazon_kind').select(['id', 'title', 'title_en', 'type']).where('id', 'in', kindIds).execute()
  const kindTitle = new Map(kinds.map(kind => [kind.id, (at === 1 ? kind.title_en : kind.title) || kind.title || kind.type]))
  const findings = Object.values(findingKinds)
  const events = Object.entries(found).flatMap(([name, rows]) => {
    const title = traces.find(trace => trace.name === name)?.title[at] ?? name
    return rows.map((row, place): OrderEvent => {
      const finding = name === 'findings' ? findings.find(([code]) => String(code) === asText(row['kind'])) : undefined
      const what =
        finding?.[1 + at] ??
        (row['kindId'] == null ? undefined : kindTitle.get(asText(row['kindId']))) ??
        asText(row['what'] ?? row['title'] ?? row['trackingNo'] ?? row['purpose'] ?? '')
      const amount = row['amount'] ?? row['net'] ?? row['sales'] ?? row['income'] ?? null
      return {
        id: `${name} ${place}`,
        at: atOf(row),
        source: name,
        title,
        what: asText(what),
        sku: asText(row['sku'] ?? ''),
        quantity: row['quantity'] == null ? null : asText(row['quantity']),
        amount: amount === null ? null : asText(amount),
        currency: row['currency'] == null ? null : asText(row['currency']),
        reference: asText(row['settlementId'] ?? ''),
        isDeferred: row['deferred'] === true,
        recordId: row['id'] == null ? null : asText(row['id']),
      }
    })
  })
  return events.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

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
const classes = Object.keys(classTitles) as FinanceClass[]
const isProfit = (of: FinanceClass): boolean => of !== 'tax' && of !== 'timing'
const classOf = (item: number): FinanceClass | null => Object.values(financeItems).find(({ id }) => id === item)?.class ?? null
const itemTitle = (item: number | null, at: 0 | 1): string => Object.values(financeItems).find(({ id }) => id === item)?.title[at] ?? ''
const profitRights = ['finance.profit', 'finance.amazon.profit', 'finance.market.ebay', 'finance.market.yx', 'finance.market.ae']

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
type Profit = Pick<OrderAnswer, 'parts' | 'costs' | 'sums' | 'cny' | 'lacking' | 'notFilled'>

async function profitOf(context: Context, orderNo: string, shop: OrderShop, days: Traced['period']): Promise<Profit> {
  const at = context.language === 'en' ? 1 : 0
  const none = { parts: [], costs: [], sums: [], cny: null, lacking: [] }
  if (!profitRights.some(right => satisfies(context.caller, needs(right, operations.view))))
    return { ...none, notFilled: [(['没有查看利润的权限', 'No right to see profit'] as const)[at]] }
  const db = behind(context)
  const money = moneyOf({ shops: [shop.shopId], ...days, orderNo })
  const { rows: amounts } = await sql<Amount>`select item, currency, to_char(booked_on, 'YYYY-MM') as month, sum(amount)::text as amount
    from (${money}) m group by 1, 2, 3`.execute(db)
  const { rows: costs } = await sql<Cost>`
    with sold as (select sku, booked_on, sum(quantity) as quantity from (${money}) m
      where item = ${financeItems.productSales.id} and sku <> '' and quantity > 0 group by 1, 2),
    known as (select s.sku, s.booked_on, s.quantity, c.currency, c.quantity as whole, c.unit_cost
      from sold s left join finance_cost_line c on c.shop_id = ${shop.shopId}::bigint and c.booked_on = s.booked_on and c.sku = s.sku
        and c.item = ${financeItems.productCost.id})
    select ${financeItems.productCost.id}::int as item, sku, booked_on::text as day, to_char(booked_on, 'YYYY-MM') as month,
      quantity::text as quantity, coalesce(currency, '') as currency, coalesce(-round(quantity * unit_cost, 4), 0)::text as amount,
      unit_cost is null as "isLacking" from known
    union all
    select c.item::int, k.sku, k.booked_on::text, to_char(k.booked_on, 'YYYY-MM'), k.quantity::text, c.currency,
      round(c.amount * k.quantity / k.whole, 4)::text, false
    from known k join finance_cost_line c on c.shop_id = ${shop.shopId}::bigint and c.booked_on = k.booked_on and c.sku = k.sku
      and c.currency = k.currency and c.item = ${financeItems.firstLeg.id} where k.whole <> 0 order by 3, 2, 1`.execute(db)
  const parcels = await parcelsOf(context, orderNo)
  const known = [...amounts, ...costs.filter(one => !one.isLacking), ...parcels]
  const parts = new Map<string, OrderPart>()
  const put = (name: string, title: Title, one: Amount, isIn: boolean): void => {
    const key = `${name} ${one.currency}`
    const before = parts.get(key)?.amount ?? '0'
    parts.set(key, { name, title: title[at], currency: one.currency, amount: canonical(add(before, one.amount)), isIn })
  }
  for (const of of classes)
    for (const one of known) if (one.item !== null && classOf(one.item) === of) put(of, classTitles[of], one, isProfit(of))
  for (const one of known) if (one.item === null) put('unmapped', ['未映射', 'Not mapped'], one, false)
  const counted = known.filter(one => one.item !== null && isProfit(classOf(one.item) ?? 'timing'))
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
  const sees = satisfies(context.caller, unitCostDemand)
  const unseen = (['没有查看成本金额的权限，各 SKU 的成本不显示', 'No right to see cost amounts: costs of the SKUs are left out'] as const)[
    at
  ]
  return {
    parts: [...parts.values()],
    costs: sees ? told : [],
    sums,
    cny: skus.length > 0 ? null : cny,
    lacking: [...missing, ...lacking],
    notFilled: sees || told.length === 0 ? [] : [unseen],
  }
}

/** Fees of the order's parcels, as costs. */
async function parcelsOf(context: Context, orderNo: string): Promise<Amount[]> {
  const { found } = await tracesOf(context, orderNo, { wanted: ['parcels'], days: { from: '2000-01-01', to: '2000-01-01' } })
  return (found['parcels'] ?? []).map(row => ({
    item: financeItems.shippingLabel.id,
    currency: asText(row['currency']),
    month: asText(row['shippedOn']).slice(0, 7),
    amount: canonical(multiply(asText(row['amount']), '-1')),
  }))
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
