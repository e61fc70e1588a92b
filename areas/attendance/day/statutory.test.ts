/** Statutory days lie inside the decree of every year that is known, with the number that the law names. */
import { expect, test } from 'vitest'
import { lastKnownYear, nationalDays } from '#platform/server/calendar/national-days.ts'
import { statutoryDays } from './statutory.ts'

const first = 2014
const years = Array.from({ length: lastKnownYear - first + 1 }, (_, n) => first + n)
/** the two holidays meet on one day: its other day off is no statutory date of either */
const merged = new Map([[2020, 10]])

test.each(years)('%i', year => {
  const days = [...statutoryDays(year)]
  expect(days).toHaveLength(merged.get(year) ?? (year < 2025 ? 11 : 13))
  expect(days.filter(day => nationalDays.get(day) !== 'rest')).toEqual([])
})
