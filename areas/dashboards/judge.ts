/** Whether a day's figure is worth telling. Pure; figures are decimal strings. */
import { addDays, daysFromTo } from '#platform/format/dates.ts'
import { add, canonical, compare, divide, isNegative, multiply, negate, roundTo, subtract } from '#platform/format/decimal.ts'
import type { Title } from '#platform/declare/title.ts'

export const alertRules = {
  above: [1, '高于阈值', 'Above the threshold'],
  below: [2, '低于阈值', 'Below the threshold'],
  unusual: [3, '超出平常范围', 'Outside the usual band'],
} as const
export type AlertRule = (typeof alertRules)[keyof typeof alertRules][0]

/** dimensions of few values: an alert judges each of them */
export const alertLevels = ['shop', 'marketplace', 'country', 'brand'] as const

/** same weekdays before a day that say what is usual, and how many of them must be known */
export const weeks = 8
const weeksNeeded = 6
/** half the width of the usual band, in median absolute deviations */
const deviations = '3'

const size = (value: string): string => (isNegative(value) ? negate(value) : value)

/** Of at least one value; six places. */
function median(values: readonly string[]): string {
  const sorted = values.toSorted(compare)
  const middle = Math.floor(sorted.length / 2)
  const [low = '0', high = '0'] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return divide(add(low, high), '2', 6, 'halfEven')
}

/**
 * The band that is usual on the weekday of a day: median ± 3 median absolute deviations of the last eight of them. Null: fewer than six are
 * known.
 */
export function usualOn(day: string, values: ReadonlyMap<string, string>): { readonly from: string; readonly to: string } | null {
  const before = Array.from({ length: weeks }, (_, at) => values.get(addDays(day, -7 * (at + 1)))).filter(one => one !== undefined)
  if (before.length < weeksNeeded) return null
  const middle = median(before)
  const half = multiply(median(before.map(one => size(subtract(one, middle)))), deviations)
  return { from: subtract(middle, half), to: add(middle, half) }
}

/** Why the day is told; null: it is not. `threshold`: of the usual band null. A day whose figure is not known is not judged. */
export function reasonFor(rule: AlertRule, threshold: string | null, day: string, values: ReadonlyMap<string, string>): Title | null {
  const value = values.get(day)
  if (value === undefined) return null
  if (rule !== alertRules.unusual[0]) {
    if (threshold === null) return null
    const bound = canonical(threshold)
    if (rule === alertRules.above[0]) return compare(value, bound) > 0 ? [`高于阈值 ${bound}`, `above the threshold of ${bound}`] : null
    return compare(value, bound) < 0 ? [`低于阈值 ${bound}`, `below the threshold of ${bound}`] : null
  }
  const usual = usualOn(day, values)
  if (usual === null || (compare(value, usual.from) >= 0 && compare(value, usual.to) <= 0)) return null
  const [from, to] = [shown(usual.from), shown(usual.to)]
  return [`同一星期几平常在 ${from} 到 ${to} 之间`, `usually between ${from} and ${to} on this weekday`]
}

/** Two places are enough to read. */
export const shown = (value: string): string => roundTo(value, 2, 'halfEven')

/** The complete days that were not looked at yet, oldest first. At the first time the last one alone. */
export function daysDue(checkedUntil: string | null, until: string): readonly string[] {
  return daysFromTo(checkedUntil === null ? until : addDays(checkedUntil, 1), until)
}
