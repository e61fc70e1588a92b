/** 销售: statistics of each marketplace, orders, stock plans. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, reportPage, type Module } from '#platform/declare/page.ts'
import { walmartStatistics } from './statistics-report.ts'

const { add, view, edit, remove, import: importing, export: exporting } = operations

export const salesModules: readonly Module[] = [
  module('sales', ['销售', 'Sales'], 'bar-chart', [
    group(
      'saleStatistics',
      ['销售统计', 'Sales statistics'],
      [
        reportPage(walmartStatistics, {
          path: '/sales/walmart/statistics',
          title: ['沃尔玛销售统计', 'Walmart sales statistics'],
          everyDays: 7,
        }),
      ],
      'bar-chart',
    ),
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
          operations: [view, importing, exporting],
          isMonitoring: true,
          freshness: { families: ['walmartOrders'], everyDays: 7 },
        }),
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
  ]),
]
