/** Computing the stored counts of things by groups (declare/grouped-things.ts) anew, for days of an owner after their grains. */
import { sql } from 'kysely'
import { betweenMembers, betweenValues, type GroupedThings } from '#platform/declare/grouped-things.ts'
import { columnOf } from '#platform/declare/column-name.ts'
import type { Report } from '#platform/declare/report.ts'
import { hasOrganisation, type Grouping, type GroupTime } from '#platform/declare/rollup.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Context } from '../../contract/context.ts'
import type { AnyDb, Tx } from '../../contract/database.ts'
import { anyTable } from '../../db/any-table.ts'
import { columnRef, firstOfMonth, isOneOf, type Sql, type UntypedQuery } from '../../db/untyped-query.ts'
import { within } from '../../db/within.ts'
import type { Ask, Tree } from '../ask/ask.ts'
import { treeOf } from './ask-of.ts'
import { condition, joined } from './parts.ts'
import { flaggedFacts } from './facts.ts'
import { countOfThings, rowsWithSeveral } from './things.ts'

export interface Counted {
  readonly report: Report
  readonly counted: GroupedThings
}

/** Computes these days of an owner anew, and their months from them. The grains by day are as the facts are. */
export async function refreshGroups(
  tx: Tx,
  context: Context,
  { report, counted }: Counted,
  ownerId: string,
  days: readonly string[],
): Promise<void> {
  const inside = within(context, tx)
  const db = anyTable(tx)
  const { of, tables, sets } = counted
  const months = [...new Set(days.map(day => `${day.slice(0, 7)}-01`))]
  const trees = await treesOf(inside, report, counted)
  const clear = async (time: GroupTime, values: readonly string[]): Promise<void> => {
    for (const table of [tables[time], sets[time]])
      await db
        .deleteFrom(table)
        .where(columnOf(of.owner), '=', ownerId)
        .where(isOneOf(columnRef(table, time), values))
        .execute()
  }
  await clear('day', days)
  for (const grouping of counted.groupings) {
    const part = { ownerId, days, grouping, trees }
    await insert(db, context, counted, tables.day, ['day', 'value'], countedRows(db, report, counted, part))
    if (grouping.many === true) continue
    await insert(db, context, counted, sets.day, ['day', 'setKey', 'members'], setsOfDays(db, report, counted, part))
  }
  await clear('month', months)
  await insert(db, context, counted, tables.month, ['month', 'value'], monthRows(db, counted, tables.day, ['value'], ownerId, months))
  const ofMonths = monthRows(db, counted, sets.day, ['setKey', 'members'], ownerId, months)
  await insert(db, context, counted, sets.month, ['month', 'setKey', 'members'], ofMonths)
}

type Trees = Readonly<Record<string, Tree>>
/** The trees among what things are counted by. */
export async function treesOf(context: Context, report: Report, { dimensions }: GroupedThings): Promise<Trees> {
  const trees: Record<string, Tree> = {}
  for (const name of dimensions) if (ownValue(report.dimensions, name)?.tree) trees[name] = await treeOf(context, report, name)
  return trees
}

interface Part {
  readonly ownerId: string
  readonly days: readonly string[]
  readonly grouping: Grouping
  readonly trees: Trees
}

/** The question whose rows are those of a grouping. */
export const askOfGrouping = ({ dimensions, whole }: Grouping, trees: Trees, from: string, to: string): Ask => ({
  by: dimensions,
  where: {},
  from,
  to,
  currency: 'CNY',
  trees: Object.fromEntries(Object.entries(trees).filter(([name]) => whole.includes(name))),
})

/** Things of each row of a grouping and day, counted from the grain by SKU and the lines of things with several. */
function countedRows(db: AnyDb, report: Report, { of, measure, keys }: GroupedThings, part: Part): UntypedQuery {
  const { grouping, trees, days, ownerId } = part
  const stored = db
    .selectFrom(`${of.base.table} as f`)
    .where(isOneOf(columnRef('f', of.owner), [ownerId]))
    .where(isOneOf(columnRef('f', 'day'), days))
  const rows = rowsWithSeveral(db, of, of.base, stored, { owners: [ownerId], booked: { days } }, measure)
  const [from = '', to = ''] = [days.toSorted()[0], days.toSorted().at(-1)]
  const all = joined(db, report, of, askOfGrouping(grouping, trees, from, to), rows, false, grouping.dimensions, 'keys')
  const values = grouping.dimensions.map(name => all.key(name))
  const beside = [...keys, 'day'].map(key => ({ key, value: columnRef('f', key) }))
  return all.rows
    .where(condition(of, measure.when))
    .select([
      ...beside.map(({ key, value }) => value.as(columnOf(key))),
      sql`${sql.lit(grouping.name)}::text`.as('dimension'),
      toldTogether(values).as('value'),
      sql`${countOfThings(measure)}::int`.as('things'),
    ])
    .groupBy([...beside.map(({ value }) => value), ...values])
}

/** The values by which a grouping tells rows apart, as one text. */
const toldTogether = (values: readonly Sql[]): Sql => sql`concat_ws(${sql.lit(betweenValues)}, ${sql.join(values)})`

/** Sets of the values that things with several keys have at once, by day: from the lines of these things alone. */
function setsOfDays(db: AnyDb, report: Report, counted: GroupedThings, { grouping, trees, days, ownerId }: Part): UntypedQuery {
  const { of, measure } = counted
  const lines = flaggedFacts(db, of, { owners: [ownerId], booked: { days } }, measure.within.several, [measure.things])
  const [from = '', to = ''] = [days.toSorted()[0], days.toSorted().at(-1)]
  return setRows(db, report, counted, lines, { grouping, trees, from, to, time: 'day' })
}

interface Sets {
  readonly grouping: Grouping
  readonly trees: Trees
  readonly from: string
  readonly to: string
  readonly time: GroupTime
}
/** Sets of the values that things have at once, and how many have each: of things whose lines have several keys and several values. */
export function setRows(db: AnyDb, report: Report, { of, measure, keys }: GroupedThings, lines: UntypedQuery, sets: Sets): UntypedQuery {
  const { grouping, trees, from, to, time } = sets
  const source = db.selectFrom(lines.as('f'))
  const all = joined(db, report, of, askOfGrouping(grouping, trees, from, to), source, true, grouping.dimensions, 'keys')
  const value = sql`(${toldTogether(grouping.dimensions.map(name => all.key(name)))} collate "C")`
  const beside = [...keys, time]
  const several = (what: Sql): Sql<boolean> => sql<boolean>`count(distinct ${what}) > 1`
  const each = all.rows
    .where(condition(of, measure.when))
    .select([
      ...beside.map(key => columnRef('f', key).as(columnOf(key))),
      sql`string_agg(distinct ${value}, ${sql.lit(betweenMembers)} order by ${value})`.as('members'),
    ])
    .groupBy([...beside, measure.things].map(key => columnRef('f', key)))
    .having(several(columnRef('f', measure.within.key)))
    .having(several(value))
  const told = [...beside.map(columnOf), 'members'].map(name => sql.ref(`s.${name}`))
  return db
    .selectFrom(each.as('s'))
    .select([
      ...beside.map(key => columnRef('s', key).as(columnOf(key))),
      sql`${sql.lit(grouping.name)}::text`.as('dimension'),
      sql`md5(s.members)::uuid`.as('set_key'),
      sql.ref('s.members').as('members'),
      sql`count(*)::int`.as('things'),
    ])
    .groupBy(told)
}

function monthRows(
  db: AnyDb,
  { of, keys }: GroupedThings,
  table: string,
  told: readonly string[],
  ownerId: string,
  months: readonly string[],
): UntypedQuery {
  const day = columnRef('g', 'day')
  const columns = [...keys, 'dimension', ...told].map(key => ({ name: columnOf(key), value: columnRef('g', key) }))
  const month = firstOfMonth(day)
  return db
    .selectFrom(`${table} as g`)
    .where(isOneOf(columnRef('g', of.owner), [ownerId]))
    .where(
      sql<boolean>`(${sql.join(
        months.map(first => sql`${day} >= ${first}::date and ${day} < ${first}::date + interval '1 month'`),
        sql` or `,
      )})`,
    )
    .select([...columns.map(({ name, value }) => value.as(name)), month.as('month'), sql`sum(g.things)::int`.as('things')])
    .groupBy([...columns.map(({ value }) => value), month])
}

/** Past the door, as the grains are: the rows were read through it. `told`: what a row is told apart by, beside its keys and dimension. */
async function insert(
  db: AnyDb,
  context: Context,
  { of, keys }: GroupedThings,
  table: string,
  told: readonly string[],
  rows: UntypedQuery,
): Promise<void> {
  const columns = [...keys, 'dimension', ...told, 'things'].map(columnOf)
  const organisation = hasOrganisation(of) ? [sql`${context.caller.orgId}::bigint`.as('org_id')] : []
  await db
    .withoutPlugins()
    .insertInto(table)
    .columns([...(organisation.length > 0 ? ['org_id'] : []), ...columns])
    .expression(db.selectFrom(rows.as('x')).select([...organisation, ...columns.map(name => sql.ref(`x.${name}`).as(name))]))
    .execute()
}
