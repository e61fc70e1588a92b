/** Queries over tables whose names are known only when a declaration is read: kysely without column types. The door still scopes every one of them. */
import { expressionBuilder, sql, type AliasedExpression, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import type { Db } from '../db/database.ts'

export type AnyTables = Record<string, Record<string, unknown>>
export type Loose = Kysely<AnyTables>
export type LooseQuery = SelectQueryBuilder<AnyTables, string, Record<string, unknown>>
export type Sql<T = unknown> = RawBuilder<T>

export const loose = (db: Db): Loose => db as unknown as Loose
/** Reference to a field's column. */
export const at = (alias: string, field: string): Sql => sql.ref(`${alias}.${columnOf(field)}`)
export const allOf = (conditions: readonly Sql<boolean>[]): Sql<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
/** Column among values; a null among them also takes empty. */
export const among = (column: Sql, values: readonly unknown[]): Sql<boolean> =>
  values.length === 1 && values[0] !== null ? sql<boolean>`${column} = ${values[0]}` : sql<boolean>`${column} = any(${values})`
export const firstOfMonth = (day: Sql): Sql => sql`date_trunc('month', ${day})::date`

/** United one below the other; there is always at least one. */
export function unionAll(queries: readonly LooseQuery[]): LooseQuery {
  const [first, ...rest] = queries
  if (!first) throw new Error('nothing to unite')
  return rest.reduce((all, q) => all.unionAll(q), first)
}

/**
 * A query over a part of the same statement: a common table expression or a derived table. Built apart from the door, which would look for a table
 * of that name; it passes the door as part of the whole statement.
 */
export const fromPart = (part: string | AliasedExpression<unknown, string>): LooseQuery =>
  expressionBuilder<AnyTables, string>().selectFrom(part as string) as unknown as LooseQuery
