/** Materials of the demo company with their cost by month, and the bills of its products that sell most, all from sheets. */
import { sql } from 'kysely'
import { product } from '#areas/reference/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { addMonths, monthOf, monthsFromTo } from '#platform/format/dates.ts'
import { divide, multiply } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { productCost } from '../../facts/amazon/tables.ts'
import { bringSheet } from '#areas/admin/index.ts'
import { untilEnded } from '../../base/until-ended.ts'
import { materialPart } from './tables.ts'

/** CNY for one; what is made of others has none of its own */
const materials = [
  ['WL-1001', '彩盒', '1.86'],
  ['WL-1002', '说明书', '0.32'],
  ['WL-1003', '条码标签', '0.05'],
  ['WL-1004', '气泡袋', '0.21'],
  ['WL-1005', 'ABS 粒子（千克）', '11.40'],
  ['WL-1006', '五金件', '0.36'],
  ['WL-2001', '注塑主体', null],
] as const
/** what each material costs in the months of the year before, in percent of today's; the last one goes on */
const percents = ['100', '101', '102', '102', '99', '98', '98', '100', '103', '104', '103', '102']
/** part, units, scrap in percent */
const body = [
  ['WL-1005', '0.18', '3'],
  ['WL-1006', '4', '0'],
] as const
const packing = [
  ['WL-2001', '1', '1'],
  ['WL-1001', '1', '2'],
  ['WL-1002', '1', '0'],
  ['WL-1003', '2', '0'],
  ['WL-1004', '1', '0'],
] as const
const productsMax = 6

export async function makeMaterials({ as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const sold = await soldMost(context)
  if (sold.length === 0) return
  const last = monthOf(todayOf(context))
  const months = monthsFromTo(addMonths(last, 1 - percents.length), last)
  const bring = async (r: unknown, rows: Parameters<typeof bringSheet>[2], by = context): Promise<void> =>
    untilEnded(by, await bringSheet(by, r as Resource, rows))
  await bring(
    product,
    materials.map(([sku, name]) => ({ sku, name, status: '在售' })),
    await as('buyer'),
  )
  await bring(
    productCost,
    materials.flatMap(([productId, , cost]) =>
      cost === null
        ? []
        : months.map((month, at) => ({
            productId,
            month,
            unitCost: divide(multiply(cost, percents[at] ?? '100'), '100', 4, 'halfUp'),
            currency: 'CNY',
          })),
    ),
  )
  const validFrom = `${months[0] ?? last}-01`
  const bill = (productId: string, lines: readonly (readonly [string, string, string])[]) =>
    lines.map(([partId, quantity, scrap]) => ({ productId, partId, quantity, scrap, validFrom }))
  await bring(materialPart, [...bill('WL-2001', body), ...sold.flatMap(sku => bill(sku, packing))])
}

/** Products of which most units were sold, and which a moulded part fits into. */
async function soldMost(context: Context): Promise<readonly string[]> {
  const rows = await context.db
    .selectFrom('finance_cost_line as f')
    .innerJoin('sku_map as m', j => j.on(sql<boolean>`m.shop_id = f.shop_id and m.seller_sku = f.sku`))
    .innerJoin('product as p', 'p.id', 'm.product_id')
    .select(sql<string>`p.sku`.as('sku'))
    .where(sql<boolean>`f.unit_cost >= 8`)
    .groupBy('p.sku')
    .orderBy(sql`sum(f.quantity)`, 'desc')
    .orderBy('p.sku')
    .limit(productsMax)
    .execute()
  return rows.map(row => row.sku)
}
