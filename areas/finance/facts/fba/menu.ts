/** FBA 报告: pages of Amazon's reports of stock and fees. */
import { group, listPage, reportPage } from '#platform/declare/page.ts'
import { fbaSheets } from './all-sheets.ts'
import { returnStatistics } from './returned-units.ts'
import { stockOnHand } from './stock-on-hand.ts'
import { siteStock } from './site-stock.ts'
import { stockCover } from './cover.ts'
import { unsoldStock } from './unsold.ts'
import { storageFee, monthBill, monthBillCheck } from './tables.ts'
import { storageProof, storageBySku } from './storage-proof.ts'
import { inventoryMonth } from './inventory-month.ts'
import { vatProof } from './vat-proof.ts'
import { vatPeriod } from './vat-period.ts'

const kebab = (text: string): string => text.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

export const fbaGroup = group(
  'fba',
  ['FBA 报告', 'FBA reports'],
  [
    ...fbaSheets.map(sheet => listPage(sheet.facts, `/finance/fba/${kebab(sheet.type.replace('fba', '')).slice(1)}`)),
    reportPage(returnStatistics, { path: '/finance/fba/return-statistics', title: returnStatistics.title, everyDays: 31 }),
    reportPage(stockOnHand, { path: '/finance/fba/stock-on-hand', title: stockOnHand.title, everyDays: 31 }),
    listPage(siteStock, '/finance/fba/site-stock'),
    listPage(unsoldStock, '/finance/fba/unsold-stock'),
    listPage(stockCover, '/finance/fba/cover'),
    listPage(storageFee, '/finance/fba/storage-fees', {
      isMonitoring: true,
      freshness: { families: ['amazonStorageFees'], everyDays: 31 },
    }),
    listPage(storageProof, '/finance/fba/storage-proof'),
    listPage(storageBySku, '/finance/fba/storage-by-sku'),
    listPage(inventoryMonth, '/finance/fba/inventory', {
      isMonitoring: true,
      freshness: { families: ['amazonLedgerDetail'], everyDays: 31 },
    }),
    listPage(monthBill, '/finance/fba/month-bill'),
    listPage(monthBillCheck, '/finance/fba/month-bill-check', { formerly: ['月库存对照', 'Month-end stock compared'] }),
  ],
  'database',
)

export const vatPages = [
  listPage(vatProof, '/finance/fba/vat-proof'),
  listPage(vatPeriod, '/finance/fba/vat-period', { isMonitoring: true, freshness: { families: ['amazonVatTransactions'], everyDays: 31 } }),
]
