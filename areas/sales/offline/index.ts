/** Offline orders: their list, lines and statistics. What this room adds to sales. */
import { listPage, type Page } from '#platform/declare/page.ts'
import type { RouteMap } from '#platform/server/area.ts'
import { family, imported, exportOf, list } from '#platform/server/records.ts'
import { linesFollow, ordersFollow, shopsFollow } from './count.ts'
import { offlineOrder, offlineOrderLine, offlineStatistics } from './tables.ts'

const [orders, lines, sums] = [offlineOrder, offlineOrderLine, offlineStatistics]

const routes: RouteMap = {
  ...family('offlineOrder', orders),
  ...imported('offlineOrder', orders),
  'POST /offlineOrderLine/list': list(lines),
  'POST /offlineOrderLine/listExport': exportOf(lines),
  'POST /offlineStatistics/list': list(sums),
  'POST /offlineStatistics/listExport': exportOf(sums),
}

export const offlinePages: readonly Page[] = [
  listPage(offlineOrder, '/sales/offline-orders', { title: [offlineOrder.title[0], 'Offline orders'] }),
  listPage(offlineOrderLine, '/sales/offline-lines'),
  listPage(offlineStatistics, '/sales/offline-statistics'),
]
export const offline = {
  resources: [orders, lines, sums],
  routes,
  follows: { offline_order: ordersFollow, offline_order_line: linesFollow, shop: shopsFollow },
}
