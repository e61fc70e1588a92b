/** 销售: orders, listings, traffic, stock plans, advertising; statistics add their pages. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, type Module } from '#platform/declare/page.ts'
import { advertisingGroup } from './advertising/index.ts'
import { customerPages } from './customers/index.ts'
import { offlinePages } from './offline/index.ts'
import { marketTrafficPages } from './market-traffic/index.ts'
import { trafficPages } from './traffic/index.ts'
import { ordersFamily, products } from './products.ts'

const { add, view, edit, remove, import: importing, export: exporting } = operations

export const salesModules: readonly Module[] = [
  module('sales', ['销售', 'Sales'], 'bar-chart', [
    group(
      'saleOrders',
      ['订单', 'Orders'],
      [
        page({
          path: '/sales/orders',
          name: 'orderLine',
          title: ['订单明细', 'Order lines'],
          component: 'list/orderLine',
          permission: 'sales.order',
          operations: [view, remove, importing, exporting],
          isMonitoring: true,
          freshness: { families: products.map(ordersFamily), everyDays: 7 },
        }),
        page({
          path: '/sales/listings',
          name: 'skuListing',
          title: ['SKU 与 Listing', 'SKUs and listings'],
          component: 'list/skuListing',
          permission: 'sales.order',
          operations: [view, exporting],
        }),
        ...trafficPages,
        ...marketTrafficPages,
        ...offlinePages,
        ...customerPages,
        page({
          path: '/sales/stock-plan',
          name: 'saleStockPlan',
          title: ['备货计划', 'Stock plan'],
          component: 'list/saleStockPlan',
          permission: 'sales.stockPlan',
          operations: [add, view, edit, remove, importing, exporting],
        }),
      ],
      'shopping-cart',
    ),
    advertisingGroup,
  ]),
]
