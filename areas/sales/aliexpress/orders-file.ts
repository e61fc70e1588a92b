/**
 * AliExpress orders, as its open platform answers them (JSON): the list of orders and the details of one order, pages in an array or one
 * alone. One row a child order. Ids are texts of any length, times are US Pacific. Pure.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { multiply } from '#platform/format/decimal.ts'
import { listOf, objectOf, pagesOf, textOf, type Json } from '#platform/format/parsed-json.ts'
import { orderKind, type Cell } from '../files/order-kind.ts'
import { amountOf, clockTime, currencyCode, LineFault, piecesOf } from '../files/order-line.ts'
import { orderStatuses } from '../tables.ts'

const columns = [
  'order_id',
  'child_id',
  'gmt_create',
  'gmt_pay_time',
  'gmt_update',
  'order_status',
  'son_order_status',
  'end_reason',
  'product_id',
  'sku_code',
  'product_name',
  'product_count',
  'product_amount',
  'logistics_amount',
  'currency_code',
  'country',
  'buyer_login_id',
  'buyer_first_name',
  'buyer_last_name',
  'goods_prepare_time',
] as const
type Column = (typeof columns)[number]
const pacific = 'America/Los_Angeles'

/** An amount stands as `amount` in lists and as `amount_str` in details. */
const moneyOf = (value: unknown): readonly [amount: string, currency: string] => {
  const money = objectOf(value)
  return [textOf(money['amount']) || textOf(money['amount_str']), textOf(money['currency_code'])]
}

/** What the answer holds, under whichever method's name. */
const resultOf = (page: unknown): Json => {
  const answer = Object.entries(objectOf(page)).find(([name]) => /^aliexpress_.*order.*_response$/.test(name))
  return objectOf(objectOf(answer?.[1])['result'])
}

/** The child orders of a document; null: it is none of AliExpress's. */
function rowsOf(document: unknown): string[][] | null {
  const results = pagesOf(document).map(resultOf)
  const ordersOf = (result: Json): readonly Json[] => listOf(objectOf(result['target_list'])['order_dto'])
  const listed = results.flatMap(ordersOf)
  const details = results.map(result => objectOf(result['data'])).filter(data => 'child_order_list' in data)
  if (listed.length + details.length === 0) return null
  return [[...columns], ...listed.flatMap(rowsOfListed), ...details.flatMap(rowsOfDetails)]
}

function rowsOfListed(order: Json): string[][] {
  return listOf(objectOf(order['product_list'])['order_product_dto']).map(child => {
    const [item, currency] = moneyOf(child['total_product_amount'])
    const [freight, freightCurrency] = moneyOf(child['logistics_amount'])
    const states = [textOf(order['order_status']), textOf(child['son_order_status']), textOf(order['end_reason'])]
    const product = [textOf(child['product_id']), textOf(child['sku_code']), textOf(child['product_name']), textOf(child['product_count'])]
    const times = [textOf(order['gmt_create']), textOf(order['gmt_pay_time']), textOf(order['gmt_update'])]
    const ids = [textOf(order['order_id']), textOf(child['child_id'])]
    const names = [textOf(child['buyer_signer_first_name']), textOf(child['buyer_signer_last_name'])]
    const buyer = [textOf(order['buyer_login_id']), ...names, textOf(child['goods_prepare_time'])]
    return [...ids, ...times, ...states, ...product, item, freight, oneOf(currency, freightCurrency), '', ...buyer]
  })
}

/** Details hold the price of one piece. */
function rowsOfDetails(order: Json): string[][] {
  return listOf(objectOf(order['child_order_list'])['global_aeop_tp_child_order_dto']).map(child => {
    const [price, currency] = moneyOf(child['product_price'])
    const [freight, freightCurrency] = moneyOf(child['logistics_amount'])
    const count = textOf(child['product_count'])
    const item = /^\d{1,9}$/.test(count) && /^-?\d+(\.\d+)?$/.test(price) ? multiply(price, count) : price
    const states = [textOf(order['order_status']), textOf(child['order_status']), textOf(order['order_end_reason'])]
    const product = [textOf(child['product_id']), textOf(child['sku_code']), textOf(child['product_name']), count]
    const times = [textOf(order['gmt_create']), textOf(order['gmt_pay_success']), textOf(order['gmt_modified'])]
    const ids = [textOf(order['id']), textOf(child['child_order_id']) || textOf(child['id'])]
    const country = textOf(objectOf(order['receipt_address'])['country'])
    const told = objectOf(order['buyer_info'])
    const login = textOf(order['buyerloginid']) || textOf(told['login_id'])
    const buyer = [login, textOf(told['first_name']), textOf(told['last_name']), textOf(child['goods_prepare_time'])]
    return [...ids, ...times, ...states, ...product, item, freight, oneOf(currency, freightCurrency), country, ...buyer]
  })
}
const oneOf = (...currencies: readonly string[]): string => [...new Set(currencies.filter(one => one !== ''))].join(' ')

function instantOf(cell: Cell<Column>, column: 'gmt_create' | 'gmt_pay_time' | 'gmt_update'): number {
  const written = cell(column)
  const [day = '', time = ''] = written.split(/[ T]/)
  return clockTime(column, written, day, time, pacific)
}

function currencyOf(cell: Cell<Column>): string {
  const code = cell('currency_code')
  if (code.includes(' ')) throw new LineFault('currency_code', code, sentence`同一行有多个币种`)
  return currencyCode('currency_code', code)
}

const dayMs = 86_400_000
/** So many days from the payment on; an order that is not paid has no day yet. */
function dueOf(cell: Cell<Column>, paidMs: number | null): number | null {
  const days = cell('goods_prepare_time')
  if (days === '' || paidMs === null) return null
  return paidMs + Number(piecesOf('goods_prepare_time', days)) * dayMs
}

const statuses: ReadonlyMap<string, keyof typeof orderStatuses> = new Map([
  ['PLACE_ORDER_SUCCESS', 'created'],
  ['RISK_CONTROL', 'created'],
  ['WAIT_SELLER_EXAMINE_MONEY', 'created'],
  ['WAIT_SELLER_SEND_GOODS', 'acknowledged'],
  ['SELLER_PART_SEND_GOODS', 'shipped'],
  ['SELLER_SEND_PART_GOODS', 'shipped'],
  ['SELLER_SEND_GOODS', 'shipped'],
  ['WAIT_BUYER_ACCEPT_GOODS', 'shipped'],
  ['BUYER_ACCEPT_GOODS', 'delivered'],
  ['FUND_PROCESSING', 'delivered'],
  ['FINISH', 'delivered'],
])
/** An order that ended without having been paid, or because somebody called it off, is cancelled. */
function statusOf(cell: Cell<Column>): number {
  const said = cell('son_order_status') === '' ? cell('order_status') : cell('son_order_status')
  const isEnded = said === 'FINISH' || cell('order_status') === 'FINISH'
  if (isEnded && (cell('gmt_pay_time') === '' || /cancel|timeout|risk/i.test(cell('end_reason')))) return orderStatuses.cancelled[0]
  return orderStatuses[statuses.get(said) ?? 'other'][0]
}

export const aliexpressOrders = orderKind<Column>({
  code: 'aliexpressOrders',
  title: ['速卖通订单', 'AliExpress orders'],
  origin: 'described',
  columns,
  fromJson: rowsOf,
  surveyed: cell => {
    const at = instantOf(cell, 'gmt_create')
    return { day: cell('gmt_create').slice(0, 10), at, currency: currencyOf(cell) }
  },
  keys: ['order_id', 'child_id'],
  line: cell => {
    const purchasedMs = instantOf(cell, 'gmt_create')
    const paidMs = cell('gmt_pay_time') === '' ? null : instantOf(cell, 'gmt_pay_time')
    return {
      purchasedMs,
      paidMs,
      dueMs: dueOf(cell, paidMs),
      buyer: { user: cell('buyer_login_id'), first: cell('buyer_first_name'), last: cell('buyer_last_name') },
      sinceMs: cell('gmt_update') === '' ? (paidMs ?? purchasedMs) : instantOf(cell, 'gmt_update'),
      orderNo: cell('order_id'),
      orderLineNo: cell('child_id'),
      status: statusOf(cell),
      itemId: cell('product_id'),
      sku: cell('sku_code') === '' ? cell('product_id') : cell('sku_code'),
      title: cell('product_name'),
      quantity: piecesOf('product_count', cell('product_count')),
      item: amountOf('product_amount', cell('product_amount')),
      shipping: amountOf('logistics_amount', cell('logistics_amount')),
      currency: currencyOf(cell),
      country: cell('country'),
    }
  },
})
