/** Calls of the month close: the months of the books, what keeps one open, closing and reopening. */
import { Object as O } from 'typebox'
import { month } from '#platform/declare/fields.ts'
import { needs, operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { approvable } from '#platform/server/verbs/approvable.ts'
import { act, call } from '#platform/server/calls/verbs.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import { checkMonth, dueMonth } from './month-check.ts'
import { closeMonth, reopenMonth } from './month-close.ts'
import { bookMonths } from './month-overview.ts'
import { monthOperations } from './month-operations.ts'
import { financeMonth } from './month-table.ts'
import { Month } from '#platform/server/calls/wire-types.ts'

const months = financeMonth as unknown as Resource
const monthInput = O({ month: Month() })

export const monthRoutes: RouteMap = {
  'POST /financeMonth/months': call(
    { demand: needs('finance.month', operations.view), summary: '月结：每个月一行', write: false },
    context => bookMonths(context),
  ),
  'POST /financeMonth/due': call({ demand: needs('finance.month', operations.view), summary: '月结：该结的月份', write: false }, context =>
    dueMonth(context),
  ),
  'POST /financeMonth/check': call(
    { demand: needs('finance.month', operations.view), summary: '月结检查', input: monthInput, write: false },
    (context, ask) => checkMonth(context, ask.input['month'] as string),
  ),
  'POST /financeMonth/close': act(
    months,
    {
      name: 'close',
      title: ['结账', 'Close a month'],
      over: 'page',
      operation: monthOperations.close,
      input: { month: month('月份', 'Month') },
    },
    (context, ask) => closeMonth(context, ask.input['month'] as string),
    monthInput,
  ),
  'POST /financeMonth/reopen': approvable(
    months,
    'reopen',
    act(
      months,
      {
        name: 'reopen',
        title: ['反结账', 'Reopen'],
        over: 'row',
        operation: monthOperations.reopen,
        confirm: ['确定要重新打开这个月份吗？之后的导入会改变它的利润。', 'Reopen this month? Later imports will change its profit.'],
      },
      (context, ask) => reopenMonth(context, ask.input['id'] as string),
    ),
  ),
}
