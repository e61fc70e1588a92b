/** Calls of the month close: the months of the books, what keeps one open, closing and reopening. */
import { Boolean as Flag, Integer, Null, Object as O, Optional, String as Text, Union } from 'typebox'
import { month, text } from '#platform/declare/fields.ts'
import { needs, operations } from '#platform/declare/operations.ts'
import { asText } from '#platform/format/text.ts'
import { approvable } from '#platform/server/steps.ts'
import { act, call, type RouteMap, Id, Month } from '#platform/server/area.ts'
import { checkItem, checkMonth, dueMonth } from './month-check.ts'
import { closeMonth, reopenMonth } from './month-close.ts'
import { bookMonths } from './month-overview.ts'
import { monthOperations } from './month-operations.ts'
import { financeMonth } from '../../base/month-table.ts'
import { exportOf, list } from '#platform/server/records.ts'
import { carriedAmount } from '../checklist/carried.ts'
import { assignItem, sayOfItem } from '../checklist/say.ts'

const monthInput = O({ month: Month() })
const checkInput = O({ month: Month(), withItems: Optional(Flag({ title: '连同结账清单', default: true })) })
const listInput = O({ withCheck: Optional(Flag({ title: '连同检查', default: true })) })
const itemInput = O({
  month: Month(),
  item: Text({ title: '清单项目', minLength: 1, maxLength: 40 }),
  part: Optional(Integer({ title: '第几个店铺', minimum: 1 })),
})
const itemNamed = {
  month: Month(),
  item: Text({ title: '清单项目', minLength: 1, maxLength: 40 }),
  companyId: Id('公司主体'),
  version: Union([Integer({ minimum: 1 }), Null()], { title: '版本' }),
}
const assignInput = O({ ...itemNamed, ownerId: Union([Id('负责人'), Null()]) })
const sayInput = O({ ...itemNamed, isSaid: Flag({ title: '确认' }), reason: Text({ title: '说明', maxLength: 300 }) })

export const monthRoutes: RouteMap = {
  'POST /financeMonth/months': call(
    { demand: needs('finance.month', operations.view), summary: '月结：每个月一行', input: listInput, write: false },
    (context, { input }) => bookMonths(context, input['withCheck'] !== false),
  ),
  'POST /financeMonth/due': call({ demand: needs('finance.month', operations.view), summary: '月结：该结的月份', write: false }, context =>
    dueMonth(context),
  ),
  'POST /financeMonth/check': call(
    { demand: needs('finance.month', operations.view), summary: '月结检查', input: checkInput, write: false },
    (context, { input }) => checkMonth(context, input.month, undefined, input['withItems'] === false ? 'none' : 'all'),
  ),
  'POST /financeMonth/checkItem': call(
    { demand: needs('finance.month', operations.view), summary: '月结检查：清单的一项', input: itemInput, write: false },
    (context, { input }) => checkItem(context, input),
  ),
  'POST /financeMonth/assignItem': call(
    { demand: needs('finance.month', operations.edit), summary: '月结清单：指定负责人', input: assignInput },
    (context, { input }) => assignItem(context, input),
  ),
  'POST /financeMonth/sayOfItem': call(
    { demand: needs('finance.month', operations.edit), summary: '月结清单：确认或撤回', input: sayInput },
    (context, { input }) => sayOfItem(context, input),
  ),
  'POST /financeMonth/carriedList': list(carriedAmount),
  'POST /financeMonth/carriedListExport': exportOf(carriedAmount),
  'POST /financeMonth/close': act(
    financeMonth,
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
    financeMonth,
    'reopen',
    act(
      financeMonth,
      {
        name: 'reopen',
        title: ['反结账', 'Reopen'],
        over: 'row',
        operation: monthOperations.reopen,
        input: { reason: text('原因', 'Reason', { max: 300 }) },
        confirm: ['确定要重新打开这个月份吗？之后的导入会改变它的利润。', 'Reopen this month? Later imports will change its profit.'],
      },
      (context, ask) => reopenMonth(context, ask.input['id'] as string, asText(ask.input['reason'])),
    ),
  ),
}
