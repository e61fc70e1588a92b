/** Route map of performance. */
import { Array as List, Boolean as Flag, Integer, Literal, Object as O, Optional, String as Text, Union } from 'typebox'
import { needs, operations, signedIn } from '#platform/declare/operations.ts'
import { act, call, Id, Month, type RouteMap } from '#platform/server/area.ts'
import { step } from '#platform/server/steps.ts'
import { family, imported, exportOf, list } from '#platform/server/records.ts'
import { adjust, adjustFace } from './adjust.ts'
import { batchInsert } from './batch-insert.ts'
import { ownPerformance } from './own.ts'
import { sendRanking } from './ranking.ts'
import { reportOf } from './reports.ts'
import { publishOperation } from './states.ts'
import { computeScores, syncActuals } from './sync.ts'
import {
  performance,
  performanceAdjustment,
  performanceGroup,
  performanceGroupAmount,
  performanceRanking,
  performanceYear,
} from './tables.ts'
import { yearRule } from './years.ts'

const Ids = (title: string) => Optional(List(Id(), { title, maxItems: 500 }))
const Months = List(Month(), { title: '月份', maxItems: 12 })
const Amount = Text({ maxLength: 24 })
const monthsInput = O({ yearId: Id(), months: Months, groupIds: Ids('小组') })
const Measure = Union([Literal(1), Literal(2), Literal(3)], { title: '指标' })
const Dimension = Union([Literal('YEAR'), Literal('MONTH'), Literal('GROUP'), Literal('EMPLOYEE'), Literal('DEPT')], { title: '维度' })
const rowInput = O({
  groupId: Id(),
  employeeId: Optional(Id()),
  measure: Measure,
  target: Optional(Amount),
  months: Optional(List(Amount, { maxItems: 12 })),
})
const edits = needs('performance', operations.edit)

export const performanceRoutes: RouteMap = {
  ...family('performanceYear', performanceYear, yearRule),
  ...family('performanceGroup', performanceGroup),
  ...imported('performanceGroup', performanceGroup),
  ...family('performance', performance),
  ...family('performanceGroupAmount', performanceGroupAmount),
  'POST /performance/confirm': step(performance, 'confirm'),
  'POST /performance/back': step(performance, 'back'),
  'POST /performance/publish': step(performance, 'publish'),
  'POST /performance/withdraw': step(performance, 'withdraw'),
  'POST /performance/sync': call({ demand: edits, summary: '同步绩效实际', input: monthsInput }, (context, { input }) =>
    syncActuals(context, input),
  ),
  'POST /performance/compute': call({ demand: edits, summary: '计算绩效得分', input: monthsInput }, (context, { input }) =>
    computeScores(context, input),
  ),
  'POST /performance/batchInsert': call(
    {
      demand: needs('performance', operations.add),
      summary: '批量录入绩效目标',
      input: O({
        yearId: Id(),
        level: Union([Literal('PERSON'), Literal('GROUP')], { title: '层级' }),
        rows: Optional(List(rowInput, { title: '目标', maxItems: 2_000 })),
        copyYear: Optional(Integer({ title: '复制年度', minimum: 2000, maximum: 2999 })),
        growth: Optional(Text({ title: '增长率', maxLength: 12 })),
      }),
    },
    (context, { input }) => batchInsert(context, input),
  ),
  'POST /performance/reports': call(
    {
      demand: needs('performance', operations.view),
      summary: '绩效报表',
      input: O(
        {
          yearId: Id(),
          dimension: Dimension,
          months: Optional(Months),
          measure: Optional(Measure),
          groupIds: Ids('小组'),
          employeeIds: Ids('员工'),
          pageNum: Optional(Integer({ title: '页码', minimum: 1 })),
          pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: 200 })),
        },
        { additionalProperties: false },
      ),
      write: false,
    },
    (context, { input }) => reportOf(context, input),
  ),
  // one's own rows alone, which everybody may see
  'POST /performance/own': call(
    {
      demand: signedIn,
      summary: '我的绩效',
      input: O({ yearId: Optional(Id()), month: Optional(Month()) }, { additionalProperties: false }),
      write: false,
    },
    (context, { input }) => ownPerformance(context, input),
  ),
  'POST /performance/sendSalemanPerformanceRanking': call(
    {
      demand: needs('performance', publishOperation),
      summary: '发送销售业绩排行',
      input: O({
        yearMonth: Month(),
        groupIds: Ids('小组'),
        top: Optional(Integer({ title: '名次', minimum: 1, maximum: 100 })),
        preview: Optional(Flag({ title: '预览' })),
        withAmounts: Optional(Flag({ title: '含金额' })),
        figuresHash: Optional(Text({ title: '数据指纹', maxLength: 64 })),
      }),
    },
    (context, { input }) => sendRanking(context, input),
  ),
  'POST /performanceGroupAmount/adjust': act(performanceGroupAmount, adjustFace, (context, { input }) => adjust(context, input)),
  'POST /performanceAdjustment/list': list(performanceAdjustment),
  'POST /performanceAdjustment/pass': step(performanceAdjustment, 'pass'),
  'POST /performanceAdjustment/reject': step(performanceAdjustment, 'reject'),
  'POST /performanceRanking/list': list(performanceRanking),
  'POST /performanceRanking/listExport': exportOf(performanceRanking),
}
