/** A year of orders of the demo company's Walmart shop, as files of the marketplace that its people import, and its stock plans. */
import { seededRandom } from '#areas/admin/index.ts'
import { addDays, addMonths, monthOf, monthsFromTo, weekday } from '#platform/format/dates.ts'
import { instantInZone } from '#platform/format/zones.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { defined } from '#platform/server/base/defined.ts'
import type { DemoPeople } from '#platform/server/contract/area.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import { keepUpload } from '#platform/server/files/keep-upload.ts'
import { startImport } from '#platform/server/imports/start-import.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { sql } from 'kysely'
import { saleStockPlan } from './tables.ts'

const [seed, days, daysPerFile, perDay] = [8, 365, 92, 6]
const zone = 'America/Los_Angeles'
const states = ['CA', 'TX', 'FL', 'NY', 'WA', 'IL', 'GA', 'OH']
/** months of plans before the running one, which is not done yet; SKUs in each */
const [planMonths, planSkus] = [5, 8]

interface Offer {
  readonly sku: string
  readonly title: string
  readonly cents: number
}

export async function makeOrders({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const db = anyTable(context.db)
  const shop = await db
    .selectFrom('shop as s')
    .select(sql<string>`s.id::text`.as('id'))
    .where(sql<boolean>`s.marketplace_code = 'walmart.com'`)
    .executeTakeFirst()
  if (shop === undefined) return
  const goods = await db
    .selectFrom('sku_map as m')
    .innerJoin('product as p', 'p.id', 'm.product_id')
    .select([sql<string>`m.seller_sku`.as('sku'), sql<string>`p.name`.as('title')])
    .where(sql<boolean>`m.shop_id = ${shop.id}`)
    .orderBy('m.id')
    .execute()
  const random = seededRandom(seed)
  const offers = goods.map((one): Offer => ({ ...one, cents: 899 + random.below(60) * 100 }))
  if (offers.length === 0) return
  const today = now.toISOString().slice(0, 10)
  const fileIds: string[] = []
  for (let from = addDays(today, -days); from < today; from = addDays(from, daysPerFile)) {
    const to = [addDays(from, daysPerFile), today].sort()[0] ?? today
    const orders: string[] = []
    for (let day = from; day < to; day = addDays(day, 1)) orders.push(...ordersOf(day, today, offers, random))
    const content = [`{"list":{"meta":{"totalCount":${orders.length}},"elements":{"order":[`, orders.join(',\n'), ']}}}\n']
    fileIds.push(await keepUpload(context, { name: `walmart-orders-${from}.json`, contentType: 'application/json', content }))
  }
  await startImport(context, { fileIds, shopId: shop.id })
  await makePlans(context, shop.id, today, offers, random)
}

type Random = ReturnType<typeof seededRandom>

/** Orders of one day as the marketplace's interface writes them: more at weekends and before Christmas, one in six with two SKUs. */
function ordersOf(day: string, today: string, offers: readonly Offer[], random: Random): string[] {
  const busy = (weekday(day) > 5 ? 3 : 0) + (['11', '12'].includes(day.slice(5, 7)) ? 5 : 0)
  return Array.from({ length: perDay + busy + random.below(6) }, (_, i) => {
    const no = `${day.replaceAll('-', '')}${String(i + 1).padStart(5, '0')}`
    const orderDate = instantInZone(
      day,
      `${String(6 + random.below(17)).padStart(2, '0')}:${String(random.below(60)).padStart(2, '0')}`,
      zone,
    )
    const isFresh = day > addDays(today, -3)
    const status = random.below(25) === 0 ? 'Cancelled' : isFresh ? 'Acknowledged' : 'Delivered'
    const lines = Array.from({ length: random.below(6) === 0 ? 2 : 1 }, (_line, at) => {
      const offer = defined(offers[Math.min(random.below(offers.length), random.below(offers.length))], 'an offer')
      return lineOf(String(at + 1), offer, status, orderDate + (isFresh ? 3_600_000 : 4 * 86_400_000), random)
    })
    return JSON.stringify({
      purchaseOrderId: `10${no}`,
      customerOrderId: `20${no}`,
      customerEmailId: 'masked@relay.walmart.com',
      orderType: 'REGULAR',
      orderDate,
      shippingInfo: { methodCode: 'Value', postalAddress: { name: 'BUYER', state: random.of(states), country: 'USA' } },
      orderLines: { orderLine: lines },
    })
  })
}

const dollars = (cents: number): number => Math.round(cents) / 100
function lineOf(lineNumber: string, { sku, title, cents }: Offer, status: string, statusDate: number, random: Random) {
  const quantity = random.below(8) === 0 ? 2 + random.below(2) : 1
  const isCancelled = status === 'Cancelled'
  const charge = (chargeType: string, chargeName: string, amount: number) => ({
    chargeType,
    chargeName,
    chargeAmount: { currency: 'USD', amount: isCancelled ? 0 : dollars(amount) },
    tax: { taxName: 'Tax1', taxAmount: { currency: 'USD', amount: isCancelled ? 0 : dollars(amount * 0.08) } },
  })
  const amount = { unitOfMeasurement: 'EACH', amount: String(quantity) }
  return {
    lineNumber,
    item: { productName: title, sku },
    charges: {
      charge: [charge('PRODUCT', 'ItemPrice', cents * quantity), ...(random.below(4) === 0 ? [charge('SHIPPING', 'Shipping', 599)] : [])],
    },
    orderLineQuantity: amount,
    statusDate,
    orderLineStatuses: { orderLineStatus: [{ status, statusQuantity: amount }] },
  }
}

/** Plans of the months before, which are done, and of the running one. */
async function makePlans(
  context: Awaited<ReturnType<DemoPeople['as']>>,
  shopId: string,
  today: string,
  offers: readonly Offer[],
  random: Random,
): Promise<void> {
  const dept = await anyTable(context.db)
    .selectFrom('department as d')
    .select(sql<string>`d.id::text`.as('id'))
    .where(sql<boolean>`d.name = '北美销售组'`)
    .executeTakeFirst()
  if (dept === undefined) return
  const running = monthOf(today)
  for (const month of monthsFromTo(addMonths(running, -planMonths), running))
    for (const { sku } of offers.slice(0, planSkus)) {
      const approvalQty = 10 * (2 + random.below(9))
      const status = month === running ? 0 : 1
      const surplusQty = status === 0 ? approvalQty : random.below(5)
      const values = { month, deptId: dept.id, shopId, sku, approvalQty, surplusQty, status }
      await addRecord(context, saleStockPlan as unknown as Resource, values)
    }
}
