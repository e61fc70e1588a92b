/** Materials of the demo company with their cost by month, from sheets. */
import { product } from '#areas/reference/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { addMonths, monthOf, monthsFromTo } from '#platform/format/dates.ts'
import { divide, multiply } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { DemoPeople } from '#platform/server/area.ts'
import { productCost } from '../../facts/amazon/tables.ts'
import { bringSheet } from '#areas/admin/index.ts'
import { untilEnded } from '../../base/until-ended.ts'

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
export async function makeMaterials({ as }: DemoPeople): Promise<void> {
  const context = await as('finance')
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
}
