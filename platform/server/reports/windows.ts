/**
 * Means over days: which days stand behind the figure of a row. They end with the last day of the row's time, of the period and of what is
 * complete, whichever comes first; the amounts of these days are read as one more part of the statement.
 */
import { sql } from 'kysely'
import { operandsOf, ownerOf, type Dimension, type Moving, type Report, type TimeUnit } from '#platform/declare/report.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { addDays, addMonths, firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { monthsOfYear } from '#platform/format/periods.ts'
import { allConditions, columnRef, type Sql } from '../db/untyped-query.ts'
import type { Ask, Span, Spans } from './ask.ts'
import { finestTime } from './comparison-period.ts'

/** The means that these figures are made of. */
export function meansOf(report: Report, measures: readonly string[]): Moving[] {
  const found = new Set<Moving>()
  const visit = (name: string): void => {
    const m = ownValue(report.measures, name)
    if (m?.class === 'moving') found.add(m)
    else if (m !== undefined) operandsOf(m).forEach(visit)
  }
  measures.forEach(visit)
  return [...found]
}

/** How many days means are over; none where nothing is known of the days of a question. */
export const windowsOf = (report: Report, ask: Ask, measures: readonly string[]): number[] =>
  ask.spans === undefined ? [] : [...new Set(meansOf(report, measures).map(m => m.days))]

/** Days that a value of a time holds. */
function daysOf(unit: TimeUnit, value: string, yearStart: number): { readonly from: string; readonly to: string } {
  const months = (first: string, count: number) => ({ from: firstOfMonth(first), to: lastOfMonth(addMonths(first, count - 1)) })
  const yearFrom = `${value.slice(0, 4)}-${String(yearStart).padStart(2, '0')}`
  switch (unit) {
    case 'day':
      return { from: value, to: value }
    case 'week':
      return { from: value, to: addDays(value, 6) }
    case 'month':
      return months(value, 1)
    case 'quarter':
      return months(addMonths(yearFrom, 3 * (Number(value.slice(6)) - 1)), 3)
    case 'year':
      return months(yearFrom, monthsOfYear)
  }
}

const latest = (days: readonly string[]): string => days.toSorted().at(-1) ?? ''
const earliest = (days: readonly string[]): string => days.toSorted()[0] ?? ''

/** The period, as far as filters by time leave it. */
function periodOf(report: Report, ask: Ask): { readonly from: string; readonly to: string } {
  return Object.entries(ask.where).reduce(
    ({ from, to }, [name, values]) => {
      const unit = ownValue(report.dimensions, name)?.time
      const days = unit === undefined ? [] : values.filter(value => value !== '').map(value => daysOf(unit, value, ask.yearStart ?? 1))
      if (days.length === 0) return { from, to }
      return { from: latest([from, earliest(days.map(one => one.from))]), to: earliest([to, latest(days.map(one => one.to))]) }
    },
    { from: ask.from, to: ask.to },
  )
}

const isTime = (d: Dimension | undefined): boolean => d?.time !== undefined
/** Dimensions of the question that are no time: the rows of a window are found by them. */
export const untimed = (report: Report, names: readonly string[]): string[] =>
  names.filter(name => !isTime(ownValue(report.dimensions, name)))

/** Days before the period belong to its first ones, and filters by time say where windows end, not what is in them. */
export function windowAsk(report: Report, ask: Ask, days: number): Ask {
  const { from, to } = periodOf(report, ask)
  const where = Object.fromEntries(untimed(report, Object.keys(ask.where)).map(name => [name, ask.where[name] ?? []]))
  return { ...ask, where, from: addDays(from, 1 - days), to, byDay: true }
}

/** The days of the total. */
export function totalWindowAsk(report: Report, ask: Ask, days: number): Ask {
  const asked = { ...windowAsk(report, ask, days), by: [] }
  const end = totalEnd(report, ask, days)
  return end === null ? { ...asked, from: asked.to } : { ...asked, from: addDays(end, 1 - days), to: end }
}

/** The last day of the total's window; null: it is not known. */
function totalEnd(report: Report, ask: Ask, days: number): string | null {
  const { from, to } = periodOf(report, ask)
  const { since, until } = ask.spans?.all ?? { since: null, until: null }
  if (since === null || until === null) return null
  const end = earliest([to, until])
  return end >= from && addDays(end, 1 - days) >= since ? end : null
}

const date = (day: string | null): Sql => (day === null ? sql`null::date` : sql`${day}::date`)
const isOwner = (report: Report, name: string): boolean => {
  const d = ownValue(report.dimensions, name)
  return d !== undefined && !d.via && d.keys[0] === ownerOf(report)
}

/** A day of the span of a row's owner, or of all owners. */
function spanOf(report: Report, ask: Ask, { each, all }: Spans, alias: string, pick: keyof Span): Sql {
  const at = ask.by.findIndex(name => isOwner(report, name))
  if (at < 0 || each.size === 0) return date(all[pick])
  const owned = [...each].map(([owner, span]) => sql`when ${owner} then ${date(span[pick])}`)
  return sql`(case ${sql.ref(`${alias}.d${at}`)}::text ${sql.join(owned, sql` `)} end)`
}

/** First and last day of the finest time that rows of an alias have. */
function timeOfRow(report: Report, ask: Ask, alias: string): { readonly first: Sql; readonly last: Sql } | null {
  const unit = finestTime(report, ask.by)
  if (unit === null) return null
  const value = sql.ref(`${alias}.d${ask.by.findIndex(name => ownValue(report.dimensions, name)?.time === unit)}`)
  const months = (first: Sql, count: number) => ({ first, last: sql`((${first} + make_interval(months => ${sql.lit(count)}))::date - 1)` })
  const year = sql`make_date(left(${value}, 4)::int, ${sql.lit(ask.yearStart ?? 1)}, 1)`
  switch (unit) {
    case 'day':
      return { first: value, last: value }
    case 'week':
      return { first: value, last: sql`(${value} + 6)` }
    case 'month':
      return months(value, 1)
    case 'quarter':
      return months(sql`(${year} + make_interval(months => 3 * (right(${value}, 1)::int - 1)))::date`, 3)
    case 'year':
      return months(year, monthsOfYear)
  }
}

/** The last day of the window of a row of an alias. */
export function endOfRow(report: Report, ask: Ask, alias: string): Sql {
  const { to } = periodOf(report, ask)
  if (ask.spans === undefined) return date(null)
  const until = spanOf(report, ask, ask.spans, alias, 'until')
  const last = timeOfRow(report, ask, alias)?.last
  // least() passes over nothing: what is complete of nobody has no end
  return sql`(case when ${until} is not null then least(${date(to)}, ${until}${last === undefined ? sql`` : sql`, ${last}`}) end)`
}

/** Whether the days behind the mean of a row or total of alias s are all known. */
export function isFull(report: Report, ask: Ask, days: number): Sql<boolean> {
  if (ask.spans === undefined) return sql<boolean>`false`
  const ofTotal = sql.lit(totalEnd(report, ask, days) !== null)
  if (ask.by.length === 0) return sql<boolean>`${ofTotal}`
  const end = endOfRow(report, ask, 's')
  const first = timeOfRow(report, ask, 's')?.first
  const { from } = periodOf(report, ask)
  const ofRow = allConditions([
    sql<boolean>`${end} >= ${date(from)}`,
    ...(first === undefined ? [] : [sql<boolean>`${end} >= ${first}`]),
    sql<boolean>`${end} - ${sql.lit(days - 1)} >= ${spanOf(report, ask, ask.spans, 's', 'since')}`,
  ])
  return sql<boolean>`(case when s.is_total then ${ofTotal} else ${ofRow} end)`
}

/** Whether a row of alias f is in the window of a row of the statement's part `page`, alias o. */
export const inWindow = (report: Report, ask: Ask, days: number): Sql<boolean> => {
  const [day, end] = [columnRef('f', 'day'), endOfRow(report, ask, 'o')]
  return sql<boolean>`${day} <= ${end} and ${day} > ${end} - ${sql.lit(days)}`
}
