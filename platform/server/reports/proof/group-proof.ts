/** The proof of counts of things by group: what is stored says what counting the lines themselves says. */
import { sql } from 'kysely'
import { betweenValues, countedOnce, groupsOf, type GroupedThings } from '#platform/declare/grouped-things.ts'
import type { Report } from '#platform/declare/report.ts'
import type { GroupTime } from '#platform/declare/rollup.ts'
import { firstOfMonth, lastOfMonth, monthsFromTo } from '#platform/format/dates.ts'
import type { Context } from '../../contract/context.ts'
import type { AnyDb } from '../../contract/database.ts'
import { anyTable } from '../../db/any-table.ts'
import { columnRef, isOneOf } from '../../db/untyped-query.ts'
import { ownersSeen } from '../store/ask-of.ts'
import type { Tree } from '../ask/ask.ts'
import { factRows } from '../store/facts.ts'
import { differencesOf } from '../store/grains.ts'
import { askOfGrouping, setRows, treesOf } from '../store/group-refresh.ts'
import { condition, joined } from '../store/parts.ts'
import { monthsOf, staleMonths, type Difference } from './proof.ts'

/** Every stored count of these reports, once, for the owners that the caller sees. Months of owners that are stale are left out. */
export async function proveGroups(context: Context, reports: readonly Report[]): Promise<Difference[]> {
  const db = anyTable(context.db)
  const found: Difference[] = []
  for (const { report, counted } of countedOnce(reports)) {
    const { of } = counted
    const trees = await treesOf(context, report, counted)
    for (const ownerId of await ownersSeen(context, of)) {
      const span = await monthsOf(db, of, ownerId)
      if (!span) continue
      const stale = new Set([...(await staleMonths(db, of, ownerId)), ...(await staleMonths(db, groupsOf(of), ownerId))])
      for (const month of monthsFromTo(span.from, span.to)) {
        if (stale.has(month)) continue
        for (const time of ['day', 'month'] as const) {
          const bound = { ownerId, month, time }
          for (const [what, told, expected] of [
            [counted.tables[time], ['value'], await counts(db, report, counted, bound, trees)],
            [counted.sets[time], ['setKey', 'members'], await sets(db, report, counted, bound, trees)],
          ] as const) {
            const differences = differencesOf(expected, await stored(db, counted, bound, what, told))
            found.push(...differences.map(({ key, left, right }) => ({ what, ownerId, month, key, expected: left, found: right })))
          }
        }
      }
    }
  }
  return found
}

interface Bound {
  readonly ownerId: string
  readonly month: string
  readonly time: GroupTime
}

/** Things counted from their lines: `<grouping> <keys> <time> <values>` -> number. */
async function counts(
  db: AnyDb,
  report: Report,
  { of, measure, groupings, keys }: GroupedThings,
  { ownerId, month, time }: Bound,
  trees: Readonly<Record<string, Tree>>,
): Promise<Map<string, string>> {
  const [from, to] = [firstOfMonth(month), lastOfMonth(month)]
  const facts = await factRows(db, of, { owners: [ownerId], booked: { from, to } }, { details: [measure.things] })
  const all = new Map<string, string>()
  if (facts === null) return all
  for (const grouping of groupings) {
    const ask = askOfGrouping(grouping, trees, from, to)
    const source = db.selectFrom(facts.as('f'))
    const rows = joined(db, report, of, ask, source, true, grouping.dimensions, 'keys')
    const values = grouping.dimensions.map(name => rows.key(name))
    const told = [...keys, time].map(key => columnRef('f', key))
    const value = sql`concat_ws(${sql.lit(betweenValues)}, ${sql.join(values)})`
    const records = await rows.rows
      .where(condition(of, measure.when))
      .select([
        sql<string>`concat_ws(' ', ${sql.join([...told, value])})`.as('key'),
        sql<string>`count(distinct ${columnRef('f', measure.things)})::text`.as('things'),
      ])
      .groupBy([...told, ...values])
      .execute()
    for (const r of records) all.set(`${grouping.name} ${String(r['key'])}`, String(r['things']))
  }
  return all
}

/** Sets of values that things have at once, from all lines: `<grouping> <keys> <time> <key of the set> <members>` -> number. */
async function sets(
  db: AnyDb,
  report: Report,
  counted: GroupedThings,
  { ownerId, month, time }: Bound,
  trees: Readonly<Record<string, Tree>>,
): Promise<Map<string, string>> {
  const { of, measure, groupings, keys } = counted
  const [from, to] = [firstOfMonth(month), lastOfMonth(month)]
  const facts = await factRows(db, of, { owners: [ownerId], booked: { from, to } }, { details: [measure.things] })
  const all = new Map<string, string>()
  if (facts === null) return all
  for (const grouping of groupings.filter(one => one.many !== true)) {
    const told = [...keys, time, 'setKey', 'members'].map(key => columnRef('x', key))
    const records = await db
      .selectFrom(setRows(db, report, counted, facts, { grouping, trees, from, to, time }).as('x'))
      .select([sql<string>`x.dimension || ' ' || concat_ws(' ', ${sql.join(told)})`.as('key'), sql<string>`x.things::text`.as('things')])
      .execute()
    for (const r of records) all.set(r.key, r.things)
  }
  return all
}

async function stored(
  db: AnyDb,
  { of, keys }: GroupedThings,
  { ownerId, month, time }: Bound,
  table: string,
  beside: readonly string[],
): Promise<Map<string, string>> {
  const told = [...keys, time, ...beside].map(key => columnRef('g', key))
  const records = await db
    .selectFrom(`${table} as g`)
    .where(isOneOf(columnRef('g', of.owner), [ownerId]))
    .where(sql<boolean>`${columnRef('g', time)} between ${firstOfMonth(month)} and ${lastOfMonth(month)}`)
    .select([sql<string>`g.dimension || ' ' || concat_ws(' ', ${sql.join(told)})`.as('key'), sql<string>`g.things::text`.as('things')])
    .execute()
  return new Map(records.map(r => [String(r['key']), String(r['things'])]))
}
