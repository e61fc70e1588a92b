/** 财务: pages of this area. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, reportPage, type Module } from '#platform/declare/page.ts'
import { bookPages } from './books-menu.ts'
import { monthOperations } from './amazon/months/month-operations.ts'
import { advertisingGroup } from './advertising/index.ts'
import { aliexpressGroup } from './aliexpress/index.ts'
import { fbaGroup } from './fba/menu.ts'
import { checkGroup } from './checks/menu.ts'
import { claimGroup } from './claims/menu.ts'
import { freightGroup } from './freight/menu.ts'
import { layerGroup } from './layers/menu.ts'
import { marketGroup } from './markets/menu.ts'
import { clockBridge } from './clocks/bridge.ts'
import { amazonProfit, companyProfit } from './amazon/profit/profit.ts'
import { matchPages } from './matching/index.ts'
import { orderGroup } from './orders/index.ts'
import { shopProfitGroup } from './shop-profit/menu.ts'
import { materialPages } from './materials/index.ts'
import { sheetGroup } from './sheets/menu.ts'
import { taxGroup } from './tax/menu.ts'
import { unitCostPage } from './unit-cost/index.ts'
import { voucherGroup } from './vouchers/menu.ts'

const { add, view, edit, remove, audit } = operations
const [importing, exporting] = [operations.import, operations.export]

export const financeModules: readonly Module[] = [
  module('finance', ['财务', 'Finance'], 'account-book', [
    // of every marketplace
    group(
      'books',
      ['利润与月结', 'Profit and months'],
      [
        reportPage(companyProfit, { path: '/finance/profit', title: companyProfit.title, everyDays: 7 }),
        reportPage(clockBridge, { path: '/finance/clock-bridge', title: clockBridge.title, everyDays: 7 }),
        ...bookPages,
        page({
          path: '/finance/months',
          name: 'financeMonth',
          title: ['月结', 'Month close'],
          component: 'finance/months',
          permission: 'finance.month',
          operations: [view, edit, monthOperations.close, monthOperations.reopen],
        }),
        page({
          path: '/finance/months/carried',
          name: 'financeCarried',
          title: ['后续影响', 'Carried into later months'],
          component: 'list/financeCarried',
          permission: 'finance.month',
          operations: [view, exporting],
        }),
        page({
          path: '/finance/amazon/imports',
          name: 'amazonImports',
          title: ['导入记录', 'Imports'],
          component: 'list/fileImportHistory',
          permission: 'files.import',
          operations: [view, remove, exporting],
        }),
      ],
      'line-chart',
    ),
    group(
      'amazon',
      ['Amazon', 'Amazon'],
      [
        reportPage(amazonProfit, { path: '/finance/amazon/profit', title: amazonProfit.title, everyDays: 7 }),
        page({
          path: '/finance/amazon/transactions',
          name: 'amazonTransactions',
          title: ['交易明细', 'Transactions'],
          component: 'list/amazonTransaction',
          permission: 'finance.amazon.transaction',
          operations: [view, edit, remove, importing, exporting, audit],
          isMonitoring: true,
          freshness: { families: ['amazonTransaction'], everyDays: 7 },
        }),
        page({
          path: '/finance/amazon/settlements',
          name: 'amazonSettlements',
          title: ['结算对账', 'Settlements'],
          component: 'list/amazonSettlement',
          permission: 'finance.amazon.settlement',
          operations: [view, remove, importing, exporting, audit],
          isMonitoring: true,
          freshness: { families: ['amazonSettlement'], everyDays: 14 },
        }),
        page({
          path: '/finance/amazon/settlement-lines',
          name: 'amazonSettlementLines',
          title: ['结算明细', 'Settlement lines'],
          component: 'list/amazonSettlementLine',
          permission: 'finance.amazon.settlement',
          operations: [view, remove, importing, exporting, audit],
        }),
        page({
          path: '/finance/amazon/summary-lines',
          name: 'amazonSummaryLines',
          title: ['交易汇总', 'Transaction summary'],
          component: 'list/amazonSummaryLine',
          permission: 'finance.amazon.transaction',
          operations: [view, edit, remove, importing, exporting, audit],
        }),
      ],
      'shopping',
    ),
    shopProfitGroup,
    checkGroup,
    claimGroup,
    orderGroup,
    fbaGroup,
    aliexpressGroup,
    advertisingGroup,
    taxGroup,
    group(
      'bank',
      ['资金', 'Money'],
      [
        page({
          path: '/finance/bank/accounts',
          name: 'bankAccounts',
          title: ['银行账户', 'Bank accounts'],
          component: 'list/bankAccount',
          permission: 'finance.bank.account',
          operations: [add, view, edit, remove, importing, exporting],
        }),
        page({
          path: '/finance/bank/statements',
          name: 'bankStatements',
          title: ['银行流水', 'Bank statements'],
          component: 'list/financeBankStatement',
          permission: 'finance.bank.statement',
          operations: [add, view, edit, remove, importing, exporting],
          isMonitoring: true,
          freshness: { families: ['bankStatement'], everyDays: 31 },
        }),
        ...matchPages,
        page({
          path: '/finance/bank/findings',
          name: 'importFindings',
          title: ['导入差异', 'Import differences'],
          component: 'list/importFinding',
          permission: 'files.import',
          operations: [view, edit, exporting],
        }),
        page({
          path: '/finance/bank/layouts',
          name: 'bankLayouts',
          title: ['流水格式', 'Statement layouts'],
          component: 'list/bankLayout',
          permission: 'finance.bank.layout',
          operations: [add, view, edit, remove, exporting],
        }),
      ],
      'account-book',
    ),
    voucherGroup,
    freightGroup,
    { ...layerGroup, pages: [...layerGroup.pages, unitCostPage] },
    marketGroup,
    sheetGroup,
    group(
      'amazonSettings',
      ['Amazon 设置', 'Amazon settings'],
      [
        page({
          path: '/finance/amazon/type-map',
          name: 'amazonTypeMap',
          title: ['类型映射', 'Type map'],
          component: 'finance/amazon/type-map',
          permission: 'finance.amazon.typeMap',
          operations: [add, view, edit, remove],
        }),
        page({
          path: '/finance/amazon/shop-map',
          name: 'amazonShopMap',
          title: ['店铺名称对应', 'Shop names'],
          component: 'list/amazonShopAlias',
          permission: 'finance.amazon.shopMap',
          operations: [add, view, edit, remove, importing],
        }),
        page({
          path: '/finance/product-cost',
          name: 'productCost',
          title: ['产品成本', 'Product cost'],
          component: 'list/productCost',
          permission: 'finance.productCost',
          operations: [add, view, edit, remove, importing, exporting],
          isMonitoring: true,
          freshness: { tables: ['product_cost'], everyDays: 31 },
        }),
        page({
          path: '/finance/product-cost-year',
          name: 'productCostYear',
          title: ['产品成本年表', 'Product cost by year'],
          component: 'finance/product-cost-year',
          permission: 'finance.productCost',
          operations: [view],
        }),
        ...materialPages,
      ],
      'setting',
    ),
  ]),
]
