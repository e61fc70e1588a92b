/**
 * The day of a line by a clock: a field of its own, or one of a record that stands beside it. Lines of some days are asked for in parts
 * that an index finds.
 */
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { ownClock } from '#platform/declare/bridge-words.ts'
import { notYet, type Beside, type BesideDay, type ClockDay, type Source } from '#platform/declare/rollup.ts'
import { allConditions, columnRef, firstOfMonth, isOneOf, type Sql, type UntypedQuery } from '../../db/untyped-query.ts'
import type { Days } from '../ask/prepared.ts'

const within = (column: Sql, days: Days): Sql<boolean> =>
  'days' in days ? isOneOf(column, days.days) : sql<boolean>`${column} between ${days.from} and ${days.to}`

/** What leaves a month, or comes to one: lines whose months differ. */
export const isMove = ({ part }: Source): boolean => part === 'out' || part === 'in'
export const monthsBy = (source: Source, clocks: readonly [string, string]): readonly [Sql, Sql] => {
  const [from, to] = clocks.map(clock => firstOfMonth(dayBy(source, clock)))
  return [from ?? sql`null`, to ?? sql`null`]
}

/** The lines of these days, in parts that an index finds. */
export function spansOf(source: Source, days: Days): Sql<boolean>[] {
  const { posted } = source
  if (source.by === undefined || source.by === ownClock) {
    const booked = columnRef('f', source.booked)
    if (posted === undefined) return [within(booked, days)]
    const own = columnRef('f', posted)
    return [sql<boolean>`${within(own, days)} and ${booked} = ${own}`, sql<boolean>`${within(booked, days)} and ${booked} <> ${own}`]
  }
  const clock = clockOf(source, source.by)
  return clock === null ? [sql<boolean>`false`] : spansOfDay(clock, days)
}
function spansOfDay(day: ClockDay, days: Days): Sql<boolean>[] {
  if (typeof day === 'string') return [within(columnRef('f', day), days)]
  const said = columnRef(besideName(day.by), day.field)
  const is = allConditions([sql<boolean>`${said} is not null`, ...(day.onlyWhere === undefined ? [] : [amongThem(day.onlyWhere)])])
  const free = day.unless === undefined ? [] : [sql<boolean>`not ${heldBack(day.unless)}`]
  const others = day.otherwise === undefined ? [] : spansOfDay(day.otherwise, days)
  return [
    allConditions([within(said, days), is, ...free]),
    ...others.map(other => allConditions([other, sql<boolean>`(${is}) is not true`, ...free])),
  ]
}

/** Clock of a source: one that it does not name is the day it happened. */
const clockOf = (source: Source, clock: string): ClockDay | null => {
  const declared = ownValue(source.clocks ?? {}, clock)
  return declared === undefined ? (source.posted ?? source.booked) : declared
}
const besideName = (by: { readonly table: string }): string => `at_${by.table}`

/** Whether the line has no day yet, whatever stands beside it. */
function heldBack(unless: NonNullable<BesideDay['unless']>): Sql<boolean> {
  const flag = columnRef('f', unless.flag)
  const [field] = Object.values(unless.freed?.on ?? {})
  if (unless.freed === undefined || field === undefined) return sql<boolean>`${flag}`
  return sql<boolean>`(${flag} and ${columnRef(besideName(unless.freed.by), field)} is null)`
}

/** The day of a line by a clock, `notYet` where it has none. */
export function dayBy(source: Source, clock: string): Sql {
  if (clock === ownClock) return columnRef('f', source.booked)
  const day = clockOf(source, clock)
  return sql`coalesce(${day === null ? sql`null::date` : knownDay(day)}, ${sql.lit(notYet)}::date)`
}
/** Empty where it has none. */
function knownDay(day: ClockDay): Sql {
  if (typeof day === 'string') return columnRef('f', day)
  const said = columnRef(besideName(day.by), day.field)
  const own = day.onlyWhere === undefined ? said : sql`case when ${amongThem(day.onlyWhere)} then ${said} end`
  const known = day.otherwise === undefined ? own : sql`coalesce(${own}, ${knownDay(day.otherwise)})`
  return day.unless === undefined ? known : sql`case when not ${heldBack(day.unless)} then ${known} end`
}
const amongThem = ({ by, field, is }: NonNullable<BesideDay['onlyWhere']>): Sql<boolean> =>
  isOneOf(sql`lower(${columnRef(besideName(by), field)})`, is)

const besideOf = (day: ClockDay | null | undefined): Beside[] => {
  if (day === null || day === undefined || typeof day === 'string') return []
  const others = [day.onlyWhere, day.unless?.freed].filter(one => one !== undefined)
  return [day, ...others, ...besideOf(day.otherwise)]
}
/** The records beside its lines that their clocks ask for, each joined once; the planner leaves out what nothing is asked of. */
export function withBeside(lines: UntypedQuery, source: Source): UntypedQuery {
  const asked = Object.values(source.clocks ?? {}).flatMap(besideOf)
  const each = new Map(asked.map(one => [one.by.table, one]))
  return [...each.values()].reduce(
    (all, { by, on }) =>
      all.leftJoin(`${by.table} as ${besideName(by)}`, j =>
        j.on(
          allConditions(Object.entries(on).map(([mine, its]) => sql<boolean>`${columnRef(besideName(by), its)} = ${columnRef('f', mine)}`)),
        ),
      ),
    lines,
  )
}
