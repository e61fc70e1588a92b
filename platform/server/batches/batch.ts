/**
 * A batch: many records changed or deleted in one transaction, portion by portion, each with its result, its audit entry and, where it can
 * be taken back, what it was.
 */
import { sentence, toStored, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { gone, refuse } from '../calls/refusal.ts'
import { Reasons, type BatchEnd, type RefusedRow } from '../records/refused-rows.ts'
import { anyTable } from '../db/any-table.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Predicate } from '../lists/conditions.ts'
import type { Hooks, Values } from '../contract/record-hooks.ts'
import { locksOf } from '../records/locks.ts'
import { ownSealed, sealedContext } from '../db/sealed-author.ts'
import { LineLog } from '../records/line-log.ts'
import type { Keys, Write } from '../records/write.ts'
import { changeRows, raiseDocuments, removeRows } from '../records/writer.ts'
import { candidates, type Candidate } from './candidates.ts'
import { outcomes } from '../records/batch-tables.ts'
import { closeBatch, isUndoable, openBatch } from '../records/open-batch.ts'

/** Rows changed while the person waits; more go to the task centre. */
export const waitedRowsMax = 10_000
/** Rows of one batch altogether. */
export const batchRowsMax = 1_000_000
/** refused rows that an answer names; all of them stand in its counts and in the task's workbook */
const namedMax = 10_000

export interface Work {
  readonly where: readonly Predicate[]
  /** shops that the rows are of, where that is known; absent: those of the caller. Of tables of shops alone */
  readonly shops?: readonly string[]
  /** rows that were chosen one by one, with the versions that were seen */
  readonly chosen?: ReadonlyMap<string, number | undefined>
  /** how many the preview counted; another number refuses the whole */
  readonly expected?: number | undefined
  /** column values to set; null: the rows are deleted */
  readonly values: Values | null
  readonly hooks: Hooks
  /** as the trail calls it; absent: batchUpdate, remove */
  readonly verb?: string
  readonly taskId?: string
  /** rows judged so far */
  readonly progress?: (rows: number) => void
}

/** Changes or deletes the rows; stale, locked and vanished ones are refused one by one. Everything or, where it throws, nothing. */
export async function runBatch(context: Context, tx: Tx, r: Resource, work: Work): Promise<BatchEnd> {
  const db = anyTable(tx)
  // who ordered a batch is kept with it: of records whose author may be sealed there is none
  const batchId =
    r.sealedAuthor === undefined
      ? await openBatch(context, tx, r, work.values === null ? 'remove' : 'edit', work.taskId === undefined ? {} : { taskId: work.taskId })
      : null
  const { values, hooks } = work
  const isRemoval = values === null
  const locks = await locksOf(context, db, r, hooks, { isRemoval, set: values ?? {} })
  const verb = work.verb ?? (isRemoval ? 'remove' : 'batchUpdate')
  const write: Write = { context, tx, r, hooks, verb, locks, batchId, trail: context.sealed === undefined ? 'set' : 'record' }
  const sum = new Outcome(r, work.chosen)
  const log = r.linesOf === undefined ? undefined : new LineLog(r)
  let linesGone = 0
  const shops = work.shops ?? context.caller.shops
  for await (const portion of candidates(db, r, { where: work.where, locks, values: work.values, forUpdate: true, shops })) {
    const judged = sum.judge(portion)
    if (sum.total > batchRowsMax) throw tooMany(sum.total)
    if (judged.keys.length > 0) linesGone += await writePortion(log === undefined ? write : { ...write, lines: log }, judged.keys, values)
    if (work.taskId !== undefined && batchId !== null) await noteOthers(context, db, batchId, judged)
    work.progress?.(sum.total)
  }
  sum.vanished()
  if (log !== undefined) await raiseDocuments(write, log)
  if (work.expected !== undefined && sum.total !== work.expected)
    throw refuse.conflict(sentence`符合条件的数据已变为 ${sum.total} 行，请核对后再提交`, { total: sum.total })
  // lines that went with their document are kept nowhere
  const mayUndo = isUndoable(r, work.hooks) && sum.changed > 0 && linesGone === 0
  if (batchId !== null) await closeBatch(tx, r, batchId, { rows: sum.changed, undoable: mayUndo })
  return { ...sum.result(), batchId: mayUndo ? batchId : null }
}

/** Rows that the caller made under seal are written by nobody, the others in his name. Answers how many lines went with them. */
async function writePortion(write: Write, keys: Keys, values: Values | null): Promise<number> {
  const { context, tx, r } = write
  const own = await ownSealed(context, tx, r, keys.flat())
  let lines = 0
  for (const [isOwn, some] of Map.groupBy(keys, key => own.has(key[0] ?? ''))) {
    const by: Write = isOwn ? { ...write, context: sealedContext(context), trail: 'record' } : write
    if (values === null) lines += (await removeRows(by, some)).lines
    else await changeRows(by, some, { values })
  }
  return lines
}

export const tooMany = (count: number) =>
  refuse.invalid([{ field: 'ids', message: sentence`一次最多处理 ${batchRowsMax} 行，现有 ${count} 行，请缩小范围` }])

interface Judged {
  readonly keys: Keys
  readonly unchanged: readonly string[]
  readonly refused: readonly RefusedRow[]
}

/** What becomes of each row. */
export class Outcome {
  readonly #title: Title
  readonly #chosen: Map<string, number | undefined> | null
  readonly #refused: RefusedRow[] = []
  readonly #reasons = new Reasons()
  changed = 0
  unchanged = 0
  constructor(r: Resource, chosen?: ReadonlyMap<string, number | undefined>) {
    this.#title = r.title
    this.#chosen = chosen ? new Map(chosen) : null
  }
  get total(): number {
    return this.changed + this.unchanged + this.#reasons.rows
  }
  judge(portion: readonly Candidate[]): Judged {
    const keys: (readonly string[])[] = []
    const unchanged: string[] = []
    const refused: RefusedRow[] = []
    for (const { id, key, version, locked, differs } of portion) {
      const seen = this.#chosen?.get(id)
      this.#chosen?.delete(id)
      if (this.#chosen && version !== undefined && seen !== undefined && seen !== version)
        refused.push({ id, reason: sentence`已被修改，请刷新后再改` })
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
    for (const id of this.#chosen?.keys() ?? []) this.#refuse(id, gone(this.#title))
  }
  #refuse(id: string, reason: Wording): void {
    if (this.#refused.length < namedMax) this.#refused.push({ id, reason })
    this.#reasons.add(reason, 1)
  }
  result(): BatchEnd {
    const { total, changed, unchanged } = this
    return { total, changed, unchanged, refused: this.#refused, reasons: this.#reasons.list() }
  }
}

/** A task's workbook tells of every row, not only of those that changed. */
async function noteOthers(context: Context, db: AnyDb, batchId: string, { unchanged, refused }: Judged): Promise<void> {
  const rows = [
    ...unchanged.map(id => ({ id, outcome: outcomes.unchanged, reason: null })),
    ...refused.map(({ id, reason }) => ({ id, outcome: outcomes.refused, reason: toStored(reason) })),
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
