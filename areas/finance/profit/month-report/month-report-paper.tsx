/** The month report as a paper. */
import { t } from '#platform/web/i18n/t.ts'
import { figure, word, type Paper, type PaperTable } from '#platform/web/paper/paper.ts'
import type { MonthReport } from './answers.ts'
import { shown, tablesOf, type MonthTable } from './month-report-tables.tsx'

const tableOf = ({ title, heads, rows }: MonthTable): PaperTable => ({
  title,
  heads: heads.map((head, at) => (at === 0 ? word(head) : figure(head))),
  rows: rows.map(({ name, isSum, cells }) => ({
    isSum,
    cells: [word(name), ...cells.map(({ value, kind }) => figure(shown(value, kind)))],
  })),
})

export const paperOfMonth = (report: MonthReport): Paper => ({
  title: t('{month} 月报', { month: report.month }),
  lines: [t('全部店铺，人民币')],
  tables: tablesOf(report).map(tableOf),
  onePage: true,
})
