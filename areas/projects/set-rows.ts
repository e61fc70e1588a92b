/** Columns that follow from other records: no change of the record, so neither version nor trail tells of them. One statement for all. */
import { sql } from 'kysely'
import type { Db } from '#platform/server/contract/database.ts'
import { anyTable } from '#platform/server/db/any-table.ts'

type Table = 'project' | 'project_plan' | 'project_require' | 'project_task'

export async function setRows<T extends Readonly<Record<string, 'numeric' | 'date' | 'boolean' | 'integer'>>>(
  db: Db,
  table: Table,
  types: T,
  rows: readonly ({ readonly id: string } & Readonly<Record<keyof T, unknown>>)[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(types)
  const shape = sql.raw(columns.map(column => `${column} ${types[column]}`).join(', '))
  await anyTable(db)
    .updateTable(table)
    .from(sql<{ id: string }>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as(sql`d(id bigint, ${shape})`) as never)
    .set(Object.fromEntries(columns.map(column => [column, sql.ref(`d.${column}`)])) as never)
    .where(sql<boolean>`${sql.ref(`${table}.id`)} = d.id`)
    .execute()
}
