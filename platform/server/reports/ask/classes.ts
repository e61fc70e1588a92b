/** What the place of a row among all rows of its level says: its class, what it makes with all larger ones. In the base currency. */
import { sql } from 'kysely'
import { classLimits, isRanked, type Abc, type Cumulative, type Report } from '#platform/declare/report.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { fromPart, type Sql, type UntypedQuery } from '../../db/untyped-query.ts'
import type { Ask } from './ask.ts'
import { formula, isOfBase } from './formula.ts'
import { untimed } from './windows.ts'

/** decimals of a part: enough for one shown decimal and an exact copy */
export const ratioScale = 6

/** Measures among these that tell a place: rows by something else than times have one, but not in a tree, where rows hold each other. */
export function classesOf(report: Report, ask: Ask, measures: readonly string[]): (readonly [string, Abc | Cumulative])[] {
  if (untimed(report, ask.by).length === 0 || Object.keys(ask.trees ?? {}).length > 0) return []
  return measures.flatMap(name => {
    const m = ownValue(report.measures, name)
    return isRanked(m) ? [[name, m] as const] : []
  })
}

/** Keys by which a row has its class: whatever times it is shown by. */
const keysOf = (report: Report, ask: Ask): string[] => {
  const names = untimed(report, ask.by)
  return [...ask.by.flatMap((name, i) => (names.includes(name) ? [`d${i}`] : [])), 'currency']
}

/** The classes of everything in the statement's part `placed`, whose figures `brief` makes. */
export function classRows(
  report: Report,
  brief: Report,
  ask: Ask,
  classes: readonly (readonly [string, Abc | Cumulative])[],
): UntypedQuery {
  const keys = keysOf(report, ask)
  const own = keys.map(name => sql.ref(`s.${name}`))
  const sums = classes.map(([name, { of }]) => {
    const figure = formula(brief, of, isOfBase(report, ask, of) ? 'base' : 'leaf')
    return sql`case when bool_and(${figure} is not null) then sum(${figure}) end`.as(`sum_${name}`)
  })
  const summed = fromPart('placed as s')
    .select([...keys.map(name => sql.ref(`s.${name}`).as(name)), ...sums])
    .groupBy(own)
  return fromPart(summed.as('k')).select([
    ...keys.map(name => sql.ref(`k.${name}`).as(name)),
    ...classes.map(([name, m]) => (m.class === 'abc' ? classOf : togetherOf)(sql.ref(`k.sum_${name}`)).as(`class_${name}`)),
  ])
}

function classOf(value: Sql): Sql {
  const before = sql`order by ${value} desc groups between unbounded preceding and 1 preceding`
  const above = sql`coalesce(sum(greatest(${value}, 0)) over (${before}), 0)`
  const limit = (part: string): Sql => sql`${sql.lit(part)}::numeric * sum(greatest(${value}, 0)) over ()`
  return sql`case when bool_or(${value} is null) over () then null when ${value} <= 0 then 'C'
    when ${above} < ${limit(classLimits.A)} then 'A' when ${above} < ${limit(classLimits.B)} then 'B' else 'C' end`
}

/** With equal rows, as a part of everything. */
const togetherOf = (value: Sql): Sql =>
  sql`case when not bool_or(${value} is null) over () then round(sum(greatest(${value}, 0)) over (order by ${value} desc)
    / nullif(sum(greatest(${value}, 0)) over (), 0), ${sql.lit(ratioScale)})::text end`

/** Rows of alias s with their classes of the statement's part `classed`. */
export const withClasses = (report: Report, ask: Ask, rows: UntypedQuery): UntypedQuery =>
  rows.leftJoin('classed as c', j =>
    j.on(
      sql<boolean>`not s.is_total and ${sql.join(
        keysOf(report, ask).map(name => sql`c.${sql.raw(name)} = s.${sql.raw(name)}`),
        sql` and `,
      )}`,
    ),
  )
