/**
 * eBay's transaction report (CSV): one row a transaction, of an order of several items one row of totals and below it one row an item,
 * which prints no net. What holds in every transaction: net is gross and fees, of the row or of its items (report-parts.ts). A transaction
 * of which it does not hold is read all the same; the file then waits for a yes that names it. Pure.
 */
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import type {
  Doubt,
  FileKind,
  FileMatch,
  FileSurveyor,
  LineReader,
  LineSink,
  ReadAsk,
  Refusal,
  SourceRow,
} from '#platform/declare/file-kind.ts'
import { add, isZero } from '#platform/format/decimal.ts'
import { dayOfNumber, DAY_MS } from '#platform/format/dates.ts'
import { showExact } from '#platform/format/numbers.ts'
import { instantInZone } from '#platform/format/zones.ts'
import { DateEvidence, readMoment, type DateOrder } from '../../amazon/files/dates.ts'
import { NumberEvidence, parseMoney, type DecimalMark } from '../../amazon/files/numbers.ts'
import { ebayType, isEbayType } from '../../kinds/ebay-words.ts'
import { LineFault, txKeyOf, typedKeyOf, type MarketLine } from '../market-file.ts'
import { feesOf, headerRow, matchOf, missingIn, template, type Column, type FeeColumn } from './report-columns.ts'
import { partsOf, type AmountColumn, type ReportRow } from './report-parts.ts'

interface Format {
  readonly mark: DecimalMark
  readonly order: DateOrder
}

export const ebayReport: FileKind<Format, null, MarketLine> = {
  code: 'ebayReport',
  title: ['eBay 交易报告', 'eBay transaction report'],
  origin: 'genuine',
  family: 'ebayReport',
  month: 'crossing',
  template,
  recognise(rows) {
    const row = headerRow(rows)
    return row === undefined ? null : matchOf(row)
  },
  explain(rows) {
    const missing = missingIn(rows)
    return missing === null ? null : sentence`这是 eBay 交易报告，但缺少这些列：${listed(missing)}。请重新下载，不要删改列`
  },
  survey: match => new ReportSurveyor(match),
  read: (match, format, ask, sink) => new ReportReader(match, format, ask, sink),
}

const amountCell = (row: SourceRow, at: number | undefined): string => {
  const cell = at === undefined ? '' : (row.cells[at] ?? '').trim()
  return /^[-\u2010-\u2015]{1,2}$/.test(cell) ? '' : cell
}
const cellOf = (match: FileMatch, row: SourceRow, column: Column): string => amountCell(row, match.columns[column])

const money: readonly AmountColumn[] = ['net', 'subtotal', 'shipping', 'sellerTax', 'gross']
/** Below the head: a transaction, or an item of the one above; a row of marks and blanks is neither. */
const isLine = (match: FileMatch, row: SourceRow): boolean =>
  row.line > match.headerLine && (['type', 'net', 'gross', 'itemId'] as const).some(column => cellOf(match, row, column) !== '')
/** The day alone counts: the report is cut by the days of its marketplace. */
const writtenDay = (match: FileMatch, row: SourceRow): string =>
  cellOf(match, row, 'created').replace(/(?:,?\s+|T)\d{1,2}[:.]\d{2}\b.*$/, '')
const currencyOf = (match: FileMatch, row: SourceRow): string => cellOf(match, row, 'payoutCurrency') || cellOf(match, row, 'currency')

class ReportSurveyor implements FileSurveyor<Format> {
  readonly #match: FileMatch
  readonly #numbers = new NumberEvidence()
  readonly #dates = new DateEvidence()
  readonly #currencies = new Set<string>()
  readonly #fees: readonly FeeColumn[]
  #lineCount = 0

  constructor(match: FileMatch) {
    this.#match = match
    this.#fees = feesOf(match)
  }

  row(row: SourceRow): void {
    if (!isLine(this.#match, row)) return
    this.#lineCount++
    for (const at of [...money.map(column => this.#match.columns[column]), ...this.#fees.map(fee => fee.at)]) {
      const cell = amountCell(row, at)
      if (cell !== '') this.#numbers.note(cell, row.line)
    }
    const currency = currencyOf(this.#match, row)
    if (/^[A-Z]{3}$/.test(currency)) this.#currencies.add(currency)
    const day = writtenDay(this.#match, row)
    if (day !== '') this.#dates.note(day, row.line)
  }

  end() {
    const isGerman = this.#match.language === 'de'
    const mark = this.#numbers.verdict(one => one === (isGerman ? ',' : '.'))
    const order = this.#dates.verdict(() => false)
    const refusals: Refusal[] = [
      ...(mark.mark === null ? [{ ...mark, column: null }] : []),
      ...(order.order === null ? [{ ...order, column: 'Transaction date' }] : []),
    ].map(({ sample, column, reason }) => ({ line: sample?.line ?? null, column, value: sample?.cell ?? null, reason }))
    if (this.#lineCount === 0)
      refusals.push({ line: null, column: null, value: null, reason: sentence`报告里没有数据行，请确认下载的日期范围` })
    const format = mark.mark !== null && order.order !== null && refusals.length === 0 ? { mark: mark.mark, order: order.order } : null
    const days = format && this.#dates.days(format.order)
    const day = (ms: number | undefined): string | null => (ms === undefined ? null : dayOfNumber(Math.floor(ms / DAY_MS)))
    return {
      format,
      refusals,
      marketplaces: [],
      currencies: [...this.#currencies],
      firstDay: day(days?.first),
      lastDay: day(days?.last),
      firstAt: null,
      lastAt: null,
      lineCount: this.#lineCount,
      documentId: null,
    }
  }
}

class ReportReader implements LineReader<null> {
  readonly #match: FileMatch
  readonly #format: Format
  readonly #ask: ReadAsk
  readonly #sink: LineSink<MarketLine>
  readonly #fees: readonly FeeColumn[]
  readonly #sums = new Map<string, string>()
  readonly #newFees = new Map<string, string>()
  readonly #doubts: Doubt[] = []
  /** the transaction whose items may still follow */
  #open: { readonly head: SourceRow; readonly items: SourceRow[] } | null = null
  #no = 0
  #withoutAmount = 0

  constructor(match: FileMatch, format: Format, ask: ReadAsk, sink: LineSink<MarketLine>) {
    this.#match = match
    this.#format = format
    this.#ask = ask
    this.#sink = sink
    this.#fees = feesOf(match)
  }

  row(row: SourceRow): void {
    if (!isLine(this.#match, row)) return
    const orderNo = this.#cell(row, 'orderNo')
    const isOfOpen = this.#open !== null && (orderNo === '' || orderNo === this.#cell(this.#open.head, 'orderNo'))
    if (this.#cell(row, 'net') === '' && isOfOpen) this.#open?.items.push(row)
    else {
      this.#flush()
      this.#open = { head: row, items: [] }
    }
  }

  end() {
    this.#flush()
    const controlTotals = [...this.#sums].map(([currency, summed]) => ({ name: 'total', currency, stated: null, summed }))
    const notes: Wording[] = []
    if (this.#newFees.size > 0)
      notes.push(sentence`有不认识的费用列：${listed([...this.#newFees].map(([head, sum]) => `${head} ${showExact(sum)}`))}`)
    if (this.#withoutAmount > 0) notes.push(sentence`${this.#withoutAmount} 行没有任何金额，没有计入`)
    return { head: null, controlTotals, linesRead: this.#no, notes, doubts: this.#doubts }
  }

  #cell(row: SourceRow, column: Column): string {
    return cellOf(this.#match, row, column)
  }

  #flush(): void {
    const open = this.#open
    if (open === null) return
    this.#open = null
    try {
      this.#emit(open.head, open.items)
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      this.#sink.refuse({ line: open.head.line, ...error.refusal })
    }
  }

  #amount(row: SourceRow, at: number | undefined, column: string): string | null {
    const cell = amountCell(row, at)
    if (cell === '') return null
    const read = parseMoney(cell, this.#format.mark)
    if (read === null) throw new LineFault(column, cell, sentence`不是金额，或小数点与文件其他行不一致`)
    return read.text
  }

  #rowOf(row: SourceRow): ReportRow {
    const amounts = Object.fromEntries(money.map(column => [column, this.#amount(row, this.#match.columns[column], column)]))
    const fees = this.#fees.flatMap(fee => {
      const amount = this.#amount(row, fee.at, fee.head)
      if (amount === null) return []
      if (fee.isNew && !isZero(amount)) this.#newFees.set(fee.head, add(this.#newFees.get(fee.head) ?? '0', amount))
      return [{ head: fee.head, amount }]
    })
    return { source: row, amounts: amounts as ReportRow['amounts'], fees, quantity: this.#quantity(row) }
  }

  #emit(head: SourceRow, items: readonly SourceRow[]): void {
    const printed = this.#cell(head, 'type')
    if (printed === '') throw new LineFault('Type', '', sentence`缺少交易类型`)
    const type = ebayType(printed)
    const currency = currencyOf(this.#match, head) || this.#ask.currency
    if (!/^[A-Z]{3}$/.test(currency)) throw new LineFault('Payout currency', currency, sentence`这一行没有写明币种`)
    const own = this.#cell(head, 'currency')
    const rate = own === '' || own === currency ? '1' : this.#rate(head)
    const made = partsOf({
      type,
      head: this.#rowOf(head),
      items: items.map(row => this.#rowOf(row)),
      rate,
      words: this.#cell(head, 'description'),
    })
    if (made === null) {
      this.#withoutAmount++
      return
    }
    const { net, parts, doubt } = made
    const orderNo = this.#cell(head, 'orderNo')
    if (doubt !== null)
      this.#doubts.push({
        what: sentence`${printed} ${orderNo || this.#cell(head, 'reference')}：净额应为总额加费用`,
        line: head.line,
        currency,
        ...doubt,
      })
    const day = this.#day(head)
    const transactionId = [head, ...items].map(row => this.#cell(row, 'transactionId')).find(id => id !== '') ?? ''
    const typedKey = typedKeyOf({ day, type, orderNo, net, currency })
    // the number is that of the sale: refunds and holds of it carry it again, each as often as there are some
    const txKey = transactionId === '' || type !== 'SALE' ? typedKey : txKeyOf(type, transactionId, net)
    const postedAt = new Date(instantInZone(day, '00:00', this.#ask.zone)).toISOString()
    this.#sums.set(currency, add(this.#sums.get(currency) ?? '0', net))
    for (const [at, part] of parts.entries()) {
      const row = part.row.source
      const isUnknown = part.unknown || !isEbayType(type)
      this.#sink.line({
        no: ++this.#no,
        postedOn: day,
        postedAt,
        txKey,
        typedKey,
        part: at + 1,
        type,
        amountType: part.amountType,
        description: part.description,
        ...(isUnknown && this.#match.language === 'de' ? { language: 'de' } : {}),
        orderNo,
        sku: this.#cell(row, 'sku'),
        itemId: this.#cell(row, 'itemId'),
        title: this.#cell(row, 'title') || this.#cell(row, 'description'),
        quantity: part.quantity,
        amount: part.amount,
        currency,
        transactionId,
        payoutId: this.#cell(head, 'payoutId'),
      })
    }
  }

  #day(head: SourceRow): string {
    const written = writtenDay(this.#match, head)
    const read = readMoment(written, this.#format.order)
    if (!read.ok) throw new LineFault('Transaction date', written, read.reason)
    return dayOfNumber(Math.floor(read.moment.dayMs / DAY_MS))
  }

  /** null: the row names none, or what is no number */
  #rate(head: SourceRow): string | null {
    const printed = this.#cell(head, 'rate')
    const rate = parseMoney(printed, this.#format.mark)?.text ?? printed.replace(',', '.')
    return /^\d+(\.\d+)?$/.test(rate) && Number(rate) > 0 ? rate : null
  }

  #quantity(row: SourceRow): string | null {
    const cell = this.#cell(row, 'quantity')
    if (cell === '') return null
    if (!/^\d{1,9}$/.test(cell)) throw new LineFault('Quantity', cell, sentence`数量不是整数`)
    return cell
  }
}
