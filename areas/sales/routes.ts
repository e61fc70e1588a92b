/** Route map of sales: orders, stock plans, and four calls of statistics for each marketplace. */
import { Array as List, Object as O, Optional } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import type { Report } from '#platform/declare/report.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { call } from '#platform/server/calls/verbs.ts'
import { Id } from '#platform/server/calls/wire-types.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import { filesMax, startImport, startImportOfForm } from '#platform/server/imports/start-import.ts'
import { exportOf, list, removeBetween } from '#platform/server/verbs/verbs.ts'
import { family, imported } from '#platform/server/verbs/family.ts'
import { quantityStatistics } from './quantities.ts'
import { statisticsInput, type StatisticsAsk } from './statistics-ask.ts'
import { categorySummary, statisticsList, summaryDimension } from './statistics.ts'
import { orderLine, saleStockPlan } from './tables.ts'

const [lines, plans] = [orderLine as unknown as Resource, saleStockPlan as unknown as Resource]

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

const importInput = O({
  fileIds: Optional(List(Id(), { title: '文件', maxItems: filesMax })),
  shopId: Optional(Id('店铺')),
})

export const orderRoutes: RouteMap = {
  'POST /saleOrder/list': list(lines),
  'POST /saleOrder/listExport': exportOf(lines),
  'POST /saleOrder/importData': {
    ...call(
      { demand: needs('sales.order', operations.import), summary: '导入订单文件', input: importInput, multipart: true, write: true },
      (context, ask) =>
        ask.raw.isMultipart()
          ? startImportOfForm(context, ask.raw)
          : startImport(context, {
              fileIds: (ask.input['fileIds'] ?? []) as string[],
              shopId: ask.input['shopId'] as string | undefined,
            }),
    ),
    upload: {
      on: [lines],
      definition: (importCall, language) => ({
        title: language === 'en' ? 'Import orders' : '导入订单',
        button: language === 'en' ? 'Import orders' : '导入订单',
        call: importCall,
        accept: ['.json'],
        maxFiles: filesMax,
        maxBytes: 32 * 1024 ** 2,
        select: { field: 'shopId', title: language === 'en' ? 'Shop' : '店铺', target: 'shop', required: false },
        yearMonth: 'byContent',
        dateRange: false,
        templates: [],
      }),
    },
  },
  ...family('saleStockPlan', plans),
  ...imported('saleStockPlan', plans),
  'POST /saleStockPlan/deleteByYear': removeBetween(plans),
}
