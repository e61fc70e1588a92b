/**
 * The hash of one entry of the trail, computed by PostgreSQL from typed values: the same expression when it is written and when it is
 * verified.
 */
import { sql, type RawBuilder } from 'kysely'

/** Columns in their order; the number is not among them, the block names it beside the hash. */
export const hashedColumns = [
  ['org_id', 'bigint'],
  ['at', 'timestamptz'],
  ['account_id', 'bigint'],
  ['account_name', 'text'],
  ['subject', 'text'],
  ['record_id', 'text'],
  ['verb', 'text'],
  ['before', 'jsonb'],
  ['after', 'jsonb'],
  ['address', 'text'],
  ['via', 'text'],
  ['request_id', 'text'],
  ['acting_for_id', 'bigint'],
  ['acting_for', 'text'],
  ['note', 'text'],
] as const
/** Of a group the hash says nothing where all of it is empty: entries from before it was there keep theirs. A group is never changed. */
const laterGroups: readonly (readonly string[])[] = [['acting_for_id', 'acting_for'], ['note']]
const isFirst = (column: string): boolean => !laterGroups.some(group => group.includes(column))
export type HashedColumn = (typeof hashedColumns)[number][0]

/** SHA-256, hex, over a JSON list of the values. Of instants their microseconds: no zone, no format. */
export function entryHash(valueOf: (column: HashedColumn) => unknown): RawBuilder<string> {
  const typed = (isMeant: (column: string) => boolean) =>
    hashedColumns
      .filter(([column]) => isMeant(column))
      .map(([column, type]) => {
        const value = sql`(${valueOf(column)})::${sql.raw(type)}`
        return type === 'timestamptz' ? sql`(extract(epoch from ${value}) * 1000000)::bigint` : value
      })
  const added = laterGroups.map(group => {
    const later = typed(column => group.includes(column))
    const texts = later.map(value => sql`${value}::text`)
    return sql`case when coalesce(${sql.join(texts)}) is null then '[]'::jsonb else jsonb_build_array(${sql.join(later)}) end`
  })
  const parts = [sql`jsonb_build_array(${sql.join(typed(isFirst))})`, ...added]
  return sql<string>`encode(sha256(convert_to((${sql.join(parts, sql` || `)})::text, 'UTF8')), 'hex')`
}

/** The hash that a stored row should have. */
export const hashOfRow = (alias: string): RawBuilder<string> => entryHash(column => sql.ref(`${alias}.${column}`))
