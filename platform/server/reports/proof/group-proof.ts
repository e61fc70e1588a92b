/**
 * The proof of counts of things by group: what is stored says what counting the lines themselves says. Both are added up and compared where
 * they lie, a year of an owner and all groupings at once.
 */
import { sql } from 'kysely'
import { betweenValues, countedOnce, groupsOf, type GroupedThings } from '#platform/declare/grouped-things.ts'
import type { Report } from '#platform/declare/report.ts'
import type { Grouping, GroupTime } from '#platform/declare/rollup.ts'
import type { Context } from '../../contract/context.ts'
import type { AnyDb } from '../../contract/database.ts'
import { anyTable } from '../../db/any-table.ts'
import { columnRef, firstOfMonth, isOneOf, unionAll, type Sql, type UntypedQuery } from '../../db/untyped-query.ts'
import { ownersSeen } from '../store/ask-of.ts'
import type { Tree } from '../ask/ask.ts'
import { factRows } from '../store/facts.ts'
import { askOfGrouping, setRows, treesOf } from '../store/group-refresh.ts'
import { condition, joined } from '../store/parts.ts'
import { boundOf, inPortions, isIn, monthsOf, staleMonths, without, type Months } from './months.ts'
import { keysMax, type Difference } from './proof.ts'

/** Every stored count of these reports, once, for the owners that the caller sees. Months of owners that are stale are left out. */
export async function proveGroups(context: Context, reports: readonly Report[]): Promise<Difference[]> {
  const db = anyTable(context.db)
  const found: Difference[] = []
  for (const { report, counted } of countedOnce(reports)) {
    const { of } = counted
    const trees = await treesOf(context, report, counted)
    for (const ownerId of await ownersSeen(context, of)) {
      const span = await monthsOf(db, of, [ownerId])
      if (!span) continue
      const stale = [...(await staleMonths(db, of, ownerId)), ...(await staleMonths(db, groupsOf(of), ownerId))]
      for (const some of inPortions(ownerId, span).map(one => without(one, stale)))
        for (const time of ['day', 'month'] as const)
          if (some.months.length > 0) found.push(...(await proveTime(db, report, counted, { some, time, trees })))
    }
  }
  return found
}

interface Bound {
  readonly some: Months
  readonly time: GroupTime
  readonly trees: Readonly<Record<string, Tree>>
}

async function proveTime(db: AnyDb, report: Report, counted: GroupedThings, bound: Bound): Promise<Difference[]> {
  const { of, measure, groupings, tables, sets } = counted
  const { some, time } = bound
  const facts = await factRows(db, of, boundOf(some), { details: [measure.things] })
  const lines =
    facts &&
    db
      .selectFrom(facts.as('f'))
      .selectAll()
      .where(isIn(some, columnRef('f', 'month')))
  const expected = (each: (lines: UntypedQuery, grouping: Grouping) => UntypedQuery, of = groupings): UntypedQuery[] =>
    lines === null ? [] : of.map(grouping => each(lines, grouping))
  const single = groupings.filter(one => one.many !== true)
  return [
    ...(await differing(db, some, tables[time], [
      ...expected((rows, grouping) => counts(db, report, counted, rows, grouping, bound)),
      stored(db, counted, bound, tables[time], ['value']),
    ])),
    ...(await differing(db, some, sets[time], [
      ...expected((rows, grouping) => setsOf(db, report, counted, rows, grouping, bound), single),
      stored(db, counted, bound, sets[time], ['setKey', 'members']),
    ])),
  ]
}

/** Numbers by key and month that are not the same on both sides; a missing one is 0. */
async function differing(db: AnyDb, { ownerId }: Months, what: string, sides: readonly UntypedQuery[]): Promise<Difference[]> {
  const records = await db
    .selectFrom(unionAll(sides).as('x'))
    .select([
      sql<string>`x.key`.as('key'),
      sql<string>`to_char(x.month, 'YYYY-MM')`.as('month'),
      sql<string>`sum(x.expected)::text`.as('expected'),
      sql<string>`sum(x.found)::text`.as('found'),
    ])
    .groupBy(sql`x.key, x.month`)
    .having(sql<boolean>`sum(x.expected) <> sum(x.found)`)
    .orderBy('month')
    .orderBy('key')
    .limit(keysMax)
    .execute()
  return records.map(({ key, month, expected, found }) => ({
    what,
    ownerId,
    month: String(month),
    key: String(key),
    expected: String(expected),
    found: String(found),
  }))
}

/** A row of either side: `<grouping> <keys> <time> <further>`, its month and the number. */
const sideOf = (grouping: Sql, told: readonly Sql[], month: Sql, things: Sql, isExpected: boolean) => {
  const nothing = sql`0::bigint`
  const number = sql`${things}::bigint`
  return [
    sql`${grouping} || ' ' || concat_ws(' ', ${sql.join(told)})`.as('key'),
    month.as('month'),
    (isExpected ? number : nothing).as('expected'),
    (isExpected ? nothing : number).as('found'),
  ]
}
const monthIn = (alias: string, time: GroupTime): Sql =>
  time === 'month' ? columnRef(alias, 'month') : firstOfMonth(columnRef(alias, 'day'))

/** Things of a grouping counted from their lines, by its values. */
function counts(db: AnyDb, report: Report, counted: GroupedThings, lines: UntypedQuery, grouping: Grouping, bound: Bound): UntypedQuery {
  const { of, measure, keys } = counted
  const { from, to } = boundOf(bound.some).booked
  const ask = askOfGrouping(grouping, bound.trees, from, to)
  const rows = joined(db, report, of, ask, db.selectFrom(lines.as('f')), true, grouping.dimensions, 'keys')
  const values = grouping.dimensions.map(name => rows.key(name))
  const told = [...keys, bound.time].map(key => columnRef('f', key))
  const value = sql`concat_ws(${sql.lit(betweenValues)}, ${sql.join(values)})`
  const things = sql`count(distinct ${columnRef('f', measure.things)})`
  return rows.rows
    .where(condition(of, measure.when))
    .select(sideOf(sql`${sql.lit(grouping.name)}::text`, [...told, value], monthIn('f', bound.time), things, true))
    .groupBy([...told, ...values])
}

/** Sets of values that things have at once, from all lines, by their key and members. */
function setsOf(db: AnyDb, report: Report, counted: GroupedThings, lines: UntypedQuery, grouping: Grouping, bound: Bound): UntypedQuery {
  const { some, time, trees } = bound
  const { from, to } = boundOf(some).booked
  const told = [...counted.keys, time, 'setKey', 'members'].map(key => columnRef('x', key))
  return db
    .selectFrom(setRows(db, report, counted, lines, { grouping, trees, from, to, time }).as('x'))
    .select(sideOf(sql`x.dimension`, told, monthIn('x', time), sql`x.things`, true))
}

function stored(db: AnyDb, { of, keys }: GroupedThings, { some, time }: Bound, table: string, beside: readonly string[]): UntypedQuery {
  const { from, to } = boundOf(some).booked
  const told = [...keys, time, ...beside].map(key => columnRef('g', key))
  const month = monthIn('g', time)
  return db
    .selectFrom(`${table} as g`)
    .where(isOneOf(columnRef('g', of.owner), [some.ownerId]))
    .where(sql<boolean>`${columnRef('g', time)} between ${from} and ${to}`)
    .where(isIn(some, month))
    .select(sideOf(sql`g.dimension`, told, month, sql`g.things`, false))
}
