/**
 * Statutory holidays of China by law, worked out from the lunar calendar: 11 days a year to 2024, 13 from 2025 (全国年节及纪念日放假办法).
 * Work on them is paid three times. The days off that the State Council decrees each year hold these and moved weekends besides.
 */
import { createRequire } from 'node:module'
import type * as ChineseDays from 'chinese-days'
import { addDays } from '#platform/format/dates.ts'

// a CommonJS module, whose names Node does not find by itself
const { getSolarDateFromLunar, getSolarTermDate } = createRequire(import.meta.url)('chinese-days') as typeof ChineseDays

/** New Year's Eve of the lunar calendar and 2 May are statutory from this year on. */
const widerFrom = 2025
const known = new Map<number, ReadonlySet<string>>()

const lunar = (year: number, monthDay: string): string => getSolarDateFromLunar(`${year}-${monthDay}`).date

/** YYYY-MM-DD of the statutory days of a year; 2014 and later. */
export function statutoryDays(year: number): ReadonlySet<string> {
  const found = known.get(year)
  if (found !== undefined) return found
  const spring = lunar(year, '01-01')
  const isWider = year >= widerFrom
  const days = new Set([
    `${year}-01-01`,
    ...(isWider ? [addDays(spring, -1)] : []),
    ...[0, 1, 2].map(n => addDays(spring, n)),
    getSolarTermDate(year, 4, 'pure_brightness'),
    `${year}-05-01`,
    ...(isWider ? [`${year}-05-02`] : []),
    lunar(year, '05-05'),
    lunar(year, '08-15'),
    ...[1, 2, 3].map(n => `${year}-10-0${n}`),
  ])
  known.set(year, days)
  return days
}

export const isStatutory = (day: string): boolean => statutoryDays(Number(day.slice(0, 4))).has(day)
