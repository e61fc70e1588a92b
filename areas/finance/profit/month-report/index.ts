/** The month report: its call and its page. */
import { Object as O } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { page } from '#platform/declare/page.ts'
import { call, Month, type RouteMap } from '#platform/server/area.ts'
import { costRights } from '#platform/server/reports.ts'
import { monthReport, overview } from './month-report.ts'

/** the figures of the company in one page: who sees it need not see the report by its dimensions */
const { permission } = overview

export const monthReportRoutes: RouteMap = {
  'POST /companyProfit/monthReport': call(
    {
      demand: needs(permission, operations.view),
      summary: '月报：数字、变化、问题和预算',
      further: costRights(overview),
      input: O({ month: Month('月份') }),
      write: false,
    },
    (context, { input }) => monthReport(context, input.month),
  ),
}

export const monthReportPage = page({
  path: '/finance/month-report',
  name: 'monthReport',
  title: ['月报', 'Month report'],
  component: 'finance/month-report/month-report',
  permission,
  operations: [operations.view],
})
