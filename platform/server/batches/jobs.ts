/** Jobs of the batches: the large ones, and forgetting what nobody may undo any more. */
import { sql } from 'kysely'
import type { JobHandler } from '../contract/area.ts'
import type { House } from '../contract/house.ts'
import { runBatchJob } from './job.ts'
import { batchJob } from './order.ts'
import { batchKinds } from '../records/batch-tables.ts'
import { undoMsMax } from './undo.ts'

/** an undo that was ordered in the last minute may still be waiting */
const graceMs = 3_600_000
const rowsAtOnce = 50_000

/**
 * What rows were before a batch goes when it can't be taken back any more, and with it the batches of single records, which are there for
 * that alone; the audit trail keeps its own.
 */
export async function forgetImages(house: House): Promise<void> {
  const db = house.unscoped('rows of batches that nobody may undo any more')
  const before = new Date(house.now().getTime() - undoMsMax - graceMs).toISOString()
  for (;;) {
    const done = await db
      .deleteFrom('list_batch_row')
      .where(
        sql<boolean>`(batch_id, record_id) in (select r.batch_id, r.record_id from list_batch_row r join list_batch b on b.id = r.batch_id
          where b.created_at < ${before} limit ${rowsAtOnce})`,
      )
      .executeTakeFirst()
    if (done.numDeletedRows < BigInt(rowsAtOnce)) break
  }
  await db.deleteFrom('list_batch').where('kind', 'in', [batchKinds.add, batchKinds.change]).where('created_at', '<', before).execute()
}

export const batchJobs: Readonly<Record<string, JobHandler>> = { [batchJob]: runBatchJob }
