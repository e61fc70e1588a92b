/** Route map of the summary, whose rows are built, entered by hand, audited and drilled into. */
import { asText } from '#platform/format/text.ts'
import { Array as List, Integer, Literal, Object as O, Optional, Union } from 'typebox'
import { month, reference } from '#platform/declare/fields.ts'
import { needs, operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { act, call, Id, RowId, type Hooks, type RouteMap } from '#platform/server/area.ts'
import { add, exportOf, list, remove, update } from '#platform/server/records.ts'
import { closedIn } from '../../base/closed-months.ts'
import { auditSummaries } from './audit.ts'
import { summaryLines } from './lines.ts'
import { syncSummary, type SummaryAsk } from './sync.ts'
import { financeSummary } from './tables.ts'

const path = '/AmzTransactionDetailFinanceSummary'

/** What is entered by hand belongs to the month's figures as they were closed. */
const byHand: Hooks = {
  rowLocks: closedIn('finance_summary.month', closed => sentence`${closed} 及以前的月份已结账，不能再补录或修改，请先反结账`),
}

const auditInput = O({
  ids: List(RowId(), { title: '数据', maxItems: 1_000 }),
  audit: Union([Literal(0), Literal(1)], { title: '审核' }),
})
const monthInput = {
  month: month('月份', 'Month'),
  shopId: reference('店铺', 'Shop', 'shop', {
    optional: true,
    help: ['不选时为您能看到的全部店铺。', 'All shops that you see unless one is chosen.'],
  }),
}
const askOf = (input: Readonly<Record<string, unknown>>): SummaryAsk => ({
  // a checked month is its first day
  month: asText(input['month']).slice(0, 7),
  ...(input['shopId'] == null ? {} : { shopIds: [asText(input['shopId'])] }),
})
const linesInput = O(
  {
    id: Id(),
    part: Union([Literal('files'), Literal('corrections'), Literal('costs')], { title: '部分' }),
    pageNum: Optional(Integer({ title: '页码', minimum: 1 })),
    pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: 1000 })),
  },
  { additionalProperties: false },
)

export const summaryRoutes: RouteMap = {
  [`POST ${path}/list`]: list(financeSummary),
  [`POST ${path}/insert`]: add(financeSummary, byHand),
  [`POST ${path}/update`]: update(financeSummary, byHand),
  [`POST ${path}/delete`]: remove(financeSummary, byHand),
  [`POST ${path}/listExport`]: exportOf(financeSummary),
  [`POST ${path}/batchAudit`]: act(
    financeSummary,
    [
      { name: 'audit', title: ['审核', 'Audit'], over: 'rows', operation: operations.audit, body: { audit: 1 } },
      {
        name: 'unaudit',
        title: ['反审核', 'Take back audit'],
        over: 'rows',
        operation: operations.audit,
        body: { audit: 0 },
        confirm: ['确定要反审核选中的 {n} 行吗？', 'Take back the audit of {n} rows?'],
      },
    ],
    (context, ask) => auditSummaries(context, ask.input['ids'] as string[], ask.input['audit'] as 0 | 1),
    auditInput,
  ),
  [`POST ${path}/sync`]: act(
    financeSummary,
    { name: 'sync', title: ['同步月份', 'Sync a month'], over: 'page', operation: operations.edit, input: monthInput },
    (context, ask) => syncSummary(context, askOf(ask.input)),
  ),
  [`POST ${path}/calc`]: act(
    financeSummary,
    { name: 'calc', title: ['重算成本', 'Renew costs'], over: 'page', operation: operations.edit, input: monthInput },
    (context, ask) => syncSummary(context, askOf(ask.input), 'costs'),
  ),
  [`POST ${path}/detailList`]: call(
    { demand: needs('finance.summary', operations.view), summary: '汇总金额的明细', input: linesInput, write: false },
    (context, ask) => summaryLines(context, ask.input),
  ),
} as RouteMap
