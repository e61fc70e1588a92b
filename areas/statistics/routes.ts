/** Route map of statistics: four calls for each marketplace. */
import { needs, operations } from '#platform/declare/operations.ts'
import type { Report } from '#platform/declare/report.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { exportOf, list } from '#platform/server/records.ts'
import { call, type Context, type RouteMap } from '#platform/server/area.ts'
import { categorySummary, statisticsList, summaryDimension } from './answers.ts'
import { statisticsInput, type StatisticsAsk } from './ask.ts'
import { listingStatistics } from './listings.ts'
import { quantityStatistics } from './quantities.ts'
import { orderShipment, orderShipmentStatistics } from './shipments.ts'

const [listings, parcels, shipments] = [listingStatistics, orderShipment, orderShipmentStatistics] as readonly [
  Resource,
  Resource,
  Resource,
]
export const screenRoutes: RouteMap = {
  'POST /listingStatistics/list': list(listings),
  'POST /listingStatistics/listExport': exportOf(listings),
  'POST /orderShipment/list': list(parcels),
  'POST /orderShipment/listExport': exportOf(parcels),
  'POST /orderShipmentStatistics/list': list(shipments),
  'POST /orderShipmentStatistics/listExport': exportOf(shipments),
}

/** The four calls of the specification, for the marketplace whose report it is. */
export function statisticsCalls(report: Report): RouteMap {
  const bound = (summary: string, answer: (context: Context, report: Report, ask: StatisticsAsk) => Promise<unknown>) =>
    call({ demand: needs(report.permission, operations.view), summary, input: statisticsInput, write: false }, (context, ask) =>
      answer(context, report, ask.input),
    )
  return {
    [`POST /${report.name}/summaryDimension`]: bound(`${report.title[0]}：按维度汇总`, summaryDimension),
    [`POST /${report.name}/list`]: bound(`${report.title[0]}：按时间和维度`, statisticsList),
    [`POST /${report.name}/categorySummaryList`]: bound(`${report.title[0]}：按品类`, categorySummary),
    [`POST /${report.name}/qtyStatistics`]: bound(`${report.title[0]}：销量与备货`, quantityStatistics),
  }
}
