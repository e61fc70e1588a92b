/**
 * A year of FBA reports of the demo company's Amazon shops and the returns of the year before, imported by its finance clerk as they come
 * from Amazon, and a month's stock sheet.
 */
import { seededRandom } from '#areas/admin/index.ts'
import { addMonths, monthOf } from '#platform/format/dates.ts'
import type { DemoPeople } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { startImport } from '#platform/server/imports.ts'
import { addRecord } from '#platform/server/records.ts'
import { sql } from 'kysely'
import { reportsOf, returnsBefore } from './demo-files.ts'
import { monthBill } from './tables.ts'

const [shopsMax, offersMax, seed, olderSeed, billSkus] = [4, 8, 23, 123, 5]
const accepted = '已对照卖家平台的页面核对列和合计'

export async function makeFba({ now, as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const { db } = context
  const shops = await db
    .selectFrom('shop as s')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .select([
      sql<string>`s.id::text`.as('id'),
      sql<string>`s.currency`.as('currency'),
      sql<string>`m.code`.as('site'),
      sql<string>`m.country_code`.as('country'),
    ])
    .where(sql<boolean>`m.code like 'amazon.%'`)
    .orderBy('s.id')
    .limit(shopsMax)
    .execute()
  const today = now.toISOString().slice(0, 10)
  for (const [at, shop] of shops.entries()) {
    const offers = await db
      .selectFrom('sku_map as m')
      .innerJoin('product as p', 'p.id', 'm.product_id')
      .select([sql<string>`m.seller_sku`.as('sku'), sql<string>`p.name`.as('title')])
      .where(sql<boolean>`m.shop_id = ${shop.id}`)
      .orderBy('m.id')
      .limit(offersMax)
      .execute()
    if (offers.length === 0) continue
    const fileIds: string[] = []
    const reports = [returnsBefore(offers, today, seededRandom(olderSeed + at)), ...reportsOf(shop, offers, today, seededRandom(seed + at))]
    for (const { name, content } of reports)
      fileIds.push(await keepUpload(context, { name, contentType: 'text/plain; charset=utf-8', content: [content] }))
    await startImport(context, { fileIds, shopId: shop.id, accepted })
    if (at > 0) continue
    const month = addMonths(monthOf(today), -1)
    for (const [n, { sku }] of offers.slice(0, billSkus).entries()) {
      const [opening, received, issued] = [300 + n * 20, 90, 60 + n]
      const values = { month, shopId: shop.id, warehouse: 'FBA', sku, opening, received, issued, closing: opening + received - issued }
      await addRecord(context, monthBill, values)
    }
  }
}
