/**
 * Rows of one roll-up that answer a question: its smallest grain within scope, period and filters, or for counts of things what is stored
 * by the groups that are asked.
 */
import { isOfLines, type Leaf, type Report } from '#platform/declare/report.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Grain, Rollup } from '#platform/declare/rollup.ts'
import { isWholeMonths } from '#platform/format/periods.ts'
import { sql } from 'kysely'
import type { AnyDb } from '../contract/database.ts'
import { columnRef, isOneOf, type Sql, type UntypedQuery } from '../db/untyped-query.ts'
import { grainOf, linesKey, type Ask } from './ask.ts'
import { factsOf } from './facts.ts'
import { filters, joined, type Asked, type Joined } from './parts.ts'
import { storedRows } from './stored.ts'
import { columnOfThings, groupIn, groupRows, rowsWithSeveral, toldBy } from './things.ts'

const inPeriod = (alias: string, grain: Grain, ask: Ask): Sql<boolean> =>
  sql<boolean>`${columnRef(alias, grain.keys.includes('day') ? 'day' : 'month')} between ${ask.from} and ${ask.to}`

/** A total of a question by order has no order: it comes from the grains, unless only some orders are asked for. */
const isAnsweredByLines = (report: Report, of: Rollup, dimensions: readonly string[]): boolean =>
  of.lineKeys !== undefined && dimensions.some(name => isOfLines(report, ownValue(report.dimensions, name)))

/** Rows of the smallest grain within scope, period and filters, and what is joined to them. */
export function grainRows(
  db: AnyDb,
  report: Report,
  of: Rollup,
  ask: Ask,
  owners: readonly string[],
  leaves: readonly Leaf[],
  asked: Asked = 'all',
): Joined {
  const dimensions = [...ask.by, ...Object.keys(ask.where)]
  if (isAnsweredByLines(report, of, dimensions)) {
    const prepared = ask.lines?.get(linesKey(of, ask))
    const facts = prepared && factsOf(db, of, owners, prepared, { withLineKeys: true })
    if (!facts) throw new Error(`${report.name}: lines of ${of.name} were not prepared for ${dimensions.join(', ')}`)
    const all = joined(db, report, of, ask, db.selectFrom(facts.as('f')) as unknown as UntypedQuery, true, dimensions, asked)
    return { ...all, rows: filters(report, of, ask, all).reduce((q, c) => q.where(c), all.rows) }
  }
  const grain = grainOf(report, of, ask, leaves)
  if (!grain.keys.includes('day') && !isWholeMonths(ask)) throw new Error(`${grain.table} can't answer a part of a month`)
  const within = (alias: string): Sql<boolean>[] => [isOneOf(columnRef(alias, of.owner), owners), inPeriod(alias, grain, ask)]
  const group = of.things && columnOfThings(report, of.things, ask) === null ? groupIn(report, of.things, ask) : null
  const time = grain.keys.includes('day') ? 'day' : 'month'
  if (group !== null) {
    const rows = groupRows(db, of, group, time, leaves, within('g'))
    const all = joined(db, report, of, ask, rows, time === 'month', dimensions, asked, toldBy(group))
    // a node stands for all below it where they are counted as one
    const where = { ...ask.where, ...group.nodes }
    return { ...all, rows: filters(report, of, { ...ask, where }, all).reduce((q, c) => q.where(c), all.rows) }
  }
  const stored = within('f').reduce((rows, c) => rows.where(c), storedRows(db, of, grain))
  const isPlain = of.things === undefined || columnOfThings(report, of.things, ask) !== null
  const bound = { owners, booked: { from: ask.from, to: ask.to } }
  const rows = isPlain ? stored : rowsWithSeveral(db, of, grain, stored, bound, of.things)
  const all = joined(db, report, of, ask, rows, time === 'month', dimensions, asked)
  return { ...all, rows: filters(report, of, ask, all).reduce((q, c) => q.where(c), all.rows) }
}
