/**
 * Amazon's amounts, declared once for all reports: settlement lines, transaction lines and, where neither is there, lines of the
 * transaction summary. Two reports carry the same money; which of them counts is said per settlement (amazon_settlement.counted_from).
 */
import { date, decimal, flag, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { rollup, type Source } from '#platform/declare/rollup.ts'
import {
  amazonKind,
  amazonTypeMap,
  families,
  settlement,
  settlementLine,
  summaryLine,
  transactionColumns,
  transactionLine,
} from '../tables.ts'
import { marketLine } from '../../markets/tables.ts'

const plain = (r: unknown): Resource => r as Resource
const counted = settlement.fields.countedFrom.choices

const fromSettlement: Source = {
  name: 'settlement',
  family: 'amazonSettlement',
  title: [families.settlement[1], families.settlement[2]],
  fact: plain(settlementLine),
  booked: 'bookedOn',
  posted: 'postedOn',
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
  keys: { deferred: { constant: false }, orderId: 'orderNo' },
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
    month: month('月份', 'Month'),
    sku: text('平台 SKU', 'Seller SKU'),
    currency: referenceBy('币种', 'Currency', 'currency', 'code'),
    kindId: reference('费用类型', 'Kind', 'amazon_kind'),
    deferred: flag('递延', 'Deferred'),
  },
  lineKeys: { orderId: text('订单号', 'Order no.') },
  sums: { amount: money('金额', 'Amount'), quantity: decimal('数量', 'Quantity', 6) },
  count: ['笔数', 'Count'],
  grains: [
    ['shopId', 'month', 'currency', 'kindId', 'deferred'],
    ['shopId', 'month', 'sku', 'currency', 'kindId', 'deferred'],
    ['shopId', 'day', 'sku', 'currency', 'kindId', 'deferred'],
  ],
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
