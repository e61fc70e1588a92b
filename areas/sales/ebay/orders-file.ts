/**
 * eBay's orders report, as Seller Hub gives it (CSV): one row a line of an order, of an order of several items one row of totals above
 * them; empty rows around the head; a footer with the number of orders. Its clock is that of the site. Heads are those of genuine files of
 * the United States; the words of other sites and of a made-up sample are read as well. Pure.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { SourceRow } from '#platform/declare/file-kind.ts'
import { add, compare, multiply, subtract, sum } from '#platform/format/decimal.ts'
import { dayNumber, dayOfNumber, isDate } from '#platform/format/dates.ts'
import { readInstant } from '#platform/format/instants.ts'
import type { Buyer } from '../files/buyer.ts'
import { countryCodeOf } from '../files/country.ts'
import { orderKind, type Cell } from '../files/order-kind.ts'
import { clockTime, LineFault, piecesOf } from '../files/order-line.ts'
import { orderStatuses } from '../tables.ts'
import { ordersIn } from './orders-json.ts'

const needed = ['Order Number', 'Item Number', 'Item Title', 'Quantity', 'Sold For', 'Sale Date'] as const
const more = [
  'Custom Label',
  'Shipping And Handling',
  'Seller Collected Tax',
  'eBay Collected Tax',
  'Total Price',
  'Paid On Date',
  'Ship By Date',
  'Shipped On Date',
  'Ship To Country',
  'Variation Details',
  'Buyer Username',
  'Buyer Name',
  'Buyer Email',
  'Order Status',
  'Refund Amount',
] as const
const first = 'Sales Record Number'
type Column = typeof first | (typeof needed)[number] | (typeof more)[number]
const others: Readonly<Partial<Record<Column, readonly string[]>>> = {
  'Order Number': ['Order ID', 'Bestellnummer'],
  'Item Number': ['Artikelnummer'],
  'Item Title': ['Artikelbezeichnung', 'Angebotstitel'],
  Quantity: ['Stückzahl', 'Anzahl'],
  'Sold For': ['Item Price', 'Verkauft für'],
  'Sale Date': ['Order Date', 'Verkaufsdatum'],
  'Sales Record Number': ['Verkaufsprotokollnummer'],
  'Custom Label': ['Custom Label (SKU)', 'Bestandseinheit'],
  'Shipping And Handling': ['Postage And Handling', 'Postage And Packaging', 'Verpackung und Versand'],
  'Seller Collected Tax': ['Vom Verkäufer eingezogene Steuer'],
  'eBay Collected Tax': ['Von eBay eingezogene Steuer'],
  'Total Price': ['Gesamtpreis'],
  'Paid On Date': ['Zahlungsdatum', 'Bezahlt am'],
  'Ship By Date': ['Post By Date', 'Dispatch By Date', 'Versand bis'],
  'Shipped On Date': ['Posted On Date', 'Dispatched On Date', 'Versanddatum', 'Verschickt am'],
  'Ship To Country': ['Post To Country', 'Versand nach Land'],
  'Variation Details': ['Variantendetails'],
  'Buyer Username': ['Buyer User ID', 'Nutzername des Käufers'],
  'Buyer Name': ['Name des Käufers'],
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const bareWord = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036F.]/g, '')
    .toLowerCase()
const monthByName: ReadonlyMap<string, number> = new Map(
  ['en', 'de', 'fr', 'es', 'it'].flatMap(language =>
    months.flatMap((_, at) =>
      (['short', 'long'] as const).map((month): [string, number] => [
        bareWord(new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }).format(Date.UTC(2020, at, 15))),
        at + 1,
      ]),
    ),
  ),
)
const currencies: readonly (readonly [sign: string, currency: string])[] = [
  ['AU $', 'AUD'],
  ['AU$', 'AUD'],
  ['C $', 'CAD'],
  ['C$', 'CAD'],
  ['US $', 'USD'],
  ['$', 'USD'],
  ['£', 'GBP'],
  ['€', 'EUR'],
]

/** `Oct-01-26 07:12:00`, `26-May-26`; a report of days alone counts them at midnight. */
const written = /^(?:([\p{L}.]+)[- ](\d{1,2})|(\d{1,2})\.?[- ]([\p{L}.]+))[- ](\d{4}|\d{2})(?:\s+(\d{1,2}:\d{2}(?::\d{2})?))?$/u
function clockOf(cell: Cell<Column>, column: Column): { readonly day: string; readonly time: string } {
  const printed = cell(column)
  const [bare = '', bareTime = '00:00:00'] = printed.split(/[ T]/)
  // a cell of a workbook that took it for a date
  if (isDate(bare)) return { day: bare, time: bareTime }
  const [, name = '', date = '', dateFirst = '', nameSecond = '', year = '', time = '00:00:00'] = written.exec(printed) ?? []
  const month = monthByName.get(bareWord(name || nameSecond)) ?? 0
  const day = [year.length === 2 ? `20${year}` : year, String(month).padStart(2, '0'), (date || dateFirst).padStart(2, '0')].join('-')
  if (!isDate(day)) throw new LineFault(column, printed, sentence`日期应写作 Oct-01-26 07:12:00 这样`)
  return { day, time: time.replace(/^\d:/, '0$&') }
}
const at = (cell: Cell<Column>, column: Column, zone: string): number | null => {
  if (cell(column) === '') return null
  // the interface tells instants
  const instant = cell(column).endsWith('Z') ? readInstant(cell(column)) : null
  if (instant !== null) return instant
  const { day, time } = clockOf(cell, column)
  return clockTime(column, cell(column), day, time, zone)
}

/** An amount with the sign or code of its currency. What stands before its last one or two digits is the decimal mark. */
function amountIn(cell: Cell<Column>, column: Column): string {
  const printed = cell(column)
  const bare = printed.replace(/[\p{L}\p{Sc}\s\u00A0\u202F]+/gu, '')
  if (printed === '' || printed === '--') return '0'
  const [, sign = '', whole = '', places] = /^(-?)(\d{1,3}(?:[.,'’]?\d{3})*|\d+)(?:[.,](\d{1,2}))?$/.exec(bare) ?? []
  if (whole === '') throw new LineFault(column, printed, sentence`金额不是数字`)
  return `${sign}${whole.replace(/\D/g, '')}${places === undefined ? '' : `.${places}`}`
}
const taxOf = (cell: Cell<Column>): string => add(amountIn(cell, 'Seller Collected Tax'), amountIn(cell, 'eBay Collected Tax'))

/** What the lines of an order make, with the price of each as it is printed or for each piece of it. */
const itemSum = (items: readonly Cell<Column>[], isEach: boolean): string =>
  sum(
    items.map(cell =>
      isEach ? multiply(amountIn(cell, 'Sold For'), piecesOf('Quantity', cell('Quantity'), '1')) : amountIn(cell, 'Sold For'),
    ),
  )
/** The price of a line of several pieces: whole, unless the total of the order says that it is that of one. */
function itemOf(cell: Cell<Column>): string {
  const rest = subtract(amountIn(cell, 'Total Price'), add(amountIn(cell, 'Shipping And Handling'), taxOf(cell)))
  const isEach = compare(itemSum([cell], false), rest) !== 0 && compare(itemSum([cell], true), rest) === 0
  return itemSum([cell], isEach)
}

const once: readonly Column[] = ['Shipping And Handling', 'Seller Collected Tax', 'eBay Collected Tax']
const ofOne: readonly Column[] = [
  'Item Number',
  'Item Title',
  'Custom Label',
  'Quantity',
  'Sold For',
  'Total Price',
  'Variation Details',
  ...once,
]
/** Items below their row of totals: what it alone says holds for each; what of its amounts no item says is the first one's. */
function spread(totals: Cell<Column>, items: readonly Cell<Column>[]): readonly Cell<Column>[] {
  const sold = amountIn(totals, 'Sold For')
  const isEach = compare(itemSum(items, false), sold) !== 0 && compare(itemSum(items, true), sold) === 0
  const printed = (amount: string): string => `${currencyOf(totals)} ${amount}`.trim()
  return items.map((item, place) => column => {
    const own = item(column)
    if (column === 'Sold For' && isEach) return printed(itemSum([item], true))
    if (!once.includes(column)) return own !== '' || ofOne.includes(column) ? own : totals(column)
    if (place > 0 || totals(column) === '') return own
    return printed(add(amountIn(item, column), subtract(amountIn(totals, column), sum(items.map(one => amountIn(one, column))))))
  })
}

/** A name is one cell: its last word is the family name. */
function buyerOf(cell: Cell<Column>): Buyer {
  const words = cell('Buyer Name')
    .split(/\s+/)
    .filter(word => word !== '')
  const user = cell('Buyer Username') || cell('Buyer Email')
  return { user, first: words.slice(0, -1).join(' '), last: words.at(-1) ?? '', email: cell('Buyer Email') }
}

/** '': no amount of the line says it */
function currencyOf(cell: Cell<Column>): string {
  const printed = (['Sold For', 'Total Price', 'Shipping And Handling'] as const).map(cell).filter(one => one !== '')
  const codes = printed.map(
    one => currencies.find(([sign]) => one.startsWith(sign) || one.endsWith(sign))?.[1] ?? /\b[A-Z]{3}\b/.exec(one)?.[0],
  )
  return codes.find(code => code !== undefined) ?? ''
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

const closing = /record\(s\)|datens[aä]tze?\b|^seller id|^verkäufer-?id/i
const closingText = (row: SourceRow): string =>
  row.cells
    .map(cell => cell.trim())
    .filter(cell => cell !== '')
    .join(' ')
const isClosing = (row: SourceRow): boolean => closing.test(closingText(row))

const columns: readonly Column[] = [first, ...needed, ...more]
export const ebayOrders = orderKind<Column>({
  code: 'ebayOrders',
  title: ['eBay 订单报表', 'eBay orders report'],
  origin: 'genuine',
  columns,
  others,
  needed,
  fromJson: document => {
    const rows = ordersIn(document)
    return rows === null ? null : [[...columns], ...rows.map(row => columns.map(column => row[column] ?? ''))]
  },
  headWithin: 20,
  skips: isClosing,
  closes: isClosing,
  stated: row => {
    const count = isClosing(row) ? /^(\d[\d,.]*)\s+\D/.exec(closingText(row))?.[1] : undefined
    return count === undefined ? null : Number(count.replace(/\D/g, ''))
  },
  orderNo: cell => cell('Sales Record Number') || cell('Order Number'),
  notYet: count => sentence`${count} 行还没有订单号（买家尚未付款），没有计入`,
  isTotals: cell => cell('Item Number') === '' && cell('Item Title') === '',
  spread,
  surveyed: cell => ({
    day: cell('Sale Date') === '' ? null : clockOf(cell, 'Sale Date').day,
    at: null,
    currency: currencyOf(cell) || null,
  }),
  keys: ['Order Number', 'Item Number'],
  line: (cell, ask) => {
    const purchasedMs = at(cell, 'Sale Date', ask.zone)
    if (purchasedMs === null) throw new LineFault('Sale Date', '', sentence`日期应写作 Oct-01-26 07:12:00 这样`)
    const [paidMs, shippedMs] = [at(cell, 'Paid On Date', ask.zone), at(cell, 'Shipped On Date', ask.zone)]
    const [status, rank] = stateOf(cell)
    const item = itemOf(cell)
    return {
      purchasedMs,
      paidMs,
      dueMs: at(cell, 'Ship By Date', ask.zone),
      buyer: buyerOf(cell),
      sinceMs: Math.max(purchasedMs, paidMs ?? 0, shippedMs ?? 0) + rank,
      orderNo: cell('Order Number'),
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
      item,
      shipping: amountIn(cell, 'Shipping And Handling'),
      tax: taxOf(cell),
      country: countryCodeOf(cell('Ship To Country')),
      currency: currencyOf(cell) || ask.currency,
    }
  },
})

/** The day as eBay prints it: `Oct-01-26`. */
export function ebayDay(day: string): string {
  const [year = '', month = '', date = ''] = dayOfNumber(dayNumber(day)).split('-')
  const name = months[Number(month) - 1] ?? ''
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}-${date}-${year.slice(2)}`
}
