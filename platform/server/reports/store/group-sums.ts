/** Stored sums by group (declare/group-sums.ts): computed anew for the months of an owner, read in place of a grain by SKU. */
import { sql } from 'kysely'
import { columnOf } from '#platform/declare/column-name.ts'
import { groupSumsOf, storedUnder, type GroupSums } from '#platform/declare/group-sums.ts'
import { conditionKeys, dimensionOn, type Leaf, type Report } from '#platform/declare/report.ts'
import { hasOrganisation, sumsOf, type Rollup } from '#platform/declare/rollup.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { lastOfMonth } from '#platform/format/dates.ts'
import type { Context } from '../../contract/context.ts'
import type { AnyDb, Tx } from '../../contract/database.ts'
import { anyTable } from '../../db/any-table.ts'
import { columnRef, firstOfMonth, isOneOf, type UntypedQuery } from '../../db/untyped-query.ts'
import type { Ask } from '../ask/ask.ts'
import { within } from './dated-rows.ts'
import { joined, type Asked, type Joined } from './parts.ts'

const askBy = (name: string): Ask => ({ by: [name], where: {}, from: '', to: '', currency: 'CNY' })

/** Rows of alias f (with day and month) by one of the dimensions: keys, month, `value` and sums. */
export function groupedBy(db: AnyDb, of: Rollup, { keys, dimensions }: GroupSums, name: string, rows: UntypedQuery): UntypedQuery {
  const all = joined(db, { name: of.name, dimensions, measures: {} }, of, askBy(name), rows, true, [name], 'keys')
  const value = all.key(name)
  const told = [...keys, 'month'].map(key => columnRef('f', key))
  return all.rows
    .select([
      ...[...keys, 'month'].map(key => columnRef('f', key).as(columnOf(key))),
      sql`${sql.lit(name)}::text`.as('dimension'),
      value.as('value'),
      ...sumsOf(of).map(sum => sql`sum(${columnRef('f', sum)})`.as(columnOf(sum))),
    ])
    .groupBy([...told, value])
}

/** Computes the months of these days of an owner anew, from its days. */
export async function refreshGroupSums(tx: Tx, context: Context, of: Rollup, ownerId: string, days: readonly string[]): Promise<void> {
  const stored = groupSumsOf(of)
  if (stored === null) return
  const db = anyTable(tx)
  const months = [...new Set(days.map(day => `${day.slice(0, 7)}-01`))].toSorted()
  await db
    .deleteFrom(stored.table)
    .where(columnOf(of.owner), '=', ownerId)
    .where(isOneOf(columnRef(stored.table, 'month'), months))
    .execute()
  const organisation = hasOrganisation(of) ? [sql`${context.caller.orgId}::bigint`.as('org_id')] : []
  const columns = [...stored.keys, 'month', 'dimension', 'value', ...sumsOf(of)].map(columnOf)
  for (const month of months) {
    const base = db
      .selectFrom(`${of.base.table} as b`)
      .where(isOneOf(columnRef('b', of.owner), [ownerId]))
      .where(sql<boolean>`${columnRef('b', 'day')} between ${month} and ${lastOfMonth(month.slice(0, 7))}`)
      .select([
        ...[...of.base.keys, ...sumsOf(of)].map(key => columnRef('b', key).as(columnOf(key))),
        firstOfMonth(columnRef('b', 'day')).as('month'),
      ])
    for (const name of Object.keys(stored.dimensions)) {
      const rows = groupedBy(db, of, stored, name, db.selectFrom(base.as('f')))
      // past the door, as the grains are: the rows were read through it
      await db
        .withoutPlugins()
        .insertInto(stored.table)
        .columns([...(organisation.length > 0 ? ['org_id'] : []), ...columns])
        .expression(db.selectFrom(rows.as('x')).select([...organisation, ...columns.map(one => sql.ref(`x.${one}`).as(one))]))
        .execute()
    }
  }
}

/** The dimension of a question that sums are stored by, with its name in the report; null: none, or more is asked than they tell. */
export function storedGroup(report: Report, of: Rollup, ask: Ask): readonly [name: string, dimension: string] | null {
  const stored = groupSumsOf(of)
  if (stored === null) return null
  let group: readonly [name: string, dimension: string] | null = null
  for (const name of new Set([...ask.by, ...Object.keys(ask.where)])) {
    const declared = ownValue(report.dimensions, name)
    const d = declared && dimensionOn(of, declared)
    const under = d && storedUnder(stored, d)
    if (under !== undefined && group === null && (d?.many !== true || ask.by.includes(name))) group = [name, under]
    else if (d !== undefined && !d.keys.every(key => key === 'month' || stored.keys.includes(key))) return null
  }
  return group
}

/** Rows that answer a question of whole months by one stored dimension; null: others must. */
export function rowsOfGroupSums(
  db: AnyDb,
  report: Report,
  of: Rollup,
  ask: Ask,
  owners: readonly string[],
  leaves: readonly Leaf[],
  asked: Asked,
): Joined | null {
  const [stored, group] = [groupSumsOf(of), storedGroup(report, of, ask)]
  const conditions = [...leaves.flatMap(leaf => conditionKeys(of, leaf.when)), ...(of.mapped ? [of.mapped.key] : [])]
  if (stored === null || group === null || !conditions.every(key => stored.keys.includes(key))) return null
  const [name, dimension] = group
  const rows = within(of, ask, owners, 'f', 'month').reduce((q, c) => q.where(c), db.selectFrom(`${stored.table} as f`))
  const told = new Map([[name, { value: sql.ref('f.value'), isWhole: false }]])
  const names = [...ask.by, ...Object.keys(ask.where)]
  return joined(db, report, of, ask, rows.where(sql<boolean>`f.dimension = ${dimension}`), true, names, asked, told)
}
