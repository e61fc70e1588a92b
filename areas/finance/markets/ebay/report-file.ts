/**
 * eBay's transaction report (CSV): one row a transaction, of an order of several items one row of totals and one row an item. Net is item
 * subtotal, shipping and seller-collected tax with the fees, which are negative; what eBay collects as tax belongs to neither. Pure.
 */
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FileKind, FileMatch, FileSurveyor, LineReader, LineSink, ReadAsk, Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import { add, compare, isNegative, isZero, multiply, negate, roundTo, subtract } from '#platform/format/decimal.ts'
import { dayOfNumber, DAY_MS } from '#platform/format/dates.ts'
import { showExact } from '#platform/format/numbers.ts'
import { instantInZone } from '#platform/format/zones.ts'
import { readMoment } from '../../amazon/files/dates.ts'
import { NumberEvidence, parseMoney, type DecimalMark } from '../../amazon/files/numbers.ts'
import { ebayFee, ebayType, isEbayFee, isEbayType } from '../../types/ebay-words.ts'
import { LineFault, txKeyOf, typedKeyOf, type MarketLine } from '../market-file.ts'
import { feesOf, headerRow, matchOf, missingIn, template, type Column, type FeeColumn } from './report-columns.ts'

export const ebayReport: FileKind<DecimalMark, null, MarketLine> = {
  code: 'ebayReport',
  title: ['eBay 交易报告', 'eBay transaction report'],
  origin: 'columns',
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
  read: (match, mark, ask, sink) => new ReportReader(match, mark, ask, sink),
}

const cellOf = (match: FileMatch, row: SourceRow, column: Column): string => {
  const at = match.columns[column]
  const cell = at === undefined ? '' : (row.cells[at] ?? '').trim()
  return cell === '--' ? '' : cell
}
const amountCell = (row: SourceRow, at: number | undefined): string => {
  const cell = at === undefined ? '' : (row.cells[at] ?? '').trim()
  return cell === '--' ? '' : cell
}
const isLine = (match: FileMatch, row: SourceRow): boolean =>
  row.line > match.headerLine && row.cells.some(cell => cell.trim() !== '') && cellOf(match, row, 'created') !== ''

const money: readonly Column[] = ['net', 'subtotal', 'shipping', 'sellerTax', 'gross']

function dayOf(match: FileMatch, row: SourceRow): string {
  const written = cellOf(match, row, 'created')
  const read = readMoment(written, match.language === 'de' ? 'dm' : 'md')
  if (!read.ok) throw new LineFault('Transaction creation date', written, read.reason)
  return dayOfNumber(Math.floor(read.moment.dayMs / DAY_MS))
}
const currencyOf = (match: FileMatch, row: SourceRow): string => cellOf(match, row, 'payoutCurrency') || cellOf(match, row, 'currency')

class ReportSurveyor implements FileSurveyor<DecimalMark> {
  readonly #match: FileMatch
  readonly #evidence = new NumberEvidence()
  readonly #currencies = new Set<string>()
  readonly #refusals: Refusal[] = []
  readonly #fees: readonly FeeColumn[]
  #first = ''
  #last = ''
  #lineCount = 0

  constructor(match: FileMatch) {
    this.#match = match
    this.#fees = feesOf(match)
  }

  row(row: SourceRow): void {
    if (!isLine(this.#match, row)) return
    this.#lineCount++
    for (const column of money) this.#note(amountCell(row, this.#match.columns[column]), row.line)
    for (const { at } of this.#fees) this.#note(amountCell(row, at), row.line)
    const currency = currencyOf(this.#match, row)
    if (/^[A-Z]{3}$/.test(currency)) this.#currencies.add(currency)
    try {
      const day = dayOf(this.#match, row)
      if (this.#first === '' || day < this.#first) this.#first = day
      if (day > this.#last) this.#last = day
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      this.#refusals.push({ line: row.line, ...error.refusal })
    }
  }

  #note(cell: string, line: number): void {
    if (cell !== '') this.#evidence.note(cell, line)
  }

  end() {
    const verdict = this.#evidence.verdict(mark => mark === (this.#match.language === 'de' ? ',' : '.'))
    const unclear: Refusal[] =
      verdict.mark === null
        ? [{ line: verdict.sample?.line ?? null, column: null, value: verdict.sample?.cell ?? null, reason: verdict.reason }]
        : []
    const refusals = [...this.#refusals, ...unclear]
    return {
      format: refusals.length === 0 ? verdict.mark : null,
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

interface Part {
  readonly amountType: string
  readonly description: string
  readonly amount: string
  readonly row: SourceRow
  readonly quantity: string | null
  /** printed word of a fee that nobody knows */
  readonly unknown: boolean
}

class ReportReader implements LineReader<null> {
  readonly #match: FileMatch
  readonly #mark: DecimalMark
  readonly #ask: ReadAsk
  readonly #sink: LineSink<MarketLine>
  readonly #fees: readonly FeeColumn[]
  readonly #sums = new Map<string, string>()
  readonly #newFees = new Map<string, string>()
  /** the transaction whose items may still follow */
  #open: { readonly head: SourceRow; readonly items: SourceRow[] } | null = null
  #no = 0

  constructor(match: FileMatch, mark: DecimalMark, ask: ReadAsk, sink: LineSink<MarketLine>) {
    this.#match = match
    this.#mark = mark
    this.#ask = ask
    this.#sink = sink
    this.#fees = feesOf(match)
  }

  row(row: SourceRow): void {
    if (!isLine(this.#match, row)) return
    const isItem = this.#cell(row, 'net') === '' && this.#cell(row, 'itemId') !== ''
    if (isItem && this.#open && this.#cell(this.#open.head, 'orderNo') === this.#cell(row, 'orderNo')) this.#open.items.push(row)
    else {
      this.#flush()
      this.#open = { head: row, items: [] }
    }
  }

  end() {
    this.#flush()
    const controlTotals = [...this.#sums].map(([currency, summed]) => ({ name: 'total', currency, stated: null, summed }))
    const notes: Wording[] = [sentence`eBay 交易报告按公开的列名清单读取，尚未见过真实文件：请核对本次合计与 eBay 页面`]
    if (this.#newFees.size > 0)
      notes.push(sentence`有不认识的费用列：${listed([...this.#newFees].map(([head, sum]) => `${head} ${showExact(sum)}`))}`)
    return { head: null, controlTotals, linesRead: this.#no, notes }
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

  #amount(row: SourceRow, at: number | undefined, column: string): string {
    const cell = amountCell(row, at)
    if (cell === '') return '0'
    const read = parseMoney(cell, this.#mark)
    if (read === null) throw new LineFault(column, cell, sentence`不是金额，或小数点与文件其他行不一致`)
    return read.text
  }

  #emit(head: SourceRow, items: readonly SourceRow[]): void {
    const printed = this.#cell(head, 'type')
    if (printed === '') throw new LineFault('Type', '', sentence`缺少交易类型`)
    if (this.#cell(head, 'net') === '') throw new LineFault('Net amount', '', sentence`金额为空`)
    const type = ebayType(printed)
    const net = this.#amount(head, this.#match.columns['net'], 'Net amount')
    const currency = currencyOf(this.#match, head)
    if (!/^[A-Z]{3}$/.test(currency)) throw new LineFault('Payout currency', currency, sentence`这一行没有写明币种`)
    const parts = this.#partsOf(type, head, items.length > 0 ? items : [head], net)
    const day = dayOf(this.#match, head)
    const transactionId = [head, ...items].map(row => this.#cell(row, 'transactionId')).find(id => id !== '') ?? ''
    const orderNo = this.#cell(head, 'orderNo')
    const typedKey = typedKeyOf({ day, type, orderNo, net, currency })
    const txKey = transactionId === '' ? typedKey : txKeyOf(type, transactionId, net)
    const postedAt = new Date(instantInZone(day, '00:00', this.#ask.zone)).toISOString()
    const payoutId = this.#cell(head, 'payoutId')
    this.#sums.set(currency, add(this.#sums.get(currency) ?? '0', net))
    for (const [at, part] of parts.entries()) {
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
        sku: this.#cell(part.row, 'sku'),
        itemId: this.#cell(part.row, 'itemId'),
        title: this.#cell(part.row, 'title') || this.#cell(part.row, 'description'),
        quantity: part.quantity,
        amount: part.amount,
        currency,
        transactionId,
        payoutId,
      })
    }
  }

  /** Amounts of a transaction; they add up to its net amount, or the line is refused. */
  #partsOf(type: string, head: SourceRow, rows: readonly SourceRow[], net: string): Part[] {
    const parts = rows.flatMap(row => this.#partsOfRow(type, row))
    if (parts.length === 0) {
      const words = this.#cell(head, 'description')
      const isFee = type === 'NON_SALE_CHARGE'
      const description = isFee ? ebayFee(words) : ''
      return [{ amountType: 'TOTAL', description, amount: net, row: head, quantity: null, unknown: isFee && !isEbayFee(description) }]
    }
    const settled = this.#inPayoutCurrency(head, parts, net)
    const sum = settled.reduce((all, part) => add(all, part.amount), '0')
    if (compare(sum, net) !== 0)
      throw new LineFault(
        'Net amount',
        net,
        sentence`净额 ${showExact(net)} 与各列合计 ${showExact(sum)} 不同，文件可能被改动或不完整，请重新下载`,
      )
    return settled
  }

  #partsOfRow(type: string, row: SourceRow): Part[] {
    const at = this.#match.columns
    const plain = (amountType: string, column: Column): Part => ({
      amountType,
      description: '',
      amount: this.#amount(row, at[column], column),
      row,
      quantity: amountType === 'ITEM' && type === 'SALE' ? this.#quantity(row) : null,
      unknown: false,
    })
    const fees = this.#fees.map((fee): Part => {
      const amount = this.#amount(row, fee.at, fee.head)
      if (fee.isNew && !isZero(amount)) this.#newFees.set(fee.head, add(this.#newFees.get(fee.head) ?? '0', amount))
      const description = ebayFee(fee.head)
      return { amountType: 'FEE', description, amount, row, quantity: null, unknown: !isEbayFee(description) }
    })
    return [plain('ITEM', 'subtotal'), plain('SHIPPING', 'shipping'), plain('TAX', 'sellerTax'), ...fees].filter(
      part => !isZero(part.amount),
    )
  }

  #quantity(row: SourceRow): string | null {
    const cell = this.#cell(row, 'quantity')
    if (cell === '') return null
    if (!/^\d{1,9}$/.test(cell)) throw new LineFault('Quantity', cell, sentence`数量不是整数`)
    return cell
  }

  /** A sale in another currency: its amounts by the printed rate, what rounding leaves with the first of them. */
  #inPayoutCurrency(head: SourceRow, parts: readonly Part[], net: string): Part[] {
    const rate = this.#cell(head, 'rate')
    const [own, paid] = [this.#cell(head, 'currency'), currencyOf(this.#match, head)]
    if (own === '' || own === paid) return [...parts]
    const factor = parseMoney(rate, this.#mark)?.text ?? rate.replace(',', '.')
    if (!/^\d+(\.\d+)?$/.test(factor)) throw new LineFault('Exchange rate', rate, sentence`交易币种与放款币种不同，但没有写明汇率`)
    const turned = parts.map(part => ({ ...part, amount: roundTo(multiply(part.amount, factor), 2, 'halfUp') }))
    const rest = subtract(
      net,
      turned.reduce((all, part) => add(all, part.amount), '0'),
    )
    // a cent an amount is what rounding can leave; more is a fault, which the sum shows
    if (compare(isNegative(rest) ? negate(rest) : rest, multiply('0.01', String(parts.length))) > 0) return turned
    return turned.map((part, at) => (at === 0 ? { ...part, amount: add(part.amount, rest) } : part))
  }
}
