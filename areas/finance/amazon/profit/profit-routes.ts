/** Calls of the profit page: figures, the lines behind a figure, computing anew, costs of a year, export. */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { Array as List, Integer, Literal, Object as O, Optional, Record as Map, String as Text, Union, Null } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import type { LackingQuery, LinesQuery, ReportQuery } from '#platform/declare/wire.ts'
import { addDays, daysBetween, isDate } from '#platform/format/dates.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import { call } from '#platform/server/calls/verbs.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import { exportReport, type ReportExport } from '#platform/server/reports/export.ts'
import { readLines } from '#platform/server/reports/lines.ts'
import { readReport } from '#platform/server/reports/read.ts'
import { markStale } from '#platform/server/reports/stale.ts'
import { amounts } from './amounts.ts'
import { computeTask } from './calc.ts'
import { enqueueRefresh } from '#platform/server/reports/refresh.ts'
import { missingCosts, productYear } from './product-costs.ts'
import { amazonProfit } from './profit.ts'
import { Day, Id, Query } from '#platform/server/calls/wire-types.ts'

const { permission } = amazonProfit
const currency = Optional(Union([Literal('shop'), Literal('CNY')], { title: '币种' }))
const compare = Optional(Union([Literal('before'), Literal('yearBefore')], { title: '对比' }))
const rowCurrency = Optional(Text({ title: '行币种', minLength: 3, maxLength: 3 }))
const paging = {
  pageNum: Optional(Integer({ title: '页码', minimum: 1 })),
  pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: 1000 })),
}
const period = { startDate: Day('开始日期'), endDate: Day('结束日期') }
const where = Optional(Map(Text({ maxLength: 30 }), List(Text({ maxLength: 200 }))))
export const reportInput = Query({
  by: List(Text({ maxLength: 30 }), { title: '维度', maxItems: 7 }),
  where,
  ...period,
  currency,
  rowCurrency,
  compare,
  sortField: Optional(Text({ title: '排序', maxLength: 60 })),
  sortWay: Optional(Union([Literal('ASC'), Literal('DESC')])),
  ...paging,
})
const lackingInput = Query({ where, ...period })
const linesInput = Query({
  measure: Text({ title: '指标', maxLength: 40 }),
  where: Optional(Map(Text({ maxLength: 30 }), List(Union([Text({ maxLength: 200 }), Null()])))),
  ...period,
  currency,
  rowCurrency,
  compare,
  ...paging,
})
/** every measure with the three columns of a comparison */
const columnsMax = 320
const exportInput = O({
  headers: Optional(List(Text({ maxLength: 60 }), { maxItems: columnsMax })),
  fields: Optional(List(Text({ maxLength: 60 }), { maxItems: columnsMax })),
  query: reportInput,
  format: Optional(Text({ title: '格式', pattern: '^(xlsx|csv)$' })),
})
const computeInput = O({ shopIds: Optional(List(Id(), { title: '店铺', maxItems: 1000 })), ...period })

/** what a query string carries is text; which years there are says the call itself */
const yearInput = O({ year: Optional(Union([Integer(), Text({ maxLength: 10 })], { title: '年份' })) })

/** days that one request may mark: two years of every shop */
const computeDaysMax = 732

export const profitRoutes: RouteMap = {
  'POST /AmzFinanceProfit/list': call(
    { demand: needs(permission, operations.view), summary: '亚马逊利润表', input: reportInput, write: false },
    (context, ask) => readReport(context, amazonProfit, ask.input as unknown as ReportQuery),
  ),
  'POST /AmzFinanceProfit/missingCosts': call(
    { demand: needs(permission, operations.view), summary: '缺少产品成本的平台 SKU', input: lackingInput, write: false },
    (context, ask) => missingCosts(context, ask.input as unknown as LackingQuery),
  ),
  'POST /AmzFinanceProfit/export': call(
    { demand: needs(permission, operations.export), summary: '导出亚马逊利润表', input: exportInput, write: false },
    (context, ask) => exportReport(context, amazonProfit, ask.input as unknown as ReportExport),
  ),
  'POST /AmzTransaction/detailList': call(
    { demand: needs(permission, operations.view), summary: '一个数字由哪些明细组成', input: linesInput, write: false },
    (context, ask) => {
      const query = ask.input as unknown as LinesQuery
      return readLines(context, amazonProfit, { ...query, where: query.where ?? {} })
    },
  ),
  'POST /AmazonTransactionReport/calcFinanceAzmTransDetail': call(
    { demand: needs(permission, operations.edit), summary: '重新计算利润', input: computeInput, write: true },
    (context, ask) => compute(context, ask.input as { shopIds?: string[]; startDate: string; endDate: string }),
  ),
  'GET /ProductCost/productYearReport': call(
    { demand: needs('finance.productCost', operations.view), summary: '商品全年成本', input: yearInput },
    (context, ask) => productYear(context, ask.input['year']),
  ),
  'POST /ProductCost/productYearReport': call(
    { demand: needs('finance.productCost', operations.view), summary: '商品全年成本', input: yearInput, write: false },
    (context, ask) => productYear(context, ask.input['year']),
  ),
}

/** Marks the days of the shops stale and enqueues the refresh, both in one transaction: what was asked for can't be lost. */
export async function compute(
  context: Context,
  ask: { readonly shopIds?: readonly string[]; readonly startDate: string; readonly endDate: string },
): Promise<{ taskId: string }> {
  const { startDate, endDate } = ask
  if (!isDate(startDate)) throw refuse.invalid([{ field: 'startDate', message: sentence`开始日期不正确，格式为 YYYY-MM-DD` }])
  if (!isDate(endDate) || endDate < startDate)
    throw refuse.invalid([{ field: 'endDate', message: sentence`结束日期不正确，应不早于开始日期` }])
  const count = daysBetween(startDate, endDate) + 1
  if (count > computeDaysMax) throw refuse.invalid([{ field: 'endDate', message: sentence`一次最多计算 ${computeDaysMax} 天` }])
  const { shops } = context.caller
  const chosen = ask.shopIds && ask.shopIds.length > 0 ? ask.shopIds : shops
  if (chosen.some(id => !shops.includes(id))) throw refuse.unknown(['店铺', 'Shop'])
  const days = Array.from({ length: count }, (_, i) => addDays(startDate, i))
  return context.write(async tx => {
    for (const shopId of [...new Set(chosen)].sort()) await markStale(tx, amounts, shopId, days, context.now())
    const { caller } = context
    const task = await tx
      .insertInto('task')
      .values({
        org_id: caller.orgId,
        account_id: caller.accountId,
        kind: computeTask,
        title: toStored(sentence`计算利润 ${startDate} 至 ${endDate}`),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueueRefresh(tx, context)
    return { taskId: task.id }
  })
}
