/** Logistics: what is shipped to marketplaces and to warehouses abroad, by which way and at what cost. */
import type { Area } from '#platform/server/area.ts'
import { addOutbound, keepSubmitted } from '#areas/goods/index.ts'
import { followOutgoing } from '#areas/quality/index.ts'
import { followTogether } from '#platform/server/records.ts'
import { boxTables } from './box-tables.ts'
import { followBoxes, followBoxLines, lockPacked, lockSealed } from './boxes.ts'
import { makeShipping } from './demo.ts'
import { freightCheck } from './freight-check.ts'
import { keepPlans, lockFed } from './keep-plans.ts'
import { logisticsModules } from './menu.ts'
import { orderTables, shippingOrder, shippingOrderLine } from './order-tables.ts'
import { planTables, shipPlan, shipPlanLine } from './plan-tables.ts'
import { followOrders, postOrder, shippingOf } from './post-order.ts'
import { logisticsEnglish } from './refusals-en.ts'
import { logisticsRoutes } from './routes.ts'
import { keepTariffLines, keepTariffs } from './tariffs.ts'
import { tariffTables } from './tariff-tables.ts'
import { followEvents } from './track.ts'
import { makeReplenishment } from './plan/demo.ts'
import { stockOverview } from './plan/overview.ts'
import { nightlyLook, replenishRoutes } from './plan/routes.ts'
import { keepWide } from './plan/rules.ts'
import { replenishTables } from './plan/tables.ts'

addOutbound(shippingOf)

export const logistics: Area = {
  name: 'logistics',
  title: ['物流', 'Shipping'],
  resources: [
    ...[planTables, orderTables, boxTables, tariffTables, replenishTables].flatMap(tables => Object.values(tables)),
    freightCheck,
    stockOverview,
  ],
  modules: logisticsModules,
  routes: { ...logisticsRoutes, ...replenishRoutes },
  timed: [nightlyLook],
  english: logisticsEnglish,
  follows: {
    ship_plan: keepPlans,
    ...followTogether([{ shipping_order: followOrders }, { shipping_order: followOutgoing('shipping_order') }]),
    packing_box: followBoxes,
    packing_box_line: followBoxLines,
    tracking_event: followEvents,
    replenish_rule: keepWide,
    demand_event: keepWide,
    freight_tariff: keepTariffs,
    freight_tariff_line: keepTariffLines,
  },
  rowLocks: {
    ship_plan_line: keepSubmitted(shipPlan, shipPlanLine),
    sale_stock_plan: lockFed,
    shipping_order_line: keepSubmitted(shippingOrder, shippingOrderLine),
    packing_box: lockPacked,
    packing_box_line: lockSealed,
  },
  posts: { shipping_order: postOrder },
  demo: makeShipping,
  demoFigures: [makeReplenishment],
}
