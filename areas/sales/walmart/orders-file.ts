/**
 * Walmart's orders, as its Marketplace API answers them (JSON, one page or several in an array): one row a line of an order. Times are
 * milliseconds since 1970; charges of a line are told apart by their type. Pure.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { add, isDecimal } from '#platform/format/decimal.ts'
import { listOf, objectOf, pagesOf, textOf, type Json } from '#platform/format/parsed-json.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { orderKind, type Cell } from '../files/order-kind.ts'
import { currencyCode, LineFault, piecesOf, taken } from '../files/order-line.ts'
import { orderStatuses } from '../tables.ts'

const columns = [
  'purchaseOrderId',
  'lineNumber',
  'customerOrderId',
  'orderDate',
  'statuses',
  'statusDate',
  'sku',
  'productName',
  'quantity',
  'charges',
  'country',
  'customerEmailId',
  'estimatedShipDate',
] as const
type Column = (typeof columns)[number]

/** The lines of every order of a document; null: it is none of Walmart's. */
function rowsOf(document: unknown): string[][] | null {
  const pages = pagesOf(document)
  const orders = pages.flatMap(page => listOf(objectOf(objectOf(page['list'])['elements'])['order']))
  if (!orders.some(order => 'purchaseOrderId' in order)) return null
  return [[...columns], ...orders.flatMap(rowsOfOrder)]
}

function rowsOfOrder(order: Json): string[][] {
  const shipping = objectOf(order['shippingInfo'])
  const address = objectOf(shipping['postalAddress'])
  return listOf(objectOf(order['orderLines'])['orderLine']).map(line => {
    const item = objectOf(line['item'])
    return [
      textOf(order['purchaseOrderId']),
      textOf(line['lineNumber']),
      textOf(order['customerOrderId']),
      textOf(order['orderDate']),
      JSON.stringify(listOf(objectOf(line['orderLineStatuses'])['orderLineStatus'])),
      textOf(line['statusDate']),
      textOf(item['sku']),
      textOf(item['productName']),
      textOf(objectOf(line['orderLineQuantity'])['amount']),
      JSON.stringify(listOf(objectOf(line['charges'])['charge'])),
      textOf(address['country']),
      textOf(order['customerEmailId']),
      textOf(shipping['estimatedShipDate']),
    ]
  })
}

/** Years that a marketplace's clock can say. */
const [firstMs, lastMs] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)]
function instantOf(cell: Cell<Column>, column: 'orderDate' | 'statusDate' | 'estimatedShipDate'): number {
  const written = cell(column)
  const ms = /^\d{9,15}$/.test(written) ? Number(written) : NaN
  if (!(ms >= firstMs && ms < lastMs)) throw new LineFault(column, written, sentence`时间应为 1970 年起的毫秒数`)
  return ms
}

interface Charges {
  readonly item: string
  readonly shipping: string
  readonly giftWrap: string
  readonly discount: string
  readonly tax: string
  readonly currency: string
}
const nothing: Omit<Charges, 'currency'> = { item: '0', shipping: '0', giftWrap: '0', discount: '0', tax: '0' }
const chargeTypes: ReadonlyMap<string, 'item' | 'shipping' | 'giftWrap' | 'discount'> = new Map([
  ['PRODUCT', 'item'],
  ['SHIPPING', 'shipping'],
  ['GIFT_WRAP', 'giftWrap'],
  ['DISCOUNT', 'discount'],
])

/** A charge of an unknown type refuses its line: money is never dropped, nor counted where nobody said it belongs. */
function chargesOf(cell: Cell<Column>): Charges {
  let sums = nothing
  const currencies = new Set<string>()
  const amountOf = (part: Json): string => {
    const amount = textOf(part['amount'])
    if (!isDecimal(amount)) throw new LineFault('charges', amount, sentence`金额不是数字`)
    currencies.add(textOf(part['currency']))
    return amount
  }
  for (const charge of listOf(JSON.parse(cell('charges')))) {
    const type = textOf(charge['chargeType'])
    const field = chargeTypes.get(type)
    if (field === undefined) throw new LineFault('charges', type, sentence`不认识的费用类型“${type}”，请联系管理员`)
    const amount = amountOf(objectOf(charge['chargeAmount']))
    // a discount is written with its sign or without, and taken off
    sums = { ...sums, [field]: add(sums[field], field === 'discount' ? taken(amount) : amount) }
    const tax = objectOf(objectOf(charge['tax'])['taxAmount'])
    if ('amount' in tax) sums = { ...sums, tax: add(sums.tax, amountOf(tax)) }
  }
  const [currency = '', ...further] = currencies
  if (further.length > 0) throw new LineFault('charges', [...currencies].join(' '), sentence`同一行有多个币种`)
  return { ...sums, currency: currencyCode('charges', currency) }
}

const statusCodes: ReadonlyMap<string, number> = new Map(Object.entries(orderStatuses).map(([name, [code]]) => [name, code]))

/** What of a line is not cancelled, and how far that is; a line of which nothing is left is cancelled with its whole quantity. */
function stateOf(cell: Cell<Column>): { readonly status: number; readonly quantity: string } {
  const ordered = piecesOf('quantity', cell('quantity'))
  const states = listOf(JSON.parse(cell('statuses'))).map(one => ({
    name: textOf(one['status']).toLowerCase(),
    quantity: Number(textOf(objectOf(one['statusQuantity'])['amount'])),
  }))
  const cancelled = states.reduce((sum, one) => sum + (one.name === 'cancelled' ? one.quantity : 0), 0)
  const kept = states.filter(one => one.name !== 'cancelled')
  if (kept.length === 0 && states.length > 0) return { status: orderStatuses.cancelled[0], quantity: ordered }
  const codes = kept.map(one => statusCodes.get(one.name) ?? orderStatuses.other[0])
  return { status: Math.max(orderStatuses.created[0], ...codes), quantity: String(Math.max(0, Number(ordered) - cancelled)) }
}

/** ISO's three letters of the lands it sells in. */
const countries: ReadonlyMap<string, string> = new Map([
  ['USA', 'US'],
  ['CAN', 'CA'],
  ['MEX', 'MX'],
])

export const walmartOrders = orderKind<Column>({
  code: 'walmartOrders',
  title: ['沃尔玛订单', 'Walmart orders'],
  origin: 'described',
  columns,
  fromJson: rowsOf,
  surveyed: cell => {
    const at = instantOf(cell, 'orderDate')
    return { day: dayInZone(at, 'UTC'), at, currency: chargesOf(cell).currency }
  },
  keys: ['purchaseOrderId', 'lineNumber'],
  line: cell => ({
    purchasedMs: instantOf(cell, 'orderDate'),
    sinceMs: instantOf(cell, 'statusDate'),
    dueMs: cell('estimatedShipDate') === '' ? null : instantOf(cell, 'estimatedShipDate'),
    // an address that Walmart relays: its name for the customer
    buyer: { user: cell('customerEmailId'), email: cell('customerEmailId') },
    orderNo: cell('purchaseOrderId'),
    orderLineNo: cell('lineNumber'),
    customerOrderNo: cell('customerOrderId'),
    ...stateOf(cell),
    sku: cell('sku'),
    title: cell('productName'),
    ...chargesOf(cell),
    country: countries.get(cell('country')) ?? cell('country'),
  }),
})
