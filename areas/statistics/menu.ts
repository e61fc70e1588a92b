/** 销售统计, the first group of the module of sales. */
import { operations } from '#platform/declare/operations.ts'
import { group, listPage, module, page, reportPage, type Module, type Page } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'
import { ordersFamily, products, type Product } from '#areas/sales/index.ts'
import { listingStatistics } from './listings.ts'
import { orderShipment, orderShipmentStatistics } from './shipments.ts'
import { companyStatistics, marketNames, statisticsOf } from './report.ts'

/** A screen over one of the calls of a marketplace's statistics; its name begins with the marketplace. */
const screenPage = (product: Product, name: 'Quantities' | 'Categories', title: Title): Page =>
  page({
    path: `/sales/${product}/${name.toLowerCase()}`,
    name: `${product}Sale${name}`,
    title: [`${marketNames[product][0]}${title[0]}`, `${marketNames[product][1]}${title[1]}`],
    component: `statistics/${name.toLowerCase()}`,
    permission: statisticsOf(product).permission,
    operations: [operations.view],
    isMonitoring: true,
    freshness: { families: [ordersFamily(product)], everyDays: 7 },
  })

export const statisticsModules: readonly Module[] = [
  module('sales', ['销售', 'Sales'], 'bar-chart', [
    group(
      'saleStatistics',
      ['销售统计', 'Sales statistics'],
      [
        reportPage(companyStatistics, {
          path: '/sales/company/statistics',
          title: companyStatistics.title,
          everyDays: 7,
          families: products.map(ordersFamily),
        }),
        ...products.map(product => {
          const report = statisticsOf(product)
          const path = `/sales/${product}/statistics`
          return reportPage(report, { path, title: report.title, everyDays: 7, families: [ordersFamily(product)] })
        }),
        listPage(listingStatistics, '/sales/listing-statistics'),
        listPage(orderShipmentStatistics, '/sales/shipment-statistics'),
        listPage(orderShipment, '/sales/shipments'),
      ],
      'bar-chart',
    ),
    group(
      'saleQuantities',
      ['销量与品类', 'Units and categories'],
      products.flatMap(product => [
        screenPage(product, 'Quantities', ['销量', 'quantities']),
        screenPage(product, 'Categories', ['品类', 'categories']),
      ]),
      'bar-chart',
    ),
  ]),
]
