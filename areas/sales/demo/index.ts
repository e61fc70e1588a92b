/**
 * Two years of orders of the demo company's shops, as files of the marketplaces that its people import, and their stock plans. The newer
 * year is paid for; of the older one, when the company sold half as much, its books begin too late.
 */
import { platformChoices } from '#areas/reference/index.ts'
import { seededRandom } from '#areas/admin/index.ts'
import { addDays, addMonths, monthOf, monthsFromTo } from '#platform/format/dates.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startImport } from '#platform/server/imports.ts'
import { addRecord } from '#platform/server/records.ts'
import { sql } from 'kysely'
import { products, type Product } from '../products.ts'
import { saleStockPlan } from '../tables.ts'
import { ordersOfDay, type DemoOrder, type DemoShop, type Offer, type Random } from './orders.ts'
import { reconciliations, type ReconciliationFile } from './walmart-reconciliation.ts'
import { writers } from './writers.ts'

const [seed, days, daysPerFile] = [8, 365, 92]
/** months of plans before the running one, which is not done yet; SKUs in each */
const [planMonths, planSkus] = [5, 8]
const offersMax = 60

/** days that a demo shop leaves to its connection */
const leftDays = 14
/** The first of them, in a company of this day. */
export const leftFrom = (today: string): string => addDays(today, -leftDays)
/** begins of the reconciliation before the orders: its last cycle ends some days ago, when Walmart has its file */
const cycleDays = 4

export async function makeOrders({ now, as, leave }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const today = now.toISOString().slice(0, 10)
  const end = leave === undefined ? today : leftFrom(today)
  for (const shop of await shopsOf(context)) {
    const random = seededRandom(seed + shop.number * 101)
    const offers = await offersOf(context, shop, random)
    if (offers.length === 0) continue
    await makePlans(context, shop.id, today, offers, random)
    // their orders follow from their money, which finance makes
    if (shop.product === 'amazon' || shop.product === 'ebay') continue
    const writer = writers[shop.product]
    const fileIds: string[] = []
    const all: DemoOrder[] = []
    const older = seededRandom(seed + shop.number * 101 + 1)
    const begins = addDays(today, -days)
    for (let from = addDays(begins, -days); from < today;) {
      const to = least(addDays(from, daysPerFile), from < begins ? begins : today)
      const [chance, perDay] = from < begins ? [older, Math.ceil(writer.perDay / 2)] : [random, writer.perDay]
      const orders: DemoOrder[] = []
      for (let day = from; day < to; day = addDays(day, 1)) orders.push(...ordersOfDay(shop, day, today, offers, perDay, chance))
      if (from >= begins) all.push(...orders)
      const until = least(to, end)
      const name = `${shop.marketplaceCode}-orders-${from}_${addDays(until, -1)}.${writer.extension}`
      const content = writer.write(
        orders.filter(one => one.day < until),
        shop,
      )
      fileIds.push(await keepUpload(context, { name, contentType: writer.contentType, content }))
      from = to
    }
    const cycles = shop.product === 'walmart' ? reconciliations(all, shop, addDays(begins, -cycleDays), today) : []
    fileIds.push(...(await keepCycles(context, leave === undefined ? cycles : cycles.slice(0, -1))))
    const newest = all.filter(one => one.day >= end)
    leave?.({
      shop,
      from: end,
      files: [
        { report: `${shop.product}Orders`, text: JSON.stringify(writer.listed?.(newest, shop)) },
        ...cycles.slice(-1).flatMap(({ madeOn: since, content, statement }) => [
          { report: 'walmartReconciliation', since, text: content },
          { report: 'walmartStatement', text: statement },
        ]),
      ],
    })
    await startImport(context, { fileIds, shopId: shop.id, accepted: '已对照平台后台核对列和合计' })
  }
}

async function keepCycles(context: Context, cycles: readonly ReconciliationFile[]): Promise<string[]> {
  const fileIds: string[] = []
  for (const { from, content } of cycles)
    fileIds.push(await keepUpload(context, { name: `walmart-reconciliation-${from}.csv`, contentType: 'text/csv', content: [content] }))
  if (cycles.length === 0) return fileIds
  const content = [`[${cycles.map(one => one.statement).join(',')}]\n`]
  return [...fileIds, await keepUpload(context, { name: 'walmart-statements.json', contentType: 'application/json', content })]
}

const least = (a: string, b: string): string => (a < b ? a : b)
type OrderingShop = DemoShop & { readonly product: Product }
async function shopsOf(context: Context): Promise<OrderingShop[]> {
  const rows = await context.db
    .selectFrom('shop as s')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .innerJoin('currency as c', 'c.code', 's.currency')
    .select([
      sql<string>`s.id::text`.as('id'),
      sql<string>`s.name`.as('name'),
      sql<string>`s.marketplace_code`.as('marketplaceCode'),
      sql<string>`s.currency`.as('currency'),
      sql<string>`m.zone`.as('zone'),
      sql<number>`c.decimals`.as('decimals'),
      sql<number>`m.platform`.as('platform'),
    ])
    .orderBy('s.id')
    .execute()
  return rows.flatMap(({ platform, ...shop }, number) => {
    const product = products.find(one => platformChoices[one][0] === platform)
    return product === undefined ? [] : [{ ...shop, number, product }]
  })
}

async function offersOf(context: Context, shop: OrderingShop, random: Random): Promise<Offer[]> {
  const goods = await context.db
    .selectFrom('sku_map as m')
    .innerJoin('product as p', 'p.id', 'm.product_id')
    .select([sql<string>`m.seller_sku`.as('sku'), sql<string>`p.name`.as('title')])
    .where(sql<boolean>`m.shop_id = ${shop.id}`)
    .orderBy('m.id')
    .limit(offersMax)
    .execute()
  const { itemId } = writers[shop.product]
  return goods.map((one, i): Offer => ({ ...one, cents: 899 + random.below(60) * 100, itemId: itemId(shop.number * 1_000 + i) }))
}

/** Plans of the months before, which are done, and of the running one. */
async function makePlans(context: Context, shopId: string, today: string, offers: readonly Offer[], random: Random): Promise<void> {
  const dept = await context.db
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
      await addRecord(context, saleStockPlan, values)
    }
}
