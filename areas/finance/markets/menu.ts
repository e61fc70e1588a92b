/** 其他平台: pages of the marketplaces that are not Amazon. */
import { operations } from '#platform/declare/operations.ts'
import { group, page, reportPage } from '#platform/declare/page.ts'
import { ebayEarningCheck } from './ebay/earnings-check.ts'
import { ebayEarnings } from './ebay/earnings-sheet.ts'
import { marketFamilies } from './families.ts'
import { marketProfits } from '../amazon/profit/profit.ts'
import { orderProfits } from './order-profit.ts'

const { view, edit, remove, audit, import: importing, export: exporting } = operations

export const marketPages = [
  ...marketProfits.map(of => ({
    ...reportPage(of, { path: `/finance/markets/${of.name.replace('Profit', '-profit')}`, title: of.title, everyDays: 7 }),
    isMonitoring: false,
  })),
  page({
    path: '/finance/markets/lines',
    name: 'marketLine',
    title: ['平台资金明细', 'Marketplace money'],
    component: 'list/marketLine',
    permission: 'finance.market.line',
    operations: [view, remove, importing, exporting],
    isMonitoring: true,
    freshness: { families: marketFamilies.filter(family => family.monthTables.length > 0).map(family => family.code), everyDays: 7 },
  }),
  page({
    path: '/finance/markets/walmart-proof',
    name: 'walmartProof',
    title: ['沃尔玛对账核对', 'Walmart statements'],
    component: 'list/walmartProof',
    permission: 'finance.market.line',
    operations: [view, importing, exporting],
  }),
  page({
    path: '/finance/markets/ebay-earnings',
    name: 'ebayEarning',
    title: ebayEarnings.title,
    component: 'list/ebayEarning',
    permission: 'finance.market.line',
    operations: [view, remove, importing, exporting],
    isMonitoring: true,
    freshness: { families: [ebayEarnings.code], everyDays: 31 },
  }),
  page({
    path: '/finance/markets/ebay-earning-checks',
    name: 'ebayEarningCheck',
    title: ebayEarningCheck.title,
    component: 'list/ebayEarningCheck',
    permission: 'finance.market.line',
    operations: [view, importing, exporting],
  }),
  ...orderProfits.map(({ path, type, title, permission }) =>
    page({
      path: `/finance/markets/${path.toLowerCase()}`,
      name: type,
      title,
      component: `list/${type}`,
      permission,
      operations: [view, edit, importing, exporting, audit],
      isMonitoring: true,
    }),
  ),
]

export const marketGroup = group('markets', ['其他平台', 'Other marketplaces'], marketPages, 'shop')
