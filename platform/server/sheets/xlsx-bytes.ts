/**
 * Copied rows as markup of a sheet: what needs no care is copied byte by byte between the marks of its cell, the rest goes through the
 * writer of single cells. Pure.
 */
import {
  ByteSink,
  careOf,
  cellEnd,
  cellText,
  instantText,
  isNull,
  LINE_FEED,
  type ProgramText,
  putFigure,
  putPlain,
  Stamp,
  TAB,
  type CopiedRows,
} from './copied-rows.ts'
import { CELL_CHARACTERS_MAX, cellWriter, columnLetters, dateSerial, EXCEL_DIGITS, type CellWriter } from './sheet-cells.ts'
import { styleOf } from './sheet-styles.ts'
import type { ColumnToWrite } from './sheet-to-write.ts'

/** markup of a cell beside its content: 52 for a text in column XFD, row 1,048,576 */
const CELL_MARKUP = 64
const ROW_MARKUP = 40
const [SPACE, PLUS, MINUS, ZERO, COLON] = [32, 43, 45, 48, 58]
const DAY_CHARACTERS = 10
/** `2026-03-01 00:00:00+08` */
const INSTANT_CHARACTERS = 22
const SECONDS_OF_DAY = 86_400
/** `_x0041_` would be read as an escape; two spaces must be said to be kept */
const CARE = careOf([], [...Buffer.from('&<>"')], { 0x5f: 0x78, [SPACE]: SPACE }, (bytes, end) => bytes[end - 1] === SPACE)

/** Markup with the number of the row under way in it: from row to row mostly one digit changes. */
class Numbered {
  readonly head: string
  readonly #tail: string
  stamp = new Stamp('')

  constructor(head: string, tail: string) {
    this.head = head
    this.#tail = tail
  }

  /** `digits` of a row; those before `changed` stand there already. */
  renumber(digits: string, changed: number): void {
    if (changed === 0) this.stamp = new Stamp(this.head + digits + this.#tail)
    else for (let at = changed; at < digits.length; at += 1) this.stamp.bytes[this.head.length + at] = digits.charCodeAt(at)
  }
}

interface ColumnMarkup {
  readonly kind: ColumnToWrite['kind']
  readonly isLook: boolean
  /** before the content, and behind it */
  readonly open: Numbered
  readonly close: Stamp
  readonly write: CellWriter
}

export class XlsxBytes {
  readonly #columns: readonly ColumnMarkup[]
  readonly #row = new Numbered('<row r="', '">')
  readonly #numbered: readonly Numbered[]
  #digits = ''
  /** serials of days by their digits as a number: the days of an export are few */
  readonly #days = new Map<number, Stamp | null>()
  /**
   * In turn: while some are being packed, the next is filled. Fresh ones for each piece keep the garbage collector busier than the rows do.
   */
  readonly #sinks: readonly ByteSink[]
  #turn = 0

  /** `kept`: pieces that stay as they are, the latest included. */
  constructor(columns: readonly ColumnToWrite[], kept: number) {
    this.#sinks = Array.from({ length: kept }, () => new ByteSink(0))
    this.#columns = columns.map(({ kind, isLook }, index) => {
      const { plain } = styleOf(kind, false)
      const [begin, end] = kind === 'text' ? [`" s="${plain}" t="inlineStr"><is><t>`, '</t></is></c>'] : [`" s="${plain}"><v>`, '</v></c>']
      // what follows the row's number is part of a look
      const open = new Numbered(`<c r="${columnLetters(index)}`, isLook === true ? '' : begin)
      return { kind, isLook: isLook === true, open, close: new Stamp(end), write: cellWriter(kind, index) }
    })
    this.#numbered = [this.#row, ...this.#columns.map(({ open }) => open)]
  }

  /** Markup of so many rows from `from` on; `number` is that of the row before. It stays as it is until `kept` further calls. */
  rows({ bytes, starts, looks }: CopiedRows, from: number, count: number, number: number): Buffer {
    const columns = this.#columns
    const perRow = columns.reduce((sum, column) => sum + (column.isLook ? 1 : 0), 0)
    const sink = this.#sinks[this.#turn] as ByteSink
    this.#turn = (this.#turn + 1) % this.#sinks.length
    sink.at = 0
    let look = from * perRow
    for (let row = from; row < from + count; row += 1) {
      let at = starts[row] as number
      sink.beginRow((starts[row + 1] ?? bytes.length) - at + columns.length * CELL_MARKUP + ROW_MARKUP)
      this.#renumber(number + 1 + row - from)
      sink.put(this.#row.stamp)
      for (let index = 0; index < columns.length; index += 1) {
        const column = columns[index] as ColumnMarkup
        if (column.isLook) putLook(sink, column, looks[look++] as ProgramText)
        else at = this.#putCell(sink, column, bytes, at, number + 1 + row - from) + 1
      }
      sink.put(ROW_END)
    }
    return sink.done()
  }

  #renumber(number: number): void {
    const digits = String(number)
    let changed = 0
    if (digits.length === this.#digits.length) while (changed < digits.length && digits[changed] === this.#digits[changed]) changed += 1
    for (const one of this.#numbered) one.renumber(digits, changed)
    this.#digits = digits
  }

  /** Answers where the cell ends. */
  #putCell(sink: ByteSink, column: ColumnMarkup, bytes: Buffer, start: number, number: number): number {
    if (bytes[start] === TAB || bytes[start] === LINE_FEED) return start
    if (isNull(bytes, start)) return start + 2
    const from = sink.at
    sink.put(column.open.stamp)
    const { kind } = column
    const plain =
      kind === 'text'
        ? putPlain(sink, bytes, start, CARE)
        : kind === 'date' || kind === 'datetime'
          ? this.#putSerial(sink, bytes, start, kind === 'date')
          : putFigure(sink, bytes, start)
    if (
      plain >= 0 &&
      plain - start <= (kind === 'text' ? CELL_CHARACTERS_MAX : kind === 'date' || kind === 'datetime' ? 40 : EXCEL_DIGITS)
    ) {
      sink.put(column.close)
      return plain
    }
    sink.at = from
    const end = cellEnd(bytes, start)
    sink.putText(column.write(kind === 'datetime' ? instantText(bytes, start, end) : cellText(bytes, start, end), number))
    return end
  }

  /** The serial of `2026-03-01` or `2026-03-01 06:00:00…`, clock time as it is printed; -1 for anything else. */
  #putSerial(sink: ByteSink, bytes: Buffer, start: number, isDay: boolean): number {
    const end = cellEnd(bytes, start)
    const sign = bytes[end - 3]
    if (isDay ? end - start !== DAY_CHARACTERS : end - start < INSTANT_CHARACTERS || (sign !== PLUS && sign !== MINUS)) return -1
    const serial = this.#daySerial(bytes, start)
    if (serial === null) return -1
    sink.put(serial)
    if (isDay) return end
    const at = start + DAY_CHARACTERS
    if (bytes[at] !== SPACE || bytes[at + 3] !== COLON || bytes[at + 6] !== COLON) return -1
    const seconds = (two(bytes, at + 1) * 60 + two(bytes, at + 4)) * 60 + two(bytes, at + 7)
    if (seconds > 0) putFraction(sink, seconds)
    return end
  }

  #daySerial(bytes: Buffer, start: number): Stamp | null {
    const day = ((two(bytes, start) * 100 + two(bytes, start + 2)) * 100 + two(bytes, start + 5)) * 100 + two(bytes, start + 8)
    let serial = this.#days.get(day)
    if (serial === undefined) {
      const text = dateSerial(bytes.toString('latin1', start, start + DAY_CHARACTERS))
      serial = text === null ? null : new Stamp(text)
      if (this.#days.size < DAYS_MAX) this.#days.set(day, serial)
    }
    return serial
  }
}

const DAYS_MAX = 20_000
const ROW_END = new Stamp('</row>')

/** The same wherever it stands: what follows the row's number is remembered. */
function putLook(sink: ByteSink, { open, write }: ColumnMarkup, look: ProgramText): void {
  const stamp = (look.stamp ??= new Stamp(write(look.text, 0).slice(open.head.length + 1)))
  if (stamp.length === 0) return
  sink.put(open.stamp)
  sink.putLong(stamp)
}

const two = (bytes: Uint8Array, at: number): number => ((bytes[at] as number) - ZERO) * 10 + (bytes[at + 1] as number) - ZERO

/** `.250000000`: the share of a day, as `toFixed(9)` of it. */
function putFraction(sink: ByteSink, seconds: number): void {
  let rest = Math.round((seconds * 1e9) / SECONDS_OF_DAY)
  const { bytes, at } = sink
  bytes[at] = 46
  for (let digit = 9; digit > 0; digit -= 1) {
    bytes[at + digit] = ZERO + (rest % 10)
    rest = Math.floor(rest / 10)
  }
  sink.at = at + 10
}
