/** Calls of the profit page beside those that follow from the report: what lacks a cost, costs of a year. */
import { Integer, Object as O, Optional, String as Text, Union } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { call, demanding, type RouteKey, type RouteMap } from '#platform/server/area.ts'
import { lackingInput } from '#platform/server/reports.ts'
import { missingCosts, productYear } from './product-costs.ts'
import type { Report } from '#platform/declare/report.ts'
import { profitReports } from './profit.ts'

/** what a query string carries is text; which years there are says the call itself */
const yearInput = O({ year: Optional(Union([Integer(), Text({ maxLength: 10 })], { title: '年份' })) })

const lackingOf = (report: Report): RouteMap => ({
  [`POST ${report.paths.lacking ?? ''}` as RouteKey]: call(
    { demand: needs(report.permission, operations.view), summary: '缺少产品成本的平台 SKU', input: lackingInput, write: false },
    (context, ask) => missingCosts(context, ask.input, report),
  ),
})

export const profitRoutes: RouteMap = {
  ...Object.assign({}, ...profitReports.map(lackingOf)),
  'GET /ProductCost/productYearReport': call(
    {
      demand: needs('finance.productCost', operations.view),
      summary: '商品全年成本',
      input: yearInput,
      shown: demanding(yearInput, ['year']),
    },
    (context, ask) => productYear(context, ask.input['year']),
  ),
  'POST /ProductCost/productYearReport': call(
    {
      demand: needs('finance.productCost', operations.view),
      summary: '商品全年成本',
      input: yearInput,
      shown: demanding(yearInput, ['year']),
      write: false,
    },
    (context, ask) => productYear(context, ask.input['year']),
  ),
}
