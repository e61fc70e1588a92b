/**
 * Rows that go to the database as one parameter: JSON text with the columns' types beside it. Never parsed here, so that no decimal loses a
 * digit.
 */
import { sql, type RawBuilder } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { storedFields, typeOf } from '../db/ddl.ts'
import { primaryColumns } from '../lists/columns.ts'

export type TypedColumn = readonly [column: string, type: string]
export interface RowSource {
  /** a JSON array of objects by column */
  readonly json: string
  readonly columns: readonly TypedColumn[]
}

const standardColumns: readonly TypedColumn[] = [
  ['id', 'bigint'],
  ['org_id', 'bigint'],
  ['version', 'integer'],
  ['created_at', 'timestamptz'],
  ['created_by', 'bigint'],
  ['updated_at', 'timestamptz'],
  ['updated_by', 'bigint'],
]

/** Every column of the table with its type. */
export const typedColumns = (r: Resource): readonly TypedColumn[] => [
  ...standardColumns.filter(([column]) => r.standard !== 'none' && (column !== 'org_id' || r.standard === 'organisation')),
  ...storedFields(r).map(([name, field]) => [columnOf(name), typeOf(field).replace(/\(.*\)$/, '')] as const),
]

/** Those named, in their order. */
export function typesOf(r: Resource, names: readonly string[]): TypedColumn[] {
  const all = new Map(typedColumns(r))
  return names.map(name => [name, all.get(name) ?? 'text'])
}

/** To select from, as `v` or under another plain name. */
export function rowsFrom(source: RowSource, alias = 'v') {
  const columns = source.columns.map(([column, type]) => `${column} ${type}`)
  return sql`jsonb_to_recordset(${source.json}::jsonb)`.as<'v'>(sql.raw(`${alias}(${columns.join(', ')})`))
}

/** A row of the table and one of `v` are the same record. */
export const sameKey = (r: Resource): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    primaryColumns(r).map(c => sql`${sql.ref(`${r.table}.${c}`)} = ${sql.ref(`v.${c}`)}`),
    sql` and `,
  )}`
