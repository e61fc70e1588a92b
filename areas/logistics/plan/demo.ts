/** What the demo company sees in the workbench: stock files of yesterday, cartons, parameters, a sale to come, and a look at all of it. */
import { sql } from 'kysely'
import { bringStock } from '#areas/finance/index.ts'
import { behind, productSupply } from '#areas/goods/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import type { DemoPeople } from '#platform/server/area.ts'
import { addRecord, change } from '#platform/server/records.ts'
import { replenish } from './run.ts'
import { demandEvent, replenishRule } from './tables.ts'

const [shopsMax, offersMax] = [3, 30]

interface Sold {
  readonly shopId: string
  readonly currency: string
  readonly site: string
  readonly sku: string
  readonly title: string
  readonly productId: string
  readonly units: number
}

export async function makeReplenishment({ now, as }: DemoPeople): Promise<void> {
  const [admin, clerk] = [await as('admin'), await as('finance')]
  const today = dayInZone(now.getTime(), homeZone)
  const sold = await admin.write(
    async tx =>
      (
        await sql<Sold>`with shops as (
            select s.id, s.currency, s.marketplace_code as site from shop s
            where s.org_id = ${admin.caller.orgId} and s.marketplace_code like 'amazon.%' order by s.id limit ${shopsMax})
          select "shopId", currency, site, sku, title, "productId", units from (
            select s.id::text as "shopId", s.currency, s.site, m.seller_sku as sku, p.name as title, p.id::text as "productId",
              sum(g.quantity)::int as units, row_number() over (partition by s.id order by sum(g.quantity) desc, m.id) as at
            from shops s join sku_map m on m.shop_id = s.id join product p on p.id = m.product_id
              join sales_order__shop_month_sku_country_currency_is_cancelled g on g.shop_id = s.id and g.sku = m.seller_sku
            where g.month >= date_trunc('month', ${today}::date) - interval '2 months' and not g.is_cancelled
            group by s.id, s.currency, s.site, m.id, m.seller_sku, p.name, p.id) x
          where at <= ${offersMax} order by "shopId"::bigint, at`.execute(behind(tx))
      ).rows,
  )
  if (sold.length === 0) return
  const supplies = await admin.db
    .selectFrom('product_supply')
    .select('id')
    .where(
      'product_id',
      'in',
      sold.map(one => one.productId),
    )
    .orderBy('id')
    .execute()
  for (const [n, { id }] of supplies.entries()) await change(admin, productSupply, id, { cartonQty: String([6, 12, 24][n % 3] ?? 6) })
  for (const [shopId, of] of Map.groupBy(sold, one => one.shopId)) {
    const [shop] = of
    if (shop === undefined) continue
    // of one in three little is left; others last for weeks
    const held = of.map((one, n) => ({ sku: one.sku, title: one.title, units: Math.ceil((one.units * (n % 4)) / 4) + n }))
    await bringStock(clerk, { id: shopId, currency: shop.currency, site: shop.site }, addDays(today, -1), held)
  }
  await addRecord(admin, replenishRule, { name: '全公司', reviewDays: 7, maxCoverDays: 120 })
  await addRecord(admin, demandEvent, {
    startOn: addDays(today, 20),
    endOn: addDays(today, 26),
    factor: '130',
    reason: '圣诞前促销',
  })
  await admin.write((tx, inside) => replenish(inside, tx))
}
