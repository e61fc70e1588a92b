/** The one writer's new records (writer.ts): one from a form or an action, a set from a source, or records that come back. */
import { sql, type OnConflictBuilder } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { recordsOfThread } from '#platform/declare/thread-tables.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Values } from '../contract/record-hooks.ts'
import { anyTable } from '../db/any-table.ts'
import { noteEvents } from '../events/note.ts'
import { idWithoutOrder } from '../db/sealed-author.ts'
import { within } from '../db/within.ts'
import { primaryColumns } from '../lists/columns.ts'
import { creationColumns } from '../lists/creation-columns.ts'
import { sealedValues } from '../db/encrypted.ts'
import { hasOrder, keepOrder } from './keep-order.ts'
import { hasVersion, toRow } from '../lists/query.ts'
import { rowsByKeys } from '../lists/read-rows.ts'
import { withOnAdd } from './on-add.ts'
import { storeAddedImages, type AddedImages } from './row-images.ts'
import { rowsFrom, type RowSource } from './row-source.ts'
import { auditAdded } from './set-trail.ts'
import type { Keys, Write } from './write.ts'
import { asDuplicate, conclude, followLog, isHeardOf, shownId } from './writer.ts'

/** One new record, from values by column. */
export async function addRow(w: Write, values: Values): Promise<Row> {
  const { context, tx, r } = w
  const db = anyTable(tx)
  const [given = values] = await withOnAdd(context, tx, r, [values])
  const row = {
    ...(hasNoOrder(r) ? { id: idWithoutOrder() } : {}),
    ...sealedValues(context, r, given),
    ...constantsOf(context, r),
    ...(await keptFromCreation(db, r, given)),
  }
  const inserted = await db
    .insertInto(r.table)
    .values(row)
    .returning(primaryColumns(r).map((c, i) => sql.ref(c).as(`key_${i}`)))
    .executeTakeFirstOrThrow()
    .catch((e: unknown) => asDuplicate(r, e))
  const key = keyOf(r, inserted)
  await keepOrder(context, tx, db, r, [key])
  const { id } = toRow(r, inserted)
  const [after] = await rowsByKeys(within(context, tx), db, r, [key])
  if (after === undefined) throw new Error(`${r.table}: the new record ${id} is not seen by who made it`)
  await noteNew(w, db, [{ id, version: after.version ?? null }])
  await noteEvents(context, tx, r, 'created', [key])
  if (w.within === undefined) {
    await conclude(w, db, [key], [], [after])
    return after
  }
  const withLines: Write = { ...w, lines: await w.within(id) }
  await followLog(withLines)
  const [whole = after] = await rowsByKeys(within(context, tx), db, r, [key])
  await conclude(withLines, db, [key], [], [whole])
  return whole
}

/** What one new record keeps of what it names, read before it is written: several machines take no query among the values of an insert. */
async function keptFromCreation(db: AnyDb, r: Resource, given: Values): Promise<Values> {
  const columns = creationColumns(db, r, column => (given[column] == null ? null : sql<string>`${given[column]}`))
  if (columns.length === 0) return {}
  const kept = await db.selectNoFrom(columns.map(([column, value]) => value.as(column))).executeTakeFirst()
  return kept as Values
}

/** New records from a source with values by column; each gets what every record gets besides. */
export function addRows(w: Write, source: RowSource): Promise<Keys> {
  const { context, tx, r } = w
  const db = anyTable(tx)
  const given = source.columns.map(([column]) => column)
  const constants = Object.entries(constantsOf(context, r)).filter(([column]) => !given.includes(column))
  const kept = creationColumns(db, r, column => (given.includes(column) ? sql.ref<string>(`v.${column}`) : null))
  return insertSet(
    w,
    [...given, ...constants.map(([column]) => column), ...kept.map(([column]) => column)],
    db
      .selectFrom(rowsFrom(source))
      .select([
        ...given.map(column => sql.ref(`v.${column}`).as(column)),
        ...constants.map(([column, value]) => sql`${value}::bigint`.as(column)),
        ...kept.map(([column, value]) => value.as(column)),
      ]),
  )
}

/** Records that were there before come back as they were, but for their version; one whose key has been taken stays away. */
export function returnRows(w: Write, source: RowSource): Promise<Keys> {
  const db = anyTable(w.tx)
  const columns = source.columns.map(([column]) => column)
  const same = columns.map(column => (column === 'version' ? sql`v.version + 1`.as(column) : sql.ref(`v.${column}`).as(column)))
  return insertSet(w, columns, db.selectFrom(rowsFrom(source)).select(same), true)
}

async function insertSet(w: Write, columns: readonly string[], source: unknown, mayStayAway = false): Promise<Keys> {
  const { context, tx, r } = w
  const db = anyTable(tx)
  const version = hasVersion(r) ? sql<number | null>`${sql.ref('version')}` : sql<null>`null::integer`
  // a pool has statements planned for each call's values; each foreign key of each row would be planned anew too
  await sql`set local plan_cache_mode = auto`.execute(db)
  const insert = db
    .insertInto(r.table)
    .columns([...columns])
    .expression(source as never)
  const done = await (mayStayAway ? insert.onConflict(conflict => takenKey(r, conflict).doNothing()) : insert)
    .returning(primaryColumns(r).map((c, i) => sql.ref<string>(c).as(`key_${i}`)))
    .returning(version.as('version'))
    .execute()
  if (done.length === 0) return []
  const keys = done.map(row => keyOf(r, row))
  await noteNew(
    w,
    db,
    done.map(({ version: number }, i) => ({ id: shownId(r, keys[i] ?? []), version: number })),
  )
  if (hasOrder(r)) w.order?.push(...keys)
  await auditAdded(w, db, keys)
  await noteEvents(context, tx, r, 'created', keys)
  const reads = w.trail === 'record' || isHeardOf(w)
  await conclude(w, db, keys, [], reads ? await rowsByKeys(within(context, tx), db, r, keys) : [])
  return keys
}

/** A constraint that is checked later can't be asked whether a row conflicts: where there is one, the key is asked alone. */
function takenKey(r: Resource, conflict: OnConflictBuilder<never, never>): OnConflictBuilder<never, never> {
  if (r.validity === undefined) return conflict
  const columns = r.key === undefined ? primaryColumns(r) : [...(r.standard === 'organisation' ? ['org_id'] : []), ...r.key.map(columnOf)]
  return conflict.columns(columns as never)
}

const keyOf = (r: Resource, row: Readonly<Record<string, unknown>>): readonly string[] =>
  primaryColumns(r).map((_, i) => String(row[`key_${i}`]))

/** Replies stand in the order of their numbers: those of sealed authors get theirs when they arrive (thread/sealed-reply.ts). */
const hasNoOrder = (r: Resource): boolean => r.sealedAuthor !== undefined && recordsOfThread(r) === undefined

/** Whose the row is and who made it. */
const constantsOf = ({ caller, sealed, now }: Context, r: Resource): Readonly<Record<string, string | null>> => ({
  // facts with a key of their own belong to the organisation of whoever brings them
  ...(r.standard === 'none' && Object.hasOwn(r.fields, 'orgId') ? { org_id: caller.orgId } : {}),
  ...(r.standard === 'organisation' ? { org_id: caller.orgId } : {}),
  ...(r.standard === 'none' ? {} : { created_by: caller.accountId, updated_by: caller.accountId }),
  ...(r.standard === 'none' || sealed === undefined ? {} : { created_at: now().toISOString(), updated_at: now().toISOString() }),
})

async function noteNew(w: Write, db: AnyDb, rows: readonly AddedImages[]): Promise<void> {
  if (w.batchId !== null) await storeAddedImages(w.context, db, w.batchId, rows)
}
