/** Traffic of Amazon's shops: the report as a file, its lines, their check. What this room adds to sales. */
import { listPage, type Page } from '#platform/declare/page.ts'
import type { RouteMap } from '#platform/server/area.ts'
import { importOfShops } from '#platform/server/imports.ts'
import { exportOf, list } from '#platform/server/records.ts'
import { trafficCheck } from './check.ts'
import { trafficFamily } from './family.ts'
import { trafficPermission, trafficSheet } from './sheet.ts'

const { facts } = trafficSheet

const routes: RouteMap = {
  'POST /salesTraffic/list': list(facts),
  'POST /salesTraffic/listExport': exportOf(facts),
  'POST /salesTraffic/importData': importOfShops({
    permission: trafficPermission,
    title: ['导入流量报告', 'Import traffic reports'],
    button: ['导入报告', 'Import reports'],
    on: [facts],
    accept: ['.json'],
    takes: [trafficFamily],
  }),
  'POST /salesTrafficCheck/list': list(trafficCheck),
  'POST /salesTrafficCheck/listExport': exportOf(trafficCheck),
}

export const trafficPages: readonly Page[] = [
  listPage(facts, '/sales/traffic', { isMonitoring: true, freshness: { families: [trafficSheet.code], everyDays: 7 } }),
  listPage(trafficCheck, '/sales/traffic-check'),
]

export const traffic = { resources: [facts, trafficSheet.staging, trafficCheck], routes, families: [trafficFamily] }
