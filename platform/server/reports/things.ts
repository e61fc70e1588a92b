/**
 * How many things (orders) lines belong to, each once in every row. A thing whose lines agree in all that is asked is added up from the
 * roll-up: it is counted on one of its lines. Within one value of a further key (a SKU) another sum counts it. Else the facts are asked.
 */
import { sql } from 'kysely'
import type { Distinct, Leaf, Measure, Report } from '#platform/declare/report.ts'
import type { Things } from '#platform/declare/rollup.ts'
import { columnOf } from '#platform/declare/resource.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnRef, type Sql } from '../db/untyped-query.ts'
import type { Ask } from './ask.ts'

type Question = Pick<Ask, 'by' | 'where'>

/** The sum that counts things in each row of the question; null: only the facts can tell. */
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

/** A count of things over rows of alias f. */
export const sumOfThings = (report: Report, things: Things, ask: Question): Sql => {
  const column = columnOfThings(report, things, ask)
  return column === null ? sql`count(distinct ${sql.ref(`f.${columnOf(things.things)}`)})` : sql`sum(${columnRef('f', column)})`
}
