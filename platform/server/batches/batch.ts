/** A batch: many records changed or deleted in one transaction, portion by portion, each with its result, its audit entry and, where it can be taken back, what it was. */
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { BatchResult } from '#platform/declare/wire.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { refuse } from '../http/refusal.ts'
import { anyTable, type AnyDb } from '../db/any-table.ts'
import type { Predicate } from '../lists/conditions.ts'
import { byKeys } from '../lists/keys.ts'
import { refuseLinked, refuseNamed } from '../lists/links.ts'
import { hasVersion } from '../lists/query.ts'
import { asDuplicate, follow, isFollowed, rowsByKeys } from '../lists/record.ts'
import type { Hooks, Lock, Values } from '../lists/record-hooks.ts'
import { announceChanges } from '../realtime/announce.ts'
import { auditedLock, candidates, type Candidate } from './candidates.ts'
import { auditRows, keepRows } from './images.ts'
import { batchKinds, outcomes, type BatchKind } from './tables.ts'

/** Rows changed while the person waits; more go to the task centre. */
export const waitedRowsMax = 10_000
/** Rows of one batch altogether. */
export const batchRowsMax = 1_000_000
/** refused rows that an answer names; all of them stand in its counts and in the task's workbook */
const namedMax = 10_000

type Keys = readonly (readonly string[])[]

export interface Work {
  readonly where: readonly Predicate[]
  /** rows that were chosen one by one, with the versions that were seen */
  readonly chosen?: ReadonlyMap<string, number | undefined>
  /** how many the preview counted; another number refuses the whole */
  readonly expected?: number | undefined
  /** column values to set; null: the rows are deleted */
  readonly values: Values | null
  readonly hooks: Hooks
  readonly taskId?: string
  /** rows judged so far */
  readonly progress?: (rows: number) => void
}

/** Whether the program knows enough to take a batch back: what a verb's own hook did besides, nobody can undo. */
export const isUndoable = (r: Resource, hooks: Hooks): boolean => hooks.written === undefined && hooks.undoable !== false && hasVersion(r)

/** Rows that stay as they are, whoever asks. */
export async function locksOf(context: Context, db: AnyDb, r: Resource, hooks: Hooks, isRemoval: boolean): Promise<Lock[]> {
  const locks = auditedLock(r, isRemoval)
  const lockers = [...(hooks.locks ? [hooks.locks] : []), ...(context.house.registry.lockers.get(r.table) ?? [])]
  for (const locker of lockers) locks.push(...(await locker(context, db, isRemoval)))
  return locks
}

export async function openBatch(
  context: Context,
  tx: Tx,
  r: Resource,
  kind: BatchKind,
  links: { readonly taskId?: string; readonly importId?: string } = {},
): Promise<string> {
  const { caller } = context
  const batch = await tx
    .insertInto('list_batch')
    .values({
      org_id: caller.orgId,
      account_id: caller.accountId,
      created_by: caller.accountId,
      created_at: context.now().toISOString(),
      subject: r.table,
      kind: batchKinds[kind],
      task_id: links.taskId ?? null,
      import_id: links.importId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return batch.id
}

export const closeBatch = (tx: Tx, batchId: string, rows: number): Promise<unknown> =>
  tx.updateTable('list_batch').set({ rows }).where('id', '=', batchId).execute()

/** Changes or deletes the rows; stale, locked and vanished ones are refused one by one. Everything or, where it throws, nothing. */
export async function runBatch(context: Context, tx: Tx, r: Resource, work: Work): Promise<BatchResult> {
  const db = anyTable(tx)
  const batchId = await openBatch(
    context,
    tx,
    r,
    work.values === null ? 'remove' : 'edit',
    work.taskId === undefined ? {} : { taskId: work.taskId },
  )
  const locks = await locksOf(context, db, r, work.hooks, work.values === null)
  const sum = new Outcome(r, work.chosen)
  for await (const portion of candidates(db, r, { where: work.where, locks, values: work.values, forUpdate: true })) {
    const judged = sum.judge(portion)
    if (sum.total > batchRowsMax) throw tooMany(sum.total)
    if (judged.keys.length > 0) await change(context, tx, r, work, batchId, judged.keys)
    if (work.taskId !== undefined) await noteOthers(context, db, batchId, judged)
    work.progress?.(sum.total)
  }
  sum.vanished()
  if (work.expected !== undefined && sum.total !== work.expected)
    throw refuse.conflict(`符合条件的数据已变为 ${sum.total} 行，请核对后再提交`, { total: sum.total })
  await closeBatch(tx, batchId, sum.changed)
  return { ...sum.result(), batchId: isUndoable(r, work.hooks) && sum.changed > 0 ? batchId : null }
}

export const tooMany = (count: number) =>
  refuse.invalid([{ field: 'ids', message: `一次最多处理 ${batchRowsMax} 行，现有 ${count} 行，请缩小范围` }])

interface Judged {
  readonly keys: Keys
  readonly unchanged: readonly string[]
  readonly refused: readonly { readonly id: string; readonly reason: string }[]
}

/** What becomes of each row. */
export class Outcome {
  readonly #title: string
  readonly #chosen: Map<string, number | undefined> | null
  readonly #refused: { id: string; reason: string }[] = []
  readonly #reasons = new Map<string, number>()
  changed = 0
  unchanged = 0
  constructor(r: Resource, chosen?: ReadonlyMap<string, number | undefined>) {
    this.#title = r.title[0]
    this.#chosen = chosen ? new Map(chosen) : null
  }
  get total(): number {
    return this.changed + this.unchanged + this.#reasons.values().reduce((n, rows) => n + rows, 0)
  }
  judge(portion: readonly Candidate[]): Judged {
    const keys: (readonly string[])[] = []
    const unchanged: string[] = []
    const refused: { id: string; reason: string }[] = []
    for (const { id, key, version, locked, differs } of portion) {
      const seen = this.#chosen?.get(id)
      this.#chosen?.delete(id)
      if (this.#chosen && version !== undefined && seen !== undefined && seen !== version)
        refused.push({ id, reason: '已被修改，请刷新后再改' })
      else if (locked !== null) refused.push({ id, reason: locked })
      else if (differs) keys.push(key)
      else unchanged.push(id)
    }
    for (const one of refused) this.#refuse(one.id, one.reason)
    this.changed += keys.length
    this.unchanged += unchanged.length
    return { keys, unchanged, refused }
  }
  /** Chosen rows that were not found. */
  vanished(): void {
    for (const id of this.#chosen?.keys() ?? []) this.#refuse(id, `${this.#title}不存在或已删除`)
  }
  #refuse(id: string, reason: string): void {
    if (this.#refused.length < namedMax) this.#refused.push({ id, reason })
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1)
  }
  result(): BatchResult {
    const { total, changed, unchanged } = this
    return { total, changed, unchanged, refused: this.#refused, reasons: [...this.#reasons].map(([reason, rows]) => ({ reason, rows })) }
  }
}

async function change(context: Context, tx: Tx, r: Resource, work: Work, batchId: string, keys: Keys): Promise<void> {
  const db = anyTable(tx)
  const { values, hooks } = work
  const isHeard = isFollowed(context, r, hooks, values === null ? undefined : Object.keys(values))
  const before = isHeard ? await rowsByKeys(context, db, r, keys) : []
  await keepRows(context, db, r, byKeys(r, keys), {
    batchId,
    outcome: values === null ? outcomes.removed : outcomes.changed,
    withImage: true,
    versionStep: values === null ? 0 : 1,
  })
  await auditRows(
    context,
    db,
    r,
    keys,
    values === null ? { verb: 'remove', after: null } : { verb: 'batchUpdate', after: wireValues(r, values) },
  )
  const changed = await (values === null ? deleted(context, db, r, keys) : updated(context, db, r, keys, values))
  // between the lock and the write nothing can come in between: another number is a row that left the caller's scope
  if (changed !== BigInt(keys.length)) throw refuse.unknown(r.title[0])
  const ids = keys.flatMap(([id, ...more]) => (id === undefined || more.length > 0 ? [] : [id]))
  await announceChanges(context, tx, r, ids)
  if (!isHeard) return
  const after = new Map(values === null ? [] : (await rowsByKeys(context, db, r, keys)).map(row => [row.id, row]))
  await follow(
    context,
    tx,
    r,
    hooks,
    before.map(row => ({ id: row.id, before: row, after: after.get(row.id) ?? null })),
  )
}

async function updated(context: Context, db: AnyDb, r: Resource, keys: Keys, values: Values): Promise<bigint> {
  const stamp = {
    ...(hasVersion(r) ? { version: sql`${sql.ref('version')} + 1` } : {}),
    ...(r.standard === 'none' ? {} : { updated_at: context.now().toISOString(), updated_by: context.caller.accountId }),
  }
  const done = await db
    .updateTable(r.table)
    .set({ ...values, ...stamp })
    .where(byKeys(r, keys))
    .executeTakeFirst()
    .catch((e: unknown) => asDuplicate(r, e))
  return done.numUpdatedRows
}

async function deleted(context: Context, db: AnyDb, r: Resource, keys: Keys): Promise<bigint> {
  if (r.primary === undefined) {
    await refuseLinked(context, db, r, keys.flat())
    await refuseNamed(context, db, r, keys.flat())
  }
  const done = await db
    .deleteFrom(r.table)
    .where(byKeys(r, keys))
    .executeTakeFirst()
    .catch((e: unknown) => asDuplicate(r, e))
  return done.numDeletedRows
}

/** Column values by field as the wire has them. */
function wireValues(r: Resource, values: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(r.fields).flatMap(([name, field]) => {
      const value = values[columnOf(name)]
      if (value === undefined) return []
      return [[name, field.kind === 'month' && typeof value === 'string' ? value.slice(0, 7) : value]]
    }),
  )
}

/** A task's workbook tells of every row, not only of those that changed. */
async function noteOthers(context: Context, db: AnyDb, batchId: string, { unchanged, refused }: Judged): Promise<void> {
  const rows = [
    ...unchanged.map(id => ({ id, outcome: outcomes.unchanged, reason: null })),
    ...refused.map(({ id, reason }) => ({ id, outcome: outcomes.refused, reason })),
  ]
  if (rows.length === 0) return
  const from = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'v'>(sql.raw('v(id text, outcome smallint, reason text)'))
  await db
    .insertInto('list_batch_row')
    .columns(['org_id', 'batch_id', 'record_id', 'outcome', 'reason'])
    .expression(
      db
        .selectFrom(from)
        .select([
          sql`${context.caller.orgId}::bigint`.as('org_id'),
          sql`${batchId}::bigint`.as('batch_id'),
          sql`v.id`.as('record_id'),
          sql`v.outcome`.as('outcome'),
          sql`v.reason`.as('reason'),
        ]),
    )
    .execute()
}
