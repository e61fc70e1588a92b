/**
 * The one writer: every row of a resource that people see is written here, whether by a form, a batch, an import, an undo or an action. A
 * set of rows is one statement for each of: undo image, trail, the write itself, announcement. What always belongs to it: the locks have
 * been asked of the rows as they were (by whoever found them) and are asked here of what they become, the version is raised, who and when
 * are noted, the door keeps the scope, the trail and the undo image are written, followers are called, and whoever has a record open is
 * told.
 */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { sql, type OnConflictBuilder } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import { masked } from '../trail/masked.ts'
import { writeAudits } from '../trail/write-audit.ts'
import { auditing, storeAddedImages, storeImages, recordId, wireJson, type AddedImages } from './row-images.ts'
import { outcomes } from './batch-tables.ts'
import { within } from '../db/within.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Tx } from '../contract/database.ts'
import { followFiles, heldBy } from '../files/file-use.ts'
import { refuse } from '../calls/refusal.ts'
import { creationColumns } from '../lists/creation-columns.ts'
import { primaryColumns, rowId, wireFields } from '../lists/columns.ts'
import { byKeys } from '../lists/keys.ts'
import { refuseLinked, refuseNamed } from '../lists/refuse-linked.ts'
import { hasVersion, toRow } from '../lists/query.ts'
import { rowsByKeys } from '../lists/read-rows.ts'
import { keepOrder } from '../lists/keep-order.ts'
import type { Hooks, Lock, RecordChange, Values } from '../contract/record-hooks.ts'
import { announceChanges } from '../realtime/announce.ts'
import { refuseNewLocked } from './locks.ts'
import { asOverlap, refuseOverlaps } from './refuse-overlaps.ts'
import { withOnAdd } from './on-add.ts'
import { LineLog, refuseTooMany, withLines } from './line-log.ts'
import { forgetAuthors, sealFiles } from '../db/sealed-author.ts'
import { rowsFrom, sameKey, type RowSource } from './row-source.ts'

export type Keys = readonly (readonly string[])[]

/** What the trail tells instead of the rows as the list shows them: hidden fields, or what an action means, in words. */
export interface TrailValues {
  readonly before: unknown
  readonly after: unknown
}

export interface Write {
  /** who writes; `sealedContext` (sealed-author.ts) where nobody may know */
  readonly context: Context
  readonly tx: Tx
  readonly r: Resource
  readonly hooks: Hooks
  /** as the trail calls it (audit/verbs.ts) */
  readonly verb: string
  readonly locks: readonly Lock[]
  /** the batch by which the rows can be put back; null: none */
  readonly batchId: string | null
  /**
   * record: one entry a record with the names of what it refers to, as a form shows them. set: one entry a record, made by the database.
   * whole: the caller writes one entry for all (an import: an entry a row takes longer than the rest of it).
   */
  readonly trail: 'record' | 'set' | 'whole'
  readonly told?: TrailValues
  /** what the trail keeps beside the values: why a step was taken */
  readonly note?: string
  /**
   * of a document: what its lines become with it, as one entry. Of lines: what is written here is told with more, by whoever tells it in
   * the end; absent: their documents are raised and tell it at once
   */
  readonly lines?: LineLog
  /** of a new document: writes its lines, before the entry is written */
  readonly within?: (id: string) => Promise<LineLog>
}

/**
 * Every row gets the same values, or each those of its row in a source that has the columns of the primary key and those that are set. Of a
 * tree, single records are held against it at once, sets by `keepOrder` when their last portion is written.
 */
export type Patch = { readonly values: Values } | { readonly from: RowSource; readonly set: readonly string[] }

const isHeardOf = (w: Write, columns?: readonly string[]): boolean => isFollowed(w.context, w.r, w.hooks, columns)

/** Whether a follower needs each changed record: else a set need not be read. `columns`: those that change; absent: all. */
export const isFollowed = (context: Context, r: Resource, hooks: Hooks, columns?: readonly string[]): boolean =>
  hooks.written !== undefined ||
  r.linesOf !== undefined ||
  (context.house.registry.followers.get(r.table)?.length ?? 0) > 0 ||
  Object.entries(r.fields).some(
    ([name, { kind, options }]) =>
      (kind === 'files' || options.as === 'richText') && (columns === undefined || columns.includes(columnOf(name))),
  )

/** Changes rows that are there, locked and judged. `known`: the rows as they are, where the caller has read them. */
export async function changeRows(w: Write, keys: Keys, patch: Patch, known?: readonly Row[]): Promise<readonly Row[]> {
  const { context, tx, r } = w
  const db = anyTable(tx)
  const columns = 'values' in patch ? Object.keys(patch.values) : patch.set
  const reads = w.trail === 'record' || isHeardOf(w, columns)
  const before = reads ? (known ?? (await rowsByKeys(within(context, tx), db, r, keys))) : []
  if (w.batchId !== null)
    await storeImages(context, db, r, byKeys(r, keys), { batchId: w.batchId, outcome: outcomes.changed, withImage: true, versionStep: 1 })
  if (w.trail === 'set' && r.linesOf === undefined) await noteChanged(w, db, keys, patch)
  const changed = await updateStatement(w, db, keys, patch)
  // between the lock and the write nothing can come in between: another number is a row that left the caller's scope
  if (changed !== BigInt(keys.length)) throw refuse.unknown(r.title)
  if (w.trail === 'record') await keepOrder(context, tx, db, r, columns)
  const after = reads ? await rowsByKeys(within(context, tx), db, r, keys) : []
  await conclude(w, db, keys, before, after)
  return after
}

/** Deletes rows that are there, locked and judged, documents with their lines. Answers how many lines went. */
export async function removeRows(w: Write, keys: Keys, known?: readonly Row[]): Promise<{ lines: number }> {
  const { context, tx, r } = w
  const db = anyTable(tx)
  const lines = await removeLines(w, db, keys)
  const before = w.trail === 'record' || isHeardOf(w) ? (known ?? (await rowsByKeys(within(context, tx), db, r, keys))) : []
  if (w.batchId !== null)
    await storeImages(context, db, r, byKeys(r, keys), { batchId: w.batchId, outcome: outcomes.removed, withImage: true, versionStep: 0 })
  if (w.trail === 'set' && r.linesOf === undefined)
    await auditing(
      context,
      db,
      r,
      w.verb,
      db
        .selectFrom(r.table)
        .where(byKeys(r, keys))
        .select([recordId(r).as('record_id'), sql`${wireJson(r)}`.as('before'), sql`null::jsonb`.as('after')]),
    )
  if (r.primary === undefined) {
    await refuseLinked(context, db, r, keys.flat())
    await refuseNamed(context, db, r, keys.flat())
  }
  const done = await db
    .deleteFrom(r.table)
    .where(byKeys(r, keys))
    .executeTakeFirst()
    .catch((e: unknown) => asDuplicate(r, e, true))
  if (done.numDeletedRows !== BigInt(keys.length)) throw refuse.unknown(r.title)
  await forgetAuthors(tx, r, keys.flat())
  await conclude(lines === null ? w : { ...w, lines: lines.log }, db, keys, before, [], true)
  return { lines: lines?.count ?? 0 }
}

/** The lines of documents that go: told with them. */
async function removeLines(w: Write, db: AnyDb, keys: Keys): Promise<{ log: LineLog; count: number } | null> {
  const r = w.context.house.registry.lines.get(w.r.table)
  if (r?.linesOf === undefined) return null
  const found = await db
    .selectFrom(r.table)
    .select(sql<string>`id::text`.as('id'))
    .where(sql<boolean>`${sql.ref(columnOf(r.linesOf.field))} = any(${keys.flat()})`)
    .execute()
  const log = new LineLog(r)
  const gone = found.map(({ id }) => [id])
  if (gone.length > 0) await removeRows({ ...w, r, hooks: {}, locks: [], batchId: null, lines: log }, gone)
  return { log, count: gone.length }
}

/** One new record, from values by column. */
export async function addRow(w: Write, values: Values): Promise<Row> {
  const { context, tx, r } = w
  const db = anyTable(tx)
  const [given = values] = await withOnAdd(context, tx, r, [values])
  const row = { ...given, ...constantsOf(context, r), ...(await keptFromCreation(db, r, given)) }
  const inserted = await db
    .insertInto(r.table)
    .values(row)
    .returning(primaryColumns(r).map((c, i) => sql.ref(c).as(`key_${i}`)))
    .executeTakeFirstOrThrow()
    .catch((e: unknown) => asDuplicate(r, e))
  await keepOrder(context, tx, db, r)
  const key = keyOf(r, inserted)
  const { id } = toRow(r, inserted)
  const [after] = await rowsByKeys(within(context, tx), db, r, [key])
  if (after === undefined) throw new Error(`${r.table}: the new record ${id} is not seen by who made it`)
  await noteNew(w, db, [{ id, version: after.version ?? null }])
  await conclude(w.within === undefined ? w : { ...w, lines: await w.within(id) }, db, [key], [], [after])
  return after
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
  const insert = db
    .insertInto(r.table)
    .columns([...columns])
    .expression(source as never)
  const done = (await (mayStayAway ? insert.onConflict(conflict => takenKey(r, conflict).doNothing()) : insert)
    .returning(primaryColumns(r).map((c, i) => sql.ref<string>(c).as(`key_${i}`)))
    .returning(version.as('version'))
    .execute()) as unknown as readonly (Pick<AddedImages, 'version'> & Readonly<Record<string, unknown>>)[]
  if (done.length === 0) return []
  const keys = done.map(row => keyOf(r, row))
  await noteNew(
    w,
    db,
    done.map(({ version: number }, i) => ({ id: shownId(r, keys[i] ?? []), version: number })),
  )
  if (w.trail === 'set' && r.linesOf === undefined)
    await auditing(
      context,
      db,
      r,
      w.verb,
      db
        .selectFrom(r.table)
        .where(byKeys(r, keys))
        .select([recordId(r).as('record_id'), sql`null::jsonb`.as('before'), sql`${wireJson(r)}`.as('after')]),
    )
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

/** Whose the row is and who made it. */
const constantsOf = ({ caller }: Context, r: Resource): Readonly<Record<string, string | null>> => ({
  ...(r.standard === 'organisation' ? { org_id: caller.orgId } : {}),
  ...(r.standard === 'none' ? {} : { created_by: caller.accountId, updated_by: caller.accountId }),
})

async function noteNew(w: Write, db: AnyDb, rows: readonly AddedImages[]): Promise<void> {
  if (w.batchId !== null) await storeAddedImages(w.context, db, w.batchId, rows)
}

/** What the rows will be follows from what they are and what is set. */
async function noteChanged({ context, r, verb, note }: Write, db: AnyDb, keys: Keys, patch: Patch): Promise<void> {
  const version = hasVersion(r) ? sql` || jsonb_build_object('version', ${sql.ref(`${r.table}.version`)} + 1)` : sql``
  const set = new Set('values' in patch ? Object.keys(patch.values) : patch.set)
  const source = db.selectFrom(r.table)
  const rows: typeof source =
    'values' in patch
      ? source.where(byKeys(r, keys))
      : (source.innerJoin(rowsFrom(patch.from), join => join.on(sameKey(r))) as unknown as typeof source)
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

async function updateStatement({ context, r }: Write, db: AnyDb, keys: Keys, patch: Patch): Promise<bigint> {
  const stamp = {
    ...(hasVersion(r) ? { version: sql`${sql.ref(`${r.table}.version`)} + 1` } : {}),
    ...(r.standard === 'none' ? {} : { updated_at: context.now().toISOString(), updated_by: context.caller.accountId }),
  }
  const done = await (
    'values' in patch
      ? db
          .updateTable(r.table)
          .set({ ...patch.values, ...stamp })
          .where(byKeys(r, keys))
      : db
          .updateTable(r.table)
          .from(rowsFrom(patch.from))
          .set({ ...Object.fromEntries(patch.set.map(column => [column, sql.ref(`v.${column}`)])), ...stamp })
          .where(sameKey(r))
  )
    .executeTakeFirst()
    .catch((e: unknown) => asDuplicate(r, e))
  return done.numUpdatedRows
}

/** What follows every write, the announcement last, as it pushes. */
async function conclude(w: Write, db: AnyDb, keys: Keys, before: readonly Row[], after: readonly Row[], isGone = false): Promise<void> {
  const { context, tx, r } = w
  if (!isGone) {
    await refuseNewLocked(db, r, w.locks, keys)
    await refuseOverlaps(context, db, r, keys)
  }
  const changes = changesOf(before, after)
  if (r.linesOf !== undefined) await noteLines(w, changes)
  else if (w.trail === 'record')
    await writeAudits(
      context,
      tx,
      changes.map(change => ({
        subject: r.table,
        recordId: change.id,
        verb: w.verb,
        ...withLines(
          w.lines,
          change.id,
          change.before && (w.told?.before ?? change.before),
          change.after && (w.told?.after ?? change.after),
        ),
        ...(w.note === undefined ? {} : { note: w.note }),
      })),
    )
  await follow(context, tx, r, w.hooks, changes)
  if (context.author !== undefined)
    await sealFiles(
      context,
      tx,
      changes.flatMap(change => heldBy(r, change.after)),
    )
  await announceChanges(
    context,
    tx,
    r,
    keys.map(key => shownId(r, key)),
  )
}

/** What was written to lines, kept for whoever tells it, or told by their documents at once. */
async function noteLines(w: Write, changes: readonly RecordChange[]): Promise<void> {
  const log = w.lines ?? new LineLog(w.r)
  log.add(changes)
  if (w.lines === undefined) await raiseDocuments(w, log)
}

/**
 * Raises the documents of changed lines, one entry of the trail each, and refuses more lines than one may have. A document that goes itself
 * is left out.
 */
export async function raiseDocuments(w: Pick<Write, 'context' | 'tx' | 'verb' | 'note'>, log: LineLog): Promise<void> {
  const ids = log.documents()
  if (ids.length === 0) return
  const { context, tx, verb, note } = w
  await refuseTooMany(anyTable(tx), log)
  const r = context.house.registry.resources.get(log.header)
  if (r === undefined) throw new Error(`${log.header} is no document`)
  const write: Write = { context, tx, r, hooks: {}, verb, locks: [], batchId: null, trail: 'record', lines: log }
  const keys = ids.map(id => [id])
  const before = await rowsByKeys(within(context, tx), anyTable(tx), r, keys)
  const told = { before: {}, after: {} }
  await changeRows({ ...write, told, ...(note === undefined ? {} : { note }) }, keys, { values: {} }, before)
}

function changesOf(before: readonly Row[], after: readonly Row[]): RecordChange[] {
  const [old, fresh] = [before, after].map(rows => new Map(rows.map(row => [row.id, row])))
  return [...new Set([...before, ...after].map(row => row.id))].map(id => ({
    id,
    before: old?.get(id) ?? null,
    after: fresh?.get(id) ?? null,
  }))
}

/** The verb's own hook, the files that the records hold, then the areas that follow this table. */
async function follow(context: Context, tx: Tx, r: Resource, hooks: Hooks, changes: readonly RecordChange[]): Promise<void> {
  if (changes.length === 0) return
  await hooks.written?.(context, tx, changes)
  await followFiles(context, tx, r, changes)
  for (const follower of context.house.registry.followers.get(r.table) ?? []) await follower(context, tx, changes)
}

const shownId = (r: Resource, key: readonly string[]): string => rowId(r, r.primary ? wireKey(r, key) : key)

/** Keys come back as texts; whole numbers stand in a row's id as numbers. */
export const wireKey = (r: Resource, key: readonly string[]): readonly unknown[] =>
  key.map((value, i) => (['integer', 'choice'].includes(ownValue(r.fields, r.primary?.[i] ?? '')?.kind ?? '') ? Number(value) : value))

/**
 * A unique key that is taken; the record that holds it is not named, it may lie outside the caller's scope. `isRemoval`: what a foreign key
 * then means.
 */
export function asDuplicate(r: Resource, error: unknown, isRemoval = false): never {
  const e = error as { code?: string; constraint?: string }
  if (e.code === '23505') {
    const taken = sentence`${listed((r.key ?? []).map(k => ownValue(r.fields, k)?.title ?? k))}已存在，请换一个`
    throw refuse.invalid(
      (r.key ?? []).map(field => ({ field, message: taken })),
      taken,
    )
  }
  if (e.code === '23503')
    throw refuse.rule(isRemoval ? sentence`${r.title}正被其他记录使用，不能删除` : sentence`引用的资料刚被其他人删除，请重新选择`)
  return asOverlap(r, error)
}
