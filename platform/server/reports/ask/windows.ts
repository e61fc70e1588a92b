/**
 * Means over days: which days stand behind the figure of a row. They end with the last day of the row's time, of the period and of what is
 * complete, whichever comes first; the amounts of these days are read as one more part of the statement.
 */
import { sql } from 'kysely'
import {
  isOfLines,
  leavesOf,
  operandsOf,
  ownerOf,
  type Dimension,
  type Matched,
  type Moving,
  type Position,
  type Report,
  type TimeUnit,
} from '#platform/declare/report.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { addDays, addMonths, daysFromTo, firstOfMonth, firstOfWeek, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { monthsOfYear } from '#platform/format/periods.ts'
import { allConditions, columnRef, type Sql } from '../../db/untyped-query.ts'
import type { Ask, Span, Spans } from './ask.ts'

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

/**
 * What figures are of, other than the days of their row: so many up to its end, all up to its end, all before its beginning, or those of
 * its days that are matched.
 */
export type WindowName = `w${number}` | Position['at'] | 'matched'
export const windowOf = (m: Moving | Position): WindowName => (m.class === 'moving' ? `w${m.days}` : m.at)
const daysIn = (window: WindowName): number | null => (/^w\d+$/.test(window) ? Number(window.slice(1)) : null)

/** The balances that these figures are, or are made of. */
export const positionsOf = (report: Report, measures: readonly string[]): Position[] =>
  measures.flatMap(name => {
    const m = ownValue(report.measures, name)
    if (m?.class === 'position') return [m]
    return m?.class === 'mean' || m?.class === 'ratio' ? positionsOf(report, operandsOf(m)) : []
  })

/** What measures of a report are held against in part. */
export const matchedOf = (report: Report): Matched | undefined =>
  Object.values(report.measures).flatMap(m => (m.class === 'minus' && m.matched !== undefined ? [m.matched] : []))[0]

/** None where nothing is known of other days than those of the question: lines are read of its period alone. */
export function windowsOf(report: Report, ask: Ask, measures: readonly string[]): WindowName[] {
  const asked = [...ask.by, ...Object.keys(ask.where)].map(name => ownValue(report.dimensions, name))
  const isOfGrains = !asked.some(d => isOfLines(report, d))
  const means = ask.spans === undefined ? [] : meansOf(report, measures)
  const isMatched = measures.some(name => {
    const m = ownValue(report.measures, name)
    return m?.class === 'minus' && m.matched !== undefined
  })
  const ofDays = [...means, ...(isOfGrains ? positionsOf(report, measures) : [])].map(windowOf)
  return [...new Set([...ofDays, ...(isMatched ? (['matched'] as const) : [])])]
}

/** Of which leaves each window is read: a mean of units asks for no money of these days. */
export function leavesInWindows(report: Report, ask: Ask, measures: readonly string[]): ReadonlyMap<WindowName, ReadonlySet<string>> {
  const found = new Map(windowsOf(report, ask, measures).map(window => [window, new Set<string>()]))
  const add = (window: WindowName, of: string): void => leavesOf(report, of).forEach(leaf => found.get(window)?.add(leaf))
  for (const m of [...meansOf(report, measures), ...positionsOf(report, measures)]) add(windowOf(m), m.of)
  for (const name of measures) {
    const m = ownValue(report.measures, name)
    if (m?.class === 'minus' && m.matched !== undefined) add('matched', m.less)
  }
  return found
}

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

export const latest = (days: readonly string[]): string => days.toSorted().at(-1) ?? ''
export const earliest = (days: readonly string[]): string => days.toSorted()[0] ?? ''

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
export function windowAsk(report: Report, ask: Ask, window: WindowName): Ask {
  if (window === 'matched') return ask
  const { from, to } = periodOf(report, ask)
  const where = Object.fromEntries(untimed(report, Object.keys(ask.where)).map(name => [name, ask.where[name] ?? []]))
  const days = daysIn(window)
  return { ...ask, where, from: days === null ? everBefore : addDays(from, 1 - days), to, byDay: true }
}
/** before any fact */
const everBefore = '0001-01-01'

/** The days of the total. */
export function totalWindowAsk(report: Report, ask: Ask, window: WindowName): Ask {
  if (window === 'matched') return { ...ask, by: [] }
  const asked = { ...windowAsk(report, ask, window), by: [] }
  const days = daysIn(window)
  if (days === null) return window === 'closing' ? asked : { ...asked, to: addDays(periodOf(report, ask).from, -1) }
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
/** A dimension that tells facts apart by whose they are. */
export const isOwner = (report: Report, name: string): boolean => {
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

interface Days {
  readonly first: Sql
  readonly last: Sql
}
/** First and last day of the times that rows of an alias have: of a week that two months share, the days in one of them. */
function timeOfRow(report: Report, ask: Ask, alias: string): Days | null {
  const times = ask.by.flatMap((name, i) => {
    const unit = ownValue(report.dimensions, name)?.time
    return unit === undefined ? [] : [daysOfValue(unit, sql.ref(`${alias}.d${i}`), ask.yearStart ?? 1)]
  })
  const [only, ...further] = times
  if (only === undefined || further.length === 0) return only ?? null
  return { first: sql`greatest(${sql.join(times.map(one => one.first))})`, last: sql`least(${sql.join(times.map(one => one.last))})` }
}

function daysOfValue(unit: TimeUnit, value: Sql, yearStart: number): Days {
  const months = (first: Sql, count: number) => ({ first, last: sql`((${first} + make_interval(months => ${sql.lit(count)}))::date - 1)` })
  const year = sql`make_date(left(${value}, 4)::int, ${sql.lit(yearStart)}, 1)`
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

/** The day at whose end a balance stands, of a row of an alias or of the total (null); null: the window is one of days. */
export function balanceDay(report: Report, ask: Ask, window: WindowName, alias: string | null): Sql | null {
  if (daysIn(window) !== null || window === 'matched') return null
  const { from, to } = periodOf(report, ask)
  const time = alias === null ? null : timeOfRow(report, ask, alias)
  if (window === 'opening') return sql`(${time === null ? date(from) : sql`greatest(${date(from)}, ${time.first})`} - 1)`
  return time === null ? date(to) : sql`least(${date(to)}, ${time.last})`
}

/** First and last day between which a question without times has its balances. */
export function balanceEnds(report: Report, ask: Ask): readonly [Sql, Sql] {
  const { from, to } = periodOf(report, ask)
  return [date(from), date(to)]
}

/** What lies in the window of a row of the statement's part `page`, alias o, or of the total: which rows of alias f, as of which day. */
export interface InWindow {
  /** null: all of the question */
  readonly among: Sql<boolean> | null
  /** of a balance: it is worth what it is on this day, whatever rates its amounts came with. Null: amounts are of their own days */
  readonly standsOn: Sql | null
  /** of the days of the row, or of the question, those that a record is of */
  readonly matched?: Matched | undefined
}
const matchedIn = (report: Report, window: WindowName): Pick<InWindow, 'matched'> =>
  window === 'matched' ? { matched: matchedOf(report) } : {}
export const inTotal = (report: Report, ask: Ask, window: WindowName): InWindow => ({
  among: null,
  standsOn: balanceDay(report, ask, window, null),
  ...matchedIn(report, window),
})
export function inWindow(report: Report, ask: Ask, window: WindowName): InWindow {
  if (window === 'matched') return { among: sql<boolean>`true`, standsOn: null, ...matchedIn(report, window) }
  const day = columnRef('f', 'day')
  const standsOn = balanceDay(report, ask, window, 'o')
  if (standsOn !== null) return { among: sql<boolean>`${day} <= ${standsOn}`, standsOn }
  const end = endOfRow(report, ask, 'o')
  return { among: sql<boolean>`${day} <= ${end} and ${day} > ${end} - ${sql.lit(daysIn(window) ?? 0)}`, standsOn }
}

/** The days at whose ends balances of a question stand: those of its rows' times, and those of its total. */
export function balanceDays(report: Report, ask: Ask, at: Position['at']): string[] {
  const { from, to } = periodOf(report, ask)
  const times = timesOf(report, ask)
  const ofRows = at === 'closing' ? (times?.last ?? []) : (times?.first ?? []).map(day => addDays(day, -1))
  return [...new Set([...ofRows, at === 'closing' ? to : addDays(from, -1)])]
}

/** What a time dimension calls a day: as rows are grouped by it, and as filters name it. */
function timeOfDay(unit: TimeUnit, day: string, yearStart: number): { readonly key: string; readonly text: string } {
  const month = monthOf(day)
  const fiscal = addMonths(month, 1 - yearStart)
  switch (unit) {
    case 'day':
      return { key: day, text: day }
    case 'week':
      return { key: firstOfWeek(day), text: firstOfWeek(day) }
    case 'month':
      return { key: firstOfMonth(month), text: month }
    case 'quarter': {
      const quarter = `${fiscal.slice(0, 4)}-Q${Math.ceil(Number(fiscal.slice(5, 7)) / 3)}`
      return { key: quarter, text: quarter }
    }
    case 'year':
      return { key: fiscal.slice(0, 4), text: fiscal.slice(0, 4) }
  }
}

/** The times of a question, one below the other: their keys by place of the dimension, their first and last days within the period. */
export interface TimesOf {
  readonly keys: ReadonlyMap<number, { readonly type: 'date' | 'text'; readonly values: readonly string[] }>
  readonly first: readonly string[]
  readonly last: readonly string[]
}
/** Null: rows have no time. */
export function timesOf(report: Report, ask: Ask): TimesOf | null {
  const unitOf = (name: string): TimeUnit | undefined => ownValue(report.dimensions, name)?.time
  const places = ask.by.flatMap((name, i) => (unitOf(name) === undefined ? [] : [[i, unitOf(name) ?? 'day'] as const]))
  if (places.length === 0) return null
  const yearStart = ask.yearStart ?? 1
  const filters = Object.entries(ask.where).flatMap(([name, values]) => {
    const unit = unitOf(name)
    return unit === undefined ? [] : [{ unit, values: new Set(values) }]
  })
  const { from, to } = periodOf(report, ask)
  const found = new Map<string, { readonly keys: readonly string[]; readonly first: string; readonly last: string }>()
  for (const day of daysFromTo(from, to)) {
    if (filters.some(({ unit, values }) => !values.has(timeOfDay(unit, day, yearStart).text))) continue
    const keys = places.map(([, unit]) => timeOfDay(unit, day, yearStart).key)
    const time = keys.join(' ')
    found.set(time, { keys, first: found.get(time)?.first ?? day, last: day })
  }
  const times = [...found.values()]
  const columns = places.map(([place, unit], at) => {
    const type = unit === 'quarter' || unit === 'year' ? ('text' as const) : ('date' as const)
    return [place, { type, values: times.map(({ keys }) => keys.at(at) ?? '') }] as const
  })
  return { keys: new Map(columns), first: times.map(one => one.first), last: times.map(one => one.last) }
}
