/** 财务: pages of this area. */
import { operations } from '#platform/declare/operations.ts'
import { group, listPage, module, type Module, page, reportPage } from '#platform/declare/page.ts'
import { importFinding, importRun } from '#platform/server/database.ts'
import { bookPages } from './books-menu.ts'
import { monthOperations } from './close/months/month-operations.ts'
import { advertisingGroup } from './facts/advertising/index.ts'
import { aliexpressGroup } from './facts/aliexpress/index.ts'
import { payoutPages } from './facts/amazon/payouts/index.ts'
import { fbaGroup } from './facts/fba/menu.ts'
import { checkGroup } from './profit/checks/menu.ts'
import { claimGroup } from './profit/claims/menu.ts'
import { freightGroup } from './costs/freight/menu.ts'
import { itemGroup, layerGroup } from './costs/layers/menu.ts'
import { marketGroup } from './profit/markets/menu.ts'
import { clockBridge } from './profit/clocks/bridge.ts'
import { amazonProfit, companyProfit } from './profit/report/profit.ts'
import { matchPages } from './bank/matching/index.ts'
import { orderGroup } from './profit/orders/index.ts'
import { shopProfitGroup } from './profit/shop-profit/menu.ts'
import { materialPages } from './costs/materials/index.ts'
import { sheetGroup } from './profit/sheets/menu.ts'
import { taxGroup } from './profit/tax/menu.ts'
import { unitCostPage } from './costs/unit-cost/index.ts'
import { voucherGroup } from './close/vouchers/menu.ts'
import { carriedAmount } from './close/checklist/carried.ts'
import { transactionLine, settlement, settlementLine, summaryLine, shopAlias, productCost } from './facts/amazon/tables.ts'
import { bankAccount, bankStatement, taughtLayout } from './bank/statements/tables.ts'

const { add, view, edit, remove } = operations

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
        listPage(carriedAmount, '/finance/months/carried'),
        listPage(importRun, '/finance/amazon/imports', { name: 'amazonImports' }),
      ],
      'line-chart',
    ),
    group(
      'amazon',
      ['亚马逊', 'Amazon'],
      [
        reportPage(amazonProfit, { path: '/finance/amazon/profit', title: amazonProfit.title, everyDays: 7 }),
        listPage(transactionLine, '/finance/amazon/transactions', {
          name: 'amazonTransactions',
          isMonitoring: true,
          freshness: { families: ['amazonTransaction'], everyDays: 7 },
        }),
        listPage(settlement, '/finance/amazon/settlements', {
          name: 'amazonSettlements',
          title: ['结算对账', 'Settlements'],
          isMonitoring: true,
          freshness: { families: ['amazonSettlement'], everyDays: 14 },
        }),
        listPage(settlementLine, '/finance/amazon/settlement-lines', { name: 'amazonSettlementLines' }),
        listPage(summaryLine, '/finance/amazon/summary-lines', { name: 'amazonSummaryLines', title: ['交易汇总', 'Transaction summary'] }),
        ...payoutPages,
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
        listPage(bankAccount, '/finance/bank/accounts', { name: 'bankAccounts', title: ['银行账户', 'Bank accounts'] }),
        listPage(bankStatement, '/finance/bank/statements', {
          name: 'bankStatements',
          title: ['银行流水', 'Bank statements'],
          isMonitoring: true,
          freshness: { families: ['bankStatement'], everyDays: 31 },
        }),
        ...matchPages,
        listPage(importFinding, '/finance/bank/findings', { name: 'importFindings' }),
        listPage(taughtLayout, '/finance/bank/layouts', { name: 'bankLayouts', title: ['流水格式', 'Statement layouts'] }),
      ],
      'account-book',
    ),
    voucherGroup,
    freightGroup,
    { ...layerGroup, pages: [...layerGroup.pages, unitCostPage] },
    itemGroup,
    marketGroup,
    sheetGroup,
    group(
      'amazonSettings',
      ['亚马逊设置', 'Amazon settings'],
      [
        page({
          path: '/finance/amazon/type-map',
          name: 'amazonTypeMap',
          title: ['类型映射', 'Type map'],
          component: 'finance/amazon/type-map',
          permission: 'finance.amazon.typeMap',
          operations: [add, view, edit, remove],
        }),
        listPage(shopAlias, '/finance/amazon/shop-map', {
          name: 'amazonShopMap',
          title: ['店铺别名（平台报告）', 'Names of shops in reports'],
          formerly: ['店铺名称对应', 'Shop names'],
        }),
        listPage(productCost, '/finance/product-cost', { isMonitoring: true, freshness: { tables: ['product_cost'], everyDays: 31 } }),
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
