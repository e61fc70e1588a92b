/** First pass over a settlement of either layout: decimal mark, date order, whose settlement it is. Pure. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FileMatch, FileSurveyor, Refusal, SourceRow, Survey } from '#platform/declare/file-kind.ts'
import { columnOf, detached, isBlank, Tally, textAt } from './cells.ts'
import { DateEvidence, readMoment, type DateOrder } from './dates.ts'
import { SwappedDays } from './excel-marks.ts'
import { NumberEvidence, parseMoney, type DecimalMark } from './numbers.ts'
import { dayOf } from './zone-names.ts'
import { ownValue } from '#platform/declare/own-value.ts'

export interface SettlementFormat {
  readonly mark: DecimalMark
  readonly order: DateOrder
}

const dayMs = 86_400_000
/** Amazon settles every two weeks, a dormant account now and then: a longer period is a misread date. */
const periodDaysMax = 180
const marks: readonly DecimalMark[] = ['.', ',']

/** `moneyColumns`: names of the columns whose sum is the settlement's total. */
export class SettlementSurveyor implements FileSurveyor<SettlementFormat> {
  readonly #match: FileMatch
  readonly #moneyIndexes: readonly number[]
  readonly #numbers = new NumberEvidence()
  readonly #dates = new DateEvidence()
  readonly #swapped = new SwappedDays()
  readonly #sums: Record<DecimalMark, bigint> = { '.': 0n, ',': 0n }
  readonly #marketplaces = new Tally()
  readonly #refusals: Refusal[] = []
  #head: SourceRow | null = null
  #lineCount = 0

  constructor(match: FileMatch, moneyColumns: readonly string[]) {
    this.#match = match
    this.#moneyIndexes = moneyColumns.map(name => columnOf(match, name)).filter(index => index !== undefined)
  }

  row(row: SourceRow): void {
    if (row.line <= this.#match.headerLine || isBlank(row)) return
    if (!this.#head) return this.#takeHead(row)
    this.#lineCount++
    this.#sameSettlement(row)
    for (const index of this.#moneyIndexes) {
      const cell = textAt(row, index)
      if (cell !== '') this.#weigh(cell, row.line)
    }
    const posted = postedCell(row, this.#match)
    this.#dates.note(posted, row.line)
    this.#swapped.note(posted)
    const marketplace = textAt(row, columnOf(this.#match, 'marketplace-name'))
    if (marketplace !== '') this.#marketplaces.add(marketplace)
  }

  end(): Survey<SettlementFormat> {
    const head = this.#head
    if (!head) this.#refuse(null, null, null, sentence`结算文件里没有数据，请重新下载`)
    const refused = this.#refusals.length > 0
    const format = head && !refused ? this.#decide(head) : null
    const span = format ? this.#dates.span(format.order) : null
    const instants = format && this.#dates.instants(format.order)
    const currency = head ? textAt(head, columnOf(this.#match, 'currency')).toUpperCase() : ''
    return {
      format,
      refusals: this.#refusals,
      marketplaces: this.#marketplaces.values,
      currencies: /^[A-Z]{3}$/.test(currency) ? [currency] : [],
      firstDay: span && dayOf(span.first),
      lastDay: span && dayOf(span.last),
      firstAt: instants && instants.first,
      lastAt: instants && instants.last,
      lineCount: this.#lineCount,
      documentId: head ? textAt(head, columnOf(this.#match, 'settlement-id')) : null,
    }
  }

  #takeHead(row: SourceRow): void {
    this.#head = { line: row.line, cells: row.cells.map(detached) }
    const total = textAt(row, columnOf(this.#match, 'total-amount'))
    if (total === '')
      return this.#refuse(row.line, 'total-amount', '', sentence`表头后的第一行应是结算单本身并带有结算总额，文件不完整，请重新下载`)
    this.#numbers.note(total, row.line)
    for (const name of headDates) {
      const cell = textAt(row, columnOf(this.#match, name))
      if (cell !== '') this.#dates.note(cell, row.line, false)
    }
  }

  #sameSettlement(row: SourceRow): void {
    if (this.#refusals.length > 0 || !this.#head) return
    const id = textAt(row, columnOf(this.#match, 'settlement-id'))
    const first = textAt(this.#head, columnOf(this.#match, 'settlement-id'))
    const total = textAt(row, columnOf(this.#match, 'total-amount'))
    if (id !== first || total !== '')
      this.#refuse(
        row.line,
        'settlement-id',
        id,
        sentence`一个文件只能有一张结算单，这里又出现了另一张（首张为${first}），请拆成单独的文件上传`,
      )
  }

  /** Until some cell proves the decimal mark, the total is summed under both readings. */
  #weigh(cell: string, line: number): void {
    const wasDecided = this.#numbers.decided
    this.#numbers.note(cell, line)
    if (wasDecided) return
    for (const mark of marks) this.#sums[mark] += parseMoney(cell, mark)?.units ?? 0n
  }

  #decide(head: SourceRow): SettlementFormat | null {
    const total = textAt(head, columnOf(this.#match, 'total-amount'))
    const mark = this.#numbers.verdict(reading => parseMoney(total, reading)?.units === ownValue(this.#sums, reading))
    if (mark.mark === null) this.#refuse(mark.sample?.line ?? null, null, mark.sample?.cell ?? null, mark.reason)
    const order = this.#dates.verdict(reading => this.#insidePeriod(head, reading))
    if (order.order === null) this.#refuse(order.sample?.line ?? null, null, order.sample?.cell ?? null, order.reason)
    if (order.order !== null) this.#refuseSwapped(head, order.order)
    return mark.mark !== null && order.order !== null && this.#refusals.length === 0 ? { mark: mark.mark, order: order.order } : null
  }

  #refuseSwapped(head: SourceRow, order: DateOrder): void {
    const [start, end] = headDates.map(name => readMoment(textAt(head, columnOf(this.#match, name)), order))
    const reason = start?.ok && end?.ok ? this.#swapped.reason(start.moment.epochMs, end.moment.epochMs) : null
    if (reason) this.#refuse(null, 'posted-date', null, reason)
  }

  /** All lines lie in a period a settlement can have, a day's tolerance for dates without a time. */
  #insidePeriod(head: SourceRow, order: DateOrder): boolean {
    const [start, end] = headDates.map(name => readMoment(textAt(head, columnOf(this.#match, name)), order))
    if (!start?.ok || !end?.ok) return false
    const periodMs = end.moment.epochMs - start.moment.epochMs
    if (periodMs < 0 || periodMs > periodDaysMax * dayMs) return false
    const span = this.#dates.span(order)
    return span === null || (span.first >= start.moment.epochMs - dayMs && span.last <= end.moment.epochMs + dayMs)
  }

  #refuse(line: number | null, column: string | null, value: string | null, reason: Wording): void {
    this.#refusals.push({ line, column, value: value === null ? null : detached(value), reason })
  }
}

const headDates = ['settlement-start-date', 'settlement-end-date', 'deposit-date'] as const

/** The time of a line: with its clock where the layout has it, else the day. */
export function postedCell(row: SourceRow, match: FileMatch): string {
  return textAt(row, columnOf(match, 'posted-date-time')) || textAt(row, columnOf(match, 'posted-date'))
}
