/**
 * Rates, scores, grades, ranks and forecasts of performance. Pure; figures are decimal strings. Sources: the score standard of the
 * specification (100 excellent, 98-99 good, 95-97 needs improvement, below 95 poor) and docs/decisions/performance.md.
 */
import { add, compare, divide, isNegative, isZero, multiply, roundTo, sum } from '#platform/format/decimal.ts'

export const grades = {
  excellent: [1, '优秀', 'Excellent', 'good'],
  good: [2, '良好', 'Good', 'info'],
  improve: [3, '待改进', 'Needs improvement', 'warn'],
  poor: [4, '较差', 'Poor', 'bad'],
} as const

/** decimal places of a rate; cut, never rounded up: 0.9799999 is no 98 */
const rateScale = 6
/** fewest complete days of a month from which its end is forecast */
const forecastDaysMin = 5

/** Result ÷ target; null without a target above zero. */
export const rateOf = (result: string, target: string): string | null =>
  isNegative(target) || isZero(target) ? null : divide(result, target, rateScale, 'floor')

/** floor(100 x rate), between 0 and 100. */
export function scoreOf(rate: string | null): number | null {
  if (rate === null) return null
  return Math.min(100, Math.max(0, Number(roundTo(multiply(rate, '100'), 0, 'floor'))))
}

/** Scores of the measures by their weights (which sum to 100), floored; null where one of them has none. */
export function weightedScore(parts: readonly { readonly weight: number; readonly score: number | null }[]): number | null {
  const counting = parts.filter(part => part.weight > 0)
  if (counting.length === 0 || counting.some(part => part.score === null)) return null
  return Math.floor(counting.reduce((whole, part) => whole + part.weight * (part.score ?? 0), 0) / 100)
}

export function gradeOf(score: number | null): number | null {
  if (score === null) return null
  if (score >= 100) return grades.excellent[0]
  if (score >= 98) return grades.good[0]
  return score >= 95 ? grades.improve[0] : grades.poor[0]
}

export interface Ranked {
  readonly rate: string | null
  readonly result: string
}

/** Highest rate first, then highest result; equal ones share a rank: 1, 1, 3. Who has no rate has no rank. */
export function ranksOf(rows: readonly Ranked[]): (number | null)[] {
  const before = (a: Ranked, b: Ranked): number => compare(b.rate ?? '0', a.rate ?? '0') || compare(b.result, a.result)
  const ranks = rows.map((): number | null => null)
  const sorted = rows.flatMap((row, at) => (row.rate === null ? [] : [{ row, at }])).toSorted((a, b) => before(a.row, b.row))
  for (const [place, { row, at }] of sorted.entries()) {
    const ahead = sorted[place - 1]
    ranks[at] = ahead !== undefined && before(ahead.row, row) === 0 ? (ranks[ahead.at] ?? null) : place + 1
  }
  return ranks
}

/**
 * What a month will end with: what it has, and for each day that is left the mean of its weekday in the last eight weeks. `past`: figures
 * of those 56 days by weekday, complete ones alone. Null before five complete days of the month.
 */
export function forecastOf(
  result: string,
  completeDays: number,
  left: readonly number[],
  past: ReadonlyMap<number, readonly string[]>,
): string | null {
  if (completeDays < forecastDaysMin) return null
  const means = left.map(weekday => {
    const days = past.get(weekday) ?? []
    return days.length === 0 ? '0' : divide(sum(days), String(days.length), 2, 'halfUp')
  })
  return add(result, sum(means))
}
