/**
 * Walmart's orders, as its Marketplace API answers them (JSON, one page or several in an array): one row a line of an order. Times are
 * milliseconds since 1970; charges of a line are told apart by their type. Pure.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FileKind, FileMatch, FileSurveyor, LineReader, LineSink, Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import { add, isDecimal, subtract } from '#platform/format/decimal.ts'
import { dayInZone } from '#platform/format/zones.ts'
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
] as const
type Column = (typeof columns)[number]

/** A line of an order, as every marketplace's file says it. */
export interface OrderFileLine {
  readonly line: number
  readonly orderedOn: string
  readonly orderNo: string
  readonly orderLineNo: string
  readonly customerOrderNo: string
  readonly purchasedAt: string
  readonly paidAt: string | null
  readonly status: number
  readonly statusAt: string
  readonly itemId: string
  readonly sku: string
  readonly title: string
  readonly quantity: string
  readonly item: string
  readonly shipping: string
  readonly giftWrap: string
  readonly discount: string
  readonly tax: string
  readonly currency: string
  readonly country: string
}

type Json = Readonly<Record<string, unknown>>
const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {})
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(objectOf) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The lines of every order of a document; null: it is none of Walmart's. */
function rowsOf(document: unknown): string[][] | null {
  const pages = Array.isArray(document) ? document : [document]
  const orders = pages.flatMap(page => listOf(objectOf(objectOf(objectOf(page)['list'])['elements'])['order']))
  if (!orders.some(order => 'purchaseOrderId' in order)) return null
  return [[...columns], ...orders.flatMap(rowsOfOrder)]
}

function rowsOfOrder(order: Json): string[][] {
  const address = objectOf(objectOf(order['shippingInfo'])['postalAddress'])
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
    ]
  })
}

const isHead = (row: SourceRow): boolean => columns.every((column, at) => row.cells[at] === column)
const cell = (row: SourceRow, column: Column): string => row.cells[columns.indexOf(column)] ?? ''

export const walmartOrders: FileKind<'milliseconds', null, OrderFileLine> = {
  code: 'walmartOrders',
  title: ['沃尔玛订单', 'Walmart orders'],
  family: 'walmartOrders',
  month: 'crossing',
  template: columns,
  fromJson: rowsOf,
  recognise: rows => (rows[0] !== undefined && isHead(rows[0]) ? match : null),
  survey: () => new OrdersSurveyor(),
  read: (_match, _format, ask, sink) => new OrdersReader(ask.zone, sink),
}
const match: FileMatch = { headerLine: 1, columns: {}, language: null, confidence: 1 }

/** What is wrong with a line, and where. */
class LineFault extends Error {
  readonly refusal: Omit<Refusal, 'line'>
  constructor(column: Column, value: string, reason: Wording) {
    super(column)
    this.refusal = { column, value: value.slice(0, 200), reason }
  }
}

/** Years that a marketplace's clock can say. */
const [firstMs, lastMs] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)]
function instantOf(row: SourceRow, column: 'orderDate' | 'statusDate'): number {
  const written = cell(row, column)
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
function chargesOf(row: SourceRow): Charges {
  const written = cell(row, 'charges')
  let sums = nothing
  const currencies = new Set<string>()
  const amountOf = (part: Json): string => {
    const amount = textOf(part['amount'])
    if (!isDecimal(amount)) throw new LineFault('charges', amount, sentence`金额不是数字`)
    currencies.add(textOf(part['currency']))
    return amount
  }
  for (const charge of listOf(JSON.parse(written))) {
    const type = textOf(charge['chargeType'])
    const field = chargeTypes.get(type)
    if (field === undefined) throw new LineFault('charges', type, sentence`不认识的费用类型“${type}”，请联系管理员`)
    const amount = amountOf(objectOf(charge['chargeAmount']))
    // a discount is written with its sign or without, and taken off
    sums = { ...sums, [field]: add(sums[field], field === 'discount' ? amount.replace(/^-/, '') : amount) }
    const tax = objectOf(objectOf(charge['tax'])['taxAmount'])
    if ('amount' in tax) sums = { ...sums, tax: add(sums.tax, amountOf(tax)) }
  }
  const [currency, ...further] = currencies
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) throw new LineFault('charges', currency ?? '', sentence`这一行没有写明币种`)
  if (further.length > 0) throw new LineFault('charges', [...currencies].join(' '), sentence`同一行有多个币种`)
  return { ...sums, currency }
}

const statusCodes: ReadonlyMap<string, number> = new Map(Object.entries(orderStatuses).map(([name, [code]]) => [name, code]))

/** What of a line is not cancelled, and how far that is; a line of which nothing is left is cancelled with its whole quantity. */
function stateOf(row: SourceRow): { readonly status: number; readonly quantity: string } {
  const ordered = cell(row, 'quantity')
  if (!/^\d{1,9}$/.test(ordered)) throw new LineFault('quantity', ordered, sentence`数量不是整数`)
  const states = listOf(JSON.parse(cell(row, 'statuses'))).map(one => ({
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

function lineOf(row: SourceRow, zone: string): OrderFileLine {
  const [purchasedMs, sinceMs] = [instantOf(row, 'orderDate'), instantOf(row, 'statusDate')]
  for (const column of ['purchaseOrderId', 'lineNumber'] as const)
    if (cell(row, column) === '') throw new LineFault(column, '', sentence`缺少订单号或行号`)
  const country = cell(row, 'country')
  return {
    line: row.line,
    orderedOn: dayInZone(purchasedMs, zone),
    orderNo: cell(row, 'purchaseOrderId'),
    orderLineNo: cell(row, 'lineNumber'),
    customerOrderNo: cell(row, 'customerOrderId'),
    purchasedAt: new Date(purchasedMs).toISOString(),
    paidAt: null,
    ...stateOf(row),
    statusAt: new Date(sinceMs).toISOString(),
    itemId: '',
    sku: cell(row, 'sku'),
    title: cell(row, 'productName'),
    ...chargesOf(row),
    country: countries.get(country) ?? country,
  }
}

class OrdersSurveyor implements FileSurveyor<'milliseconds'> {
  readonly #currencies = new Set<string>()
  readonly #refusals: Refusal[] = []
  #first = Infinity
  #last = -Infinity
  #lineCount = 0

  row(row: SourceRow): void {
    if (isHead(row)) return
    this.#lineCount++
    try {
      const at = instantOf(row, 'orderDate')
      this.#first = Math.min(this.#first, at)
      this.#last = Math.max(this.#last, at)
      this.#currencies.add(chargesOf(row).currency)
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      this.#refusals.push({ line: row.line, ...error.refusal })
    }
  }

  end() {
    const isDated = this.#last >= this.#first
    const day = (ms: number): string | null => (isDated ? dayInZone(ms, 'UTC') : null)
    return {
      format: this.#refusals.length === 0 ? ('milliseconds' as const) : null,
      refusals: this.#refusals,
      marketplaces: [],
      currencies: [...this.#currencies],
      firstDay: day(this.#first),
      lastDay: day(this.#last),
      firstAt: isDated ? this.#first : null,
      lastAt: isDated ? this.#last : null,
      lineCount: this.#lineCount,
      documentId: null,
    }
  }
}

class OrdersReader implements LineReader<null> {
  readonly #zone: string
  readonly #sink: LineSink<OrderFileLine>
  readonly #sums = new Map<string, { readonly charges: string; readonly tax: string }>()
  #linesRead = 0

  constructor(zone: string, sink: LineSink<OrderFileLine>) {
    this.#zone = zone
    this.#sink = sink
  }

  row(row: SourceRow): void {
    if (isHead(row)) return
    try {
      const line = lineOf(row, this.#zone)
      const { charges, tax } = this.#sums.get(line.currency) ?? { charges: '0', tax: '0' }
      this.#sums.set(line.currency, { charges: add(charges, salesOf(line)), tax: add(tax, line.tax) })
      this.#linesRead++
      this.#sink.line(line)
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      this.#sink.refuse({ line: row.line, ...error.refusal })
    }
  }

  end() {
    const controlTotals = [...this.#sums].flatMap(([currency, { charges, tax }]) => [
      { name: 'sales', currency, stated: null, summed: charges },
      { name: 'tax', currency, stated: null, summed: tax },
    ])
    return { head: null, controlTotals, linesRead: this.#linesRead }
  }
}

/** Item, shipping and gift wrap less discount, as printed. */
export const salesOf = (line: OrderFileLine): string => subtract(add(add(line.item, line.shipping), line.giftWrap), line.discount)
