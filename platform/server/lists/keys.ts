/** Conditions by the values of a primary key. */
import { sql, type RawBuilder } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { primaryColumns } from './columns.ts'

export const byKey = (r: Resource, key: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    primaryColumns(r).map((c, i) => sql`${sql.ref(`${r.table}.${c}`)} = ${key[i]}`),
    sql` and `,
  )}`

/** Several rows; a key of one column goes as one array, so that the statement is the same for any number. */
export function byKeys(r: Resource, keys: readonly (readonly string[])[]): RawBuilder<boolean> {
  const [first, ...more] = primaryColumns(r).map(c => sql.ref(`${r.table}.${c}`))
  if (keys.length === 0) return sql<boolean>`false`
  if (more.length === 0) return sql<boolean>`${first} = any(${keys.map(key => key[0])})`
  return sql<boolean>`(${sql.join([first, ...more])}) in (${sql.join(keys.map(key => sql`(${sql.join([...key])})`))})`
}

/** Shops of rows whose key says them; undefined where it does not. */
export function shopsOf(r: Resource, keys: readonly (readonly string[])[]): readonly string[] | undefined {
  const at = primaryColumns(r).indexOf('shop_id')
  return at === -1 ? undefined : [...new Set(keys.map(key => key[at] ?? ''))]
}
