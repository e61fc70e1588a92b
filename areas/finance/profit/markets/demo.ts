/**
 * A year of the demo company's eBay shops, and the orders of the year before: transaction reports by the quarter, and the last weeks again
 * as the Finances API tells them.
 */
import { sql } from 'kysely'
import { seededRandom, type SeededRandom } from '#areas/admin/index.ts'
import { addDays, addMonths, firstOfMonth, lastOfMonth, monthOf, weekday } from '#platform/format/dates.ts'
import { add, multiply, negate, roundTo, sum } from '#platform/format/decimal.ts'
import { instantInZone } from '#platform/format/zones.ts'
import { defined, type Context, type DemoPeople, type LeftFile } from '#platform/server/area.ts'
import { addRecord } from '#platform/server/records.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startImport } from '#platform/server/imports.ts'
import { leftFrom, orderWriters, type DemoOrder } from '#areas/sales/index.ts'
import { instantMs } from '#platform/format/instants.ts'
import {
  netOf,
  writeEarnings,
  writeFinances,
  writePayouts,
  writeReport,
  type EbayItem,
  type EbayTransaction,
} from '../../facts/markets/ebay/write-files.ts'
import { finalLegFee } from '../../costs/freight/carrier-tables.ts'
import { makeOrderProfit } from './generate.ts'
import { orderProfits } from './order-profit.ts'

const [seed, days, daysPerFile, daysOfApi, perDay, parcels] = [21, 364, 91, 21, 2, 40]

interface Offer {
  readonly sku: string
  readonly title: string
  readonly price: string
}
interface DemoShop {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly zone: string
  readonly marketplaceCode: string
}
/** the shop that leaves its last days to its connection; its answers are signed, as sellers of the UK must */
const leavingShop = 'ebay.co.uk'

export async function makeMarkets({ now, as, leave }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const { db } = context
  const shops = await db
    .selectFrom('shop as s')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .select([
      sql<string>`s.id::text`.as('id'),
      sql<string>`s.name`.as('name'),
      sql<string>`s.currency`.as('currency'),
      sql<string>`m.zone`.as('zone'),
      sql<string>`m.code`.as('marketplaceCode'),
    ])
    .where(sql<boolean>`s.marketplace_code like 'ebay.%'`)
    .orderBy('s.id')
    .execute()
  const today = now.toISOString().slice(0, 10)
  for (const shop of shops) {
    const goods = await db
      .selectFrom('sku_map as m')
      .innerJoin('product as p', 'p.id', 'm.product_id')
      .select([sql<string>`m.seller_sku`.as('sku'), sql<string>`p.name`.as('title')])
      .where(sql<boolean>`m.shop_id = ${shop.id}`)
      .orderBy('m.id')
      .execute()
    if (goods.length === 0) continue
    const random = seededRandom(seed + Number(shop.id))
    const offers = goods.map((one): Offer => ({ ...one, price: `${9 + random.below(60)}.95` }))
    const transactions = yearOf(shop, offers, today, random)
    // orders of the year before, of which the books begin too late
    const before = yearOf(shop, offers, addDays(today, -days), seededRandom(seed + Number(shop.id) + 1)).filter(
      (one, i) => one.type === 'SALE' && i % 2 === 0,
    )
    const end = leave !== undefined && shop.marketplaceCode === leavingShop ? leftFrom(today) : today
    const told = transactions.filter(one => one.day < end)
    const fileIds: string[] = []
    for (const file of filesOf(shop, transactions, before, { today, end })) fileIds.push(await keepUpload(context, file))
    if (end < today)
      leave?.({
        shop,
        from: end,
        files: leftOf(
          shop,
          transactions.filter(one => one.day >= end),
        ),
      })
    await startImport(context, { fileIds, shopId: shop.id, accepted: '已对照平台后台核对列和合计' })
    await enterParcels(context, shop, told)
  }
}

interface DemoFile {
  readonly name: string
  readonly contentType: string
  readonly content: readonly string[]
}
/** What its people downloaded until this day: reports by the quarter, orders, what orders brought, the last weeks by the interface. */
function* filesOf(
  shop: DemoShop,
  all: readonly EbayTransaction[],
  before: readonly EbayTransaction[],
  { today, end }: { readonly today: string; readonly end: string },
): Generator<DemoFile> {
  const [csv, json] = ['text/csv', 'application/json']
  const { currency } = shop
  const told = all.filter(one => one.day < end)
  for (let from = addDays(today, -days); from < end; from = addDays(from, daysPerFile)) {
    const to = addDays(from, daysPerFile)
    const mine = told.filter(one => one.day >= from && one.day < to)
    yield { name: `ebay-transactions-${currency}-${from}.csv`, contentType: csv, content: [writeReport(mine, currency)] }
  }
  for (let from = addDays(today, -2 * days); from < end; from = addDays(from, daysPerFile)) {
    const orders = [...before, ...told].filter(one => one.type === 'SALE' && one.day >= from && one.day < addDays(from, daysPerFile))
    const until = [addDays(from, daysPerFile - 1), addDays(end, -1)].sort()[0] ?? end
    const content = orderWriters.ebay.write(orders.map(orderOf), asShop(shop))
    yield { name: `ebay-orders-${currency}-${from}_${until}.csv`, contentType: csv, content }
  }
  // what eBay says that each order of a quarter brought by now; of what happens later it knows nothing
  const since = addDays(today, -daysPerFile)
  const later = new Set(all.flatMap(one => (one.day >= end ? [one.orderNo] : [])))
  const newest = new Set(told.flatMap(one => (one.type === 'SALE' && one.day >= since && !later.has(one.orderNo) ? [one.orderNo] : [])))
  const earnings = writeEarnings(
    told.filter(one => newest.has(one.orderNo)),
    currency,
  )
  yield { name: `ebay-earnings-${currency}.csv`, contentType: csv, content: [earnings] }
  const last = told.filter(one => one.day >= addDays(today, -daysOfApi))
  yield { name: `ebay-finances-${currency}.json`, contentType: json, content: [writeFinances(last, currency)] }
}
const asShop = (shop: DemoShop) => ({ ...shop, number: 0, decimals: 2 })

/** What nobody downloaded, as the interface answers it. */
function leftOf(shop: DemoShop, all: readonly EbayTransaction[]): LeftFile[] {
  const rows = (answer: string, name: string): string => JSON.stringify((JSON.parse(answer) as Readonly<Record<string, unknown>>)[name])
  const orders = all.filter(one => one.type === 'SALE').map(orderOf)
  return [
    { report: 'ebayTransactions', text: rows(writeFinances(all, shop.currency), 'transactions') },
    { report: 'ebayPayouts', text: rows(writePayouts(all, shop.currency), 'payouts') },
    { report: 'ebayOrders', text: JSON.stringify(orderWriters.ebay.listed?.(orders, asShop(shop))) },
  ]
}

/** The order that a sale pays for, with its number and amounts. */
function orderOf({ at, day, orderNo, items }: EbayTransaction, place: number): DemoOrder {
  const minor = (amount: string): number => Math.round(Number(amount) * 100)
  const orderedAt = instantMs(at)
  const freight = minor(sum(items.map(item => item.shipping)))
  return {
    no: orderNo,
    day,
    place: 1 + (place % 999),
    orderedAt,
    updatedAt: orderedAt,
    isFresh: false,
    isCancelled: false,
    isRefunded: false,
    hasFreight: freight > 0,
    freight,
    to: place % 100,
    lines: items.map(({ sku, title, itemId, quantity, subtotal }) => ({
      offer: { sku, title, itemId, cents: minor(subtotal) },
      quantity,
      price: minor(subtotal),
    })),
  }
}

/** The newest parcels of a shop, entered by hand: one an order, some days after the sale. */
async function enterParcels(context: Context, shop: DemoShop, transactions: readonly EbayTransaction[]): Promise<void> {
  const carrier = await context.db
    .selectFrom('carrier as c')
    .select(sql<string>`c.id::text`.as('id'))
    .orderBy('c.id')
    .executeTakeFirst()
  if (carrier === undefined) return
  for (const [at, { orderNo, day }] of transactions
    .filter(one => one.type === 'SALE')
    .slice(-parcels - 6, -6)
    .entries())
    await addRecord(context, finalLegFee, {
      carrierId: carrier.id,
      trackingNo: `EB${shop.id}${orderNo.replaceAll('-', '')}`,
      orderNo,
      shippedOn: addDays(day, 1),
      fee: `${5 + (at % 4)}.${20 + (at % 70)}`,
      currency: shop.currency,
    })
}

/** Orders of each day, refunds some days later, advertising by the week, and a pay-out each Monday of what came since the last. */
function yearOf(shop: DemoShop, offers: readonly Offer[], today: string, random: SeededRandom): EbayTransaction[] {
  const made: EbayTransaction[] = []
  let unpaid: EbayTransaction[] = []
  let later: EbayTransaction[] = []
  let no = 0
  const at = (day: string) =>
    new Date(
      instantInZone(day, `${String(7 + random.below(15)).padStart(2, '0')}:${String(random.below(60)).padStart(2, '0')}`, shop.zone),
    ).toISOString()
  for (let day = addDays(today, -days); day < today; day = addDays(day, 1)) {
    const of = (type: EbayTransaction['type'], rest: Partial<EbayTransaction>): EbayTransaction => ({
      id: `${shop.id}${day.replaceAll('-', '')}${String(++no).padStart(6, '0')}`,
      type,
      at: at(day),
      day,
      orderNo: '',
      items: [],
      payoutId: '',
      description: '',
      ...rest,
    })
    const payoutId = `6${shop.id}${payDay(day).replaceAll('-', '')}`
    const events = later.filter(one => one.day === day)
    later = later.filter(one => one.day !== day)
    for (let i = perDay + random.below(4); i > 0; i--) {
      const orderNo = `${day.slice(8)}-${shop.id}${day.slice(2, 4)}${day.slice(5, 7)}-${String(10_000 + (no % 90_000))}`
      const items = Array.from({ length: random.below(7) === 0 ? 2 : 1 }, (_, at) => itemOf(offers, at, random))
      events.push(of('SALE', { orderNo, items }))
      if (random.below(3) === 0)
        events.push(
          of('SHIPPING_LABEL', {
            orderNo,
            amount: `-${4 + random.below(5)}.${10 + random.below(89)}`,
            description: 'USPS Ground Advantage',
          }),
        )
      if (random.below(18) === 0) {
        const back = addDays(day, 4 + random.below(9))
        later.push({ ...of('REFUND', { orderNo, items: items.slice(0, 1).map(givenBack) }), day: back, at: at(back) })
      }
    }
    if (weekday(day) === 7)
      events.push(
        of('NON_SALE_CHARGE', { amount: `-${3 + random.below(20)}.${10 + random.below(89)}`, description: 'Promoted Listings fee' }),
      )
    const paid = events.map(one => ({ ...one, payoutId }))
    made.push(...paid)
    unpaid.push(...paid)
    if (weekday(day) === 1 && unpaid.length > 0) {
      const total = sum(unpaid.map(netOf))
      if (!total.startsWith('-')) made.push(of('PAYOUT', { id: '', amount: negate(total), payoutId }))
      unpaid = []
    }
  }
  return made
}
/** the Monday on which the money of a day is paid out */
const payDay = (day: string): string => addDays(day, (8 - weekday(day)) % 7)

function itemOf(offers: readonly Offer[], at: number, random: SeededRandom): EbayItem {
  const index = Math.min(random.below(offers.length), random.below(offers.length))
  const { sku, title, price } = defined(offers[(index + at) % offers.length], 'an offer')
  const quantity = random.below(9) === 0 ? 2 : 1
  const subtotal = multiply(price, String(quantity))
  const shipping = at === 0 && random.below(3) === 0 ? '4.99' : '0.00'
  return {
    itemId: String(317_000_000_000 + ((index + at) % offers.length)),
    sku,
    title,
    quantity,
    subtotal,
    shipping,
    fixedFee: at === 0 ? '-0.30' : '0.00',
    variableFee: negate(roundTo(multiply(add(subtotal, shipping), '0.1325'), 2, 'halfUp')),
  }
}
const givenBack = (item: EbayItem): EbayItem => ({
  ...item,
  subtotal: negate(item.subtotal),
  shipping: '0.00',
  fixedFee: '0.00',
  variableFee: negate(item.variableFee),
})

/** Order lines of the last twelve months, as finance makes them month by month. */
export async function makeMarketFigures({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const month = monthOf(now.toISOString().slice(0, 10))
  for (const family of orderProfits)
    await makeOrderProfit(context, family, { startDate: firstOfMonth(addMonths(month, -12)), endDate: lastOfMonth(month) })
}
