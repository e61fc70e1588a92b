/**
 * How many things (orders) lines belong to, each once in every row. A thing whose lines agree in all that is asked is added up from the
 * roll-up: it is counted on one of its lines. Within one value of a further key (a SKU) another sum counts it. Where values of that key are
 * put together (brands), that sum counts a thing with several values more than once: the lines of these things alone are read, which take
 * their part of the sum away and are counted by the thing.
 */
import { sql } from 'kysely'
import type { Distinct, Leaf, Measure, Report } from '#platform/declare/report.ts'
import type { Grain, Rollup, Things } from '#platform/declare/rollup.ts'
import { columnOf } from '#platform/declare/resource.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnRef, unionAll, type Sql, type UntypedQuery } from '../db/untyped-query.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Ask } from './ask.ts'
import { flaggedFacts, type Bound } from './facts.ts'

type Question = Pick<Ask, 'by' | 'where'>

/** The sum that counts things in each row of the question; null: it counts those with several values more than once. */
export function columnOfThings(report: Report, { constant, within }: Things, { by, where }: Question): string | null {
  const keysOf = (name: string): readonly string[] => ownValue(report.dimensions, name)?.keys ?? []
  const isPlain = (name: string): boolean => ownValue(report.dimensions, name)?.via === undefined && keysOf(name)[0] === within.key
  const told = [...by, ...Object.keys(where)].flatMap(keysOf)
  if (told.every(key => constant.keys.includes(key))) return constant.column
  const isWithin = by.some(isPlain) || Object.entries(where).some(([name, values]) => isPlain(name) && values.length === 1)
  return isWithin && told.every(key => key === within.key || constant.keys.includes(key)) ? within.column : null
}

/** The report whose counts of things are leaves, as this question can read them. */
export function answering(report: Report, ask: Question): Report {
  const counts = Object.entries(report.measures).filter((entry): entry is [string, Distinct] => entry[1].class === 'distinct')
  if (counts.length === 0) return report
  const leaves = counts.map(([name, m]): readonly [string, Measure] => [name, leafOfThings(report, m, ask)])
  return { ...report, measures: { ...report.measures, ...Object.fromEntries(leaves) } }
}

function leafOfThings(report: Report, m: Distinct, ask: Question): Leaf {
  const { title, source, when, of, things, constant, within } = m
  const isAdded = columnOfThings(report, m, ask) === constant.column
  // an object of its own keeps what is counted apart from what is added up
  const counted = isAdded ? of : { ...of, things: { things, constant, within } }
  return { class: 'sum', title, source, when, of: counted, column: constant.column, kind: 'integer' }
}

/** A count of things over rows of alias f, of those that meet `when`. */
export const sumOfThings = (report: Report, things: Things, ask: Question, when?: Sql<boolean>): Sql => {
  const column = columnOfThings(report, things, ask)
  const among = when === undefined ? sql`` : sql`filter (where ${when})`
  if (column !== null) return sql`sum(${columnRef('f', column)}) ${among}`
  // what is told apart needs no order of words, and sorts several times as fast without
  const thing = sql`${columnRef('f', things.things)} collate "C"`
  return sql`(coalesce(sum(${columnRef('f', things.within.column)}) ${among}, 0) + count(distinct ${thing}) ${among})`
}

/** Rows of a grain, and the lines of things with several values: these take away what the grain counts of them, and name the thing. */
export function rowsWithSeveral(db: AnyDb, of: Rollup, grain: Grain, stored: UntypedQuery, bound: Bound, { things, within }: Things) {
  const keys = grain.keys.map(key => columnRef('f', key).as(columnOf(key)))
  const [count, thing] = [columnRef('f', within.column), columnRef('f', things)]
  const lines = db.selectFrom(flaggedFacts(db, of, bound, within.several, [things]).as('f')) as unknown as UntypedQuery
  const both = unionAll([
    stored.select([...keys, count.as(columnOf(within.column)), sql`f.n`.as('n'), sql`null::text`.as(columnOf(things))]),
    lines.select([...keys, sql`-${count}`.as(columnOf(within.column)), sql`0`.as('n'), thing.as(columnOf(things))]),
  ])
  return db.selectFrom(both.as('f')) as unknown as UntypedQuery
}
