/** Parts of queries over any table (see db/any-table.ts), put together by what a declaration says. */
import { expressionBuilder, sql, type AliasedExpression, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { columnOf } from '#platform/declare/resource.ts'
import type { AnyTables } from '../contract/database.ts'

export type UntypedQuery = SelectQueryBuilder<AnyTables, string, Record<string, unknown>>
export type Sql<T = unknown> = RawBuilder<T>

/** Reference to a field's column. */
export const columnRef = (alias: string, field: string): Sql => sql.ref(`${alias}.${columnOf(field)}`)
export const allConditions = (conditions: readonly Sql<boolean>[]): Sql<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
/** Column among values; a null among them also takes empty. */
export const isOneOf = (column: Sql, values: readonly unknown[]): Sql<boolean> =>
  values.length === 1 && values[0] !== null ? sql<boolean>`${column} = ${values[0]}` : sql<boolean>`${column} = any(${values})`
export const firstOfMonth = (day: Sql): Sql => sql`date_trunc('month', ${day})::date`
/** First day of the part of its week that lies in its month. */
export const partOfWeek = (day: Sql): Sql => sql`greatest(date_trunc('week', ${day}), date_trunc('month', ${day}))::date`

/** United one below the other; there is always at least one. */
export function unionAll(queries: readonly UntypedQuery[]): UntypedQuery {
  const [first, ...rest] = queries
  if (!first) throw new Error('nothing to unite')
  return rest.reduce((all, q) => all.unionAll(q), first)
}

/**
 * A query over a part of the same statement: a common table expression or a derived table. Built apart from the door, which would look for
 * a table of that name; it passes the door as part of the whole statement.
 */
export const fromPart = (part: string | AliasedExpression<unknown, string>): UntypedQuery =>
  expressionBuilder<AnyTables, string>().selectFrom(part as string)
