/** Cells of a sheet as values: days, times, amounts, currencies. Pure. */
import { dayOfNumber, parseDate } from '#platform/format/dates.ts'
import { canonical, isDecimal } from '#platform/format/decimal.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { SheetLayout } from '#platform/declare/sheet-layout.ts'

export type DayOrder = 'dmy' | 'mdy'
export type DecimalMark = '.' | ','

/** What stands for nothing: blanks, a dash or a block of them, a stroke. */
export const cleaned = (cell: string): string => {
  const text = cell.replaceAll(/-{6,}/g, ' ').replaceAll(/\s+/g, ' ').trim()
  return /^(?:-+|\/)$/.test(text) ? '' : text
}

const currencyNames: Readonly<Record<string, string>> = {
  人民币: 'CNY',
  人民币元: 'CNY',
  RMB: 'CNY',
  港币: 'HKD',
  港元: 'HKD',
  美元: 'USD',
  欧元: 'EUR',
  英镑: 'GBP',
  日元: 'JPY',
  日圆: 'JPY',
}
/** Code of a currency, null where the word is none. */
export function currencyOf(word: string): string | null {
  const text = cleaned(word)
  return ownValue(currencyNames, text) ?? (/^[A-Z]{3}$/.test(text) ? text : null)
}

/** Exact decimal; '' for an empty cell; null for what is no amount. */
export function amountOf(cell: string, decimal: DecimalMark): string | null {
  const text = cleaned(cell)
    .replace(/^([-+]?)\s*(?:[¥￥$€£]|CNY|RMB)\s*/, '$1')
    .replace(/^\+/, '')
  if (text === '') return ''
  const plain = decimal === ',' ? text.replaceAll('.', '\u0000').replace(',', '.').replaceAll('\u0000', ',') : text
  if (!/^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,4})?$/.test(plain)) return null
  const bare = plain.replaceAll(',', '')
  return isDecimal(bare) ? canonical(bare) : null
}

const compact = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}).*)?$/
const yearFirst = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ]+(\d{1,2}:\d{2}(?::\d{2})?).*)?$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: +(\d{1,2}:\d{2}(?::\d{2})?).*)?$/
/** `Aug 1, 2026`, `Aug-01-26` and `1-Aug-26` */
const monthNamed =
  /^(?:([A-Za-z]{3})[a-z]*\.?[ -](\d{1,2}),?|(\d{1,2})[ -]([A-Za-z]{3})[a-z]*\.?,?)[ -](\d{4}|\d{2})(?: +(\d{1,2}:\d\d(?::\d\d)?).*)?$/
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

export interface Moment {
  readonly day: string
  readonly time: string | null
}

/** Day, and the time that stands in the same cell; null for what is no day. */
export function momentOf(cell: string, order: DayOrder | null): Moment | null {
  const text = cleaned(cell)
  const short = compact.exec(text)
  if (short) return moment(short[1], short[2], short[3], short[4] === undefined ? '' : `${short[4]}:${short[5]}:${short[6]}`)
  const iso = yearFirst.exec(text)
  if (iso) return moment(iso[1], iso[2], iso[3], iso[4])
  const named = monthNamed.exec(text)
  if (named) return momentByName(named)
  const other = yearLast.exec(text)
  if (!other || order === null) return null
  return order === 'dmy' ? moment(other[3], other[2], other[1], other[4]) : moment(other[3], other[1], other[2], other[4])
}
function momentByName([, first = '', after = '', before = '', second = '', year = '', time = '']: RegExpExecArray): Moment | null {
  const month = monthNames.indexOf((first || second).toLowerCase()) + 1
  return moment(year.length === 2 ? `20${year}` : year, String(month), after || before, time)
}
function moment(year = '', month = '', day = '', time = ''): Moment | null {
  const parsed = parseDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  return parsed === null ? null : { day: parsed, time: timeOf(time) }
}

/** serials of days from 1990 to 2100 in the 1900 system */
const serialCell = /^([34567]\d{4})(?:\.(\d{1,12}))?$/
/** serial of 1970-01-01 */
const serial1970 = 25_569
const secondsOfDay = 86_400

/** A day as a workbook counts it, with the time of day as its fraction. */
export function serialMoment(cell: string): Moment | null {
  const found = serialCell.exec(cleaned(cell))
  if (!found) return null
  const seconds = Math.round(Number(`0.${found[2] ?? '0'}`) * secondsOfDay) % secondsOfDay
  const two = (part: number): string => String(Math.floor(part)).padStart(2, '0')
  const time = found[2] === undefined ? null : `${two(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`
  return { day: dayOfNumber(Number(found[1]) - serial1970), time }
}

/** HH:MM:SS; null for what is no time. */
export function timeOf(cell: string): string | null {
  const text = cleaned(cell)
  const found = /^(\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(text) ?? /^(\d{2})(\d{2})(\d{2})$/.exec(text)
  if (!found) return null
  const [, hour = '', minute = '', second = '00'] = found
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 61 ? `${hour.padStart(2, '0')}:${minute}:${second}` : null
}

/** A day in either order. */
export const isDayCell = (cell: string): boolean => momentOf(cell, 'dmy') !== null || momentOf(cell, 'mdy') !== null

/** Which mark is the decimal one, from amounts that can be read one way only. A layout that is declared says it. */
export class DecimalEvidence {
  #point = 0
  #comma = 0

  note(cell: string): void {
    const [point, comma] = [amountOf(cell, '.'), amountOf(cell, ',')]
    if (point !== null && comma === null) this.#point += 1
    if (comma !== null && point === null) this.#comma += 1
  }

  mark({ taught, decimal }: SheetLayout): DecimalMark {
    return decimal ?? (taught === true && this.#comma > 0 && this.#point === 0 ? ',' : '.')
  }
}

/** Which of two numbers is the day, from days that can be read one way only. */
export class DayEvidence {
  #first = 0
  #second = 0
  #seen = 0

  note(cell: string): void {
    const found = yearLast.exec(cleaned(cell))
    if (!found) return
    this.#seen += 1
    if (Number(found[1]) > 12) this.#first += 1
    if (Number(found[2]) > 12) this.#second += 1
  }

  /** unclear: every day can be read both ways, or they contradict each other */
  verdict(): DayOrder | 'unclear' | null {
    if (this.#seen === 0) return null
    if (this.#first > 0 === this.#second > 0) return 'unclear'
    return this.#first > 0 ? 'dmy' : 'mdy'
  }
}
