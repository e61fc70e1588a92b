/**
 * Times as Amazon prints them, in every language of its reports. Which of two numbers is the month is decided per file from all its dates.
 * Pure.
 */
import { type Part, type Sentence, sentence, type Wording } from '#platform/declare/sentence.ts'
import { changedDays, isExcelDay } from './excel-marks.ts'
import { monthNumber } from './month-names.ts'
import { zoneOffsetMinutes } from './zone-names.ts'

/** Order of the first two numbers of a numeric date: day-month or month-day. */
export type DateOrder = 'dm' | 'md'

export interface Moment {
  /** milliseconds since 1970 UTC; midnight UTC of the day where the text carries no time */
  readonly epochMs: number
  /** midnight UTC of the day as it is printed, whatever its zone: what a person sees and names the month by */
  readonly dayMs: number
  readonly dateOnly: boolean
}

export type MomentReading =
  | { readonly ok: true; readonly moment: Moment; /** the date reads both ways */ readonly numeric: boolean }
  | { readonly ok: false; readonly reason: Wording }

const unreadable = sentence`日期格式无法识别`
const impossible = sentence`日期不存在`

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:T|\s+|$)/
const japanese = /^(\d{4})年(\d{1,2})月(\d{1,2})日\s*/
const numeric = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:,?\s+|$)/
const dayName = /^(\d{1,2})(?:\.?\s+(?:de\s+)?|[-/])([\p{L}\uFFFD?]+)(?:\.?,?\s+(?:de\s+)?|[-/])(\d{4})(?:,?\s+|$)/u
const nameDay = /^([\p{L}\uFFFD?]+)\.?\s+(\d{1,2}),?\s+(\d{4})(?:,?\s+|$)/u
/** Italy once wrote points, `0.46.33 GMT+00.00` */
const clock = /^(\d{1,2})([:.])(\d{2})(?:\2(\d{2})(?:[.,]\d+)?)?\s*(?:([ap])\.?\s?m\.?)?\s*(.*)$/i
/** Canada's French writes out the units: `09 h 14 min 25 s HNP` */
const clockWithUnits = /^(\d{1,2})\s?h\s?(\d{2})\s?min\s?(\d{2})\s?s(?=\s|$)/

/** Reads one date or time; `order` tells a numeric date's first number. */
export function readMoment(cell: string, order: DateOrder): MomentReading {
  const text = cell.replace(/[\u00A0\u202F\u2009\u200B-\u200F]+/g, ' ').trim()
  const date = readDate(text, order)
  if ('key' in date) return { ok: false, reason: date }
  const day = Date.UTC(date.year, date.month - 1, date.day)
  const rest = text.slice(date.used).trim()
  if (rest === '') return { ok: true, moment: { epochMs: day, dayMs: day, dateOnly: true }, numeric: date.numeric }
  const minutesMs = readClock(rest)
  if (typeof minutesMs !== 'number') return { ok: false, reason: minutesMs }
  return { ok: true, moment: { epochMs: day + minutesMs, dayMs: day, dateOnly: false }, numeric: date.numeric }
}

interface ReadDay {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly used: number
  readonly numeric: boolean
}

function readDate(text: string, order: DateOrder): ReadDay | Sentence {
  let match = yearFirst.exec(text)
  if (match) return checked(match[1], match[3], match[4], match[0].length, false)
  match = numeric.exec(text)
  if (match) {
    // no land writes month.day.year with dots
    const dayFirst = match[2] === '.' || order === 'dm'
    const [day, month] = dayFirst ? [match[1], match[3]] : [match[3], match[1]]
    return checked(match[4], month, day, match[0].length, match[2] !== '.')
  }
  match = nameDay.exec(text)
  if (match) return named(match[1], match[2], match[3], match[0].length)
  match = dayName.exec(text)
  if (match) return named(match[2], match[1], match[3], match[0].length)
  match = japanese.exec(text)
  return match ? checked(match[1], match[2], match[3], match[0].length, false) : unreadable
}

function named(name: string | undefined, day: string | undefined, year: string | undefined, used: number): ReadDay | Sentence {
  const month = monthNumber(name ?? '')
  return month === null ? sentence`不认识的月份“${name ?? ''}”` : checked(year, String(month), day, used, false)
}

function checked(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  used: number,
  isNumeric: boolean,
): ReadDay | Sentence {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  if (y < 1995 || y > 2100 || m < 1 || m > 12 || d < 1 || d > new Date(Date.UTC(y, m, 0)).getUTCDate()) return impossible
  return { year: y, month: m, day: d, used, numeric: isNumeric }
}

/** Milliseconds from the day's midnight UTC to the instant, zone included; the reason where it can't be read. */
function readClock(text: string): number | Sentence {
  const match = clock.exec(text.replace(clockWithUnits, '$1:$2:$3'))
  if (!match) return unreadable
  const [, hourText, , minuteText, secondText, half, zone = ''] = match
  let hour = Number(hourText)
  if (half) {
    if (hour < 1 || hour > 12) return impossible
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  }
  const minute = Number(minuteText)
  const second = Number(secondText ?? '0')
  if (hour > 23 || minute > 59 || second > 59) return sentence`时间不存在`
  if (zone === '') return sentence`时间没有时区，请上传原始文件`
  const offset = zoneOffsetMinutes(zone)
  if (offset === null) return sentence`不认识的时区“${zone}”`
  return ((hour * 60 + minute - offset) * 60 + second) * 1000
}

/** Collects what all dates of a file prove about the order of day and month, and its first and last day under each order. */
export class DateEvidence {
  #last = ''
  #proven: { dm: Dated | null; md: Dated | null } = { dm: null, md: null }
  #open: Dated | null = null
  /** a day without a clock, year first, as a workbook's date cell comes */
  #excelDay: Dated | null = null
  #hasBareDays = false
  readonly #span: Record<DateOrder, Span> = { dm: new Span(), md: new Span() }
  readonly #days: Record<DateOrder, Span> = { dm: new Span(), md: new Span() }

  /** `inSpan` false: proves the order, but is no day of a line (a settlement's own dates). */
  note(cell: string, line: number, inSpan = true): void {
    // neighbours mostly share their time
    if (cell === this.#last) return
    if (inSpan) this.#last = cell
    if (inSpan && isExcelDay(cell)) this.#excelDay ??= { line, cell }
    const dm = readMoment(cell, 'dm')
    const md = dm.ok && !dm.numeric ? dm : readMoment(cell, 'md')
    if (inSpan && dm.ok) this.#add('dm', dm.moment)
    if (inSpan && md.ok) this.#add('md', md.moment)
    if (md === dm) return
    if (dm.ok && md.ok) {
      if (dm.moment.epochMs !== md.moment.epochMs) this.#open ??= { line, cell }
    } else if (dm.ok) this.#proven.dm ??= { line, cell }
    else if (md.ok) this.#proven.md ??= { line, cell }
  }

  /** `holds`: whether the file makes sense under an order (lines inside the settlement's period); asked only where no date proves it. */
  verdict(
    holds: (order: DateOrder) => boolean,
  ): { readonly order: DateOrder } | { readonly order: null; readonly reason: Wording; readonly sample: Dated | null } {
    const { dm, md } = this.#proven
    if (dm && md)
      return {
        order: null,
        sample: md,
        reason: sentence`同一文件里有两种日期写法：第${dm.line}行“${dm.cell}”日在前，第${md.line}行“${md.cell}”月在前，请统一后再上传`,
      }
    const proven = dm ?? md
    const day = this.#excelDay
    if (proven && day) return { order: null, sample: proven, reason: changedDays(day.cell, proven.cell) }
    if (dm) return { order: 'dm' }
    if (md) return { order: 'md' }
    const open = this.#open
    if (!open) return { order: 'dm' }
    const asDm = holds('dm')
    if (asDm !== holds('md')) return { order: asDm ? 'dm' : 'md' }
    return {
      order: null,
      sample: open,
      reason: sentence`无法确定日期写法：第${open.line}行“${open.cell}”可读作${dayText(open.cell, 'dm')}或${dayText(open.cell, 'md')}，请上传原始文件`,
    }
  }

  /** first and last instant, null where no date could be read */
  span(order: DateOrder): { readonly first: number; readonly last: number } | null {
    return this.#span[order].bounds
  }

  /** first and last instant where every date has its clock, else null */
  instants(order: DateOrder): { readonly first: number; readonly last: number } | null {
    return this.#hasBareDays ? null : this.#span[order].bounds
  }

  /** first and last day as they are printed */
  days(order: DateOrder): { readonly first: number; readonly last: number } | null {
    return this.#days[order].bounds
  }

  #add(order: DateOrder, moment: Moment): void {
    if (moment.dateOnly) this.#hasBareDays = true
    this.#span[order].add(moment.epochMs)
    this.#days[order].add(moment.dayMs)
  }
}

interface Dated {
  readonly line: number
  readonly cell: string
}

class Span {
  #first = Infinity
  #last = -Infinity

  add(epochMs: number): void {
    if (epochMs < this.#first) this.#first = epochMs
    if (epochMs > this.#last) this.#last = epochMs
  }

  get bounds(): { first: number; last: number } | null {
    return this.#first === Infinity ? null : { first: this.#first, last: this.#last }
  }
}

function dayText(cell: string, order: DateOrder): Part {
  const reading = readMoment(cell, order)
  return reading.ok ? new Date(reading.moment.epochMs).toISOString().slice(0, 10) : sentence`无效日期`
}
