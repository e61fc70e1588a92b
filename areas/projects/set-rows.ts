/**
 * Columns that follow from other records: no change of the record, so neither version nor trail tells of them. One statement for all; open
 * pages are told.
 */
import { sql } from 'kysely'
import type { Context } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { announceDerived } from '#platform/server/notices.ts'

type Table = 'project' | 'project_plan' | 'project_require' | 'project_task'

export async function setRows<T extends Readonly<Record<string, 'numeric' | 'date' | 'boolean' | 'integer'>>>(
  context: Context,
  table: Table,
  types: T,
  rows: readonly ({ readonly id: string } & Readonly<Record<keyof T, unknown>>)[],
): Promise<void> {
  const r = context.house.registry.resources.get(table)
  if (rows.length === 0 || r === undefined) return
  const columns = Object.keys(types)
  const shape = sql.raw(columns.map(column => `${column} ${types[column]}`).join(', '))
  const row = (alias: string) => sql`row(${sql.join(columns.map(column => sql.ref(`${alias}.${column}`)))})`
  const changed = await anyTable(context.db)
    .updateTable(table)
    .from(sql<{ id: string }>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as(sql`d(id bigint, ${shape})`))
    .set(Object.fromEntries(columns.map(column => [column, sql.ref(`d.${column}`)])))
    .where(sql<boolean>`${sql.ref(`${table}.id`)} = d.id`)
    .where(sql<boolean>`${row(table)} is distinct from ${row('d')}`)
    .returning(sql<string>`${sql.ref(`${table}.id`)}::text`.as('id'))
    .execute()
  await announceDerived(
    context,
    r,
    changed.map(({ id }) => id),
  )
}
