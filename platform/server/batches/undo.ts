/**
 * Taking a batch back, for a day, by who did it or an administrator: each row becomes what it was, unless it has changed since; deleted
 * rows come back with their ids, added ones go. Itself a batch: audited, and told row by row.
 */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { BatchTask, UndoResult } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { satisfies } from '../calls/may.ts'
import { demandOf } from '../calls/verbs.ts'
import { refuse } from '../calls/refusal.ts'
import { keyOfRowId } from '../lists/columns.ts'
import { anyTable } from '../db/any-table.ts'
import { keepOrder } from '../records/keep-order.ts'
import { closeBatch, openBatch } from '../records/open-batch.ts'
import { waitedRowsMax } from './batch.ts'
import { orderBatch } from './order.ts'
import { batchKinds, outcomes } from '../records/batch-tables.ts'
import { undoAnswer, type RefusedRow, type UndoEnd } from '../records/refused-rows.ts'
import { LineLog } from '../records/line-log.ts'
import { raiseDocuments } from '../records/writer.ts'
import { restoreRows, type Image, type Restoring } from './restore-rows.ts'

export const undoMsMax = 24 * 3_600_000
const portionRows = 5_000
/** state 已删除 of the history of imports */
const undoneImport = 6

const operationOf: Readonly<Record<number, 'add' | 'edit' | 'remove' | 'import'>> = {
  [batchKinds.edit]: 'edit',
  [batchKinds.remove]: 'remove',
  [batchKinds.import]: 'import',
  [batchKinds.add]: 'add',
  [batchKinds.change]: 'edit',
}

interface Options {
  readonly taskId?: string
  readonly progress?: (rows: number, total: number) => void
}

export async function undoBatch(context: Context, r: Resource, batchId: string): Promise<UndoResult | BatchTask> {
  const found = await undoable(context, context.db as never, r, batchId)
  if (found.rows > waitedRowsMax) return orderBatch(context, r, 'undo', { batchId })
  return undoAnswer(context, await context.write((tx, inside) => undoIn(inside, tx, r, batchId)))
}

/** Found, by whoever may, in time, once. */
async function undoable(
  context: Context,
  db: Tx,
  r: Resource,
  batchId: string,
  lock = false,
): Promise<{ kind: number; rows: number; import_id: string | null }> {
  const { caller } = context
  const query = db
    .selectFrom('list_batch')
    .select(['id', 'account_id', 'kind', 'rows', 'created_at', 'undone_by', 'undoable', 'import_id'])
    .where('id', '=', batchId)
    .where('subject', '=', r.table)
  const batch = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!batch) throw refuse.unknown(['批次', 'Batch'])
  if (batch.account_id !== caller.accountId && !caller.systemAdmin) throw refuse.forbidden(sentence`只能撤销自己的操作`)
  const operation = operationOf[batch.kind]
  if (operation === undefined) throw refuse.rule(sentence`撤销不能再撤销`)
  if (!satisfies(caller, demandOf(r, operation))) throw refuse.forbidden()
  if (!batch.undoable) throw refuse.rule(sentence`这次操作不能撤销`)
  if (batch.undone_by !== null) throw refuse.rule(sentence`这一批已经撤销`)
  if (context.now().getTime() - instantMs(batch.created_at) > undoMsMax) throw refuse.rule(sentence`已超过 24 小时，不能撤销`)
  return batch
}

/** In one transaction; two people who undo the same batch at once: the second is told that it is done. */
export async function undoIn(context: Context, tx: Tx, r: Resource, batchId: string, { taskId, progress }: Options = {}): Promise<UndoEnd> {
  const { rows, import_id: importId } = await undoable(context, tx, r, batchId, true)
  const undoId = await openBatch(context, tx, r, 'undo', taskId === undefined ? {} : { taskId })
  const sum = { restored: 0, refused: [] as RefusedRow[], seen: 0 }
  const work = { context, tx, sum, noted: () => progress?.(sum.seen, rows) }
  const { added, changed, removed } = outcomes
  const order: string[][] = []
  const lines = await batchOfLines(context, tx, r, importId)
  if (lines === null) await restoreAll(work, r, batchId, undoId, [added, changed, removed], { order })
  else {
    // documents that were new go with their lines, then the lines of the others, then their headers: each as the import left it
    await restoreAll(work, r, batchId, undoId, [added], { order })
    const linesUndoId = await openBatch(context, tx, lines.r, 'undo')
    const log = new LineLog(lines.r)
    const before = sum.restored
    await restoreAll(work, lines.r, lines.batchId, linesUndoId, [added, changed, removed], { log, order: [] })
    await closeBatch(tx, lines.r, linesUndoId, { rows: sum.restored - before, undoable: false })
    await restoreAll(work, r, batchId, undoId, [changed, removed], { order })
    await raiseDocuments({ context, tx, verb: 'undo' }, log)
    await tx.updateTable('list_batch').set({ undone_by: linesUndoId }).where('id', '=', lines.batchId).execute()
  }
  const { restored, refused } = sum
  await keepOrder(context, tx, anyTable(tx), r, order)
  await tx.updateTable('list_batch').set({ undone_by: undoId }).where('id', '=', batchId).execute()
  if (importId !== null) await tx.updateTable('import_run').set({ state: undoneImport }).where('id', '=', importId).execute()
  await closeBatch(tx, r, undoId, { rows: restored, undoable: false })
  if (restored === 0 && refused.length > 0) throw refuse.rule(sentence`没有可以撤销的行：${refused[0]?.reason ?? ''}`)
  await noteRefused(context, tx, undoId, refused)
  return { total: restored + refused.length, restored, refused: refused.slice(0, waitedRowsMax) }
}

interface Work {
  readonly context: Context
  readonly tx: Tx
  readonly sum: { restored: number; refused: RefusedRow[]; seen: number }
  readonly noted: () => void
}

/** The rows of a batch that had these outcomes, portion by portion. */
async function restoreAll(
  { context, tx, sum, noted }: Work,
  r: Resource,
  batchId: string,
  undoId: string,
  wanted: readonly (typeof outcomes)[keyof typeof outcomes][],
  restoring: Restoring,
): Promise<void> {
  for (let last = ''; ;) {
    const portion = await tx
      .selectFrom('list_batch_row')
      .select(['record_id', 'outcome', 'version', sql<string | null>`before::text`.as('before')])
      .where('batch_id', '=', batchId)
      .where('outcome', 'in', [...wanted])
      .where('record_id', '>', last)
      .orderBy('record_id')
      .limit(portionRows)
      .execute()
    const images = portion.map((row): Image => ({
      id: row.record_id,
      key: keyOfRowId(r, row.record_id) ?? [],
      outcome: row.outcome,
      version: row.version,
      json: row.before,
    }))
    const done = await restoreRows(context, tx, r, undoId, images, restoring)
    sum.restored += done.restored
    sum.refused.push(...done.refused)
    sum.seen += portion.length
    noted()
    if (portion.length < portionRows) return
    last = portion.at(-1)?.record_id ?? ''
  }
}

/** The lines that the same import wrote beside its documents. */
async function batchOfLines(
  { house }: Context,
  tx: Tx,
  r: Resource,
  importId: string | null,
): Promise<{ readonly r: Resource; readonly batchId: string } | null> {
  const lines = house.registry.lines.get(r.table)
  if (importId === null || lines === undefined) return null
  const found = await tx
    .selectFrom('list_batch')
    .select('id')
    .where('import_id', '=', importId)
    .where('subject', '=', lines.table)
    .executeTakeFirst()
  return found === undefined ? null : { r: lines, batchId: found.id }
}

async function noteRefused(context: Context, tx: Tx, undoId: string, refused: readonly RefusedRow[]): Promise<void> {
  for (let at = 0; at < refused.length; at += portionRows) {
    const from: RawBuilder<unknown> = sql`jsonb_to_recordset(${JSON.stringify(refused.slice(at, at + portionRows).map(({ id, reason }) => ({ id, reason: toStored(reason) })))}::jsonb)`
    const db = anyTable(tx)
    await db
      .insertInto('list_batch_row')
      .columns(['org_id', 'batch_id', 'record_id', 'outcome', 'reason'])
      .expression(
        db
          .selectFrom(from.as<'v'>(sql.raw('v(id text, reason text)')))
          .select([
            sql`${context.caller.orgId}::bigint`.as('org_id'),
            sql`${undoId}::bigint`.as('batch_id'),
            sql`v.id`.as('record_id'),
            sql`${sql.lit(outcomes.refused)}::smallint`.as('outcome'),
            sql`v.reason`.as('reason'),
          ]),
      )
      .execute()
  }
}
