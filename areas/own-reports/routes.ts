/** Route map of reports of one's own: what they show, and the same as a file. Schemes keep and share them. */
import { Literal, Object as O, Optional, String as Text, Union } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import type { PivotQuery } from '#platform/declare/wire-pivot.ts'
import { call, Day, Query, type RouteMap } from '#platform/server/area.ts'
import type { FileFormat } from '#platform/server/files.ts'
import { exportPivot, ownReportInput, readPivot } from '#platform/server/reports.ts'

const pivotInput = Query({
  ...ownReportInput,
  startDate: Day('开始日期'),
  endDate: Day('结束日期'),
  sortField: Optional(Text({ title: '排序', maxLength: 60 })),
  sortWay: Optional(Union([Literal('ASC'), Literal('DESC')])),
})
const exportInput = O({ query: pivotInput, format: Optional(Text({ title: '格式', pattern: '^(xlsx|csv)$' })) })

export const ownReportRoutes: RouteMap = {
  // who may look at the report may pivot it: that is asked when the report is known
  'POST /ownReport/pivot': call({ demand: signedIn, summary: '自助报表', input: pivotInput, write: false }, (context, { input }) =>
    readPivot(context, input),
  ),
  'POST /ownReport/export': call({ demand: signedIn, summary: '导出自助报表', input: exportInput, write: false }, (context, { input }) => {
    const { query, format } = input as { query: PivotQuery; format?: FileFormat }
    return exportPivot(context, query, format)
  }),
}
