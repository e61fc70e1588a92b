/** Logistics: what is shipped to marketplaces and to warehouses abroad, by which way and at what cost. */
import type { Area } from '#platform/server/area.ts'
import { addInbounds, whenSent } from '#areas/finance/index.ts'
import { addOutbound, keepSubmitted } from '#areas/goods/index.ts'
import { followOutgoing } from '#areas/quality/index.ts'
import { followTogether } from '#platform/server/records.ts'
import { boxTables } from './box-tables.ts'
import { followBoxes, followBoxLines, lockPacked, lockSealed } from './boxes.ts'
import { makeShipping } from './demo.ts'
import { shipSent } from './demo-sent.ts'
import { makeReceipts } from './fba/demo.ts'
import { shortInbounds } from './fba/inbounds.ts'
import { followShipmentLines, followShipments, followShipped, lockSent } from './fba/keep.ts'
import { receiptFiles, receiptsJobs, receiptsRefused } from './fba/receipts.ts'
import { nightlyShipments } from './fba/nightly.ts'
import { fbaRoutes } from './fba/routes.ts'
import { followClaims } from './fba/short.ts'
import { fbaTables } from './fba/tables.ts'
import { shippingFigures } from './figures.ts'
import { freightCheck } from './freight-check.ts'
import { keepPlans, lockFed } from './keep-plans.ts'
import { logisticsModules } from './menu.ts'
import { coverLow, fbaShort, shippingTimed } from './notices.ts'
import { orderTables, shippingOrder, shippingOrderLine } from './order-tables.ts'
import { packScanRoutes } from './pack-scan.ts'
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
import { keepRestored, keepWide } from './plan/rules.ts'
import { replenishTables } from './plan/tables.ts'

export { suppliersOf } from './plan/read-house.ts'
export { firstMade, byDocument, makeOf, refuseWithout, seenOf, turned, openSuggestions, type MadeDocument } from './plan/into-documents.ts'
export { inTime, planStates, suggestionLife } from './plan/suggestion.ts'

addOutbound(shippingOf)
whenSent(shipSent)
addInbounds('fba_shipment', shortInbounds)

export const logistics: Area = {
  name: 'logistics',
  title: ['物流', 'Shipping'],
  resources: [
    ...[planTables, orderTables, boxTables, fbaTables, tariffTables, replenishTables].flatMap(tables => Object.values(tables)),
    freightCheck,
    shippingFigures,
    stockOverview,
  ],
  modules: logisticsModules,
  routes: { ...logisticsRoutes, ...packScanRoutes, ...fbaRoutes, ...replenishRoutes },
  timed: [nightlyLook, nightlyShipments, ...shippingTimed],
  jobs: receiptsJobs,
  filesFollow: receiptFiles,
  notices: [receiptsRefused, fbaShort, coverLow],
  english: logisticsEnglish,
  follows: {
    ship_plan: keepPlans,
    ...followTogether([
      { shipping_order: followOrders },
      { shipping_order: followOutgoing('shipping_order') },
      { shipping_order: followShipped },
    ]),
    packing_box: followBoxes,
    packing_box_line: followBoxLines,
    fba_shipment: followShipments,
    fba_shipment_line: followShipmentLines,
    amazon_claim: followClaims,
    tracking_event: followEvents,
    replenish_rule: keepWide,
    demand_event: keepWide,
    plan_line: keepRestored,
    freight_tariff: keepTariffs,
    freight_tariff_line: keepTariffLines,
  },
  rowLocks: {
    ship_plan_line: keepSubmitted(shipPlan, shipPlanLine),
    sale_stock_plan: lockFed,
    shipping_order_line: keepSubmitted(shippingOrder, shippingOrderLine),
    packing_box: lockPacked,
    packing_box_line: lockSealed,
    fba_shipment_line: lockSent,
  },
  posts: { shipping_order: postOrder },
  demo: makeShipping,
  demoFigures: [makeReceipts, makeReplenishment],
}
