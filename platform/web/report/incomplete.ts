/** Times of which not all days are there yet: what charts, cards and tables mark. Pure. */
import { addDays, firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import type { TimeUnit } from '../../declare/wire.ts'

/** The first day of a time; null: of a fiscal quarter or year the browser does not know it. */
export function firstDayOf(unit: TimeUnit, value: string): string | null {
  if (unit === 'day' || unit === 'week') return value
  return unit === 'month' ? firstOfMonth(value) : null
}

/** The last one. */
export function lastDayOf(unit: TimeUnit, value: string): string | null {
  if (unit === 'day') return value
  if (unit === 'week') return addDays(value, 6)
  return unit === 'month' ? lastOfMonth(value) : null
}

/**
 * Those of these times that reach beyond the day up to which data are complete (null: it is not known). `to`: the last day of the period,
 * where the last time ends as well.
 */
export function incompleteOf(unit: TimeUnit, values: readonly string[], to: string, completeUntil: string | null): ReadonlySet<string> {
  if (completeUntil === null || completeUntil >= to) return new Set()
  const newest = values.toSorted().at(-1)
  return new Set(
    values.filter(value => {
      const last = lastDayOf(unit, value)
      // of those whose end is not known, the newest
      return last === null ? value === newest : (last < to ? last : to) > completeUntil
    }),
  )
}
