/** Keyset paging: the place after the last row by its values in the order, so that a deep page costs no more. */
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { refuse } from '../calls/refusal.ts'
import type { Predicate } from './conditions.ts'
import { fitsColumn } from './value-range.ts'
import type { Order } from './query.ts'

/** Opaque; carries the order so that a cursor of another order is refused. */
export function cursorOf(order: readonly Order[], row: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify([order.map(o => `${o.column} ${o.way}`), order.map((_, i) => row[`key_order_${i}`] ?? null)])).toString(
    'base64url',
  )
}

/**
 * Rows behind the cursor. One row comparison where all columns go one way and none can be empty (an index walks it), else spelt out; an
 * empty value sorts last upwards and first downwards.
 */
export function afterCursor(r: Resource, order: readonly Order[], cursor: string): Predicate {
  const values = valuesOf(r, order, cursor)
  const ref = (o: Order) => sql.ref(`${r.table}.${o.column}`)
  const ways = new Set(order.map(o => o.way))
  // upwards, rows with an empty column come last, and no comparison of rows is true of them
  const losesEmpty = ways.has('asc') && order.some(o => mayBeEmpty(r, o.column))
  if (ways.size === 1 && !values.includes(null) && !losesEmpty) {
    const sign = sql.raw(order[0]?.way === 'desc' ? '<' : '>')
    return sql<boolean>`(${sql.join(order.map(ref))}) ${sign} (${sql.join(values)})`
  }
  const branches = order.map((o, i) => {
    const equal = order.slice(0, i).map((p, j) => sql`${ref(p)} is not distinct from ${values[j]}`)
    return sql`(${sql.join([...equal, behind(ref(o), o.way, values[i] ?? null)], sql` and `)})`
  })
  return sql<boolean>`(${sql.join(branches, sql` or `)})`
}

export const mayBeEmpty = (r: Resource, column: string): boolean =>
  Object.entries(r.fields).some(([name, f]) => columnOf(name) === column && f.options.optional === true)

function behind(ref: ReturnType<typeof sql.ref>, way: 'asc' | 'desc', value: string | number | boolean | null) {
  if (way === 'asc') return value === null ? sql`false` : sql`(${ref} > ${value} or ${ref} is null)`
  return value === null ? sql`${ref} is not null` : sql`${ref} < ${value}`
}

function valuesOf(r: Resource, order: readonly Order[], cursor: string): (string | number | boolean | null)[] {
  const stale = refuse.invalid([{ field: 'next', message: sentence`翻页标记与当前排序不符，请从第一页开始` }])
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const [columns, values]: readonly unknown[] = Array.isArray(read) ? read : []
    if (!Array.isArray(columns) || !Array.isArray(values) || values.length !== order.length) throw stale
    for (const [i, o] of order.entries()) {
      const value: unknown = values[i]
      const plain = value === null || (['string', 'number', 'boolean'].includes(typeof value) && fitsColumn(r, o.column, asText(value)))
      if (columns[i] !== `${o.column} ${o.way}` || !plain) throw stale
    }
    return values as (string | number | boolean | null)[]
  } catch (error) {
    if (error instanceof SyntaxError) throw stale
    throw error
  }
}
