/** Culture expenses: budgets, claims, their report; and the dictionaries of company culture. */
import { operations } from '#platform/declare/operations.ts'
import { listPage, page } from '#platform/declare/page.ts'
import type { CulturePart } from '../part.ts'
import { makeExpenses } from './demo.ts'
import { expenseRoutes } from './routes.ts'
import { keepBudgets, keepExpenses } from './submit.ts'
import { cultureBudget, cultureExpense, cultureExpenseReport, expenseTables } from './tables.ts'

const { add, view, edit, remove } = operations

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
    together: [listPage(cultureExpense, '/culture/cultureExpense', { title: ['文化费用', 'Culture expenses'], everybody: true })],
    cultureSetting: [
      listPage(cultureBudget, '/culture/cultureBudget', { title: ['费用预算', 'Budgets'] }),
      page({
        path: '/culture/dictionary?conditions=dictionaryCode.BETWEEN.109%5C%2C114',
        name: 'cultureDictionary',
        title: ['文化字典', 'Culture dictionary'],
        component: 'culture/expenses/culture-dictionary',
        permission: 'dictionary',
        sharesPermission: true,
        operations: [add, view, edit, remove],
      }),
      listPage(cultureExpenseReport, '/culture/cultureExpenseReport', { title: ['费用统计', 'Expenses by month'] }),
    ],
  },
}
