/** Which days a calendar shows. Pure. */
import { addDays, dayNumber, dayOfNumber, daysInMonth, isDate } from '#platform/format/dates.ts'
import type { Days } from '../span.ts'

export type CalendarSpan = 'month' | 'week' | 'list'

const weeksOfMonth = 6
/** 1970-01-01 was a Thursday: days since a Monday */
const thursday = 3
const yearMin = 1970
const yearMax = 2199

/** A day of the address that there is, within what a calendar reckons with; else today. */
export const shownDay = (day: string | null, today: string): string =>
  day !== null && isDate(day) && Number(day.slice(0, 4)) >= yearMin && Number(day.slice(0, 4)) <= yearMax ? day : today

const mondayOf = (day: string): string => {
  const number = dayNumber(day)
  return dayOfNumber(number - ((number + thursday) % 7))
}
const firstOf = (day: string): string => `${day.slice(0, 8)}01`
const lastOf = (day: string): string => {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  return `${day.slice(0, 8)}${String(daysInMonth(year, month)).padStart(2, '0')}`
}

export function rangeOf(span: CalendarSpan, day: string): Days {
  if (span === 'list') return { from: firstOf(day), to: lastOf(day) }
  const from = mondayOf(span === 'month' ? firstOf(day) : day)
  return { from, to: addDays(from, (span === 'month' ? weeksOfMonth : 1) * 7 - 1) }
}

/** A month or a week on or back. */
export function turnedDay(span: CalendarSpan, day: string, by: 1 | -1): string {
  if (span === 'week') return addDays(day, 7 * by)
  return by === 1 ? addDays(lastOf(day), 1) : firstOf(addDays(firstOf(day), -1))
}
