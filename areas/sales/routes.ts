/** Route map of sales: orders, listings, stock plans. */
import type { RouteMap } from '#platform/server/area.ts'
import { importOfShops } from '#platform/server/imports.ts'
import { exportOf, list, removeBetween, family, imported } from '#platform/server/records.ts'
import { orderFamilies } from './families.ts'
import { skuListing } from './listings.ts'
import { orderLine, saleStockPlan } from './tables.ts'

const [lines, plans, listings] = [orderLine, saleStockPlan, skuListing]

export const orderRoutes: RouteMap = {
  'POST /saleOrder/list': list(lines),
  'POST /saleOrder/listExport': exportOf(lines),
  'POST /saleOrder/importData': importOfShops({
    permission: 'sales.order',
    title: ['导入订单', 'Import orders'],
    on: [lines],
    accept: ['.json', '.csv', '.txt', '.xlsx'],
    takes: orderFamilies,
  }),
  'POST /listing/list': list(listings),
  'POST /listing/listExport': exportOf(listings),
  ...family('saleStockPlan', plans),
  ...imported('saleStockPlan', plans),
  'POST /saleStockPlan/deleteByYear': removeBetween(plans),
}
