/** Batches are opened before the first of their rows is written, and closed behind the last one with what can be done about them. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { Hooks } from '../contract/record-hooks.ts'
import { labelColumn } from '../lists/columns.ts'
import { hasVersion } from '../lists/query.ts'
import { batchKinds, type BatchKind } from './batch-tables.ts'

/** Whether the program knows enough to take a batch back: what a verb's own hook did besides, nobody can undo. */
export const isUndoable = (r: Resource, hooks: Hooks): boolean =>
  hooks.written === undefined && hooks.undoable !== false && hasVersion(r) && r.sealedAuthor === undefined

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

const labelMax = 100

/** `label`: what the one record is called that was not there before; of others their images tell. */
export async function closeBatch(
  tx: Tx,
  r: Resource,
  batchId: string,
  end: { readonly rows: number; readonly undoable: boolean; readonly label?: string },
): Promise<void> {
  const kept = tx
    .selectFrom('list_batch_row')
    .select(sql<string | null>`left(before->>${sql.lit(labelColumn(r))}, ${sql.lit(labelMax)})`.as('label'))
    .where('batch_id', '=', batchId)
    .where('before', 'is not', null)
    .orderBy('record_id')
    .limit(1)
  const label = end.rows !== 1 ? null : (end.label?.slice(0, labelMax) ?? (await kept.executeTakeFirst())?.label ?? null)
  await tx.updateTable('list_batch').set({ rows: end.rows, undoable: end.undoable, label }).where('id', '=', batchId).execute()
}

/** Documents that were raised once more for their lines, after the batch had noted them. */
export const raisedInBatch = (tx: Tx, batchId: string, ids: readonly string[]): Promise<unknown> =>
  tx
    .updateTable('list_batch_row')
    .set({ version: sql<number>`version + 1` })
    .where('batch_id', '=', batchId)
    .where(sql<boolean>`record_id = any(${[...ids]})`)
    .execute()
