/** 手工表: each sheet as a list and as a report, documents of Amazon shops, payments of orders. */
import { group, listPage, reportPage, type Page, type PageGroup } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { ManualSheet } from '../../facts/sheets/manual-sheet.ts'
import { orderPayment } from './order-payments.ts'
import { marketingSheets } from './sheets.ts'
import { templates } from '../../facts/sheets/template-tables.ts'

const pathOf = (name: string): string => name.replaceAll(/[A-Z]/g, (c, at: number) => `${at === 0 ? '' : '-'}${c.toLowerCase()}`)

export const sheetPages = ({ words: { name, title }, list, report }: ManualSheet): Page[] => [
  listPage(list, `/finance/sheets/${pathOf(name)}`, {
    name,
    title,
    isMonitoring: true,
    freshness: { tables: [list.table], everyDays: 31 },
  }),
  { ...reportPage(report, { path: `/finance/sheets/${pathOf(name)}-report`, title: report.title, everyDays: 31 }), isMonitoring: false },
]
const documentPage = (r: Resource): Page => listPage(r, `/finance/sheets/${pathOf(r.type ?? '')}`)

export const sheetGroup: PageGroup = group(
  'sheets',
  ['手工表', 'Sheets'],
  [...marketingSheets.flatMap(sheetPages), ...Object.values(templates).map(documentPage), documentPage(orderPayment)],
  'table',
)
