/** One portion of an undo: what was changed gets its old values, what was deleted comes back, what was added goes; all set by set. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Lock } from '../contract/record-hooks.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { Refusal } from '../calls/refusal.ts'
import { primaryColumns, rowId } from '../lists/columns.ts'
import { storedFields } from '../db/ddl.ts'
import { anyTable } from '../db/any-table.ts'
import { personPart } from '../trail/server-name.ts'
import type { AnyDb } from '../contract/database.ts'
import { byKeys, shopsOf } from '../lists/keys.ts'
import { lockOf, locksOf } from '../records/locks.ts'
import { rowsFrom, typedColumns, type RowSource } from '../records/row-source.ts'
import { LineLog } from '../records/line-log.ts'
import { returnRows } from '../records/add-rows.ts'
import { refuseOverlaps } from '../records/refuse-overlaps.ts'
import type { Keys, Write } from '../records/write.ts'
import { changeRows, raiseDocuments, removeRows, wireKey } from '../records/writer.ts'
import { candidates } from './candidates.ts'
import type { RefusedRow } from '../records/refused-rows.ts'
import { recordId } from '../records/row-images.ts'
import { outcomes } from '../records/batch-tables.ts'

export interface Image {
  readonly id: string
  readonly key: readonly string[]
  readonly outcome: number
  /** the version that the batch gave the row */
  readonly version: number | null
  /** the whole row before the batch, as JSON text: never parsed here, so that no decimal loses a digit */
  readonly json: string | null
}
export interface RestoredRows {
  readonly restored: number
  readonly refused: readonly RefusedRow[]
}

const verb = 'undo'
/** refused rows that are told with who changed them */
const namedMax = 1_000

/** Images as rows with every column of the table. */
const sourceOf = (r: Resource, images: readonly Image[]): RowSource => ({
  json: `[${images.map(image => image.json ?? 'null').join(',')}]`,
  columns: typedColumns(r),
})

export interface Restoring {
  /** lines that are taken back with their documents: told by it at the end, and one that went with its document is as good as gone */
  readonly log?: LineLog
  /** of a tree: held against it when the last portion is back */
  readonly order: (readonly string[])[]
}

export async function restoreRows(
  context: Context,
  tx: Tx,
  r: Resource,
  undoId: string,
  images: readonly Image[],
  { log: documents, order }: Restoring,
): Promise<RestoredRows> {
  const db = anyTable(tx)
  const of = (outcome: number): Image[] => images.filter(image => image.outcome === outcome)
  const locks = await locksOf(context, db, r, {}, { isRemoval: false })
  const removalLocks = await locksOf(context, db, r, {}, { isRemoval: true })
  const log = documents ?? (r.linesOf === undefined ? undefined : new LineLog(r))
  // asked when all of the portion is back: what was added makes room for what was changed
  const overlaps: string[][] = []
  const write: Write = {
    context,
    tx,
    r,
    hooks: {},
    verb,
    locks,
    batchId: undoId,
    trail: 'set',
    overlaps,
    order,
    ...(log === undefined ? {} : { lines: log }),
  }
  const parts = [
    await revert(write, await stillSame(db, r, of(outcomes.changed), locks)),
    await removeAdded({ ...write, locks: removalLocks }, await stillSame(db, r, of(outcomes.added), removalLocks, documents !== undefined)),
    await bringBack(write, of(outcomes.removed)),
  ]
  await refuseOverlaps(context, db, r, overlaps)
  if (log !== undefined && documents === undefined) await raiseDocuments(write, log)
  return { restored: parts.reduce((n, p) => n + p.restored, 0), refused: parts.flatMap(p => p.refused) }
}

interface Checked {
  readonly images: readonly Image[]
  readonly refused: readonly RefusedRow[]
}

/** The rows that nobody has touched since, locked. */
async function stillSame(db: AnyDb, r: Resource, images: readonly Image[], locks: readonly Lock[], mayBeGone = false): Promise<Checked> {
  if (images.length === 0) return { images, refused: [] }
  const now = new Map<string, { readonly version: number | undefined; readonly locked: Wording | null }>()
  const keys = images.map(i => i.key)
  const shops = shopsOf(r, keys)
  const search = { where: [byKeys(r, keys)], locks, values: null, forUpdate: true, ...(shops === undefined ? {} : { shops }) }
  for await (const portion of candidates(db, r, search)) for (const one of portion) now.set(one.id, one)
  const others = images.filter(({ id, version }) => now.get(id)?.version !== version).map(({ id }) => id)
  const by = await lastChanges(db, r, others)
  const refused: RefusedRow[] = []
  const same = images.filter(({ id, version }) => {
    const found = now.get(id)
    if (!found && mayBeGone) return false
    const reason = found?.version === version && found !== undefined ? found.locked : changedSince(r, by.get(id), found === undefined)
    if (reason !== null) refused.push({ id, reason })
    return reason === null
  })
  return { images: same, refused }
}

interface LastChange {
  readonly who: string | Title
  readonly at: string
}

/** Who changed these records last, as the trail has it, in one statement; of the first thousand. */
async function lastChanges(db: AnyDb, r: Resource, ids: readonly string[]): Promise<ReadonlyMap<string, LastChange>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('audit_entry')
    .distinctOn('record_id')
    .select(['record_id', 'account_name', 'at'])
    .where('subject', '=', r.table)
    .where(sql<boolean>`record_id = any(${ids.slice(0, namedMax)})`)
    .orderBy('record_id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const minute = (at: unknown): string => String(at).slice(0, 16).replace('T', ' ')
  return new Map(rows.map(row => [String(row['record_id']), { who: personPart(String(row['account_name'])), at: minute(row['at']) }]))
}

function changedSince(r: Resource, last: LastChange | undefined, isGone: boolean): Wording {
  if (last === undefined) return isGone ? sentence`${r.title}已被删除` : sentence`之后又被修改`
  return isGone
    ? sentence`${r.title}已被${last.who}在 ${last.at} 删除`
    : sentence`${last.who}在 ${last.at} 又修改了这条${r.title}，没有撤销`
}

async function revert(write: Write, { images, refused }: Checked): Promise<RestoredRows> {
  const { r } = write
  if (images.length > 0) {
    const primary = new Set(primaryColumns(r))
    const set = storedFields(r)
      .map(([name]) => columnOf(name))
      .filter(column => !primary.has(column) && column !== 'version')
    await changeRows(write, keysOf(images), { from: sourceOf(r, images), set })
  }
  return { restored: images.length, refused }
}

async function removeAdded(write: Write, { images, refused }: Checked): Promise<RestoredRows> {
  if (images.length > 0) await removeRows(write, keysOf(images))
  return { restored: images.length, refused }
}

const keysOf = (images: readonly Image[]): Keys => images.map(image => image.key)

/** Deleted rows with their ids; one whose key has been taken meanwhile, or that belongs where nothing may be written any more, is named. */
async function bringBack(write: Write, images: readonly Image[]): Promise<RestoredRows> {
  if (images.length === 0) return { restored: 0, refused: [] }
  const { r, locks } = write
  const held = await anyTable(write.tx)
    .selectFrom(rowsFrom(sourceOf(r, images), `"${r.table}"`))
    .select([recordId(r).as('id'), lockOf(locks).as('lock_no')])
    .execute()
  const locked = new Map(held.flatMap(({ id, lock_no: no }) => (no === null ? [] : [[id, locks[no]?.reason]])))
  const free = images.filter(image => !locked.has(image.id))
  const back = free.length === 0 ? [] : await returned(write, free)
  const ids = new Set(back.map(key => rowId(r, wireKey(r, key))))
  const refused = images
    .filter(({ id }) => !ids.has(id))
    .map(({ id }) => ({ id, reason: locked.get(id) ?? sentence`编号或关键字段已被别的记录占用` }))
  return { restored: back.length, refused }
}

const returned = (write: Write, images: readonly Image[]): Promise<Keys> =>
  returnRows(write, sourceOf(write.r, images)).catch((e: unknown) => {
    throw (e as { code?: string }).code === '23503' ? new Refusal(1002, 200, sentence`${write.r.title}引用的资料已被删除，不能恢复`) : e
  })
