/**
 * Walmart's reconciliation report (CSV, the ZIP it comes in, or a workbook), read by the names of its columns. One row is one amount; the
 * legacy form has one row an order line with what is paid of it. An amount type that nobody knows is kept as it is printed. Pure.
 */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FileKind, FileMatch, FileSurveyor, LineReader, LineSink, ReadAsk, Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import { add, canonical, compare, isDecimal, isNegative, isZero, negate, subtract } from '#platform/format/decimal.ts'
import { parseDate } from '#platform/format/dates.ts'
import { instantInZone } from '#platform/format/zones.ts'
import { showExact } from '#platform/format/numbers.ts'
import { LineFault, typedKeyOf, type MarketLine } from '../market-file.ts'

/** Columns by the names of both versions; the later one's are told first. */
const heads = {
  posted: ['transaction posted timestamp', 'transaction date time'],
  type: ['transaction type'],
  order: ['purchase order #', 'p.o. #'],
  orderLine: ['purchase order line #', 'p.o. line #'],
  sku: ['partner item id'],
  title: ['partner item name'],
  quantity: ['ship qty', 'shipped qty'],
  amount: ['amount'],
  amountType: ['amount type'],
  description: ['transaction description'],
  currency: ['currency'],
  periodStart: ['period start date'],
  periodEnd: ['period end date'],
  total: ['total payable'],
  payable: ['payable to partner from sale'],
  grossSales: ['gross sales revenue'],
  grossShipping: ['gross shipping revenue'],
  commission: ['commission from sale'],
  refundedSales: ['refunded retail sales'],
  refundedShipping: ['gross shipping refunded'],
} as const
type Column = keyof typeof heads
/** Columns that are known of both versions and hold nothing that the books need. */
export const asideHeads: readonly string[] = (
  'Transaction Key|Customer Order #|Customer Order line #|Commission Rate|Base Commission Rate|Transaction Reason Description|' +
  'Partner GTIN|Product Tax Code|Ship to State|Ship to City|Ship to Zipcode|Ship to country|' +
  'Contract Category|Product Type|Commission Rule|' +
  'Shipping Method|Fulfillment Type|Fulfillment Details|Original Commission|Commission Incentive Program|Commission Saving|' +
  'Customer Promo Type|Total Walmart Funded Savings Program|Campaign Id|Item Condition|Original charge|Charge Savings|' +
  'Incentive Program Name|Walmart.com Order #|Order Line #|Partner Order #|Ship to county|County code|Zip code|' +
  'Total tender to / from customer|Sales refund for Escalation|Shipping refund for Escalation'
).split('|')
const needed: Readonly<Record<'v1' | 'legacy', readonly Column[]>> = {
  v1: ['posted', 'type', 'order', 'amount', 'amountType', 'description', 'sku'],
  legacy: ['posted', 'type', 'order', 'payable', 'grossSales', 'commission', 'sku'],
}
/** what of an order line the legacy form tells, with the sign it counts with */
const told: readonly (readonly [column: Column, amountType: string, isTaken: boolean])[] = [
  ['grossSales', 'Product Price', false],
  ['grossShipping', 'Shipping', false],
  ['commission', 'Commission on Product', true],
  ['refundedSales', 'Refunded Retail Sales', true],
  ['refundedShipping', 'Gross Shipping Refunded', true],
]

const headRows = 5
export const walmartReconciliation: FileKind<'read', null, MarketLine> = {
  code: 'walmartReconciliation',
  title: ['沃尔玛对账单', 'Walmart reconciliation report'],
  origin: 'columns',
  family: 'walmartReconciliation',
  month: 'crossing',
  template: Object.values(heads).map(([name]) => name),
  recognise,
  explain: rows => {
    const row = rows.slice(0, headRows).find(one => one.cells.some(cell => /purchase order #|p\.o\. #/i.test(cell)))
    return row === undefined ? null : sentence`这是沃尔玛对账单，但缺少金额列，请重新下载完整的原始文件`
  },
  survey: match => new Surveyor(match),
  read: (match, _format, ask, sink) => new Reader(match, ask, sink),
}

function recognise(rows: readonly SourceRow[]): FileMatch | null {
  for (const row of rows.slice(0, headRows)) {
    const names = row.cells.map(cell =>
      cell
        .replace(/^\uFEFF/, '')
        .trim()
        .toLowerCase(),
    )
    const columns: Record<string, number> = {}
    for (const [column, known] of Object.entries(heads)) {
      const at = known.map(name => names.indexOf(name)).find(index => index >= 0)
      if (at !== undefined) columns[column] = at
    }
    for (const version of ['v1', 'legacy'] as const)
      if (needed[version].every(column => columns[column] !== undefined))
        return { headerLine: row.line, columns, language: version, confidence: 1 }
  }
  return null
}

const cellOf = (match: FileMatch, row: SourceRow, column: Column): string => {
  const at = match.columns[column]
  return at === undefined ? '' : (row.cells[at] ?? '').trim()
}
/** Below the head of a workbook may stand how many lines the file has; that, and rows of nothing, is no amount. */
const isLine = (match: FileMatch, row: SourceRow): boolean =>
  row.line > match.headerLine && row.cells.some(cell => cell.trim() !== '') && !/number of lines in file/i.test(row.cells.join(' '))
const isSummary = (match: FileMatch, row: SourceRow): boolean => /^payment\s?summary$/i.test(cellOf(match, row, 'type'))

/** `MM/DD/YYYY` or `YYYY-MM-DD`, with a clock or without. */
function dayOf(match: FileMatch, row: SourceRow, column: Column): { readonly day: string; readonly time: string } {
  const written = cellOf(match, row, column)
  const [date = '', clock = ''] = written.split(/[ T]/)
  const padded = date.replace(/^(\d)\//, '0$1/').replace(/\/(\d)\//, '/0$1/')
  const day = parseDate(padded, 'MM/DD/YYYY') ?? parseDate(padded)
  if (day === null) throw new LineFault(heads[column][0], written, sentence`日期应为 MM/DD/YYYY`)
  const time = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?/.exec(clock)?.[0] ?? '00:00'
  return { day, time }
}

function amountOf(match: FileMatch, row: SourceRow, column: Column): string {
  const written = cellOf(match, row, column)
  if (written === '') return '0'
  const bare = written.replace(/[$,\s]/g, '').replace(/^\((.*)\)$/, '-$1')
  if (!isDecimal(bare)) throw new LineFault(heads[column][0], written, sentence`金额不是数字`)
  return bare
}

class Surveyor implements FileSurveyor<'read'> {
  readonly #match: FileMatch
  readonly #currencies = new Set<string>()
  readonly #refusals: Refusal[] = []
  #first = ''
  #last = ''
  #lineCount = 0

  constructor(match: FileMatch) {
    this.#match = match
  }

  row(row: SourceRow): void {
    if (!isLine(this.#match, row)) return
    const currency = cellOf(this.#match, row, 'currency')
    if (/^[A-Z]{3}$/.test(currency)) this.#currencies.add(currency)
    if (isSummary(this.#match, row)) return
    this.#lineCount++
    try {
      const { day } = dayOf(this.#match, row, 'posted')
      if (this.#first === '' || day < this.#first) this.#first = day
      if (day > this.#last) this.#last = day
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      this.#refusals.push({ line: row.line, ...error.refusal })
    }
  }

  end() {
    const refusals: Refusal[] = [...this.#refusals]
    if (this.#lineCount === 0)
      refusals.push({ line: null, column: null, value: null, reason: sentence`报告里没有数据行，请确认下载的日期范围` })
    return {
      format: refusals.length === 0 ? ('read' as const) : null,
      refusals,
      marketplaces: [],
      currencies: [...this.#currencies],
      firstDay: this.#first || null,
      lastDay: this.#last || null,
      firstAt: null,
      lastAt: null,
      lineCount: this.#lineCount,
      documentId: null,
    }
  }
}

class Reader implements LineReader<null> {
  readonly #match: FileMatch
  readonly #ask: ReadAsk
  readonly #sink: LineSink<MarketLine>
  #stated: string | null = null
  #period = ''
  /** first and last day of the period, by which the pay-out is known */
  #payout = ''
  #sum = '0'
  #no = 0

  constructor(match: FileMatch, ask: ReadAsk, sink: LineSink<MarketLine>) {
    this.#match = match
    this.#ask = ask
    this.#sink = sink
  }

  row(row: SourceRow): void {
    if (!isLine(this.#match, row)) return
    try {
      this.#inPeriod(row)
      if (isSummary(this.#match, row)) this.#summary(row)
      else this.#line(row)
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      this.#sink.refuse({ line: row.line, ...error.refusal })
    }
  }

  /** A second period in one file would be another pay-out. */
  #inPeriod(row: SourceRow): void {
    const period = [cellOf(this.#match, row, 'periodStart'), cellOf(this.#match, row, 'periodEnd')].join(' - ')
    if (period === ' - ') return
    if (this.#period !== '' && period !== this.#period)
      throw new LineFault('Period Start Date', period, sentence`一个文件里有两个结算周期，请分开下载后导入`)
    if (this.#period === '') {
      this.#period = period
      this.#payout = `WM ${dayOf(this.#match, row, 'periodStart').day} ${dayOf(this.#match, row, 'periodEnd').day}`
    }
  }

  #summary(row: SourceRow): void {
    this.#stated = add(this.#stated ?? '0', amountOf(this.#match, row, 'total'))
  }

  #line(row: SourceRow): void {
    const type = cellOf(this.#match, row, 'type')
    if (type === '') throw new LineFault('Transaction Type', '', sentence`缺少交易类型`)
    if (this.#match.language === 'v1') {
      const amountType = cellOf(this.#match, row, 'amountType')
      this.#emit(row, type, amountType, amountOf(this.#match, row, 'amount'))
      return
    }
    const parts = told.map(([column, amountType, isTaken]) => {
      const amount = amountOf(this.#match, row, column)
      return { amountType, amount: isTaken && !isNegative(amount) ? negate(amount) : amount }
    })
    const payable = amountOf(this.#match, row, 'payable')
    const rest = subtract(
      payable,
      parts.reduce((sum, part) => add(sum, part.amount), '0'),
    )
    // what other columns make of the pay-out is one amount that nobody has given a meaning
    for (const part of [...parts, { amountType: 'Payable to Partner from Sale', amount: rest }])
      if (!isZero(part.amount)) this.#emit(row, type, part.amountType, part.amount)
  }

  #emit(row: SourceRow, type: string, amountType: string, amount: string): void {
    const { day, time } = dayOf(this.#match, row, 'posted')
    const currency = cellOf(this.#match, row, 'currency') || this.#ask.currency
    if (currency !== this.#ask.currency) throw new LineFault('Currency', currency, sentence`币种与店铺的币种 ${this.#ask.currency} 不同`)
    const [order, sku] = [cellOf(this.#match, row, 'order'), cellOf(this.#match, row, 'sku')]
    const isOfOrder = /^(sale|refund|return)/i.test(type)
    const description = isOfOrder ? '' : cellOf(this.#match, row, 'description')
    // a row has no number that every version prints: it is known by what it says
    const typedKey = typedKeyOf({
      day,
      type: [type, amountType, description].join('\u001F'),
      orderNo: [order, cellOf(this.#match, row, 'orderLine'), sku].join('\u001F'),
      net: amount,
      currency,
    })
    this.#sum = add(this.#sum, amount)
    this.#sink.line({
      no: ++this.#no,
      postedOn: day,
      postedAt: new Date(instantInZone(day, time, this.#ask.zone)).toISOString(),
      txKey: typedKey,
      typedKey,
      part: 1,
      type,
      amountType,
      description,
      orderNo: order,
      sku,
      itemId: '',
      title: cellOf(this.#match, row, 'title'),
      quantity: amountType === 'Product Price' && /^sale/i.test(type) ? this.#quantity(row) : null,
      amount: canonical(amount),
      currency,
      transactionId: '',
      payoutId: this.#payout,
    })
  }

  #quantity(row: SourceRow): string | null {
    const written = cellOf(this.#match, row, 'quantity').replace(/\.0+$/, '')
    if (written === '') return null
    if (!/^\d{1,9}$/.test(written)) throw new LineFault('Ship Qty', written, sentence`数量不是整数`)
    return written
  }

  end() {
    const stated = this.#stated
    const notes: Wording[] = [sentence`沃尔玛对账单按公开的列名清单读取，尚未见过真实文件：请核对本次合计与卖家中心`]
    if (stated !== null)
      notes.push(
        compare(stated, this.#sum) === 0
          ? sentence`各行合计与文件写明的应付金额 ${showExact(stated)} 一致`
          : sentence`文件写明应付 ${showExact(stated)}，各行合计为 ${showExact(this.#sum)}，请核对`,
      )
    const controlTotals = [{ name: 'total', currency: this.#ask.currency, stated: null, summed: this.#sum }]
    return { head: null, controlTotals, linesRead: this.#no, notes }
  }
}
