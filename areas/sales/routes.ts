/** Route map of sales: orders, stock plans, and four calls of statistics for each marketplace. */
import { needs, operations } from '#platform/declare/operations.ts'
import type { Report } from '#platform/declare/report.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { call } from '#platform/server/calls/verbs.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import { importOfShops } from '#platform/server/imports/shop-import.ts'
import { exportOf, list, removeBetween } from '#platform/server/verbs/verbs.ts'
import { family, imported } from '#platform/server/verbs/family.ts'
import { quantityStatistics } from './quantities.ts'
import { statisticsInput, type StatisticsAsk } from './statistics-ask.ts'
import { categorySummary, statisticsList, summaryDimension } from './statistics.ts'
import { skuListing } from './listings.ts'
import { orderLine, saleStockPlan } from './tables.ts'

const [lines, plans, listings] = [orderLine, saleStockPlan, skuListing] as unknown as readonly [Resource, Resource, Resource]

/** The four calls of the specification, for the marketplace whose report it is. */
export function statisticsCalls(report: Report): RouteMap {
  const bound = (summary: string, answer: (context: Context, report: Report, ask: StatisticsAsk) => Promise<unknown>) =>
    call({ demand: needs(report.permission, operations.view), summary, input: statisticsInput, write: false }, (context, ask) =>
      answer(context, report, ask.input as unknown as StatisticsAsk),
    )
  return {
    [`POST /${report.name}/summaryDimension`]: bound(`${report.title[0]}：按维度汇总`, summaryDimension),
    [`POST /${report.name}/list`]: bound(`${report.title[0]}：按时间和维度`, statisticsList),
    [`POST /${report.name}/categorySummaryList`]: bound(`${report.title[0]}：按品类`, categorySummary),
    [`POST /${report.name}/qtyStatistics`]: bound(`${report.title[0]}：销量与备货`, quantityStatistics),
  }
}

export const orderRoutes: RouteMap = {
  'POST /saleOrder/list': list(lines),
  'POST /saleOrder/listExport': exportOf(lines),
  'POST /saleOrder/importData': importOfShops({
    permission: 'sales.order',
    title: ['导入订单', 'Import orders'],
    on: [lines],
    accept: ['.json', '.csv', '.txt', '.xlsx'],
  }),
  'POST /skuListing/list': list(listings),
  'POST /skuListing/listExport': exportOf(listings),
  ...family('saleStockPlan', plans),
  ...imported('saleStockPlan', plans),
  'POST /saleStockPlan/deleteByYear': removeBetween(plans),
}
