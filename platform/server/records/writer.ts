/**
 * The one writer (docs/architecture.md): a set of rows is one statement for each of undo image, trail, the write itself, announcement.
 * Locks have been asked of the rows as they were (by whoever found them) and are asked here of what they become. New records: add-rows.ts.
 */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import { writeAudits } from '../trail/write-audit.ts'
import { storeImages } from './row-images.ts'
import { outcomes } from './batch-tables.ts'
import { uniqueName } from '../db/ddl.ts'
import { within } from '../db/within.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import type { AnyDb, Tx } from '../contract/database.ts'
import { followFiles, heldBy } from '../files/file-use.ts'
import { refuse } from '../calls/refusal.ts'
import { rowId } from '../lists/columns.ts'
import { byKeys } from '../lists/keys.ts'
import { refuseLinked, refuseNamed } from './refuse-linked.ts'
import { hasVersion } from '../lists/query.ts'
import { rowsByKeys } from '../lists/read-rows.ts'
import { sealedValues } from '../db/encrypted.ts'
import { hasOrder, keepOrder } from './keep-order.ts'
import type { Hooks, RecordChange } from '../contract/record-hooks.ts'
import { noteEvents } from '../events/note.ts'
import { announceChanges } from '../realtime/announce.ts'
import { refuseNewLocked } from './locks.ts'
import { asOverlap, refuseOverlaps } from './refuse-overlaps.ts'
import { drawnRefusal } from './refuse-drawn.ts'
import { forgetLinks } from './keep-links.ts'
import { isSame, LineLog, refuseTooMany, withLines } from './line-log.ts'
import { forgetAuthors, sealFiles } from '../db/sealed-author.ts'
import { rowsFrom, sameKey } from './row-source.ts'
import { auditChanged, auditRemoved } from './set-trail.ts'
import type { Keys, Patch, Write } from './write.ts'

export const isHeardOf = (w: Write, columns?: readonly string[]): boolean => isFollowed(w.context, w.r, w.hooks, columns)

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
  await auditChanged(w, db, keys, patch)
  const changed = await updateStatement(w, db, keys, patch)
  // between the lock and the write nothing can come in between: another number is a row that left the caller's scope
  if (changed !== BigInt(keys.length)) throw refuse.unknown(r.title)
  const isMoved = reads && r.linesOf === undefined && w.lines?.lines.linesOf?.progress !== undefined
  const written = isMoved ? await rowsByKeys(within(context, tx), db, r, keys) : []
  if (r.linesOf === undefined) await followLog(w)
  if (w.trail === 'record') await keepOrder(context, tx, db, r, keys, columns)
  else if (hasOrder(r)) w.order?.push(...keys)
  const after = reads ? await rowsByKeys(within(context, tx), db, r, keys) : []
  await conclude(w, db, keys, isMoved ? besideSteps(r, before, written, after) : before, after)
  await noteEvents(
    context,
    tx,
    r,
    r.states?.steps[w.verb] === undefined ? 'changed' : 'step',
    keys,
    changedFields(r, columns, before, after),
  )
  return after
}

/** Names of what changed: of single records what differs, of sets what was set. */
function changedFields(r: Resource, columns: readonly string[], before: readonly Row[], after: readonly Row[]): readonly string[] {
  const [was, is] = [before[0], after[0]]
  const names = Object.keys(r.fields)
  if (was === undefined || is === undefined || after.length > 1) return names.filter(name => columns.includes(columnOf(name)))
  return names.filter(name => !isSame(was[name], is[name]))
}

/** What the lines of a document have moved in it after it was written is told by the step: here it counts as it is. */
function besideSteps(r: Resource, before: readonly Row[], written: readonly Row[], after: readonly Row[]): readonly Row[] {
  const [then, now] = [written, after].map(rows => new Map(rows.map(row => [row.id, row])))
  const names = Object.keys(r.fields).flatMap(name => [name, `${name}Label`])
  return before.map(row => {
    const [was, is] = [then?.get(row.id), now?.get(row.id)]
    if (was === undefined || is === undefined) return row
    return { ...row, ...Object.fromEntries(names.flatMap(name => (isSame(was[name], is[name]) ? [] : [[name, is[name]]]))) }
  })
}

/** Deletes rows that are there, locked and judged, documents with their lines. Answers how many lines went. */
export async function removeRows(w: Write, keys: Keys, known?: readonly Row[]): Promise<{ lines: number }> {
  const { context, tx, r } = w
  const db = anyTable(tx)
  const lines = await removeLines(w, db, keys)
  const before = w.trail === 'record' || isHeardOf(w) ? (known ?? (await rowsByKeys(within(context, tx), db, r, keys))) : []
  if (w.batchId !== null)
    await storeImages(context, db, r, byKeys(r, keys), { batchId: w.batchId, outcome: outcomes.removed, withImage: true, versionStep: 0 })
  await auditRemoved(w, db, keys)
  if (r.primary === undefined) {
    const drawn =
      r.linesOf && (await drawnRefusal(context, tx, r, keys.flat(), { counting: false, say: by => sentence`已被${by}取用，不能删除` }))
    if (drawn) throw drawn
    await forgetLinks(context, tx, r, keys.flat())
    await refuseLinked(context, db, r, keys.flat())
    await refuseNamed(context, db, r, keys.flat())
  }
  await noteEvents(context, tx, r, 'removed', keys)
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
  await followLog({ ...w, lines: log })
  return { log, count: gone.length }
}

async function updateStatement({ context, r }: Write, db: AnyDb, keys: Keys, patch: Patch): Promise<bigint> {
  const stamp = {
    ...(hasVersion(r) ? { version: sql`${sql.ref(`${r.table}.version`)} + 1` } : {}),
    ...(r.standard === 'none' ? {} : { updated_at: context.now().toISOString(), updated_by: context.caller.accountId }),
  }
  const done = await (
    'values' in patch
      ? db
          .updateTable(r.table)
          .set({ ...sealedValues(context, r, patch.values), ...stamp })
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

/** What follows every write. */
export async function conclude(
  w: Write,
  db: AnyDb,
  keys: Keys,
  before: readonly Row[],
  after: readonly Row[],
  isGone = false,
): Promise<void> {
  const { context, tx, r } = w
  if (!isGone) {
    await refuseNewLocked(db, r, w.locks, keys)
    if (w.overlaps === undefined) await refuseOverlaps(context, db, r, keys)
    else w.overlaps.push(...keys)
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
  if (changes.length > 0) {
    await w.hooks.written?.(context, tx, changes)
    await followFiles(context, tx, r, changes)
    if (r.linesOf === undefined) await follow(context, tx, r, changes)
  }
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

/** What was written to lines, kept for whoever tells it, or told by their documents at once; who follows the lines hears of it then. */
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

/** The areas that follow this table, after the verb's own hook and the files that the records hold. */
async function follow(context: Context, tx: Tx, r: Resource, changes: readonly RecordChange[]): Promise<void> {
  for (const follower of context.house.registry.followers.get(r.table) ?? []) await follower(context, tx, changes)
}

/** The lines of documents are followed once, when all of them and the header are written. */
export async function followLog({ context, tx, lines }: Pick<Write, 'context' | 'tx' | 'lines'>): Promise<void> {
  const changes = lines?.takeUnheard() ?? []
  if (lines !== undefined && changes.length > 0) await follow(context, tx, lines.lines, changes)
}

export const shownId = (r: Resource, key: readonly string[]): string => rowId(r, r.primary ? wireKey(r, key) : key)

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
    const partly = (r.index ?? []).flatMap(one => ('on' in one && one.unique === true ? [one.on] : []))
    const fields =
      [...(r.unique ?? []), ...partly].find(of => uniqueName(r, of) === e.constraint)?.filter(one => one !== 'orgId') ?? r.key ?? []
    const taken = sentence`${listed(fields.map(k => ownValue(r.fields, k)?.title ?? k))}已存在，请换一个`
    throw refuse.invalid(
      fields.map(field => ({ field, message: taken })),
      taken,
    )
  }
  if (e.code === '23503')
    throw refuse.rule(isRemoval ? sentence`${r.title}正被其他记录使用，不能删除` : sentence`引用的资料刚被其他人删除，请重新选择`)
  return asOverlap(r, error)
}
