/**
 * Taking a batch back, for a day, by who did it or an administrator: each row becomes what it was, unless it has changed since; deleted
 * rows come back with their ids, added ones go. Itself a batch: audited, and told row by row.
 */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { sql, type RawBuilder } from 'kysely'
import { isInstallations, permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { BatchTask, UndoResult } from '#platform/declare/wire.ts'
import { installation, needs, operations } from '#platform/declare/operations.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { satisfies } from '../calls/may.ts'
import { refuse } from '../calls/refusal.ts'
import { keyOfRowId } from '../lists/columns.ts'
import { anyTable } from '../db/any-table.ts'
import { keepOrder } from '../lists/keep-order.ts'
import { closeBatch, openBatch, waitedRowsMax } from './batch.ts'
import { orderBatch } from './order.ts'
import { batchKinds, outcomes } from '../records/batch-tables.ts'
import { undoAnswer, type RefusedRow, type UndoEnd } from '../records/refused-rows.ts'
import { restoreRows, type Image, type RestoredRows } from './restore-rows.ts'

export const undoMsMax = 24 * 3_600_000
const portionRows = 5_000
/** state 已删除 of the history of imports */
const undoneImport = 6

const operationOf: Readonly<Record<number, number>> = {
  [batchKinds.edit]: operations.edit,
  [batchKinds.remove]: operations.remove,
  [batchKinds.import]: operations.import,
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
    .select(['id', 'account_id', 'kind', 'rows', 'created_at', 'undone_by', 'import_id'])
    .where('id', '=', batchId)
    .where('subject', '=', r.table)
  const batch = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!batch) throw refuse.unknown(['批次', 'Batch'])
  if (batch.account_id !== caller.accountId && !caller.systemAdmin) throw refuse.forbidden(sentence`只能撤销自己的操作`)
  const operation = operationOf[batch.kind]
  if (operation === undefined) throw refuse.rule(sentence`撤销不能再撤销`)
  if (!satisfies(caller, isInstallations(r) ? installation : needs(permissionOf(r), operation))) throw refuse.forbidden()
  if (batch.undone_by !== null) throw refuse.rule(sentence`这一批已经撤销`)
  if (context.now().getTime() - instantMs(batch.created_at) > undoMsMax) throw refuse.rule(sentence`已超过 24 小时，不能撤销`)
  return batch
}

/** In one transaction; two people who undo the same batch at once: the second is told that it is done. */
export async function undoIn(context: Context, tx: Tx, r: Resource, batchId: string, { taskId, progress }: Options = {}): Promise<UndoEnd> {
  const { rows, import_id: importId } = await undoable(context, tx, r, batchId, true)
  const undoId = await openBatch(context, tx, r, 'undo', taskId === undefined ? {} : { taskId })
  const refused: RefusedRow[] = []
  let [restored, seen, last] = [0, 0, '']
  for (;;) {
    const portion = await tx
      .selectFrom('list_batch_row')
      .select(['record_id', 'outcome', 'version', sql<string | null>`before::text`.as('before')])
      .where('batch_id', '=', batchId)
      .where('outcome', 'in', [outcomes.added, outcomes.changed, outcomes.removed])
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
    const done: RestoredRows = await restoreRows(context, tx, r, undoId, images)
    restored += done.restored
    refused.push(...done.refused)
    seen += portion.length
    progress?.(seen, rows)
    if (portion.length < portionRows) break
    last = portion.at(-1)?.record_id ?? ''
  }
  await keepOrder(context, tx, anyTable(tx), r)
  await tx.updateTable('list_batch').set({ undone_by: undoId }).where('id', '=', batchId).execute()
  if (importId !== null) await tx.updateTable('import_run').set({ state: undoneImport }).where('id', '=', importId).execute()
  await closeBatch(tx, undoId, restored)
  if (restored === 0 && refused.length > 0) throw refuse.rule(sentence`没有可以撤销的行：${refused[0]?.reason ?? ''}`)
  await noteRefused(context, tx, undoId, refused)
  return { total: restored + refused.length, restored, refused: refused.slice(0, waitedRowsMax) }
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
