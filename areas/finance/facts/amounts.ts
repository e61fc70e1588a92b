/**
 * Amazon's amounts, declared once for all reports: settlement lines, transaction lines and, where neither is there, lines of the
 * transaction summary. Two reports carry the same money; which of them counts is said per settlement (amazon_settlement.counted_from).
 */
import { date, decimal, flag, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { ofFewValues } from '#areas/reference/index.ts'
import { rollup, type Beside, type BesideDay, type ClockDay, type Source } from '#platform/declare/rollup.ts'
import {
  amazonKind,
  amazonTypeMap,
  families,
  settlement,
  settlementLine,
  summaryLine,
  transactionColumns,
  transactionLine,
} from './amazon/tables.ts'
import { marketLine } from './markets/tables.ts'
import { lineEvent, orderDay, payoutDay } from './clocks/tables.ts'
import { clockKeys, clocksOfRollup } from './clocks/words.ts'
import { lineRelease } from './amazon/lines/release-tables.ts'
import { costItems } from '../base/finance-items.ts'

const plain = (r: unknown): Resource => r as Resource
const counted = settlement.fields.countedFrom.choices

/** Types of the lines that an order's shipment is the day of: not of refunds, which come later. */
const soldTypes = ['order', 'sale', 'sales', 'shipment']
const shipped = (order: string, kind: string, otherwise: ClockDay): BesideDay => ({
  by: plain(orderDay),
  on: { shopId: 'shopId', [order]: 'orderNo' },
  field: 'shippedOn',
  onlyWhere: { by: plain(amazonKind), on: { [kind]: 'id' }, field: 'type', is: soldTypes },
  otherwise,
})
const arrived = (payout: string): BesideDay => ({
  by: plain(payoutDay),
  on: { shopId: 'shopId', [payout]: 'payout' },
  field: 'cashOn',
})
const event: BesideDay = {
  by: plain(lineEvent),
  on: { shopId: 'shopId', postedOn: 'postedOn', settlementId: 'settlementId', lineNo: 'lineNo' },
  field: 'eventOn',
  otherwise: 'postedOn',
}
const released: Beside = {
  by: plain(lineRelease),
  on: { shopId: 'shopId', postedOn: 'postedOn', lineKey: 'lineKey', ordinal: 'ordinal' },
}
/** Money that is held back is neither settled nor paid until its release is noted, which a closed month keeps beside its mark. */
const unlessHeld = { flag: 'deferred', freed: released } as const

const fromSettlement: Source = {
  name: 'settlement',
  family: 'amazonSettlement',
  title: [families.settlement[1], families.settlement[2]],
  fact: plain(settlementLine),
  booked: 'bookedOn',
  posted: 'postedOn',
  clocks: { event, shipment: shipped('orderId', 'kindId', event), cash: arrived('settlementId') },
  keys: { deferred: { constant: false } },
  sums: { amount: 'amount', quantity: 'quantity' },
  check: 'amount',
  counted: {
    by: plain(settlement),
    on: { shopId: 'shopId', settlementId: 'settlementId' },
    field: 'countedFrom',
    is: counted.settlement[0],
  },
  lines: { postedAt: 'postedAt', settlementId: 'settlementId', orderId: 'orderId' },
}

const fromTransactions: Source = {
  name: 'transaction',
  family: 'amazonTransaction',
  title: [families.transaction[1], families.transaction[2]],
  fact: plain(transactionLine),
  booked: 'bookedOn',
  posted: 'postedOn',
  clocks: {
    shipment: shipped('orderId', 'typeId', 'postedOn'),
    settlement: { ...released, field: 'releasedOn', otherwise: 'postedOn', unless: unlessHeld },
    cash: { ...arrived('settlementId'), unless: unlessHeld },
  },
  sums: {},
  check: 'total',
  unpivot: {
    columns: transactionColumns,
    named: 'unmapped',
    into: 'amount',
    key: 'kindId',
    base: 'typeId',
    kinds: { table: plain(amazonKind), base: 'baseId', column: 'columnName' },
    only: { quantity: { field: 'quantity', column: 'productSales' } },
  },
  counted: {
    by: plain(settlement),
    on: { shopId: 'shopId', settlementId: 'settlementId' },
    field: 'countedFrom',
    is: counted.transaction[0],
    orAbsent: true,
    // money that is held back is in no settlement, whichever one the line names
    orFlag: 'deferred',
  },
  lines: { postedAt: 'postedAt', settlementId: 'settlementId', orderId: 'orderId', description: 'description' },
}

const fromSummaries: Source = {
  name: 'summary',
  family: 'amazonSummary',
  title: [families.summary[1], families.summary[2]],
  fact: plain(summaryLine),
  booked: 'bookedOn',
  posted: 'postedOn',
  clocks: { cash: null },
  keys: { deferred: { constant: false } },
  sums: { amount: 'amount', quantity: 'quantity' },
  check: 'amount',
  only: { field: 'isView', is: false },
  fallback: 1,
  lines: { orderId: 'orderId', description: 'description' },
}

/** No family: a day with nothing but the view is never a complete one. */
const { family: _none, ...likeSummaries } = fromSummaries
const fromViews: Source = {
  ...likeSummaries,
  name: 'view',
  title: ['交易视图', 'Transaction View'],
  only: { field: 'isView', is: true },
  fallback: 2,
}

/** Money of the other marketplaces: a row is one amount already. */
const fromMarkets: Source = {
  name: 'market',
  title: ['其他平台资金', 'Other marketplaces'],
  fact: plain(marketLine),
  booked: 'bookedOn',
  posted: 'postedOn',
  clocks: { shipment: shipped('orderNo', 'kindId', 'postedOn'), cash: arrived('payoutId') },
  keys: { deferred: { constant: false }, orderId: 'orderNo', settlementId: 'payoutId' },
  sums: { amount: 'amount', quantity: 'quantity' },
  check: 'amount',
  lines: { postedAt: 'postedAt', orderId: 'orderNo', description: 'title' },
}

export const amounts = rollup('finance_amount', {
  title: ['亚马逊金额汇总', 'Amazon amounts'],
  scope: grantedShops,
  keys: {
    shopId: reference('店铺', 'Shop', 'shop'),
    day: date('入账日期', 'Booked on'),
    week: date('周段', 'Part of a week'),
    month: month('月份', 'Month'),
    sku: text('MSKU', 'Seller SKU'),
    currency: referenceBy('币种', 'Currency', 'currency', 'code'),
    kindId: reference('费用类型', 'Kind', 'amazon_kind'),
    deferred: flag('递延', 'Deferred'),
    ...clockKeys,
  },
  lineKeys: { orderId: text('订单号', 'Order no.'), settlementId: text('结算编号', 'Settlement id') },
  clocks: clocksOfRollup,
  sums: { amount: money('金额', 'Amount'), quantity: decimal('数量', 'Quantity', 6) },
  count: ['笔数', 'Count'],
  grains: [
    ['shopId', 'month', 'currency', 'kindId', 'deferred'],
    ['shopId', 'week', 'currency', 'kindId', 'deferred'],
    ['shopId', 'day', 'currency', 'kindId', 'deferred'],
    ['shopId', 'month', 'sku', 'currency', 'kindId', 'deferred'],
    ['shopId', 'week', 'sku', 'currency', 'kindId', 'deferred'],
    ['shopId', 'day', 'sku', 'currency', 'kindId', 'deferred'],
  ],
  groups: ofFewValues,
  cost: costItems,
  from: [fromSettlement, fromTransactions, fromSummaries, fromViews, fromMarkets],
  mapped: {
    name: 'item',
    key: 'kindId',
    map: plain(amazonTypeMap),
    on: 'kindId',
    value: 'item',
    from: 'validFrom',
    to: 'validTo',
    kinds: { table: plain(amazonKind), title: 'title', titleEn: 'titleEn', parts: ['type', 'amountType', 'description', 'columnName'] },
  },
})
