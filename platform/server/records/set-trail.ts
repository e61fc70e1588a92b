/** The trail of a set of records: one entry each, made by the database from the rows as they stand. Lines: told by their documents. */
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Values } from '../contract/record-hooks.ts'
import { wireFields } from '../lists/columns.ts'
import { byKeys } from '../lists/keys.ts'
import { hasVersion } from '../lists/query.ts'
import { masked } from '../trail/masked.ts'
import { auditing, recordId, wireJson } from './row-images.ts'
import { rowsFrom, sameKey } from './row-source.ts'
import type { Keys, Patch, Write } from './write.ts'

const isTold = ({ trail, r }: Write): boolean => trail === 'set' && r.linesOf === undefined

/** To be called after the write: the rows are there. */
export const auditAdded = (w: Write, db: AnyDb, keys: Keys): Promise<void> => auditOneSided(w, db, keys, 'after')

/** To be called before the write: the rows are there still. */
export const auditRemoved = (w: Write, db: AnyDb, keys: Keys): Promise<void> => auditOneSided(w, db, keys, 'before')

async function auditOneSided(w: Write, db: AnyDb, keys: Keys, side: 'before' | 'after'): Promise<void> {
  if (!isTold(w)) return
  const { context, r, verb } = w
  const [row, nothing] = [wireJson(r), sql`null::jsonb`]
  const [before, after] = side === 'before' ? [row, nothing] : [nothing, row]
  const rows = db.selectFrom(r.table).where(byKeys(r, keys))
  await auditing(context, db, r, verb, rows.select([recordId(r).as('record_id'), before.as('before'), after.as('after')]))
}

/** To be called before the write: what the rows will be follows from what they are and what is set. */
export async function auditChanged(w: Write, db: AnyDb, keys: Keys, patch: Patch): Promise<void> {
  if (!isTold(w)) return
  const { context, r, verb, note } = w
  const version = hasVersion(r) ? sql` || jsonb_build_object('version', ${sql.ref(`${r.table}.version`)} + 1)` : sql``
  const set = new Set('values' in patch ? Object.keys(patch.values) : patch.set)
  const source = db.selectFrom(r.table)
  const rows: typeof source =
    'values' in patch ? source.where(byKeys(r, keys)) : source.innerJoin(rowsFrom(patch.from), join => join.on(sameKey(r)))
  const values =
    'values' in patch
      ? sql`${JSON.stringify(masked(r, wireValues(r, patch.values)))}::jsonb`
      : wireJson(r, 'v', name => set.has(columnOf(name)))
  await auditing(
    context,
    db,
    r,
    verb,
    rows.select([recordId(r).as('record_id'), sql`${wireJson(r)}`.as('before'), sql`${wireJson(r)}${version} || ${values}`.as('after')]),
    note,
  )
}

/** Column values by field as the wire has them. */
const wireValues = (r: Resource, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    wireFields(r).flatMap(([name, field]) => {
      const value = values[columnOf(name)]
      if (value === undefined) return []
      return [[name, field.kind === 'month' && typeof value === 'string' ? value.slice(0, 7) : value]]
    }),
  )
