/**
 * What the demo company's statistics stand on besides its orders: groups of products, and the sales and traffic reports of its Amazon
 * shops, whose units are those of the orders that are there.
 */
import { sql } from 'kysely'
import { bringSheet, seededRandom } from '#areas/admin/index.ts'
import { product, productGroup, productGroupMember, productTag } from '#areas/reference/index.ts'
import { orderLines } from '#areas/sales/index.ts'
import { addDays, addMonths, firstOfMonth, lastOfMonth, monthOf, monthsFromTo } from '#platform/format/dates.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startImport } from '#platform/server/imports.ts'
import { listOf } from '#platform/server/lists.ts'
import { addRecord } from '#platform/server/records.ts'

const groups = [
  { name: '主推款', tags: ['常青', '冲量'], every: 4 },
  { name: '季节款', tags: ['夏季', '冬季'], every: 5 },
  { name: '清仓款', tags: ['降价中'], every: 9 },
] as const
const goodsMax = 200

/** Groups and tags by hand, their products by a sheet. */
export async function makeGroups({ as }: DemoPeople): Promise<void> {
  const context = await as('sales')
  const goods = (await listOf(context, product, { pageNum: 1, pageSize: goodsMax })).list
  const rows: Record<string, string>[] = []
  for (const { name, tags, every } of groups) {
    const groupId = (await addRecord(context, productGroup, { name })).id
    for (const tag of tags) await addRecord(context, productTag, { groupId, tag })
    for (const [at, one] of goods.entries())
      if (at % every === 0)
        rows.push({ groupId: name, productId: String(one['sku']), tagId: at % 3 === 0 ? '' : (tags[at % tags.length] ?? '') })
  }
  await bringSheet(context, productGroupMember, rows)
}

const [seed, shopsMax, months, dailyFiles] = [51, 4, 24, 21]
interface Sold {
  readonly day: string
  readonly asin: string
  readonly units: number
  readonly items: number
  readonly sales: string
}

export async function makeTraffic({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const shops = await context.db
    .selectFrom('shop as s')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .select([
      sql<string>`s.id::text`.as('id'),
      sql<string>`m.code`.as('code'),
      sql<string>`m.amazon_id`.as('amazonId'),
      sql<string>`s.currency`.as('currency'),
    ])
    .where(sql<boolean>`m.amazon_id is not null`)
    .orderBy('s.id')
    .limit(shopsMax)
    .execute()
  const today = now.toISOString().slice(0, 10)
  const last = addDays(today, -2)
  for (const shop of shops) {
    const sold = await soldOf(context, shop.id)
    const random = seededRandom(seed + Number(shop.id))
    const fileIds: string[] = []
    const keep = async (from: string, to: string, granularity: 'PARENT' | 'CHILD'): Promise<void> => {
      const own = sold.filter(one => one.day >= from && one.day <= to)
      const content = [reportOf({ ...shop, from, to, granularity }, own, random)]
      const name = `${shop.code}-${from}-${to}-sales-and-traffic.json`
      fileIds.push(await keepUpload(context, { name, contentType: 'application/json', content }))
    }
    const daily = addDays(last, 1 - dailyFiles)
    for (const month of monthsFromTo(addMonths(monthOf(today), 1 - months), monthOf(daily))) {
      const to = [lastOfMonth(month), addDays(daily, -1)].sort()[0] ?? daily
      if (to >= firstOfMonth(month)) await keep(firstOfMonth(month), to, 'PARENT')
    }
    for (let day = daily; day <= last; day = addDays(day, 1)) await keep(day, day, 'CHILD')
    await startImport(context, { fileIds, shopId: shop.id })
  }
}

/** Units by day and listing, as the orders have them. */
async function soldOf(context: Context, shopId: string): Promise<Sold[]> {
  const grain = orderLines.base.table
  const rows = await anyTable(context.db)
    .selectFrom(`${grain} as g`)
    .innerJoin('sku_listing as l', join => join.on(sql<boolean>`l.shop_id = g.shop_id and l.sku = g.sku`))
    .where(sql<boolean>`g.shop_id = ${shopId} and not g.is_cancelled`)
    .groupBy(sql`g.day, l.item_id`)
    .select([
      sql<string>`g.day::text`.as('day'),
      sql<string>`l.item_id`.as('asin'),
      sql<number>`sum(g.quantity)::int`.as('units'),
      sql<number>`sum(g.n)::int`.as('items'),
      sql<string>`sum(g.item)::numeric(20, 2)::text`.as('sales'),
    ])
    .orderBy('day')
    .execute()
  return rows as Sold[]
}

interface Words {
  readonly amazonId: string
  readonly currency: string
  readonly from: string
  readonly to: string
  readonly granularity: 'PARENT' | 'CHILD'
}
function reportOf(
  { amazonId, currency, from, to, granularity }: Words,
  sold: readonly Sold[],
  random: ReturnType<typeof seededRandom>,
): string {
  const salesOf = (own: readonly Sold[]) => ({
    unitsOrdered: own.reduce((sum, one) => sum + one.units, 0),
    totalOrderItems: own.reduce((sum, one) => sum + one.items, 0),
    orderedProductSales: { amount: Math.round(own.reduce((sum, one) => sum + Number(one.sales) * 100, 0)) / 100, currencyCode: currency },
  })
  const trafficOf = (units: number) => {
    const sessions = units * (6 + random.below(7)) + random.below(20)
    const pageViews = Math.round(sessions * (1.4 + random.below(8) / 10))
    return { sessions, mobileAppSessions: Math.round(sessions * 0.6), pageViews, buyBoxPercentage: 90 + random.below(10) }
  }
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  const ofDays = Map.groupBy(sold, one => one.day)
  const ofAsins = Map.groupBy(sold, one => one.asin)
  return `${JSON.stringify({
    reportSpecification: {
      reportType: 'GET_SALES_AND_TRAFFIC_REPORT',
      reportOptions: { dateGranularity: 'DAY', asinGranularity: granularity },
      dataStartTime: from,
      dataEndTime: to,
      marketplaceIds: [amazonId],
    },
    salesAndTrafficByDate: days.map(date => {
      const sales = salesOf(ofDays.get(date) ?? [])
      return { date, salesByDate: { ...sales, unitsRefunded: random.below(3) }, trafficByDate: trafficOf(sales.unitsOrdered) }
    }),
    salesAndTrafficByAsin: [...ofAsins].map(([asin, own]) => {
      const sales = salesOf(own)
      const named = granularity === 'CHILD' ? { parentAsin: asin, childAsin: asin } : { parentAsin: asin }
      return { ...named, salesByAsin: sales, trafficByAsin: trafficOf(sales.unitsOrdered) }
    }),
  })}\n`
}
