/** Records by their ids and keys, as the list shows them. */
import type { RawBuilder } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import { withApprovals } from './approval-of.ts'
import { keyOfRowId, primaryColumns, wireFields } from './columns.ts'
import { byKeys } from './keys.ts'
import { withLabels } from './labels.ts'
import { rowsQuery, toRow } from './query.ts'
import { maySelected, withGuards } from '../states/may.ts'

/** One row as the list shows it; null outside the caller's scope. */
export async function rowOf(context: Context, db: AnyDb, r: Resource, id: string): Promise<Row | null> {
  const key = keyOfRowId(r, id)
  if (!key) return null
  const [row] = await rowsByKeys(context, db, r, [key])
  return row ?? null
}

/** The same with the steps that the caller may take, where the record has states. */
export async function rowWithMay(context: Context, db: AnyDb, r: Resource, id: string): Promise<Row | null> {
  const key = keyOfRowId(r, id)
  if (!key) return null
  const found = withGuards(context, r, await rowsByKeys(context, db, r, [key], await maySelected(context, db, r)))
  const [row] = await withApprovals(context, r, found)
  return row ?? null
}

/** Rows as the list shows them, in the order of their keys; those outside the caller's scope are absent. */
export async function rowsByKeys(
  context: Context,
  db: AnyDb,
  r: Resource,
  keys: readonly (readonly string[])[],
  may: RawBuilder<string[]> | null = null,
): Promise<readonly Row[]> {
  const order = primaryColumns(r).map(column => ({ column, way: 'asc' as const }))
  const query = rowsQuery(
    db,
    r,
    { where: [byKeys(r, keys)], order },
    wireFields(r).map(([n]) => n),
  )
  const raw = await (may === null ? query : query.select(may.as('may'))).execute()
  return await withLabels(
    context,
    r,
    raw.map(row => toRow(r, row)),
  )
}
