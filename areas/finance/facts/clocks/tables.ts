/**
 * The days of amounts by other clocks, beside the lines: lines themselves never change, also where their month is closed and their money
 * comes later. Only what is known and differs has a row.
 */
import { choice, date, decimal, integer, money, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { currency, shop } from '../amazon/lines/table-words.ts'
import { financeItemChoices } from '../../base/finance-item-choices.ts'

/** The day a settlement line happened, where the transaction line of its order, type and SKU names another than it was posted on. */
export const lineEvent = resource('amazon_line_event', {
  title: ['结算明细的事件日', 'Events of settlement lines'],
  access: { scope: grantedShops },
  fields: {
    shopId: shop(),
    postedOn: date('发生日期', 'Posted on'),
    settlementId: text('结算编号', 'Settlement id'),
    lineNo: integer('行号', 'Line number'),
    eventOn: date('事件日', 'Event'),
  },
  storage: { kind: 'shop', primary: ['shopId', 'postedOn', 'settlementId', 'lineNo'] },
})

/** The day an order was shipped, by the marketplace's clock. */
export const orderDay = resource('finance_order_day', {
  title: ['订单发货日', 'Shipments of orders'],
  access: { scope: grantedShops },
  fields: { shopId: shop(), orderNo: text('订单号', 'Order no.'), shippedOn: date('发货日', 'Shipment') },
  storage: { kind: 'shop', primary: ['shopId', 'orderNo'] },
})

/** The day a pay-out arrived in the bank: of all its lines the last, once it is matched in full. */
export const payoutDay = resource('finance_payout_day', {
  title: ['放款到账日', 'Arrivals of pay-outs'],
  access: { scope: grantedShops },
  fields: { shopId: shop(), payout: text('结算或放款编号', 'Settlement or pay-out'), cashOn: date('到账日', 'Cash') },
  storage: { kind: 'shop', primary: ['shopId', 'payout'] },
})

/** Cost lines as the units they are of happened, were shipped, settled and paid; what has not happened yet stands at infinity. */
export const costPart = resource('finance_cost_part', {
  title: ['成本的时间口径', 'Costs by clock'],
  access: { scope: grantedShops },
  fields: {
    shopId: shop(),
    bookedOn: date('日期', 'Day'),
    sku: text('MSKU', 'Seller SKU'),
    item: choice('科目', 'Item', financeItemChoices),
    currency: currency(),
    eventOn: date('事件日', 'Event'),
    shippedOn: date('发货日', 'Shipment'),
    settledOn: date('结算日', 'Settlement'),
    cashOn: date('到账日', 'Cash'),
    quantity: decimal('数量', 'Quantity', 6),
    unitCost: decimal('单位成本', 'Unit cost', 8, { optional: true }),
    amount: money('金额', 'Amount'),
  },
  storage: { kind: 'shop', primary: ['shopId', 'bookedOn', 'sku', 'item', 'currency', 'eventOn', 'shippedOn', 'settledOn', 'cashOn'] },
})

export const clockTables = { lineEvent, orderDay, payoutDay, costPart }
