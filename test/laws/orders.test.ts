/** Every number of an order opens its page, and the page knows every list that shows one. */
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { permissionOf } from '#platform/declare/resource.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { traces } from '../../areas/finance/profit/sheets/order-trace-kinds.ts'

const { resources } = registryOf(withHouseAreas(areas))
const lists = [...resources.values()].filter(r => r.type !== undefined)
const isNumber = (name: string, title: string): boolean => /^order(no|id)$/iu.test(name) || title.endsWith('订单号')
/** numbers of the seller, the buyer or a part of an order: no report knows the order by them */
const others = [
  'aeOrderItem.childOrderId',
  'aeRefund.childOrderId',
  'amazonSettlementLine.merchantOrderId',
  'changeEffect.orderId',
  'changeOrderLine.orderId',
  'fbaShipment.orderId',
  'offlineOrderLine.orderId',
  'orderLine.customerOrderNo',
  'packingBox.orderId',
  'paymentRequest.orderId',
  'platformOrderLine.orderId',
  'productionFigure.orderId',
  'productionMaterial.orderId',
  'productionReceipt.orderId',
  'purchaseArrival.orderId',
  'purchaseOrderLine.orderId',
  'shippingOrderLine.orderId',
  'trackingEvent.orderId',
  'workReport.orderId',
]
/** lists whose lines are made of, or copied from, lines that the page has */
const madeOf: Readonly<Record<string, string>> = {
  ebayOrderProfit: 'market_line',
  ebayOrderProfitDelivery: 'market_line',
  yxOrderProfit: 'market_line',
  yxOrderProfitDelivery: 'market_line',
  yxAeOrderProfit: 'market_line',
  yxAeOrderProfitDelivery: 'market_line',
  ebayEarningCheck: 'ebay_earning',
  orderFindingLine: 'order_finding',
  amazonClaimLine: 'amazon_claim',
  orderShipment: 'final_leg_fee',
}

test('a number of an order opens its page wherever it is shown', () => {
  const closed = lists.flatMap(r =>
    Object.entries(r.fields).flatMap(([name, field]) =>
      isNumber(name, field.title[0]) && field.options.linkTo !== 'order' ? [`${r.type}.${name}`] : [],
    ),
  )
  expect(closed.toSorted()).toEqual(others)
})

test('the page reads every list whose numbers open it', () => {
  const known = new Set(traces.map(trace => trace.table))
  const opening = lists.filter(r => Object.values(r.fields).some(field => field.options.linkTo === 'order'))
  expect(opening.length).toBeGreaterThan(20)
  const lacking = opening.filter(r => !known.has(r.table) && !known.has(madeOf[r.type ?? ''] ?? '')).map(r => r.type)
  expect(lacking).toEqual([])
})

test('each kind of rows stands in a table that is there, under the right of its list', () => {
  for (const { table, permission } of traces) {
    const r = resources.get(table)
    expect([table, r && permissionOf(r)]).toEqual([table, permission])
  }
})
