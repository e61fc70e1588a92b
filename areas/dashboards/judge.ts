/** Whether a day's figure is worth telling. Pure; figures are decimal strings. */
import { addDays } from '#platform/format/dates.ts'
import { add, canonical, compare, divide, isZero, multiply, negate, isNegative, roundTo, subtract } from '#platform/format/decimal.ts'
import type { Title } from '#platform/declare/title.ts'

export const alertRules = {
  above: [1, '高于阈值', 'Above the threshold'],
  below: [2, '低于阈值', 'Below the threshold'],
  deviates: [3, '偏离平常', 'Off its usual'],
} as const
export type AlertRule = (typeof alertRules)[keyof typeof alertRules][0]

/** same weekdays before a day that say what is usual, and how many of them there must be */
export const weeks = 8
const weeksNeeded = 4

/** What is usual on the weekday of a day: the median of the last weeks. Null: too few of them are known, or there is nothing to part of. */
export function usualOn(day: string, values: ReadonlyMap<string, string>): string | null {
  const before = Array.from({ length: weeks }, (_, at) => values.get(addDays(day, -7 * (at + 1)))).filter(one => one !== undefined)
  if (before.length < weeksNeeded) return null
  const sorted = before.toSorted(compare)
  const middle = Math.floor(sorted.length / 2)
  const [low = '0', high = '0'] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  const median = divide(add(low, high), '2', 6, 'halfEven')
  return isZero(median) ? null : median
}

const size = (value: string): string => (isNegative(value) ? negate(value) : value)

/**
 * Why the day is told; null: it is not. `threshold`: the bound, or by how many percent the figure may be off its usual. A day whose figure
 * is not known is not judged.
 */
export function reasonFor(rule: AlertRule, threshold: string, day: string, values: ReadonlyMap<string, string>): Title | null {
  const value = values.get(day)
  const bound = canonical(threshold)
  if (value === undefined) return null
  if (rule === alertRules.above[0]) return compare(value, threshold) > 0 ? [`高于阈值 ${bound}`, `above the threshold of ${bound}`] : null
  if (rule === alertRules.below[0]) return compare(value, threshold) < 0 ? [`低于阈值 ${bound}`, `below the threshold of ${bound}`] : null
  const usual = usualOn(day, values)
  if (usual === null) return null
  const allowed = divide(multiply(size(usual), size(threshold)), '100', 6, 'halfEven')
  if (compare(size(subtract(value, usual)), allowed) <= 0) return null
  return [`同一星期几平常为 ${shown(usual)}，相差超过 ${bound}%`, `usual on this weekday is ${shown(usual)}, off by more than ${bound}%`]
}

/** Two places are enough to read. */
export const shown = (value: string): string => roundTo(value, 2, 'halfEven')

/** longest stretch that is looked at after a pause: what lies before it is no news */
const daysMax = 31

/** The complete days that were not looked at yet, oldest first. At the first time the last one alone. */
export function daysDue(checkedUntil: string | null, until: string): readonly string[] {
  const first = checkedUntil === null ? until : addDays(checkedUntil, 1)
  const days: string[] = []
  for (let day = until; day >= first && days.length < daysMax; day = addDays(day, -1)) days.unshift(day)
  return days
}
