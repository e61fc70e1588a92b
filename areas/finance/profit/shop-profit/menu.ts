/** 店铺利润: pages of this room. */
import { group, listPage } from '#platform/declare/page.ts'
import { allocationPages } from '../../costs/allocation/index.ts'
import { shopProfit, shopProfitItem, shopProfitShare, shopProfitName } from './tables.ts'
import { shopProfitChange } from './versions.ts'

export const shopProfitGroup = group(
  'shopProfit',
  ['店铺利润', 'Shop profit'],
  [
    listPage(shopProfit, '/finance/shop-profit/statements'),
    listPage(shopProfitChange, '/finance/shop-profit/changes', { title: ['版本差异', 'Differences of versions'] }),
    listPage(shopProfitItem, '/finance/shop-profit/items', {
      title: ['店铺费用', 'Own expenses'],
      isMonitoring: true,
      freshness: { tables: ['shop_profit_item'], everyDays: 31 },
    }),
    listPage(shopProfitShare, '/finance/shop-profit/shares', { title: ['费用分摊明细', 'Shares of items'] }),
    listPage(shopProfitName, '/finance/shop-profit/names', {
      title: ['店铺别名（店铺利润表）', 'Names of shops in sheets'],
      formerly: ['店铺名称对照', 'Names of shops'],
    }),
    ...allocationPages,
  ],
  'shop',
)
