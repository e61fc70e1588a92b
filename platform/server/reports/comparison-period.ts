/**
 * The period that a figure is compared with. A figure's own period is the time it stands for (a day, a quarter), where its row or a filter
 * names one, and else the period asked for. Pure.
 */
import { timeUnits, type Report, type TimeUnit } from '#platform/declare/report.ts'
import type { Comparison } from '#platform/declare/wire.ts'
import { monthsOfYear, ownLength, periodBefore, type Moved } from '#platform/format/periods.ts'
import type { Ask } from './ask.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/** The finest time that dimensions name. */
export function finestTime(report: Report, dimensions: readonly string[]): TimeUnit | null {
  const named = dimensions.map(name => ownValue(report.dimensions, name)?.time)
  return timeUnits.find(unit => named.includes(unit)) ?? null
}

/** Whether figures of this time follow from single days. */
export const isByDay = (time: TimeUnit | null): boolean => time === 'day' || time === 'week'

/** From one time to the one just before it. */
const oneBefore: Readonly<Record<TimeUnit, Moved>> = {
  day: { unit: 'day', count: 1 },
  week: { unit: 'day', count: 7 },
  month: { unit: 'month', count: 1 },
  quarter: { unit: 'month', count: 3 },
  year: { unit: 'month', count: monthsOfYear },
}

/** The question whose figures the given one's are held against; `dimensions` are those that say what a figure's own period is. */
export function comparisonAsk(report: Report, ask: Ask, compare: Comparison, dimensions: readonly string[]): Ask {
  const moved = movedBy(ask, compare, finestTime(report, dimensions))
  return { ...ask, ...periodBefore(ask, moved), moved }
}

function movedBy(ask: Ask, compare: Comparison, time: TimeUnit | null): Moved {
  if (compare === 'yearBefore') return { unit: 'month', count: monthsOfYear }
  return time === null ? ownLength(ask) : oneBefore[time]
}
