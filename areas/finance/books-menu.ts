/** Pages beside the facts of every marketplace. */
import { accrualPage } from './accrual/index.ts'
import { calculationPages } from './calculations/index.ts'
import { receivablePage } from './clocks/receivable.ts'
import { receivableBalance } from './clocks/receivable-report.ts'
import { budgets } from './budget/sheets.ts'
import { monthReportPage } from './month-report/index.ts'
import { sheetPages } from './sheets/menu.ts'
import { listPage, reportPage } from '#platform/declare/page.ts'
import { financeCorrection } from './corrections/tables.ts'
import { financeSummary } from './summary/tables.ts'
import { dataArrival } from './arrival/view.ts'

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
