/** First pass over a transaction report: decimal mark, date order, currency of the preamble, marketplaces, days. Pure. */
import { sentence } from '#platform/declare/sentence.ts'
import type { FileMatch, FileSurveyor, Refusal, SourceRow, Survey } from '#platform/declare/file-kind.ts'
import { detached, isBlank, Tally, textAt } from './cells.ts'
import { statedCurrency } from './currencies.ts'
import { DateEvidence, type DateOrder } from './dates.ts'
import { ExtraColumns, type ExtraColumn } from './extra-columns.ts'
import { keptAs } from './header-columns.ts'
import { NumberEvidence, parseMoney, type DecimalMark } from './numbers.ts'
import { dayOf } from './zone-names.ts'

export interface ReportFormat {
  readonly mark: DecimalMark
  readonly order: DateOrder
  /** columns of money that no table knows */
  readonly extra: readonly ExtraColumn[]
}

const marks: readonly DecimalMark[] = ['.', ',']

export class TransactionSurveyor implements FileSurveyor<ReportFormat> {
  readonly #match: FileMatch
  readonly #moneyIndexes: readonly number[]
  readonly #numbers = new NumberEvidence()
  readonly #dates = new DateEvidence()
  readonly #marketplaces = new Tally()
  readonly #extra = new ExtraColumns()
  /** lines whose columns do not add up to their total, under each reading of the marks */
  readonly #broken: Record<DecimalMark, number> = { '.': 0, ',': 0 }
  #currency: string | null = null
  #lineCount = 0

  constructor(match: FileMatch) {
    this.#match = match
    this.#moneyIndexes = keptAs.map(([inFile]) => match.columns[inFile]).filter(index => index !== undefined)
  }

  row(row: SourceRow): void {
    const { columns, headerLine } = this.#match
    if (row.line < headerLine) this.#currency ??= row.cells.map(statedCurrency).find(code => code !== null) ?? null
    if (row.line === headerLine) this.#extra.header(row, this.#match)
    if (row.line <= headerLine || isBlank(row)) return
    this.#lineCount++
    const total = textAt(row, columns['total'])
    const needsTrial = !this.#numbers.decided
    for (const index of this.#moneyIndexes) this.#note(textAt(row, index), row.line)
    this.#note(total, row.line)
    this.#extra.row(row)
    if (needsTrial) for (const mark of marks) if (!this.#addsUp(row, total, mark)) this.#broken[mark]++
    this.#dates.note(textAt(row, columns['postedAt']), row.line)
    const marketplace = textAt(row, columns['marketplace'])
    if (marketplace !== '') this.#marketplaces.add(marketplace)
  }

  end(): Survey<ReportFormat> {
    const refusals: Refusal[] = []
    const mark = this.#numbers.verdict(reading => this.#broken[reading] === 0)
    if (mark.mark === null)
      refusals.push({ line: mark.sample?.line ?? null, column: null, value: detached(mark.sample?.cell ?? ''), reason: mark.reason })
    const order = this.#dates.verdict(() => false)
    if (order.order === null)
      refusals.push({ line: order.sample?.line ?? null, column: null, value: detached(order.sample?.cell ?? ''), reason: order.reason })
    if (this.#lineCount === 0)
      refusals.push({ line: null, column: null, value: null, reason: sentence`报告里没有数据行，请确认下载的日期范围` })
    const format =
      mark.mark !== null && order.order !== null && refusals.length === 0
        ? { mark: mark.mark, order: order.order, extra: this.#extra.found(mark.mark) }
        : null
    const span = format && this.#dates.days(format.order)
    const instants = format && this.#dates.instants(format.order)
    return {
      format,
      refusals,
      marketplaces: this.#marketplaces.values,
      currencies: this.#currency === null ? [] : [this.#currency],
      firstDay: span && dayOf(span.first),
      lastDay: span && dayOf(span.last),
      firstAt: instants && instants.first,
      lastAt: instants && instants.last,
      lineCount: this.#lineCount,
      documentId: null,
    }
  }

  #note(cell: string, line: number): void {
    if (cell !== '' && cell !== '0') this.#numbers.note(cell, line)
  }

  #addsUp(row: SourceRow, total: string, mark: DecimalMark): boolean {
    let sum = 0n
    for (const index of this.#moneyIndexes) sum += parseMoney(textAt(row, index), mark)?.units ?? 0n
    const stated = parseMoney(total, mark)?.units
    return stated === sum || stated === sum + this.#extra.sumOf(row, mark)
  }
}
