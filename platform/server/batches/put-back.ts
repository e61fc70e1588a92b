/** One portion of an undo: what was changed gets its old values, what was deleted comes back, what was added goes; all set by set. */
import { sql, type RawBuilder } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { RecordChange, Lock } from '../lists/record-hooks.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { typeOf } from '../db/ddl.ts'
import { Refusal } from '../http/refusal.ts'
import { primaryColumns, rowId } from '../lists/columns.ts'
import { anyTable, type AnyDb } from '../db/any-table.ts'
import { byKeys } from '../lists/keys.ts'
import { refuseLinked } from '../lists/links.ts'
import { asDuplicate, follow, isFollowed, rowsByKeys } from '../lists/record.ts'
import { locksOf } from './batch.ts'
import { candidates, lockOf } from './candidates.ts'
import { auditing, auditRows, keepRows, recordId, wireJson } from './images.ts'
import { outcomes } from './tables.ts'
import { own } from '#platform/declare/own.ts'

export interface Image {
  readonly id: string
  readonly key: readonly string[]
  readonly outcome: number
  /** the version that the batch gave the row */
  readonly version: number | null
  /** the whole row before the batch, as JSON text: never parsed here, so that no decimal loses a digit */
  readonly json: string | null
}
export interface PutBack {
  readonly restored: number
  readonly refused: readonly { readonly id: string; readonly reason: string }[]
}

const verb = 'undo'
const standardColumns: readonly (readonly [column: string, type: string])[] = [
  ['id', 'bigint'],
  ['org_id', 'bigint'],
  ['version', 'integer'],
  ['created_at', 'timestamptz'],
  ['created_by', 'bigint'],
  ['updated_at', 'timestamptz'],
  ['updated_by', 'bigint'],
]

/** Every column of the table with its type. */
const typedColumns = (r: Resource): (readonly [column: string, type: string])[] => [
  ...standardColumns.filter(([column]) => r.standard !== 'none' && (column !== 'org_id' || r.standard === 'organisation')),
  ...Object.entries(r.fields).map(([name, field]) => [columnOf(name), typeOf(field).replace(/\(.*\)$/, '')] as const),
]

/** Images as rows under a name. */
function rowsOf(r: Resource, images: readonly Image[], alias: string) {
  const columns = typedColumns(r).map(([column, type]) => `${column} ${type}`)
  const source: RawBuilder<unknown> = sql`jsonb_to_recordset(${`[${images.map(i => i.json ?? 'null').join(',')}]`}::jsonb)`
  return source.as<'v'>(sql.raw(`${alias}(${columns.join(', ')})`))
}

const sameKey = (r: Resource): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    primaryColumns(r).map(c => sql`${sql.ref(`${r.table}.${c}`)} = ${sql.ref(`v.${c}`)}`),
    sql` and `,
  )}`

export async function putBack(context: Context, tx: Tx, r: Resource, undoId: string, images: readonly Image[]): Promise<PutBack> {
  const db = anyTable(tx)
  const of = (outcome: number): Image[] => images.filter(image => image.outcome === outcome)
  const [locks, removalLocks] = [await locksOf(context, db, r, {}, false), await locksOf(context, db, r, {}, true)]
  const parts = [
    await revert(context, tx, r, undoId, await stillSame(db, r, of(outcomes.changed), locks)),
    await removeAdded(context, tx, r, undoId, await stillSame(db, r, of(outcomes.added), removalLocks)),
    await bringBack(context, tx, r, undoId, of(outcomes.removed), locks),
  ]
  return { restored: parts.reduce((n, p) => n + p.restored, 0), refused: parts.flatMap(p => p.refused) }
}

interface Checked {
  readonly images: readonly Image[]
  readonly refused: readonly { readonly id: string; readonly reason: string }[]
}

/** The rows that nobody has touched since, locked. */
async function stillSame(db: AnyDb, r: Resource, images: readonly Image[], locks: readonly Lock[]): Promise<Checked> {
  if (images.length === 0) return { images, refused: [] }
  const now = new Map<string, { readonly version: number | undefined; readonly locked: string | null }>()
  const where = [
    byKeys(
      r,
      images.map(i => i.key),
    ),
  ]
  for await (const portion of candidates(db, r, { where, locks, values: null, forUpdate: true }))
    for (const one of portion) now.set(one.id, one)
  const refused: { id: string; reason: string }[] = []
  const same = images.filter(({ id, version }) => {
    const found = now.get(id)
    const reason = !found ? `${r.title[0]}已被删除` : found.version !== version ? '之后又被修改' : found.locked
    if (reason !== null) refused.push({ id, reason })
    return reason === null
  })
  return { images: same, refused }
}

async function revert(context: Context, tx: Tx, r: Resource, undoId: string, { images, refused }: Checked): Promise<PutBack> {
  if (images.length === 0) return { restored: 0, refused }
  const db = anyTable(tx)
  const keys = images.map(i => i.key)
  await told(context, tx, r, keys, async () => {
    await keepRows(context, db, r, byKeys(r, keys), { batchId: undoId, outcome: outcomes.changed, withImage: true, versionStep: 1 })
    const version = sql`jsonb_build_object('version', ${sql.ref(`${r.table}.version`)} + 1)`
    await auditing(
      context,
      db,
      r,
      verb,
      db
        .selectFrom(r.table)
        .innerJoin(rowsOf(r, images, 'v'), join => join.on(sameKey(r)))
        .select([
          recordId(r).as('record_id'),
          sql`${wireJson(r)}`.as('before'),
          sql`${wireJson(r, 'v')} || ${version}`.as('after'),
        ]) as never,
    )
    const primary = new Set(primaryColumns(r))
    const columns = Object.keys(r.fields)
      .map(columnOf)
      .filter(column => !primary.has(column) && column !== 'version')
    const done = await db
      .updateTable(r.table)
      .from(rowsOf(r, images, 'v'))
      .set({
        ...Object.fromEntries(columns.map(column => [column, sql.ref(`v.${column}`)])),
        version: sql`${sql.ref(`${r.table}.version`)} + 1`,
        ...(r.standard === 'none' ? {} : { updated_at: context.now().toISOString(), updated_by: context.caller.accountId }),
      })
      .where(sameKey(r))
      .executeTakeFirst()
      .catch((e: unknown) => asDuplicate(r, e))
    if (done.numUpdatedRows !== BigInt(images.length))
      throw new Error(`${r.table}: put back ${done.numUpdatedRows} rows of ${images.length}`)
  })
  return { restored: images.length, refused }
}

async function removeAdded(context: Context, tx: Tx, r: Resource, undoId: string, { images, refused }: Checked): Promise<PutBack> {
  if (images.length === 0) return { restored: 0, refused }
  const db = anyTable(tx)
  const keys = images.map(i => i.key)
  await told(context, tx, r, keys, async () => {
    await keepRows(context, db, r, byKeys(r, keys), { batchId: undoId, outcome: outcomes.removed, withImage: true, versionStep: 0 })
    await auditRows(context, db, r, keys, { verb, after: null })
    if (r.primary === undefined) await refuseLinked(context, db, r, keys.flat())
    await db
      .deleteFrom(r.table)
      .where(byKeys(r, keys))
      .execute()
      .catch((e: unknown) => asDuplicate(r, e))
  })
  return { restored: images.length, refused }
}

/** Deleted rows with their ids; one whose key has been taken meanwhile, or that belongs where nothing may be written any more, is named. */
async function bringBack(
  context: Context,
  tx: Tx,
  r: Resource,
  undoId: string,
  images: readonly Image[],
  locks: readonly Lock[],
): Promise<PutBack> {
  if (images.length === 0) return { restored: 0, refused: [] }
  const db = anyTable(tx)
  const primary = primaryColumns(r)
  const columns = typedColumns(r).map(([column]) => column)
  const held = await db
    .selectFrom(rowsOf(r, images, `"${r.table}"`))
    .select([recordId(r).as('id'), lockOf(locks).as('lock_no')])
    .execute()
  const locked = new Map(held.flatMap(({ id, lock_no: no }) => (no === null ? [] : [[id, locks[no]?.reason ?? '']])))
  const free = images.filter(image => !locked.has(image.id))
  const back: string[][] = []
  if (free.length > 0) {
    const rows = await db
      .insertInto(r.table)
      .columns(columns)
      .expression(
        db
          .selectFrom(rowsOf(r, free, 'v'))
          .select(columns.map(column => (column === 'version' ? sql`v.version + 1`.as(column) : sql.ref(`v.${column}`).as(column)))),
      )
      .onConflict(conflict => conflict.doNothing())
      .returning(primary.map((c, i) => sql.ref<string>(c).as(`key_${i}`)))
      .execute()
      .catch((e: unknown) => {
        throw (e as { code?: string }).code === '23503' ? new Refusal(1002, 200, `${r.title[0]}引用的资料已被删除，不能恢复`) : e
      })
    for (const row of rows as Record<string, unknown>[]) back.push(primary.map((_, i) => String(row[`key_${i}`])))
  }
  const ids = new Set(back.map(key => rowIdOf(r, key)))
  const refused = images
    .filter(({ id }) => !ids.has(id))
    .map(({ id }) => ({ id, reason: locked.get(id) ?? '编号或关键字段已被别的记录占用' }))
  if (back.length > 0) {
    await keepRows(context, db, r, byKeys(r, back), { batchId: undoId, outcome: outcomes.added, withImage: false, versionStep: 0 })
    await auditing(
      context,
      db,
      r,
      verb,
      db
        .selectFrom(r.table)
        .where(byKeys(r, back))
        .select([recordId(r).as('record_id'), sql`null::jsonb`.as('before'), sql`${wireJson(r)}`.as('after')]),
    )
    await told(context, tx, r, back, async () => undefined, true)
  }
  return { restored: back.length, refused }
}

/** Keys come back as texts; whole numbers stand in a row's id as numbers. */
const rowIdOf = (r: Resource, key: readonly string[]): string =>
  rowId(
    r,
    key.map((value, i) => (['integer', 'choice'].includes(own(r.fields, r.primary?.[i] ?? '')?.kind ?? '') ? Number(value) : value)),
  )

/** Areas that follow the table hear of each row that the work changes. `isNew`: there is nothing before it. */
async function told(
  context: Context,
  tx: Tx,
  r: Resource,
  keys: readonly (readonly string[])[],
  work: () => Promise<void>,
  isNew = false,
): Promise<void> {
  if (!isFollowed(context, r, {})) return work()
  const db = anyTable(tx)
  const before = new Map(isNew ? [] : (await rowsByKeys(context, db, r, keys)).map(row => [row.id, row]))
  await work()
  const after = new Map((await rowsByKeys(context, db, r, keys)).map(row => [row.id, row]))
  const changes = [...new Set([...before.keys(), ...after.keys()])].map((id): RecordChange => ({
    id,
    before: before.get(id) ?? null,
    after: after.get(id) ?? null,
  }))
  await follow(context, tx, r, {}, changes)
}
