/** 店铺利润: pages of this room. */
import { operations } from '#platform/declare/operations.ts'
import { group, page } from '#platform/declare/page.ts'
import { allocationPages } from '../allocation/index.ts'
import { shopProfitPermission as permission } from './words.ts'

const { add, view, edit, remove } = operations
const [importing, exporting] = [operations.import, operations.export]

export const shopProfitGroup = group(
  'shopProfit',
  ['店铺利润', 'Shop profit'],
  [
    page({
      path: '/finance/shop-profit/statements',
      name: 'shopProfit',
      title: ['店铺利润', 'Shop profit'],
      component: 'list/shopProfit',
      permission,
      operations: [view, edit, exporting],
    }),
    page({
      path: '/finance/shop-profit/changes',
      name: 'shopProfitChange',
      title: ['版本差异', 'Differences of versions'],
      component: 'list/shopProfitChange',
      permission,
      operations: [view, exporting],
    }),
    page({
      path: '/finance/shop-profit/items',
      name: 'shopProfitItem',
      title: ['店铺费用', 'Own expenses'],
      component: 'list/shopProfitItem',
      permission,
      operations: [add, view, edit, remove, importing, exporting],
      isMonitoring: true,
      freshness: { tables: ['shop_profit_item'], everyDays: 31 },
    }),
    page({
      path: '/finance/shop-profit/shares',
      name: 'shopProfitShare',
      title: ['费用分摊明细', 'Shares of items'],
      component: 'list/shopProfitShare',
      permission,
      operations: [view, exporting],
    }),
    page({
      path: '/finance/shop-profit/names',
      name: 'shopProfitName',
      title: ['店铺名称对照', 'Names of shops'],
      component: 'list/shopProfitName',
      permission,
      operations: [add, view, edit, remove, importing, exporting],
    }),
    ...allocationPages,
  ],
  'shop',
)
