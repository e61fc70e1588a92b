/** Second pass over a transaction report: typed lines, each proved by its own total. Pure. */
import { listed, type Part, sentence, type Wording } from '#platform/declare/sentence.ts'
import type { ControlTotal, FileMatch, LineReader, LineSink, ReadAsk, SourceRow } from '#platform/declare/file-kind.ts'
import { detached, isBlank, moneyRefusal, quantityOf, textAt } from './cells.ts'
import { statedCurrency } from './currencies.ts'
import { readMoment, type Moment } from './dates.ts'
import { ExtraAmounts } from './extra-amounts.ts'
import { CentsWatch, refuseShortenedId } from './excel-marks.ts'
import { missingOfEveryForm } from './header-match.ts'
import { amountColumns, keptAs, type AmountColumn, type FileColumn, type MoneyColumn } from './header-columns.ts'
import { GuessedColumns } from './guessed-columns.ts'
import type { TransactionHead, TransactionLine } from './lines.ts'
import { transactionKey } from './merge-key.ts'
import { moneyText, moneyWords, parseMoney, zeroMoney, type Money } from './numbers.ts'
import type { ReportFormat } from './transaction-survey.ts'
import { statusOf, typeCodeOf } from './type-names.ts'
import { dayInZone, instantText } from './zone-names.ts'

/** columns whose value a program that takes ids for numbers would shorten */
const idColumns = ['settlementId', 'orderId', 'sku'] as const satisfies readonly FileColumn[]

type TotalName = AmountColumn | 'unmappedAmount' | 'total'

export class TransactionReader implements LineReader<TransactionHead> {
  readonly #match: FileMatch
  readonly #format: ReportFormat
  readonly #ask: ReadAsk
  readonly #sink: LineSink<TransactionLine>
  readonly #dayOf: (epochMs: number) => string
  /** the money columns this file has, and where their money is kept */
  readonly #moneyColumns: typeof keptAs
  readonly #sums = new Map<TotalName, bigint>()
  readonly #cents = new CentsWatch()
  readonly #extra: ExtraAmounts
  readonly #guessed: GuessedColumns
  #header: readonly string[] = []
  #ids: readonly (readonly [string, number | undefined])[] = []
  #currency: string | null = null
  #linesRead = 0

  constructor(match: FileMatch, format: ReportFormat, ask: ReadAsk, sink: LineSink<TransactionLine>) {
    this.#match = match
    this.#format = format
    this.#ask = ask
    this.#sink = sink
    this.#dayOf = dayInZone(ask.zone)
    this.#extra = new ExtraAmounts(format.extra, format.mark)
    this.#guessed = new GuessedColumns(match)
    this.#moneyColumns = keptAs.filter(([inFile]) => match.columns[inFile] !== undefined)
  }

  row(row: SourceRow): void {
    if (row.line < this.#match.headerLine) this.#currency ??= row.cells.map(statedCurrency).find(code => code !== null) ?? null
    if (row.line === this.#match.headerLine) {
      this.#header = row.cells.map(cell => detached(cell.trim()))
      this.#ids = idColumns.map(column => [this.#printed(column), this.#match.columns[column]])
    }
    if (row.line <= this.#match.headerLine || isBlank(row)) return
    if (refuseShortenedId(row, this.#ids, refusal => this.#sink.refuse(refusal))) return
    const posted = this.#posted(row)
    const quantity = quantityOf(this.#text(row, 'quantity'))
    if (quantity === 'no') this.#refuse(row, 'quantity', sentence`数量不是整数`)
    const releasedAt = this.#releasedAt(row)
    const money = this.#money(row)
    if (!posted || quantity === 'no' || releasedAt === undefined || !money) return
    const type = this.#text(row, 'type')
    if (type === '') return this.#refuse(row, 'type', sentence`交易类型为空`)
    const line: Omit<TransactionLine, 'key'> = {
      line: row.line,
      postedAt: instantText(posted.epochMs),
      postedOn: this.#dayOf(posted.epochMs),
      settlementId: this.#text(row, 'settlementId'),
      type,
      typeCode: typeCodeOf(type),
      orderId: this.#text(row, 'orderId'),
      sku: this.#text(row, 'sku'),
      description: this.#text(row, 'description'),
      quantity,
      marketplace: this.#text(row, 'marketplace'),
      accountType: this.#text(row, 'accountType'),
      fulfillment: this.#text(row, 'fulfillment'),
      city: this.#text(row, 'city'),
      state: this.#text(row, 'state'),
      postal: this.#text(row, 'postal'),
      taxModel: this.#text(row, 'taxModel'),
      amounts: money.amounts,
      unmapped: money.unmapped,
      unmappedAmount: money.unmappedAmount,
      total: money.total,
      status: statusOf(this.#text(row, 'status'), releasedAt !== null),
      releasedAt,
    }
    this.#linesRead++
    this.#sink.line({ ...line, key: transactionKey(line, this.#currency ?? this.#ask.currency) })
  }

  end(): { head: TransactionHead; controlTotals: ControlTotal[]; linesRead: number; notes: Wording[] } {
    const currency = this.#currency ?? this.#ask.currency
    const changed = this.#cents.refusal(currency)
    for (const refusal of [...(changed ? [changed] : []), ...this.#extra.refusals()]) this.#sink.refuse(refusal)
    const controlTotals = ([...amountColumns, 'unmappedAmount', 'total'] as const).flatMap(name => {
      const sum = this.#sums.get(name)
      return sum === undefined && name !== 'total' ? [] : [{ name, currency, stated: null, summed: moneyText(sum ?? 0n, 2) }]
    })
    const missing = missingOfEveryForm(this.#match)
    const notes = [
      ...(missing === null ? [] : [sentence`文件缺少已知版式都有的列：${missing}`]),
      ...this.#guessed.notes(this.#header, currency),
      ...this.#extra.notes(currency),
    ]
    return { head: { currency, language: this.#match.language ?? '' }, controlTotals, linesRead: this.#linesRead, notes }
  }

  /** All amounts of a line; null after refusing it. A blank cell is zero: some forms leave unused columns empty. */
  #money(row: SourceRow): Pick<TransactionLine, 'amounts' | 'unmapped' | 'unmappedAmount' | 'total'> | null {
    const amounts = { ...noAmounts }
    let sum = 0n
    let isGood = true
    const found: [AmountColumn, bigint, MoneyColumn][] = []
    for (const [inFile, kept] of this.#moneyColumns) {
      const cell = this.#text(row, inFile)
      if (cell === '' || cell === '0') continue
      const amount = this.#amount(row, inFile, cell)
      if (!amount) isGood = false
      else {
        const before = inFile === kept ? 0n : (parseMoney(amounts[kept], '.')?.units ?? 0n)
        amounts[kept] = before === 0n ? amount.text : moneyText(before + amount.units, 2)
        sum += amount.units
        found.push([kept, amount.units, inFile])
      }
    }
    const total = this.#amount(row, 'total', this.#text(row, 'total'))
    if (!total || !isGood) return null
    const extra = this.#extra.count(row, sum, total.units)
    if ('reason' in extra) {
      this.#refuse(row, 'total', extra.reason)
      return null
    }
    if (total.units !== sum + extra.units) {
      this.#refuse(
        row,
        'total',
        sentence`本行各金额列合计${moneyWords(sum)}，与总额${moneyWords(total.units)}不符，相差${moneyWords(total.units - sum)}${this.#unknownColumns()}`,
      )
      return null
    }
    for (const [column, units, inFile] of found) {
      this.#add(column, units)
      this.#guessed.add(inFile, units)
    }
    if (extra.amounts !== null) this.#add('unmappedAmount', extra.units)
    this.#add('total', total.units)
    return { amounts, unmapped: extra.amounts, unmappedAmount: extra.amounts === null ? '0' : moneyText(extra.units, 2), total: total.text }
  }

  #add(name: TotalName, units: bigint): void {
    this.#sums.set(name, (this.#sums.get(name) ?? 0n) + units)
  }

  #amount(row: SourceRow, column: MoneyColumn, cell: string): Money | null {
    const amount = cell === '0' ? zeroMoney : parseMoney(cell, this.#format.mark)
    if (!amount) this.#sink.refuse(moneyRefusal(row.line, this.#printed(column), cell, this.#format.mark))
    else this.#cents.note(amount)
    return amount
  }

  /** A column that is missing or that the table does not know may be where the difference lies. */
  #unknownColumns(): Part {
    const known = new Set(Object.values(this.#match.columns))
    const unknown = this.#header.filter((name, index) => name !== '' && !known.has(index))
    const missing = missingOfEveryForm(this.#match)
    const found = [
      ...(missing === null ? [] : [sentence`缺少已知版式都有的列：${missing}`]),
      ...(unknown.length === 0 ? [] : [sentence`表头中有不认识的列：${listed(unknown)}`]),
    ]
    return found.length === 0 ? '' : listed(['', ...found], '；')
  }

  #posted(row: SourceRow): Moment | null {
    const cell = this.#text(row, 'postedAt')
    const reading = readMoment(cell, this.#format.order)
    if (reading.ok && !reading.moment.dateOnly) return reading.moment
    const why = cell === '' ? sentence`日期为空` : reading.ok ? sentence`只有日期没有时刻，请上传未经改动的原始文件` : reading.reason
    this.#refuse(row, 'postedAt', why)
    return null
  }

  /** null: not released; undefined: the cell is refused */
  #releasedAt(row: SourceRow): string | null | undefined {
    const cell = this.#text(row, 'releasedAt')
    if (cell === '') return null
    const reading = readMoment(cell, this.#format.order)
    if (reading.ok) return instantText(reading.moment.epochMs)
    this.#refuse(row, 'releasedAt', reading.reason)
    return undefined
  }

  #text(row: SourceRow, column: FileColumn): string {
    return textAt(row, this.#match.columns[column])
  }

  /** The column as the file's own header prints it. */
  #printed(column: FileColumn): string {
    return this.#header[this.#match.columns[column] ?? -1] ?? column
  }

  #refuse(row: SourceRow, column: FileColumn, reason: Wording): void {
    this.#sink.refuse({ line: row.line, column: this.#printed(column), value: detached(this.#text(row, column)), reason })
  }
}

const noAmounts: Record<AmountColumn, string> = {
  productSales: '0',
  productSalesTax: '0',
  shippingCredits: '0',
  shippingCreditsTax: '0',
  giftWrapCredits: '0',
  giftWrapCreditsTax: '0',
  regulatoryFee: '0',
  regulatoryFeeTax: '0',
  pointsGranted: '0',
  promotionalRebates: '0',
  promotionalRebatesTax: '0',
  salesTaxCollected: '0',
  marketplaceFacilitatorTax: '0',
  marketplaceWithheldTax: '0',
  sellingFees: '0',
  fbaFees: '0',
  otherTransactionFees: '0',
  other: '0',
}
