/** 销售统计, the first group of the module of sales. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, reportPage, type Module, type Page } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { ordersFamily, products } from '#areas/sales/index.ts'
import { listingPermission, listingStatistics } from './listings.ts'
import { orderShipment, orderShipmentStatistics, shipmentPermission } from './shipments.ts'
import { companyStatistics, statisticsOf } from './report.ts'

const listPage = (path: string, of: Pick<Resource, 'type' | 'title'>, permission: string): Page => {
  const name = of.type ?? ''
  return page({ path, name, title: of.title, component: `list/${name}`, permission, operations: [operations.view, operations.export] })
}

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
        listPage('/sales/listing-statistics', listingStatistics, listingPermission),
        listPage('/sales/shipment-statistics', orderShipmentStatistics, shipmentPermission),
        listPage('/sales/shipments', orderShipment, shipmentPermission),
      ],
      'bar-chart',
    ),
  ]),
]
