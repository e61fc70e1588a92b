/** 销售统计, the first group of the module of sales. */
import { group, module, reportPage, type Module } from '#platform/declare/page.ts'
import { ordersFamily, products } from '#areas/sales/index.ts'
import { statisticsOf } from './report.ts'

export const statisticsModules: readonly Module[] = [
  module('sales', ['销售', 'Sales'], 'bar-chart', [
    group(
      'saleStatistics',
      ['销售统计', 'Sales statistics'],
      products.map(product => {
        const report = statisticsOf(product)
        const path = `/sales/${product}/statistics`
        return reportPage(report, { path, title: report.title, everyDays: 7, families: [ordersFamily(product)] })
      }),
      'bar-chart',
    ),
  ]),
]
