/** Route map of budgets and claims. */
import { operations, signedIn } from '#platform/declare/operations.ts'
import { act, type RouteMap } from '#platform/server/area.ts'
import { step } from '#platform/server/steps.ts'
import { family, exportOf, list, one } from '#platform/server/records.ts'
import { expenseStates } from './states.ts'
import { submitExpense } from './submit.ts'
import { cultureBudget, cultureExpense, cultureExpenseReport } from './tables.ts'

const submit = act(
  cultureExpense,
  {
    name: 'submit',
    title: ['提交', 'Submit'],
    over: 'row',
    operation: operations.view,
    sameRightAsEdit: true,
    when: { state: [expenseStates.draft[0], expenseStates.rejected[0]] },
    confirm: ['提交后金额会占用部门预算，确定提交吗？', 'The amount is taken from the budget of the department. Submit?'],
  },
  (context, { input }) => submitExpense(context, input['id']),
)

export const expenseRoutes: RouteMap = {
  ...family('cultureBudget', cultureBudget),
  ...family('cultureExpense', cultureExpense),
  'GET /cultureExpense/query/{id}': one(cultureExpense),
  'POST /cultureExpense/submit': { ...submit, demand: signedIn },
  'POST /cultureExpense/withdraw': { ...step(cultureExpense, 'withdraw'), demand: signedIn },
  'POST /cultureExpense/pass': step(cultureExpense, 'pass'),
  'POST /cultureExpense/reject': step(cultureExpense, 'reject'),
  'POST /cultureExpense/pay': step(cultureExpense, 'pay'),
  'POST /cultureExpenseReport/list': list(cultureExpenseReport),
  'POST /cultureExpenseReport/listExport': exportOf(cultureExpenseReport),
}
