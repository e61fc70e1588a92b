/** The calls of a report, which follow from its paths: its rows, the lines behind a figure, its export, computing it anew. */
import { Array as List, Enum, Integer, Literal, Null, Object as O, Optional, Record as Map, String as Text, Union } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { ownerOf, rollupsOfReport, type Report } from '#platform/declare/report.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { ReportQuery } from '#platform/declare/wire.ts'
import { call } from '../calls/verbs.ts'
import { Day, Id, Query } from '../calls/wire-types.ts'
import type { Ask, RouteMap } from '../contract/route.ts'
import { computeReport } from '../reports/store/compute.ts'
import { ownersField } from '../reports/answer/definition.ts'
import { exportReport, type ReportExport } from '../reports/answer/export.ts'
import { readLines } from '../reports/answer/lines.ts'
import { askedReport } from '../reports/ask/asked-report.ts'
import { readReport } from '../reports/answer/read.ts'
import { costRights } from '../reports/ask/visible-report.ts'
import { readWhy } from '../reports/answer/why.ts'

const currency = Optional(Union([Literal('shop'), Literal('CNY')], { title: '币种' }))
const compare = Optional(Union([Literal('before'), Literal('yearBefore')], { title: '对比' }))
const clock = Optional(Text({ title: '时间口径', maxLength: 30 }))
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
  clock,
  rowCurrency,
  compare,
  measures: Optional(List(Text({ maxLength: 40 }), { title: '指标', minItems: 1, maxItems: 80 })),
  sortField: Optional(Text({ title: '排序', maxLength: 60 })),
  sortWay: Optional(Union([Literal('ASC'), Literal('DESC')])),
  ...paging,
})
/** What a report is asked for besides its rows: the part of it that is shown. */
export const lackingInput = Query({ where, ...period })
const whyInput = Query({ where, ...period, clock, compare })
const linesInput = Query({
  measure: Text({ title: '指标', maxLength: 40 }),
  where: Optional(Map(Text({ maxLength: 30 }), List(Union([Text({ maxLength: 200 }), Null()])))),
  ...period,
  currency,
  clock,
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
/** For the document: by what this report can be divided. */
const shownOf = (report: Report) => ({
  ...reportInput,
  properties: { ...reportInput.properties, by: List(Enum(Object.keys(report.dimensions)), { title: '维度', maxItems: 7 }) },
})
/** owners are named by the key that names them: `shopIds` */
const computeInput = (report: Report) => {
  const title = ownValue(rollupsOfReport(report)[0]?.keys ?? {}, ownerOf(report))?.title[0] ?? '店铺'
  return O({ [ownersField(report)]: Optional(List(Id(), { title, maxItems: 1000 })), ...period })
}

export function reportCalls(report: Report): RouteMap {
  const { paths, permission, title } = report
  const [view, edit, exporting] = [
    needs(permission, operations.view),
    needs(permission, operations.edit),
    needs(permission, operations.export),
  ]
  return {
    [`POST ${paths.rows}`]: call(
      { demand: view, summary: `${title[0]}表`, further: costRights(report), input: reportInput, shown: shownOf(report), write: false },
      (context, ask) => {
        const query = ask.input as unknown as ReportQuery
        return readReport(context, askedReport(report, query.clock), query)
      },
    ),
    [`POST ${paths.lines}`]: call(
      { demand: view, summary: `${title[0]}：一个数字由哪些明细组成`, input: linesInput, write: false },
      (context, ask) => {
        const query = ask.input
        return readLines(context, askedReport(report, query.clock), { ...query, where: query.where ?? {} })
      },
    ),
    ...(paths.why === undefined || report.why === undefined
      ? {}
      : {
          [`POST ${paths.why}`]: call(
            { demand: view, summary: `${title[0]}：变动的原因`, further: costRights(report), input: whyInput, write: false },
            (context, ask) => {
              const query = ask.input
              return readWhy(context, askedReport(report, query.clock), query)
            },
          ),
        }),
    ...(paths.export === undefined
      ? {}
      : {
          [`POST ${paths.export}`]: call(
            {
              demand: exporting,
              summary: `导出${title[0]}表`,
              input: exportInput,
              shown: { ...exportInput, properties: { ...exportInput.properties, query: shownOf(report) } },
              write: false,
            },
            (context, ask) => {
              const asked = ask.input as unknown as ReportExport
              return exportReport(context, askedReport(report, asked.query.clock), asked)
            },
          ),
        }),
    ...(paths.compute === undefined
      ? {}
      : {
          [`POST ${paths.compute}`]: call({ demand: edit, summary: `重新计算${title[0]}`, input: computeInput(report) }, (context, ask) =>
            computeReport(context, report, {
              ...ask.input,
              owners: ((ask.input as Ask['input'])[ownersField(report)] ?? []) as string[],
            }),
          ),
        }),
  }
}
