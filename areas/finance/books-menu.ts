/** Pages beside the facts of every marketplace. */
import { accrualPage } from './profit/accrual/index.ts'
import { calculationPages } from './profit/calculations/index.ts'
import { receivablePage } from './profit/clocks/receivable.ts'
import { receivableBalance } from './profit/clocks/receivable-report.ts'
import { budgets } from './profit/budget/sheets.ts'
import { monthReportPage } from './profit/month-report/index.ts'
import { sheetPages } from './profit/sheets/menu.ts'
import { listPage, reportPage } from '#platform/declare/page.ts'
import { financeCorrection } from './facts/corrections/tables.ts'
import { financeSummary } from './profit/summary/tables.ts'
import { dataArrival } from './facts/arrival/view.ts'

export const bookPages = [
  monthReportPage,
  ...budgets.flatMap(sheetPages),
  listPage(financeCorrection, '/finance/corrections', { name: 'financeCorrections' }),
  listPage(financeSummary, '/finance/summary'),
  receivablePage,
  reportPage(receivableBalance, { path: '/finance/receivable-balance', title: receivableBalance.title, everyDays: 31 }),
  accrualPage,
  ...calculationPages,
  listPage(dataArrival, '/finance/arrival'),
]
