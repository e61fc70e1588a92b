/** Periods of days and the ones before them: 环比 is the same length just before, 同比 the same days a year before. Pure. */
import { addDays, addMonths, addMonthsToDay, daysBetween, daysOfPart, firstOfMonth, firstOfPart, lastOfMonth, monthOf } from './dates.ts'

/** Days from the first to the last, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** How far the days of an earlier period lie before the ones they are held against. */
export interface Moved {
  readonly unit: 'month' | 'day'
  readonly count: number
}

export const monthsOfYear = 12

export const isWholeMonths = ({ from, to }: Period): boolean => from === firstOfMonth(monthOf(from)) && to === lastOfMonth(monthOf(to))

/** Whether it begins and ends where weeks or months do. */
export const isPartsOfWeeks = ({ from, to }: Period): boolean => from === firstOfPart(from) && to === daysOfPart(to).at(-1)

/** From a period to the same length just before it: whole months stay whole months. */
export function ownLength(period: Period): Moved {
  return isWholeMonths(period)
    ? { unit: 'month', count: monthNumber(period.to) - monthNumber(period.from) + 1 }
    : { unit: 'day', count: daysBetween(period.from, period.to) + 1 }
}

const monthNumber = (day: string): number => Number(day.slice(0, 4)) * monthsOfYear + Number(day.slice(5, 7))

/** The period that lies so far before. */
export function periodBefore(period: Period, { unit, count }: Moved): Period {
  const { from, to } = period
  if (unit === 'day') return { from: addDays(from, -count), to: addDays(to, -count) }
  if (!isWholeMonths(period)) return { from: addMonthsToDay(from, -count), to: addMonthsToDay(to, -count) }
  return { from: firstOfMonth(addMonths(monthOf(from), -count)), to: lastOfMonth(addMonths(monthOf(to), -count)) }
}

/** How far the days lie before that a period is held against: its own length, or a year. */
export const movedFor = (period: Period, compare: 'before' | 'yearBefore'): Moved =>
  compare === 'yearBefore' ? { unit: 'month', count: monthsOfYear } : ownLength(period)
