/** Offline orders: their list, lines and statistics. What this room adds to sales. */
import { operations } from '#platform/declare/operations.ts'
import { page, type Page } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import { family, imported } from '#platform/server/verbs/family.ts'
import { exportOf, list } from '#platform/server/verbs/verbs.ts'
import { linesFollow, ordersFollow, shopsFollow } from './count.ts'
import { offlineOrder, offlineOrderLine, offlinePermission, offlineStatistics } from './tables.ts'

const { add, view, edit, remove, import: importing, export: exporting } = operations
const [orders, lines, sums] = [offlineOrder, offlineOrderLine, offlineStatistics] as unknown as readonly [Resource, Resource, Resource]

const routes: RouteMap = {
  ...family('offlineOrder', orders),
  ...imported('offlineOrder', orders),
  'POST /offlineOrderLine/list': list(lines),
  'POST /offlineOrderLine/listExport': exportOf(lines),
  'POST /offlineStatistics/list': list(sums),
  'POST /offlineStatistics/listExport': exportOf(sums),
}

export const offlinePages: readonly Page[] = [
  page({
    path: '/sales/offline-orders',
    name: 'offlineOrder',
    title: [offlineOrder.title[0], 'Offline orders'],
    component: 'list/offlineOrder',
    permission: offlinePermission,
    operations: [add, view, edit, remove, importing, exporting],
  }),
  page({
    path: '/sales/offline-lines',
    name: 'offlineOrderLine',
    title: offlineOrderLine.title,
    component: 'list/offlineOrderLine',
    permission: offlinePermission,
    operations: [view, exporting],
  }),
  page({
    path: '/sales/offline-statistics',
    name: 'offlineStatistics',
    title: offlineStatistics.title,
    component: 'list/offlineStatistics',
    permission: offlinePermission,
    operations: [view, exporting],
  }),
]
export const offline = {
  resources: [orders, lines, sums],
  routes,
  follows: { offline_order: ordersFollow, offline_order_line: linesFollow, shop: shopsFollow },
}
