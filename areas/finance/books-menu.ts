/** Pages beside the facts of every marketplace. */
import { accrualPage } from './accrual/index.ts'
import { calculationPages } from './calculations/index.ts'
import { receivablePage } from './clocks/receivable.ts'
import { receivableBalance } from './clocks/receivable-report.ts'
import { budgets } from './budget/sheets.ts'
import { monthReportPage } from './month-report/index.ts'
import { sheetPages } from './sheets/menu.ts'
import { operations } from '#platform/declare/operations.ts'
import { page, reportPage } from '#platform/declare/page.ts'

const { add, view, edit, remove, audit } = operations
const [importing, exporting] = [operations.import, operations.export]

export const bookPages = [
  monthReportPage,
  ...budgets.flatMap(sheetPages),
  page({
    path: '/finance/corrections',
    name: 'financeCorrections',
    title: ['交易明细手工调整', 'Corrections by hand'],
    component: 'list/financeCorrection',
    permission: 'finance.correction',
    operations: [add, view, edit, remove, importing, exporting],
  }),
  page({
    path: '/finance/summary',
    name: 'financeSummary',
    title: ['交易明细财务汇总', 'Summary of transactions'],
    component: 'list/financeSummary',
    permission: 'finance.summary',
    operations: [add, view, edit, remove, exporting, audit],
  }),
  receivablePage,
  reportPage(receivableBalance, { path: '/finance/receivable-balance', title: receivableBalance.title, everyDays: 31 }),
  accrualPage,
  ...calculationPages,
  page({
    path: '/finance/arrival',
    name: 'dataArrival',
    title: ['数据到齐', 'Files that came'],
    component: 'list/dataArrival',
    permission: 'files.import',
    operations: [view, importing, exporting],
  }),
]
