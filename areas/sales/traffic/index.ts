/** Traffic of Amazon's shops: the report as a file, its lines, their check. What this room adds to sales. */
import { operations } from '#platform/declare/operations.ts'
import { page, type Page } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import { importOfShops } from '#platform/server/imports/shop-import.ts'
import { exportOf, list } from '#platform/server/verbs/verbs.ts'
import { trafficCheck } from './check.ts'
import { trafficFamily } from './family.ts'
import { trafficPermission, trafficSheet } from './sheet.ts'

const { view, remove, import: importing, export: exporting } = operations
const { facts } = trafficSheet
const check = trafficCheck as unknown as Resource

const routes: RouteMap = {
  'POST /salesTraffic/list': list(facts),
  'POST /salesTraffic/listExport': exportOf(facts),
  'POST /salesTraffic/importData': importOfShops({
    permission: trafficPermission,
    title: ['导入流量报告', 'Import traffic reports'],
    button: ['导入报告', 'Import reports'],
    on: [facts],
    accept: ['.json'],
  }),
  'POST /salesTrafficCheck/list': list(check),
  'POST /salesTrafficCheck/listExport': exportOf(check),
}

export const trafficPages: readonly Page[] = [
  page({
    path: '/sales/traffic',
    name: 'salesTraffic',
    title: trafficSheet.title,
    component: 'list/salesTraffic',
    permission: trafficPermission,
    operations: [view, remove, importing, exporting],
    isMonitoring: true,
    freshness: { families: [trafficSheet.code], everyDays: 7 },
  }),
  page({
    path: '/sales/traffic-check',
    name: 'salesTrafficCheck',
    title: check.title,
    component: 'list/salesTrafficCheck',
    permission: trafficPermission,
    operations: [view, exporting],
  }),
]

export const traffic = { resources: [facts, trafficSheet.staging, check], routes, families: [trafficFamily] }
