/** 销售: orders, listings, traffic, stock plans, advertising; statistics add their pages. */
import { group, listPage, module, type Module } from '#platform/declare/page.ts'
import { advertisingGroup } from './advertising/index.ts'
import { customerPages } from './customers/index.ts'
import { offlinePages } from './offline/index.ts'
import { listingReportPage } from './listing-report/index.ts'
import { marketTrafficPages } from './market-traffic/index.ts'
import { trafficPages } from './traffic/index.ts'
import { ordersFamily, products } from './products.ts'
import { orderLine, saleStockPlan } from './tables.ts'
import { skuListing } from './listings.ts'

export const salesModules: readonly Module[] = [
  module('sales', ['销售', 'Sales'], 'bar-chart', [
    group(
      'saleOrders',
      ['订单', 'Orders'],
      [
        listPage(orderLine, '/sales/orders', { isMonitoring: true, freshness: { families: products.map(ordersFamily), everyDays: 7 } }),
        listPage(skuListing, '/sales/listings'),
        listingReportPage,
        ...trafficPages,
        ...marketTrafficPages,
        ...offlinePages,
        ...customerPages,
        listPage(saleStockPlan, '/sales/stock-plan'),
      ],
      'shopping-cart',
    ),
    advertisingGroup,
  ]),
]
