/** What the server derives of records that were written: it follows from them and is no change of its own. */
import type { Resource } from '#platform/declare/resource.ts'
import { sql } from 'kysely'
import type { Context } from '../contract/context.ts'
import type { Values } from '../contract/record-hooks.ts'
import { anyTable } from '../db/any-table.ts'
import { announceDerived } from '../realtime/announce.ts'
import { columnsOf } from './change.ts'
import { rowsFrom, sameKey, typesOf } from './row-source.ts'

/**
 * Sets fields of these records, each its own values by name, in one statement; all name the same fields. Neither version nor trail tell of
 * it; pages where one of them stands open read it anew. For followers, in the transaction of the change that it follows from.
 */
export async function setDerived(
  context: Context,
  r: Resource,
  rows: readonly (Readonly<Values> & { readonly id: string })[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const records = rows.map(({ id, ...values }) => ({ id, ...columnsOf(r, values) }))
  const { id: _, ...set } = { ...first }
  const columns = Object.keys(columnsOf(r, set))
  const row = (alias: string) => sql`row(${sql.join(columns.map(column => sql.ref(`${alias}.${column}`)))})`
  const changed = await anyTable(context.db)
    .updateTable(r.table)
    .from(rowsFrom({ json: JSON.stringify(records), columns: typesOf(r, ['id', ...columns]) }))
    .set(Object.fromEntries(columns.map(column => [column, sql.ref(`v.${column}`)])))
    .where(sameKey(r))
    .where(sql<boolean>`${row(r.table)} is distinct from ${row('v')}`)
    .returning(sql<string>`${sql.ref(`${r.table}.id`)}::text`.as('id'))
    .execute()
  await announceDerived(
    context,
    r,
    changed.map(({ id }) => id),
  )
}
