/** Second pass over a settlement of either layout: typed lines, and the proof that they add up to the settlement's own total. Pure. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { ControlTotal, FileMatch, LineReader, LineSink, ReadAsk, SourceRow } from '#platform/declare/file-kind.ts'
import { columnOf, detached, isBlank, moneyRefusal, quantityOf, textAt } from './cells.ts'
import { readMoment, type Moment } from './dates.ts'
import { CentsWatch, refuseShortenedId } from './excel-marks.ts'
import type { SettlementHead, SettlementLayout, SettlementLine } from './lines.ts'
import { moneyText, moneyWords, parseMoney, type Money } from './numbers.ts'
import { postedCell, type SettlementFormat } from './settlement-survey.ts'
import { dayInZone, dayOf, instantText } from './zone-names.ts'

/** What a line's amount is and what it is for, in the words of layout V2. */
export interface NamedAmount {
  readonly transactionType: string
  readonly amountType: string
  readonly amountDescription: string
  readonly amount: Money
}

/** Reads the amount of one line by its layout; null after it has refused the line itself. */
export type AmountReader = (row: SourceRow, format: SettlementFormat, sink: LineSink<SettlementLine>) => NamedAmount | null

/** columns whose value a program that takes ids for numbers would shorten */
const idColumns = ['settlement-id', 'order-id', 'merchant-order-id', 'adjustment-id', 'shipment-id', 'order-item-code', 'sku'] as const

export class SettlementReader implements LineReader<SettlementHead> {
  readonly #match: FileMatch
  readonly #format: SettlementFormat
  readonly #sink: LineSink<SettlementLine>
  readonly #layout: SettlementLayout
  readonly #amountOf: AmountReader
  readonly #dayOf: (epochMs: number) => string
  readonly #cents = new CentsWatch()
  readonly #ids: readonly (readonly [string, number | undefined])[]
  #head: SettlementHead | null = null
  /** 0: not seen yet */
  #headLine = 0
  #stated = 0n
  #sum = 0n
  #lineNo = 0
  #linesRead = 0
  #lastPosted = { cell: '', at: '', on: '' }

  constructor(
    match: FileMatch,
    format: SettlementFormat,
    ask: ReadAsk,
    sink: LineSink<SettlementLine>,
    layout: SettlementLayout,
    amountOf: AmountReader,
  ) {
    this.#match = match
    this.#format = format
    this.#sink = sink
    this.#layout = layout
    this.#amountOf = amountOf
    this.#dayOf = dayInZone(ask.zone)
    this.#ids = idColumns.map(column => [column, columnOf(match, column)])
  }

  row(row: SourceRow): void {
    if (row.line <= this.#match.headerLine || isBlank(row)) return
    if (this.#headLine === 0) {
      this.#headLine = row.line
      this.#head = this.#readHead(row)
      return
    }
    this.#lineNo++
    if (refuseShortenedId(row, this.#ids, refusal => this.#sink.refuse(refusal))) return
    const posted = this.#posted(row)
    const named = this.#amountOf(row, this.#format, this.#sink)
    const quantity = quantityOf(this.#text(row, 'quantity-purchased'))
    if (quantity === 'no') this.#refuse(row, 'quantity-purchased', sentence`数量不是整数`)
    if (!posted || !named || quantity === 'no') return
    this.#sum += named.amount.units
    this.#cents.note(named.amount)
    this.#linesRead++
    this.#sink.line({
      line: row.line,
      settlementId: this.#head?.settlementId ?? '',
      lineNo: this.#lineNo,
      postedAt: posted.at,
      postedOn: posted.on,
      transactionType: named.transactionType,
      orderId: this.#text(row, 'order-id'),
      merchantOrderId: this.#text(row, 'merchant-order-id'),
      adjustmentId: this.#text(row, 'adjustment-id'),
      shipmentId: this.#text(row, 'shipment-id'),
      marketplaceName: this.#text(row, 'marketplace-name'),
      amountType: named.amountType,
      amountDescription: named.amountDescription,
      amount: named.amount.text,
      fulfillment: this.#text(row, 'fulfillment-id'),
      orderItemCode: this.#text(row, 'order-item-code'),
      sku: this.#text(row, 'sku'),
      quantity,
      promotionId: this.#text(row, 'promotion-id'),
      layout: this.#layout,
    })
  }

  end(): { head: SettlementHead | null; controlTotals: ControlTotal[]; linesRead: number } {
    const head = this.#head
    if (!head) return { head, controlTotals: [], linesRead: this.#linesRead }
    const changed = this.#cents.refusal(head.currency)
    if (changed) this.#sink.refuse(changed)
    if (this.#stated !== this.#sum) {
      const difference = moneyWords(this.#sum - this.#stated)
      const reason = sentence`结算总额${moneyWords(this.#stated)}与各行合计${moneyWords(this.#sum)}不符，相差${difference} ${head.currency}：文件不完整或被改动，请重新下载`
      this.#sink.refuse({ line: this.#headLine, column: 'total-amount', value: head.total, reason })
    }
    const total: ControlTotal = {
      name: 'total',
      currency: head.currency,
      stated: moneyText(this.#stated, 2),
      summed: moneyText(this.#sum, 2),
    }
    return { head, controlTotals: [total], linesRead: this.#linesRead }
  }

  #readHead(row: SourceRow): SettlementHead | null {
    const total = parseMoney(this.#text(row, 'total-amount'), this.#format.mark)
    if (!total) this.#sink.refuse(moneyRefusal(row.line, 'total-amount', this.#text(row, 'total-amount'), this.#format.mark))
    const currency = this.#text(row, 'currency').toUpperCase()
    const isCurrency = /^[A-Z]{3}$/.test(currency)
    if (!isCurrency) this.#refuse(row, 'currency', sentence`币种应是三个字母的代码，如USD`)
    const start = this.#headDate(row, 'settlement-start-date')
    const end = this.#headDate(row, 'settlement-end-date')
    const deposit = this.#text(row, 'deposit-date') === '' ? null : this.#headDate(row, 'deposit-date')
    if (!total || !isCurrency || !start || !end) return null
    this.#stated = total.units
    return {
      settlementId: detached(this.#text(row, 'settlement-id')),
      startAt: instantText(start.epochMs),
      endAt: instantText(end.epochMs),
      depositAt: deposit && instantText(deposit.epochMs),
      total: total.text,
      currency,
      layout: this.#layout,
    }
  }

  #headDate(row: SourceRow, column: string): Moment | null {
    const reading = readMoment(this.#text(row, column), this.#format.order)
    if (reading.ok) return reading.moment
    this.#refuse(row, column, reading.reason)
    return null
  }

  /** Neighbouring lines of one order share their time: read once. */
  #posted(row: SourceRow): { at: string; on: string } | null {
    const cell = postedCell(row, this.#match)
    if (cell === this.#lastPosted.cell && cell !== '') return this.#lastPosted
    const reading = readMoment(cell, this.#format.order)
    if (!reading.ok) {
      this.#sink.refuse({
        line: row.line,
        column: 'posted-date',
        value: detached(cell),
        reason: cell === '' ? sentence`记账日期为空` : reading.reason,
      })
      return null
    }
    const { epochMs, dateOnly } = reading.moment
    this.#lastPosted = { cell, at: instantText(epochMs), on: dateOnly ? dayOf(epochMs) : this.#dayOf(epochMs) }
    return this.#lastPosted
  }

  #text(row: SourceRow, column: string): string {
    return textAt(row, columnOf(this.#match, column))
  }

  #refuse(row: SourceRow, column: string, reason: Wording): void {
    this.#sink.refuse({ line: row.line, column, value: detached(this.#text(row, column)), reason })
  }
}
