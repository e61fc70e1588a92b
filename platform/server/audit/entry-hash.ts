/** The hash of one entry of the trail, computed by PostgreSQL from typed values: the same expression when it is written and when it is verified. */
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
] as const
/** of these the hash says nothing where they are empty: entries from before they were there keep theirs */
const laterColumns: ReadonlySet<string> = new Set(['acting_for_id', 'acting_for'])
export type HashedColumn = (typeof hashedColumns)[number][0]

/** SHA-256, hex, over a JSON list of the values. Of instants their microseconds: no zone, no format. */
export function entryHash(valueOf: (column: HashedColumn) => unknown): RawBuilder<string> {
  const typed = (later: boolean) =>
    hashedColumns
      .filter(([column]) => laterColumns.has(column) === later)
      .map(([column, type]) => {
        const value = sql`(${valueOf(column)})::${sql.raw(type)}`
        return type === 'timestamptz' ? sql`(extract(epoch from ${value}) * 1000000)::bigint` : value
      })
  const later = typed(true)
  const added = sql`case when coalesce(${sql.join(later.map(value => sql`${value}::text`))}) is null then '[]'::jsonb else jsonb_build_array(${sql.join(later)}) end`
  return sql<string>`encode(sha256(convert_to((jsonb_build_array(${sql.join(typed(false))}) || ${added})::text, 'UTF8')), 'hex')`
}

/** The hash that a stored row should have. */
export const hashOfRow = (alias: string): RawBuilder<string> => entryHash(column => sql.ref(`${alias}.${column}`))
