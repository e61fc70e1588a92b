/**
 * Transaction View of Seller Central: a line is one transaction by the day, with four sums and their total; no SKU, settlement or time.
 * Built from the list of its columns, no genuine file was seen. Each sum becomes an amount of its own. Pure.
 */
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FileKind, FileMatch, FileSurveyor, LineReader, LineSink, ReadAsk, Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import { detached, isBlank, moneyRefusal, textAt } from './cells.ts'
import { DateEvidence, readMoment, type DateOrder } from './dates.ts'
import { CentsWatch } from './excel-marks.ts'
import type { SummaryHead, SummaryLine } from './lines.ts'
import { viewKey, viewKeyById } from './merge-key.ts'
import { moneyText, moneyWords, NumberEvidence, parseMoney, type DecimalMark, type Money } from './numbers.ts'
import { readInstant } from '#platform/format/instants.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { dayOf } from './zone-names.ts'

/** The sums of a transaction; what they add up to is its total. */
export const viewAmounts = ['Total product charges', 'Total promotional rebates', 'Amazon fees', 'Other'] as const
const needed = ['Date', 'Transaction Status', 'Transaction type', 'Order ID', 'Product Details', ...viewAmounts] as const
/** what the same transactions say besides where they come by the interface */
export const viewExtras = ['Transaction ID', 'Posted', 'SKU', 'Site', 'Currency'] as const
type ViewColumn = (typeof needed)[number] | (typeof viewExtras)[number] | 'Account Type' | 'Total'
const totalHead = /^total \(([A-Z]{3})\)$/i
const headRows = 20

export interface ViewFormat {
  readonly mark: DecimalMark
  readonly order: DateOrder
}
const title = ['亚马逊交易视图', 'Amazon Transaction View'] as const

export const transactionView: FileKind<ViewFormat, SummaryHead, SummaryLine> = {
  code: 'amazonTransactionView',
  title,
  origin: 'columns',
  family: 'amazonTransactionView',
  month: 'crossing',
  template: [...needed, 'Total (USD)'],
  recognise(rows) {
    for (const row of rows.slice(0, headRows)) {
      const { columns, currency } = columnsIn(row)
      if (currency !== null && needed.every(column => columns[column] !== undefined))
        return { headerLine: row.line, columns, language: currency, confidence: 1 }
    }
    return null
  },
  explain,
  survey: match => new ViewSurveyor(match),
  read: (match, format, ask, sink) => new ViewReader(match, format, ask, sink),
}

/** Columns by their heads; the currency stands in the head of the total. */
function columnsIn(row: SourceRow): { readonly columns: Record<string, number>; readonly currency: string | null } {
  const heads = row.cells.map(cell => cell.replaceAll('\uFEFF', '').trim())
  const names = heads.map(head => head.toLowerCase())
  const columns: Record<string, number> = {}
  for (const column of [...needed, 'Account Type']) {
    const at = names.indexOf(column.toLowerCase())
    if (at >= 0) columns[column] = at
  }
  const total = heads.findIndex(head => totalHead.test(head))
  if (total >= 0) columns['Total'] = total
  return { columns, currency: totalHead.exec(heads[total] ?? '')?.[1]?.toUpperCase() ?? null }
}

function explain(rows: readonly SourceRow[]): Wording | null {
  for (const row of rows.slice(0, headRows)) {
    const { columns, currency } = columnsIn(row)
    if (columns['Total product charges'] === undefined) continue
    const missing = [...needed.filter(column => columns[column] === undefined), ...(currency === null ? ['Total (USD)'] : [])]
    if (missing.length > 0 && missing.length <= 2)
      return sentence`这是${title}，但缺少列${listed(missing.map(column => `“${column}”`))}，请重新下载完整的原始文件`
  }
  return null
}

const cellOf = (row: SourceRow, match: FileMatch, column: ViewColumn): string => textAt(row, match.columns[column])
const isLine = (row: SourceRow, match: FileMatch): boolean => row.line > match.headerLine && !isBlank(row)

class ViewSurveyor implements FileSurveyor<ViewFormat> {
  readonly #match: FileMatch
  readonly #numbers = new NumberEvidence()
  readonly #dates = new DateEvidence()
  #lineCount = 0

  constructor(match: FileMatch) {
    this.#match = match
  }

  row(row: SourceRow): void {
    if (!isLine(row, this.#match)) return
    this.#lineCount++
    for (const column of [...viewAmounts, 'Total'] as const) {
      const cell = cellOf(row, this.#match, column)
      if (cell !== '') this.#numbers.note(cell, row.line)
    }
    this.#dates.note(cellOf(row, this.#match, 'Date'), row.line)
  }

  end() {
    const refusals: Refusal[] = []
    const mark = this.#numbers.verdict(() => true)
    if (mark.mark === null)
      refusals.push({ line: mark.sample?.line ?? null, column: 'Total', value: detached(mark.sample?.cell ?? ''), reason: mark.reason })
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
      currencies: this.#match.language === null ? [] : [this.#match.language],
      firstDay: span && dayOf(span.first),
      lastDay: span && dayOf(span.last),
      firstAt: null,
      lastAt: null,
      lineCount: this.#lineCount,
      documentId: null,
    }
  }
}

class ViewReader implements LineReader<SummaryHead> {
  readonly #match: FileMatch
  readonly #format: ViewFormat
  readonly #ask: ReadAsk
  readonly #sink: LineSink<SummaryLine>
  readonly #cents = new CentsWatch()
  #sum = 0n
  #no = 0
  #elsewhere = 0

  constructor(match: FileMatch, format: ViewFormat, ask: ReadAsk, sink: LineSink<SummaryLine>) {
    this.#match = match
    this.#format = format
    this.#ask = ask
    this.#sink = sink
  }

  row(row: SourceRow): void {
    if (!isLine(row, this.#match)) return
    const [site, currency] = [this.#text(row, 'Site'), this.#text(row, 'Currency')]
    if ((site !== '' && site !== this.#ask.marketplace?.toLowerCase()) || (currency !== '' && currency !== this.#ask.currency)) {
      this.#elsewhere++
      return
    }
    const date = readMoment(this.#text(row, 'Date'), this.#format.order)
    if (!date.ok) this.#refuse(row, 'Date', date.reason)
    const amounts = viewAmounts.map(column => [column, this.#money(row, column)] as const)
    const total = this.#money(row, 'Total')
    if (!date.ok || total === null || amounts.some(([, amount]) => amount === null)) return
    const sum = amounts.reduce((all, [, amount]) => all + (amount?.units ?? 0n), 0n)
    if (sum !== total.units)
      return this.#refuse(
        row,
        'Total',
        sentence`本行各金额列合计${moneyWords(sum)}，与总额${moneyWords(total.units)}不符，相差${moneyWords(total.units - sum)}${` ${this.#ask.currency}`}`,
      )
    this.#sum += sum
    for (const [column, amount] of amounts)
      if (amount !== null && amount.units !== 0n) this.#emit(row, column, amount, this.#day(row, date.moment.epochMs))
  }

  end() {
    const { currency } = this.#ask
    const changed = this.#cents.refusal(currency)
    if (changed) this.#sink.refuse(changed)
    return {
      head: { currency, title: '', truncatedNote: null },
      controlTotals: [{ name: 'total', currency, stated: null, summed: moneyText(this.#sum, 2) }],
      linesRead: this.#no,
      notes: [
        this.#match.columns['Posted'] === undefined
          ? sentence`${title}没有 SKU、结算单和时间：只在店铺没有其他报告的日期计入`
          : sentence`接口的交易没有结算单：只在店铺没有其他报告的日期计入`,
        ...(this.#elsewhere > 0 ? [sentence`${this.#elsewhere} 笔交易属于其他站点，本店铺未导入`] : []),
      ],
    }
  }

  /** An instant is of the day that the shop's marketplace has then. */
  #day(row: SourceRow, printed: number): string {
    const at = readInstant(this.#text(row, 'Posted'))
    return at === null ? dayOf(printed) : dayInZone(at, this.#ask.zone)
  }

  #emit(row: SourceRow, column: string, amount: Money, postedOn: string): void {
    const [orderId, details] = [this.#text(row, 'Order ID'), this.#text(row, 'Product Details')]
    this.#cents.note(amount)
    const line: Omit<SummaryLine, 'key'> = {
      line: ++this.#no,
      postedOn,
      orderId,
      sku: this.#text(row, 'SKU'),
      transactionType: this.#text(row, 'Transaction type'),
      paymentType: column,
      // beside an order it is the product, without one it says what was charged
      paymentDetail: orderId === '' ? details : '',
      amount: amount.text,
      quantity: null,
      title: details,
    }
    const id = this.#text(row, 'Transaction ID')
    this.#sink.line({ ...line, key: id === '' ? viewKey(line, this.#ask.currency) : viewKeyById(id, column) })
  }

  #money(row: SourceRow, column: (typeof viewAmounts)[number] | 'Total'): Money | null {
    const cell = this.#text(row, column)
    const amount = parseMoney(cell === '' ? '0' : cell, this.#format.mark)
    if (amount === null) this.#sink.refuse(moneyRefusal(row.line, column, cell, this.#format.mark))
    return amount
  }

  #text(row: SourceRow, column: ViewColumn): string {
    return cellOf(row, this.#match, column)
  }

  #refuse(row: SourceRow, column: ViewColumn, reason: Wording): void {
    this.#sink.refuse({ line: row.line, column, value: detached(this.#text(row, column)), reason })
  }
}
