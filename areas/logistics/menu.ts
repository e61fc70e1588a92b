/** 物流: what is shipped to marketplaces and warehouses abroad. */
import { operations } from '#platform/declare/operations.ts'
import { group, listPage, module, page, type Module } from '#platform/declare/page.ts'
import { shippingFigures } from './figures.ts'
import { freightCheck } from './freight-check.ts'
import { packingBox, packingBoxLine, trackingEvent } from './box-tables.ts'
import { boxLimit, fbaShipment, fbaShipmentLine } from './fba/tables.ts'
import { shippingOrder, shippingOrderLine } from './order-tables.ts'
import { shipPlan, shipPlanLine } from './plan-tables.ts'
import { stockOverview } from './plan/overview.ts'
import { demandEvent, planLine, replenishItem, replenishRule } from './plan/tables.ts'
import { freightTariff, freightTariffLine } from './tariff-tables.ts'

export const logisticsModules: readonly Module[] = [
  module('logistics', ['物流', 'Shipping'], 'car', [
    group(
      'shipping',
      ['发货管理', 'Shipping'],
      [
        listPage(shipPlan, '/logistics/shipPlan', { title: ['发货计划', 'Ship plans'] }),
        listPage(shipPlanLine, '/logistics/shipPlanLine', { title: ['发货计划明细', 'Plan lines'] }),
        listPage(shippingOrder, '/logistics/shippingOrder', { title: ['发货单', 'Shipping orders'] }),
        listPage(shippingOrderLine, '/logistics/shippingOrderLine', { title: ['发货单明细', 'Shipping lines'] }),
        listPage(packingBox, '/logistics/packingBox', { title: ['箱', 'Boxes'] }),
        listPage(packingBoxLine, '/logistics/packingBoxLine', { title: ['箱内明细', 'Box lines'] }),
        page({
          path: '/logistics/packBoxes',
          name: 'packBoxes',
          title: ['装箱台', 'Packing by scan'],
          component: 'logistics/pack-boxes',
          permission: 'shippingOrder',
          operations: [operations.view, operations.edit],
        }),
        listPage(shippingFigures, '/logistics/figures'),
        listPage(freightCheck, '/logistics/freightCheck'),
        listPage(freightTariff, '/logistics/freightTariff', { title: ['运价', 'Freight tariffs'] }),
        listPage(freightTariffLine, '/logistics/freightTariffLine', { title: ['运价明细', 'Tariff lines'] }),
        listPage(fbaShipment, '/logistics/fbaShipment', { title: ['FBA 货件', 'FBA shipments'] }),
        listPage(fbaShipmentLine, '/logistics/fbaShipmentLine', { title: ['货件明细与差异', 'Shipment lines'] }),
        listPage(boxLimit, '/logistics/boxLimit', { title: ['箱规限制', 'Limits of boxes'] }),
        page({
          path: '/logistics/fbaGuide',
          name: 'fbaGuide',
          title: ['FBA 发货向导', 'FBA guide'],
          component: 'logistics/fba/guide',
          permission: 'shippingOrder',
          operations: [operations.view, operations.edit],
        }),
        listPage(trackingEvent, '/logistics/trackingEvent', { title: ['物流轨迹', 'Tracking'] }),
      ],
      'car',
    ),
    group(
      'replenish',
      ['补货', 'Replenishment'],
      [
        listPage(stockOverview, '/logistics/stockOverview'),
        listPage(planLine, '/logistics/planLine', { title: ['补货工作台', 'Workbench'] }),
        listPage(replenishItem, '/logistics/replenishItem', { title: ['补货测算', 'Figures'] }),
        listPage(demandEvent, '/logistics/demandEvent', { title: ['销量调整', 'Demand events'] }),
        listPage(replenishRule, '/logistics/replenishRule', { title: ['补货参数', 'Parameters'] }),
      ],
      'import',
    ),
  ]),
]
