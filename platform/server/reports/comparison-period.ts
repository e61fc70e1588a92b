/**
 * The period that a figure is compared with. A figure's own period is the day or month it stands for, where its row or a filter names one,
 * and else the period asked for. Pure.
 */
import type { Report } from '#platform/declare/report.ts'
import type { Comparison } from '#platform/declare/wire.ts'
import { monthsOfYear, ownLength, periodBefore, type Moved } from '#platform/format/periods.ts'
import type { Ask } from './ask.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/** The finest time that dimensions name. */
export function finestTime(report: Report, dimensions: readonly string[]): 'month' | 'day' | null {
  const keys = dimensions.flatMap(name => (ownValue(report.dimensions, name)?.via ? [] : (ownValue(report.dimensions, name)?.keys ?? [])))
  return keys.includes('day') ? 'day' : keys.includes('month') ? 'month' : null
}

/** The question whose figures the given one's are held against; `dimensions` are those that say what a figure's own period is. */
export function comparisonAsk(report: Report, ask: Ask, compare: Comparison, dimensions: readonly string[]): Ask {
  const moved = movedBy(ask, compare, finestTime(report, dimensions))
  return { ...ask, ...periodBefore(ask, moved), moved }
}

function movedBy(ask: Ask, compare: Comparison, ownValue: 'month' | 'day' | null): Moved {
  if (compare === 'yearBefore') return { unit: 'month', count: monthsOfYear }
  return ownValue === null ? ownLength(ask) : { unit: ownValue, count: 1 }
}
