/**
 * Amazon's all-orders report (GET_FLAT_FILE_ALL_ORDERS_DATA…, tab separated): one row an item of an order, of every site that the seller
 * account sells on. A shop takes the rows of its own site. Pure.
 */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { add } from '#platform/format/decimal.ts'
import { readInstant } from '#platform/format/instants.ts'
import { orderKind, type Cell } from '../files/order-kind.ts'
import { amountOf, currencyCode, LineFault, piecesOf, taken } from '../files/order-line.ts'
import { orderStatuses, shippers } from '../tables.ts'
import { ordersIn } from './orders-json.ts'

const needed = [
  'amazon-order-id',
  'merchant-order-id',
  'purchase-date',
  'last-updated-date',
  'order-status',
  'sales-channel',
  'product-name',
  'sku',
  'asin',
  'item-status',
  'quantity',
  'currency',
  'item-price',
  'item-tax',
  'shipping-price',
  'shipping-tax',
  'gift-wrap-price',
  'gift-wrap-tax',
  'item-promotion-discount',
  'ship-promotion-discount',
  'ship-country',
] as const
const channel = 'fulfillment-channel'
type Column = (typeof needed)[number] | typeof channel

function instantOf(cell: Cell<Column>, column: 'purchase-date' | 'last-updated-date'): number {
  const at = readInstant(cell(column))
  if (at === null) throw new LineFault(column, cell(column), sentence`时间应带有时区，如 2026-08-18T09:12:44+00:00`)
  return at
}

/** A pending order has no price and no currency yet. */
const currencyOf = (cell: Cell<Column>): string | null => (cell('currency') === '' ? null : currencyCode('currency', cell('currency')))

/** Sites as the report names them: `Amazon.de`, for Canada `Amazon.ca`; Japan's in both ways. */
const siteOf = (cell: Cell<Column>): string => {
  const said = cell('sales-channel').toLowerCase()
  return said === 'amazon.jp' ? 'amazon.co.jp' : said
}

const states: readonly (readonly [RegExp, keyof typeof orderStatuses])[] = [
  [/cancel/, 'cancelled'],
  [/deliver/, 'delivered'],
  [/shipp/, 'shipped'],
  [/unshipped|payment/, 'acknowledged'],
  [/pending/, 'created'],
]
/** `Shipped - Delivered to Buyer`, `Shipped - Returned to Seller`, `Unshipped`; the item's own state counts where it has one. */
function statusOf(cell: Cell<Column>): number {
  const said = (cell('item-status') === '' ? cell('order-status') : cell('item-status')).toLowerCase()
  const order = cell('order-status').toLowerCase()
  if (/cancel/.test(order) || /cancel/.test(said)) return orderStatuses.cancelled[0]
  if (/unshipped/.test(said)) return orderStatuses.acknowledged[0]
  if (/delivered to buyer/.test(order)) return orderStatuses.delivered[0]
  return orderStatuses[states.find(([word]) => word.test(said))?.[1] ?? 'other'][0]
}

/** `Merchant` and `MFN` are sent by the seller. */
function shipperOf(said: string): number | null {
  if (said === '') return null
  return /^(merchant|mfn)/i.test(said) ? shippers.seller[0] : shippers.marketplace[0]
}

const columns: readonly Column[] = [...needed, channel]
export const amazonOrders = orderKind<Column>({
  code: 'amazonOrders',
  title: ['亚马逊所有订单', 'Amazon all orders'],
  origin: 'madeUp',
  columns,
  needed,
  fromJson: document => {
    const rows = ordersIn(document)
    return rows === null ? null : [[...columns], ...rows.map(row => columns.map(column => row[column] ?? ''))]
  },
  surveyed: cell => {
    const at = instantOf(cell, 'purchase-date')
    return { day: cell('purchase-date').slice(0, 10), at, currency: currencyOf(cell), site: siteOf(cell) }
  },
  siteOf: cell => cell('sales-channel'),
  leftOut: (count, sites) => sentence`有 ${count} 行属于其他渠道（${listed(sites)}），本店铺未导入；请为那些站点的店铺再导入一次`,
  keys: ['amazon-order-id'],
  line: (cell, ask) => {
    const purchasedMs = instantOf(cell, 'purchase-date')
    if (ask.marketplace !== undefined && ask.marketplace !== '' && siteOf(cell) !== ask.marketplace.toLowerCase()) return null
    const currency = currencyOf(cell) ?? ask.currency
    if (currency !== ask.currency) throw new LineFault('currency', currency, sentence`币种与店铺的币种 ${ask.currency} 不同`)
    const money = (column: Column): string => amountOf(column, cell(column))
    return {
      purchasedMs,
      sinceMs: cell('last-updated-date') === '' ? purchasedMs : instantOf(cell, 'last-updated-date'),
      orderNo: cell('amazon-order-id'),
      orderLineNo: cell('sku') === '' ? cell('asin') : cell('sku'),
      customerOrderNo: cell('merchant-order-id'),
      status: statusOf(cell),
      itemId: cell('asin'),
      sku: cell('sku'),
      title: cell('product-name'),
      quantity: piecesOf('quantity', cell('quantity'), '0'),
      item: money('item-price'),
      shipping: money('shipping-price'),
      giftWrap: money('gift-wrap-price'),
      discount: add(taken(money('item-promotion-discount')), taken(money('ship-promotion-discount'))),
      tax: add(add(money('item-tax'), money('shipping-tax')), money('gift-wrap-tax')),
      currency,
      country: cell('ship-country'),
      shippedBy: shipperOf(cell(channel)),
    }
  },
})
