/** Advertising invoices: what this room adds to finance. */
import { needs, operations } from '#platform/declare/operations.ts'
import { group, listPage } from '#platform/declare/page.ts'
import { call, type RouteMap } from '#platform/server/area.ts'
import { csvTemplate, headsOfSheet, importOfShops } from '#platform/server/imports.ts'
import { exportOf, list } from '#platform/server/records.ts'
import { adInvoiceCheck } from './check-table.ts'
import { advertisingFollows, chargesHandler, chargesJob } from './charges.ts'
import { makeInvoices } from './demo.ts'
import { advertisingFamily } from './family.ts'
import { adInvoice, advertisingPermission } from './sheet.ts'

const { import: importing } = operations

const routes: RouteMap = {
  'POST /FinanceAdInvoice/list': list(adInvoice.facts),
  'POST /FinanceAdInvoice/listExport': exportOf(adInvoice.facts),
  'GET /FinanceAdInvoice/template': call({ demand: needs(advertisingPermission, importing), summary: '下载广告发票模板' }, async () =>
    csvTemplate(adInvoice.title[0], headsOfSheet(adInvoice)),
  ),
  'POST /FinanceAdInvoice/importData': importOfShops({
    permission: advertisingPermission,
    title: ['导入广告发票', 'Import advertising invoices'],
    on: [adInvoice.facts, adInvoiceCheck],
    accept: ['.csv', '.txt', '.tsv', '.xls', '.xlsx'],
    takes: [advertisingFamily],
    templates: [{ title: ['广告发票模板', 'Advertising invoices: template'], path: '/FinanceAdInvoice/template' }],
  }),
  'POST /adReconcile/list': list(adInvoiceCheck),
  'POST /adReconcile/listExport': exportOf(adInvoiceCheck),
}

export const advertisingGroup = group(
  'advertising',
  ['广告费核对', 'Advertising charges'],
  [
    listPage(adInvoice.facts, '/finance/advertising/invoices', {
      isMonitoring: true,
      freshness: { families: [adInvoice.code], everyDays: 31 },
    }),
    listPage(adInvoiceCheck, '/finance/advertising/checks'),
  ],
  'audit',
)

export const advertising = {
  resources: [adInvoice.facts, adInvoice.staging, adInvoiceCheck],
  routes,
  families: [advertisingFamily],
  filesFollow: advertisingFollows,
  jobs: { [chargesJob]: chargesHandler },
  demoFigures: makeInvoices,
}
