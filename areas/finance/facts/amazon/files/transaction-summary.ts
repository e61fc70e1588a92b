/**
 * Transaction summary, the transaction view of Seller Central downloaded: one line is one amount, printed in English with the sign after
 * the currency (`$-1.00`). Pure.
 */
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import type {
  ControlTotal,
  FileKind,
  FileMatch,
  FileSurveyor,
  LineReader,
  LineSink,
  ReadAsk,
  Refusal,
  SourceRow,
  Survey,
} from '#platform/declare/file-kind.ts'
import { statedCurrency } from './currencies.ts'
import { detached, isBlank, moneyRefusal, quantityOf, textAt } from './cells.ts'
import { DateEvidence, readMoment, type DateOrder } from './dates.ts'
import { CentsWatch } from './excel-marks.ts'
import type { SummaryHead, SummaryLine } from './lines.ts'
import { summaryKey } from './merge-key.ts'
import { moneyText, NumberEvidence, parseMoney, type DecimalMark } from './numbers.ts'
import { dayOf } from './zone-names.ts'

export const summaryColumns = [
  'Date',
  'Order ID',
  'SKU',
  'Transaction type',
  'Payment Type',
  'Payment Detail',
  'Amount',
  'Quantity',
  'Product Title',
] as const
type SummaryColumn = (typeof summaryColumns)[number]

interface SummaryFormat {
  readonly mark: DecimalMark
  readonly order: DateOrder
}

/** Longer signs first; a bare `$` is the US dollar, the other dollars are printed with their country. */
const currencyBySign: readonly (readonly [sign: string, currency: string])[] = [
  ['CDN$', 'CAD'],
  ['CA$', 'CAD'],
  ['C$', 'CAD'],
  ['A$', 'AUD'],
  ['MX$', 'MXN'],
  ['US$', 'USD'],
  ['R$', 'BRL'],
  ['S$', 'SGD'],
  ['₹', 'INR'],
  ['₺', 'TRY'],
  ['zł', 'PLN'],
  ['kr', 'SEK'],
  ['E£', 'EGP'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['￥', 'JPY'],
  ['$', 'USD'],
]

const title = ['亚马逊交易一览', 'Amazon transaction summary'] as const

export const transactionSummary: FileKind<SummaryFormat, SummaryHead, SummaryLine> = {
  code: 'amazonTransactionSummary',
  title,
  origin: 'genuine',
  family: 'amazonTransactionSummary',
  month: 'crossing',
  template: summaryColumns,
  recognise,
  explain,
  survey: match => new SummarySurveyor(match),
  read: (match, format, ask, sink) => new SummaryReader(match, format, ask, sink),
}

/** Seller Central in Chinese prints Chinese heads; what the product's name is called there has not been seen. */
const chineseColumns: Readonly<Partial<Record<SummaryColumn, string>>> = {
  Date: '日期',
  'Order ID': '订单编号',
  'Transaction type': '交易类型',
  'Payment Type': '付款类型',
  'Payment Detail': '付款详情',
  Amount: '金额',
  Quantity: '数量',
}

function recognise(firstRows: readonly SourceRow[]): FileMatch | null {
  for (const row of firstRows.slice(0, 20)) {
    const names = row.cells.map(cell => cell.trim().toLowerCase())
    for (const language of ['en', 'zh'] as const) {
      const nameOf = (column: SummaryColumn): string => (language === 'zh' && chineseColumns[column]) || column.toLowerCase()
      const found = summaryColumns.map(column => [column, names.indexOf(nameOf(column))] as const).filter(([, at]) => at >= 0)
      const isComplete = summaryColumns.every(column => column === 'Product Title' || found.some(([name]) => name === column))
      if (isComplete) return { headerLine: row.line, columns: Object.fromEntries(found), language, confidence: 1 }
    }
  }
  return null
}

/** Which columns a summary lacks; null where the rows are none. */
function explain(firstRows: readonly SourceRow[]): Wording | null {
  for (const row of firstRows.slice(0, 20)) {
    const names = row.cells.map(cell => cell.trim().toLowerCase())
    const missing = summaryColumns.filter(column => column !== 'Product Title' && !names.includes(column.toLowerCase()))
    const isSummary = names.includes('payment type') || names.includes('payment detail')
    if (isSummary && missing.length > 0 && missing.length <= 2)
      return sentence`这是${title}，但缺少列${listed(missing.map(column => `“${column}”`))}，请重新下载完整的原始文件`
  }
  return null
}

function cellOf(row: SourceRow, match: FileMatch, column: SummaryColumn): string {
  return textAt(row, match.columns[column])
}

class SummarySurveyor implements FileSurveyor<SummaryFormat> {
  readonly #match: FileMatch
  readonly #numbers = new NumberEvidence()
  readonly #dates = new DateEvidence()
  readonly #currencies = new Set<string>()
  #lineCount = 0

  constructor(match: FileMatch) {
    this.#match = match
  }

  row(row: SourceRow): void {
    if (row.line <= this.#match.headerLine || isBlank(row)) return
    this.#lineCount++
    const amount = cellOf(row, this.#match, 'Amount')
    if (amount !== '') this.#numbers.note(amount, row.line)
    const currency = currencyBySign.find(([sign]) => amount.includes(sign))?.[1] ?? statedCurrency(amount)
    if (currency) this.#currencies.add(currency)
    this.#dates.note(cellOf(row, this.#match, 'Date'), row.line)
  }

  end(): Survey<SummaryFormat> {
    const refusals: Refusal[] = []
    // the report states no total, so no sum can tell two readings apart
    const mark = this.#numbers.verdict(() => true)
    if (mark.mark === null)
      refusals.push({ line: mark.sample?.line ?? null, column: 'Amount', value: detached(mark.sample?.cell ?? ''), reason: mark.reason })
    const order = this.#dates.verdict(() => false)
    if (order.order === null)
      refusals.push({ line: order.sample?.line ?? null, column: 'Date', value: detached(order.sample?.cell ?? ''), reason: order.reason })
    if (this.#lineCount === 0)
      refusals.push({ line: null, column: null, value: null, reason: sentence`报告里没有数据行，请确认下载的日期范围` })
    const format = mark.mark !== null && order.order !== null && refusals.length === 0 ? { mark: mark.mark, order: order.order } : null
    const span = format && this.#dates.span(format.order)
    return {
      format,
      refusals,
      marketplaces: [],
      currencies: [...this.#currencies],
      firstDay: span && dayOf(span.first),
      lastDay: span && dayOf(span.last),
      firstAt: null,
      lastAt: null,
      lineCount: this.#lineCount,
      documentId: null,
    }
  }
}

class SummaryReader implements LineReader<SummaryHead> {
  readonly #match: FileMatch
  readonly #format: SummaryFormat
  readonly #ask: ReadAsk
  readonly #sink: LineSink<SummaryLine>
  #title = ''
  #truncatedNote: string | null = null
  readonly #cents = new CentsWatch()
  #sum = 0n
  #linesRead = 0

  constructor(match: FileMatch, format: SummaryFormat, ask: ReadAsk, sink: LineSink<SummaryLine>) {
    this.#match = match
    this.#format = format
    this.#ask = ask
    this.#sink = sink
  }

  row(row: SourceRow): void {
    if (row.line < this.#match.headerLine) return this.#preamble(row)
    if (row.line === this.#match.headerLine || isBlank(row)) return
    const date = readMoment(this.#text(row, 'Date'), this.#format.order)
    if (!date.ok) this.#refuse(row, 'Date', date.reason)
    const quantity = quantityOf(this.#text(row, 'Quantity'))
    if (quantity === 'no') this.#refuse(row, 'Quantity', sentence`数量不是整数`)
    const amount = parseMoney(this.#text(row, 'Amount'), this.#format.mark)
    if (!amount) this.#sink.refuse(moneyRefusal(row.line, 'Amount', this.#text(row, 'Amount'), this.#format.mark))
    if (!date.ok || quantity === 'no' || !amount) return
    const line: Omit<SummaryLine, 'key'> = {
      line: row.line,
      postedOn: dayOf(date.moment.epochMs),
      orderId: this.#text(row, 'Order ID'),
      sku: this.#text(row, 'SKU'),
      transactionType: this.#text(row, 'Transaction type'),
      paymentType: this.#text(row, 'Payment Type'),
      paymentDetail: this.#text(row, 'Payment Detail'),
      amount: amount.text,
      quantity,
      title: this.#text(row, 'Product Title'),
    }
    this.#sum += amount.units
    this.#cents.note(amount)
    this.#linesRead++
    this.#sink.line({ ...line, key: summaryKey(line, this.#ask.currency) })
  }

  end(): { head: SummaryHead; controlTotals: ControlTotal[]; linesRead: number } {
    const { currency } = this.#ask
    const changed = this.#cents.refusal(currency)
    if (changed) this.#sink.refuse(changed)
    const total: ControlTotal = { name: 'total', currency, stated: null, summed: moneyText(this.#sum, 2) }
    return {
      head: { currency, title: this.#title, truncatedNote: this.#truncatedNote },
      controlTotals: [total],
      linesRead: this.#linesRead,
    }
  }

  #preamble(row: SourceRow): void {
    const text = detached(row.cells.join(' ').trim())
    if (this.#title === '') this.#title = text
    // "This report has been truncated because it exceeds the maximum limit of 600 transactions."
    if (/truncated/i.test(text)) this.#truncatedNote = text
  }

  #text(row: SourceRow, column: SummaryColumn): string {
    return cellOf(row, this.#match, column)
  }

  #refuse(row: SourceRow, column: SummaryColumn, reason: Wording): void {
    this.#sink.refuse({ line: row.line, column, value: detached(this.#text(row, column)), reason })
  }
}
