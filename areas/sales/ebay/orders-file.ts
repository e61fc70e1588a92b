/**
 * eBay's orders report, as Seller Hub gives it (CSV): one row a line of an order, a footer with the number of records. Its clock is that of
 * the site; the tax is collected by eBay and never the seller's. Pure.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import { dayNumber, dayOfNumber, isDate } from '#platform/format/dates.ts'
import type { Buyer } from '../files/buyer.ts'
import { countryCodeOf } from '../files/country.ts'
import { orderKind, type Cell } from '../files/order-kind.ts'
import { amountOf, clockTime, LineFault, piecesOf } from '../files/order-line.ts'
import { orderStatuses } from '../tables.ts'

const needed = [
  'Sales Record Number',
  'Order ID',
  'Item Number',
  'Item Title',
  'Custom Label',
  'Quantity',
  'Item Price',
  'Shipping And Handling',
  'eBay Collected Tax',
  'Total Price',
  'Order Date',
  'Paid On Date',
] as const
const buyerColumns = ['Buyer User ID', 'Buyer Username', 'Buyer Name', 'Buyer Email'] as const
const more = [
  'Order Status',
  'Shipped On Date',
  'Ship By Date',
  'Ship To Country',
  'Variation Details',
  'Refund Amount',
  ...buyerColumns,
] as const
type Column = (typeof needed)[number] | (typeof more)[number]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const currencies: readonly (readonly [sign: string, currency: string])[] = [
  ['AU $', 'AUD'],
  ['AU$', 'AUD'],
  ['C $', 'CAD'],
  ['C$', 'CAD'],
  ['$', 'USD'],
  ['£', 'GBP'],
  ['€', 'EUR'],
]

/** `Oct-01-26 07:12:00`; a report of days alone counts them at midnight. */
function clockOf(cell: Cell<Column>, column: Column): { readonly day: string; readonly time: string } {
  const written = cell(column)
  const match = /^([A-Za-z]{3})-(\d{1,2})-(\d{2}|\d{4})(?:\s+(\d{1,2}:\d{2}(?::\d{2})?))?$/.exec(written)
  const month = months.indexOf((match?.[1] ?? '').toLowerCase()) + 1
  const year = match?.[3] ?? ''
  const day = `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${(match?.[2] ?? '').padStart(2, '0')}`
  if (!match || !isDate(day)) throw new LineFault(column, written, sentence`日期应写作 Oct-01-26 07:12:00 这样`)
  return { day, time: (match[4] ?? '00:00:00').padStart(match[4]?.length === 4 || match[4]?.length === 7 ? match[4].length + 1 : 0, '0') }
}
const at = (cell: Cell<Column>, column: Column, zone: string): number | null => {
  if (cell(column) === '') return null
  const { day, time } = clockOf(cell, column)
  return clockTime(column, cell(column), day, time, zone)
}

/** A name is one cell: its last word is the family name. */
function buyerOf(cell: Cell<Column>): Buyer {
  const words = cell('Buyer Name')
    .split(/\s+/)
    .filter(word => word !== '')
  const user = cell('Buyer User ID') || cell('Buyer Username') || cell('Buyer Email')
  return { user, first: words.slice(0, -1).join(' '), last: words.at(-1) ?? '', email: cell('Buyer Email') }
}

function currencyOf(cell: Cell<Column>): string {
  const printed = cell('Total Price')
  const code = /(?:^|\s)([A-Z]{3})(?:\s|$)/.exec(printed)?.[1] ?? currencies.find(([sign]) => printed.startsWith(sign))?.[1]
  if (code === undefined) throw new LineFault('Total Price', printed, sentence`这一行没有写明币种`)
  return code
}

/** How far an order is, and how far that is beyond the other states: the report has no clock of states. */
function stateOf(cell: Cell<Column>): readonly [status: number, rank: number] {
  const said = cell('Order Status').toLowerCase()
  if (/cancel/.test(said)) return [orderStatuses.cancelled[0], 5]
  if (/refund/.test(said)) return [orderStatuses.refunded[0], 4]
  if (/deliver/.test(said)) return [orderStatuses.delivered[0], 3]
  if (/shipped|transit/.test(said) || cell('Shipped On Date') !== '') return [orderStatuses.shipped[0], 2]
  if (/paid/.test(said) || cell('Paid On Date') !== '') return [orderStatuses.acknowledged[0], 1]
  return [orderStatuses.created[0], 0]
}

const footer = /record\(s\) downloaded|^seller id/i
const isFooter = (row: SourceRow): boolean => footer.test(row.cells[0]?.trim() ?? '')

export const ebayOrders = orderKind<Column>({
  code: 'ebayOrders',
  title: ['eBay 订单报表', 'eBay orders report'],
  origin: 'madeUp',
  columns: [...needed, ...more],
  needed,
  headWithin: 5,
  skips: isFooter,
  closes: isFooter,
  stated: row => {
    const count = /(\d[\d,]*)\s+record\(s\) downloaded/i.exec(row.cells[0] ?? '')?.[1]
    return count === undefined ? null : Number(count.replaceAll(',', ''))
  },
  orderNo: cell => cell('Order ID'),
  surveyed: cell => ({ day: clockOf(cell, 'Order Date').day, at: null, currency: currencyOf(cell) }),
  keys: ['Order ID', 'Item Number'],
  line: (cell, ask) => {
    const purchased = clockOf(cell, 'Order Date')
    const purchasedMs = clockTime('Order Date', cell('Order Date'), purchased.day, purchased.time, ask.zone)
    const [paidMs, shippedMs] = [at(cell, 'Paid On Date', ask.zone), at(cell, 'Shipped On Date', ask.zone)]
    const [status, rank] = stateOf(cell)
    return {
      purchasedMs,
      paidMs,
      dueMs: at(cell, 'Ship By Date', ask.zone),
      buyer: buyerOf(cell),
      sinceMs: Math.max(purchasedMs, paidMs ?? 0, shippedMs ?? 0) + rank,
      orderNo: cell('Order ID'),
      orderLineNo: [cell('Item Number'), cell('Custom Label'), cell('Variation Details')]
        .filter(part => part !== '')
        .join(' ')
        .slice(0, 200),
      customerOrderNo: cell('Sales Record Number'),
      status,
      itemId: cell('Item Number'),
      // Excel takes a label of digits for a number; a listing without one is known by its number
      sku: cell('Custom Label') === '' ? cell('Item Number') : cell('Custom Label'),
      title: cell('Item Title'),
      quantity: piecesOf('Quantity', cell('Quantity')),
      item: amountOf('Item Price', cell('Item Price')),
      shipping: amountOf('Shipping And Handling', cell('Shipping And Handling')),
      tax: amountOf('eBay Collected Tax', cell('eBay Collected Tax')),
      country: countryCodeOf(cell('Ship To Country')),
      currency: currencyOf(cell),
    }
  },
})

/** The day as eBay prints it: `Oct-01-26`. */
export function ebayDay(day: string): string {
  const [year = '', month = '', date = ''] = dayOfNumber(dayNumber(day)).split('-')
  const name = months[Number(month) - 1] ?? ''
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}-${date}-${year.slice(2)}`
}
