/**
 * The period that a figure is compared with. A figure's own period is the time it stands for (a day, a quarter), where its row or a filter
 * names one, and else the period asked for. Pure.
 */
import { timeUnits, type Report, type TimeUnit } from '#platform/declare/report.ts'
import type { Comparison } from '#platform/declare/wire.ts'
import { monthsOfYear, movedFor, periodBefore, type Moved } from '#platform/format/periods.ts'
import type { Part } from '#platform/format/like-for-like.ts'
import { movedKey, type Apart, type Ask, type SideParts } from './ask.ts'
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

/** A side of a comparison as questions: in one, for what can't be added up from parts, and in parts. */
export interface Side {
  readonly whole: Ask
  readonly parts: readonly Ask[]
}
/** What the answer of a question is held against; `now`: what of it is, null: all of it. */
export interface AskedSides {
  readonly before: Side
  readonly now: Side | null
}
/** Of rows, and of totals where these have other periods. */
export interface Before {
  readonly rows: AskedSides
  readonly totals: AskedSides | null
}

/** Null without a comparison. Like for like where that is known of the question (`withLike`). */
export function beforeOf(report: Report, ask: Ask): Before | null {
  if (ask.compare === undefined) return null
  const filtered = Object.keys(ask.where)
  const [own, ofTotals] = [finestTime(report, [...ask.by, ...filtered]), finestTime(report, filtered)]
  const isSame = own === ofTotals || (ask.compare === 'yearBefore' && !isByDay(own))
  return {
    rows: sidesOf(report, ask, ask.compare, [...ask.by, ...filtered]),
    totals: isSame ? null : sidesOf(report, ask, ask.compare, filtered),
  }
}

function sidesOf(report: Report, ask: Ask, compare: Comparison, dimensions: readonly string[]): AskedSides {
  const earlier = comparisonAsk(report, ask, compare, dimensions)
  const known = earlier.moved && ask.like?.get(movedKey(earlier.moved))
  const all = (question: Ask): Side => ({ whole: question, parts: [question] })
  return {
    before: known === undefined ? all(earlier) : sideOf(earlier, known.before),
    now: ask.isCut !== true ? null : known?.now == null ? all(ask) : sideOf(ask, known.now),
  }
}

const sideOf = (question: Ask, { whole, parts, apart }: SideParts): Side => ({
  whole: narrowed(question, whole, apart),
  parts: parts.map(part => narrowed(question, part, apart)),
})
const narrowed = (question: Ask, { from, to, only, byDay }: Part, apart: readonly Apart[]): Ask => ({
  ...question,
  from,
  to,
  ...(only === null ? {} : { only }),
  ...(apart.length === 0 ? {} : { apart }),
  ...(byDay ? { byDay: true as const } : {}),
})

/** The question whose figures the given one's are held against; `dimensions` are those that say what a figure's own period is. */
export function comparisonAsk(report: Report, ask: Ask, compare: Comparison, dimensions: readonly string[]): Ask {
  const moved = movedBy(ask, compare, finestTime(report, dimensions))
  return { ...ask, ...periodBefore(ask, moved), moved }
}

function movedBy(ask: Ask, compare: Comparison, time: TimeUnit | null): Moved {
  return compare === 'yearBefore' || time === null ? movedFor(ask, compare) : oneBefore[time]
}
