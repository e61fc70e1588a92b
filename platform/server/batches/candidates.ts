/**
 * The records of a batch in the order of their key, so that two batches lock in the same order and none waits for the other in a circle.
 */
import type { Wording } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { primaryColumns, rowId } from '../lists/columns.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Predicate } from '../lists/conditions.ts'
import type { Lock, Values } from '../contract/record-hooks.ts'
import { hasVersion } from '../lists/query.ts'
import { lockOf } from '../records/locks.ts'

export interface Candidate {
  readonly id: string
  readonly key: readonly string[]
  readonly version: number | undefined
  /** why it must stay as it is */
  readonly locked: Wording | null
  /** whether the values to set are others than it has */
  readonly differs: boolean
}

/** Rows worked on in one go. */
export const portionRows = 5_000

interface Search {
  readonly where: readonly Predicate[]
  readonly locks: readonly Lock[]
  /** column values to be set; null: the rows are deleted */
  readonly values: Values | null
  /** held until the transaction ends */
  readonly forUpdate: boolean
  /** of a table of shops whose rows are held: the shops, one after another, as each may lie on a machine of its own; absent: all at once */
  readonly shops?: readonly string[]
}

export const differs = (r: Resource, values: Values | null): RawBuilder<boolean> =>
  values === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(
        Object.entries(values).map(([name, value]) => sql`${sql.ref(`${r.table}.${name}`)} is distinct from ${value}`),
        sql` or `,
      )})`

/** Portions by key; what is changed in between does not come again. */
export async function* candidates(db: AnyDb, r: Resource, search: Search): AsyncGenerator<Candidate[]> {
  if (r.kind !== 'shop' || search.shops === undefined) return yield* portions(db, r, search)
  for (const shop of [...new Set(search.shops)].sort((a, b) => Number(a) - Number(b))) {
    const inShop = sql<boolean>`${sql.ref(`${r.table}.shop_id`)} = ${shop}`
    yield* portions(db, r, { ...search, where: [...search.where, inShop] })
  }
}

async function* portions(db: AnyDb, r: Resource, search: Search): AsyncGenerator<Candidate[]> {
  const columns = primaryColumns(r)
  const column = (name: string) => sql.ref(`${r.table}.${name}`)
  let last: readonly string[] | null = null
  for (;;) {
    let query = db
      .selectFrom(r.table)
      .select(columns.map((c, i) => sql<unknown>`${column(c)}`.as(`key_${i}`)))
      .select([differs(r, search.values).as('differs'), lockOf(search.locks).as('lock_no')])
      .select((hasVersion(r) ? sql<number | null>`${column('version')}` : sql<number | null>`null::integer`).as('version'))
      .limit(portionRows)
    for (const p of search.where) query = query.where(p)
    if (last) query = query.where(sql<boolean>`(${sql.join(columns.map(column))}) > (${sql.join([...last])})`)
    for (const c of columns) query = query.orderBy(column(c))
    const rows = (await (search.forUpdate ? query.forUpdate() : query).execute()) as Record<string, unknown>[]
    const found = rows.map((row): Candidate => {
      const key = columns.map((_, i) => row[`key_${i}`])
      return {
        id: rowId(r, key),
        key: key.map(String),
        version: (row['version'] as number | null) ?? undefined,
        locked: search.locks[(row['lock_no'] as number | null) ?? -1]?.reason ?? null,
        differs: row['differs'] === true,
      }
    })
    if (found.length > 0) yield found
    if (found.length < portionRows) return
    last = found.at(-1)?.key ?? null
  }
}
