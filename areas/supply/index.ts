/** Purchasing: whom to buy from at what price. */
import type { Area } from '#platform/server/area.ts'
import { makePriceLists } from './demo.ts'
import { supplyModules } from './menu.ts'
import { supplyRoutes } from './routes.ts'
import { keepSubmitted } from '#areas/goods/index.ts'
import { keepOrders, keepPrices, keepReceiptKinds } from './orders/keep-orders.ts'
import { purchaseOrder, purchaseOrderLine } from './orders/order-tables.ts'
import { purchaseRequest, purchaseRequestLine } from './orders/request-tables.ts'
import { makeOrders } from './orders/demo.ts'
import { settleExchanges, settleReturns } from './receiving/decide.ts'
import { purchaseDelivery, purchaseDeliveryLine } from './receiving/delivery-tables.ts'
import { keepDeliveries, keepDifferences } from './receiving/keep-deliveries.ts'
import { followTogether } from '#platform/server/records.ts'
import { supplyEnglish } from './refusals-en.ts'
import { supplyTables } from './tables.ts'

export const supply: Area = {
  name: 'supply',
  title: ['采购', 'Purchasing'],
  resources: Object.values(supplyTables),
  modules: supplyModules,
  routes: supplyRoutes,
  english: supplyEnglish,
  follows: followTogether([
    { purchase_order: keepOrders, purchase_order_line: keepPrices, goods_in_line: keepReceiptKinds },
    { purchase_delivery: keepDeliveries, goods_in: keepDifferences, purchase_return: settleReturns },
    { goods_in: settleExchanges },
  ]),
  rowLocks: {
    purchase_request_line: keepSubmitted(purchaseRequest, purchaseRequestLine),
    purchase_order_line: keepSubmitted(purchaseOrder, purchaseOrderLine),
    purchase_delivery_line: keepSubmitted(purchaseDelivery, purchaseDeliveryLine),
  },
  demo: async people => {
    await makePriceLists(people)
    await makeOrders(people)
  },
}
