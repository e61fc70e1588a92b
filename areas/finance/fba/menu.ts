/** FBA 报告: pages of Amazon's reports of stock and fees. */
import { operations } from '#platform/declare/operations.ts'
import { group, page, reportPage } from '#platform/declare/page.ts'
import { fbaSheets } from './all-sheets.ts'
import { returnStatistics } from './returned-units.ts'
import { stockOnHand } from './stock-on-hand.ts'
import { fbaPermission } from './words.ts'

const { add, view, edit, remove, import: importing, export: exporting } = operations
const kebab = (text: string): string => text.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

export const fbaGroup = group(
  'fba',
  ['FBA 报告', 'FBA reports'],
  [
    ...fbaSheets.map(sheet =>
      page({
        path: `/finance/fba/${kebab(sheet.type.replace('fba', '')).slice(1)}`,
        name: sheet.type,
        title: sheet.title,
        component: `list/${sheet.type}`,
        permission: fbaPermission,
        operations: [view, remove, importing, exporting],
      }),
    ),
    reportPage(returnStatistics, { path: '/finance/fba/return-statistics', title: returnStatistics.title, everyDays: 31 }),
    reportPage(stockOnHand, { path: '/finance/fba/stock-on-hand', title: stockOnHand.title, everyDays: 31 }),
    page({
      path: '/finance/fba/site-stock',
      name: 'fbaSiteStock',
      title: ['站点库存与库龄', 'Stock and age by marketplace'],
      component: 'list/fbaSiteStock',
      permission: fbaPermission,
      operations: [view, exporting],
    }),
    page({
      path: '/finance/fba/unsold-stock',
      name: 'fbaUnsoldStock',
      title: ['滞销库存预警', 'Stock that will not sell'],
      component: 'list/fbaUnsoldStock',
      permission: fbaPermission,
      operations: [view, exporting],
    }),
    page({
      path: '/finance/fba/storage-fees',
      name: 'amzStorageFee',
      title: ['仓储费', 'Storage fees'],
      component: 'list/amzStorageFee',
      permission: fbaPermission,
      operations: [view, remove, importing, exporting],
      isMonitoring: true,
      freshness: { families: ['amazonStorageFees'], everyDays: 31 },
    }),
    page({
      path: '/finance/fba/storage-proof',
      name: 'storageProof',
      title: ['仓储费核对', 'Storage: estimate and bill'],
      component: 'list/storageProof',
      permission: fbaPermission,
      operations: [view, exporting],
    }),
    page({
      path: '/finance/fba/storage-by-sku',
      name: 'storageBySku',
      title: ['SKU 仓储费', 'Storage by SKU'],
      component: 'list/storageBySku',
      permission: fbaPermission,
      operations: [view, exporting],
    }),
    page({
      path: '/finance/fba/inventory',
      name: 'financeInventoryReport',
      title: ['库存报表', 'Stock by month'],
      component: 'list/financeInventoryReport',
      permission: 'finance.fba.inventory',
      operations: [view, edit, exporting],
      isMonitoring: true,
      freshness: { families: ['amazonLedgerDetail'], everyDays: 31 },
    }),
    page({
      path: '/finance/fba/month-bill',
      name: 'monthRepertoryBill2',
      title: ['月库存账单', 'Month-end stock sheet'],
      component: 'list/monthRepertoryBill2',
      permission: 'finance.fba.monthBill',
      operations: [add, view, edit, remove, importing, exporting],
    }),
    page({
      path: '/finance/fba/month-bill-check',
      name: 'monthBillCheck',
      title: ['月库存对照', 'Month-end stock compared'],
      component: 'list/monthBillCheck',
      permission: 'finance.fba.monthBill',
      operations: [add, view, edit, remove, importing, exporting],
    }),
  ],
  'database',
)

export const vatPages = [
  page({
    path: '/finance/fba/vat-proof',
    name: 'vatProof',
    title: ['增值税与结算核对', 'VAT against settlements'],
    component: 'list/vatProof',
    permission: 'finance.vat',
    operations: [view, exporting],
  }),
  page({
    path: '/finance/fba/vat-period',
    name: 'vatPeriod',
    title: ['增值税汇总', 'VAT by period'],
    component: 'list/vatPeriod',
    permission: 'finance.vat',
    operations: [view, exporting],
    isMonitoring: true,
    freshness: { families: ['amazonVatTransactions'], everyDays: 31 },
  }),
]
