/** One row by the values of its primary key. */
import { sql, type RawBuilder } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { primaryColumns } from './columns.ts'

export const byKey = (r: Resource, key: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    primaryColumns(r).map((c, i) => sql`${sql.ref(`${r.table}.${c}`)} = ${key[i]}`),
    sql` and `,
  )}`
