/**
 * Calendar days as 'YYYY-MM-DD' text and months as 'YYYY-MM': they sort, compare and go into SQL as they are, and no zone can shift them.
 * Instants and zones: zones.ts.
 */

export type DateFormat = 'YYYY-MM-DD' | 'MM/DD/YYYY' | 'DD/MM/YYYY'

export const DAY_MS = 86_400_000
const PATTERNS: Record<DateFormat, { readonly pattern: RegExp; readonly order: readonly [year: number, month: number, day: number] }> = {
  'YYYY-MM-DD': { pattern: /^(\d{4})-(\d{2})-(\d{2})$/, order: [1, 2, 3] },
  'MM/DD/YYYY': { pattern: /^(\d{2})\/(\d{2})\/(\d{4})$/, order: [3, 1, 2] },
  'DD/MM/YYYY': { pattern: /^(\d{2})\/(\d{2})\/(\d{4})$/, order: [3, 2, 1] },
}

function pad(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

function text(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
}

/** Days of a month, 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Reads a date written in the named format to 'YYYY-MM-DD'; null where it is no such date (30 February included). */
export function parseDate(written: string, format: DateFormat = 'YYYY-MM-DD'): string | null {
  const { pattern, order } = PATTERNS[format]
  const match = pattern.exec(written)
  if (!match) return null
  const [year, month, day] = [Number(match[order[0]]), Number(match[order[1]]), Number(match[order[2]])]
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  return text(year, month, day)
}

export function isDate(written: string, format: DateFormat = 'YYYY-MM-DD'): boolean {
  return parseDate(written, format) !== null
}

/** 'YYYY-MM' with a month from 01 to 12. */
export function isMonth(written: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(written) && !written.startsWith('0000')
}

/** A day or month before the year 1 or after 9999: reckoned from one that is near to them. */
export class BeyondCalendar extends RangeError {}

const noSuchDay = (written: string, what: string): RangeError =>
  /^(?:0000|0*-\d+|\d{5,})-\d\d?(?:-\d\d)?$/.test(written)
    ? new BeyondCalendar(`“${written}”超出日历`)
    : new RangeError(`“${written}”不是${what}`)

/** Days since 1970-01-01; throws on what is no date, so that NaN never travels on. */
export function dayNumber(day: string): number {
  if (!isDate(day)) throw noSuchDay(day, '日期，格式应为 YYYY-MM-DD')
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))]
  // Date.UTC takes the years 0 to 99 for 1900 to 1999
  return new Date(0).setUTCFullYear(year, month - 1, date) / DAY_MS
}

/** The day of a number of days since 1970-01-01. */
export function dayOfNumber(number: number): string {
  const date = new Date(number * DAY_MS)
  return text(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}

export function addDays(day: string, count: number): string {
  return dayOfNumber(dayNumber(day) + count)
}

/** Days from the first to the second: ('2024-02-28', '2024-03-01') -> 2. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

export function monthOf(day: string): string {
  return day.slice(0, 7)
}

/** Months on: ('2024-11', 3) -> '2025-02'. */
export function addMonths(month: string, count: number): string {
  if (!isMonth(month)) throw noSuchDay(month, '月份，格式应为 YYYY-MM')
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${pad((((index % 12) + 12) % 12) + 1)}`
}

/** The same date some months on, the last day of the month where it is shorter: ('2024-01-31', 1) -> '2024-02-29'. */
export function addMonthsToDay(day: string, count: number): string {
  dayNumber(day)
  const month = addMonths(monthOf(day), count)
  const last = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
  return `${month}-${pad(Math.min(Number(day.slice(8, 10)), last))}`
}

export function firstOfMonth(month: string): string {
  return `${addMonths(month, 0)}-01`
}

export function lastOfMonth(month: string): string {
  const valid = addMonths(month, 0)
  return `${valid}-${pad(daysInMonth(Number(valid.slice(0, 4)), Number(valid.slice(5, 7))))}`
}

/** Every month from the first to the last, both included. */
export function monthsFromTo(from: string, to: string): string[] {
  const months: string[] = []
  // after 9999-12 comes no month
  for (let month = addMonths(from, 0); month <= to && isMonth(month); month = addMonths(month, 1)) months.push(month)
  return months
}

/** Every day from the first to the last, both included. */
export function daysFromTo(from: string, to: string): string[] {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => dayOfNumber(first + at))
}

/** 1 Monday to 7 Sunday. */
export function weekday(day: string): number {
  // 1970-01-01 was a Thursday
  return ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1
}

/** Monday of the day's week. */
export function firstOfWeek(day: string): string {
  return addDays(day, 1 - weekday(day))
}

/** First day of the part of a day's week that lies in its month. */
export function firstOfPart(day: string): string {
  const [week, month] = [firstOfWeek(day), firstOfMonth(monthOf(day))]
  return week > month ? week : month
}
/** The days of that part. */
export function daysOfPart(day: string): string[] {
  const [first, sunday, last] = [firstOfPart(day), addDays(firstOfWeek(day), 6), lastOfMonth(monthOf(day))]
  return Array.from({ length: daysBetween(first, sunday < last ? sunday : last) + 1 }, (_, at) => addDays(first, at))
}
