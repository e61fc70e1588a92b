/** Culture expenses: budgets, claims, their report; and the dictionaries of company culture. */
import type { Page } from '#platform/declare/page.ts'
import { operations } from '#platform/declare/operations.ts'
import { page } from '#platform/declare/page.ts'
import type { CulturePart } from '../part.ts'
import { makeExpenses } from './demo.ts'
import { expenseRoutes } from './routes.ts'
import { payOperation } from './states.ts'
import { keepBudgets, keepExpenses } from './submit.ts'
import { expenseTables } from './tables.ts'

const { add, view, edit, remove, audit, export: exporting } = operations

const listed = (type: string, title: Page['title'], offered: readonly number[], more: Partial<Page> = {}): Page =>
  page({ path: `/culture/${type}`, name: type, title, component: `list/${type}`, permission: type, operations: offered, ...more })

export const expensesPart: CulturePart = {
  resources: expenseTables,
  routes: expenseRoutes,
  english: {
    '还没有 {} 的汇率，请先维护汇率或改用人民币金额': 'There is no rate of {}: enter one first, or claim in CNY',
    只有报销人可以提交: 'Only whoever claims may submit',
    '报销人没有所属部门，不能提交': 'Whoever claims belongs to no department, so it can’t be submitted',
  },
  follows: { culture_expense: keepExpenses, culture_budget: keepBudgets },
  demo: makeExpenses,
  pages: {
    together: [
      listed('cultureExpense', ['文化费用', 'Culture expenses'], [add, view, edit, remove, exporting, audit, payOperation], {
        everybody: true,
      }),
    ],
    cultureSetting: [
      listed('cultureBudget', ['费用预算', 'Budgets'], [add, view, edit, remove, exporting]),
      page({
        path: '/culture/dictionary?conditions=dictionaryCode.BETWEEN.109%5C%2C114',
        name: 'cultureDictionary',
        title: ['文化字典', 'Culture dictionary'],
        component: 'culture/expenses/culture-dictionary',
        permission: 'dictionary',
        operations: [add, view, edit, remove],
      }),
      listed('cultureExpenseReport', ['费用统计', 'Expenses by month'], [view, exporting]),
    ],
  },
}
