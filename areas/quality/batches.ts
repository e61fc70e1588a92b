/** What inspections say of a batch as a whole: it may leave, or not. */
import { sql } from 'kysely'
import type { Row } from '#platform/declare/wire.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { change } from '#platform/server/records.ts'
import { behind, goodsBatch, locationKinds } from '#areas/goods/index.ts'

/** as the batches of goods say it */
const status = { good: 1, waiting: 2, bad: 4 } as const

/** A batch that waited, or was rejected, is good once a part of a lot is let go; one that waited is rejected with its whole lot. */
export async function judgeBatch(inside: Context, batchId: string | null, isGood: boolean): Promise<void> {
  if (batchId === null) return
  const batch = await inside.db.selectFrom('goods_batch').select('status').where('id', '=', batchId).executeTakeFirst()
  if (batch?.status === status.waiting || (batch?.status === status.bad && isGood))
    await change(inside, goodsBatch, batchId, { status: isGood ? status.good : status.bad })
}

/** An inspection is taken back: its batch waits again, unless goods of it were let go otherwise. */
export async function unjudgeBatch(inside: Context, tx: Tx, row: Row): Promise<void> {
  const { rows } = await sql<{ id: string; rejected: boolean }>`select b.id::text, exists (select from inspection i
      where i.batch_id = b.id and i.state = 4 and i.id <> ${row.id}) as rejected
    from goods_batch b where b.id = ${row['batchId'] ?? null} and b.status in (${status.good}, ${status.bad})
      and not exists (select from inspection i where i.batch_id = b.id and i.state = 4 and i.id <> ${row.id} and i.rejected_qty < i.lot_qty)
      and not exists (select from nonconformity n where n.batch_id = b.id and n.way = 4 and n.state in (3, 4))
      and not exists (select from goods_cell c join goods_location l on l.id = c.location_id where c.batch_id = b.id and c.quantity > 0
        and l.kind not in (${locationKinds.inspection[0]}, ${locationKinds.defective[0]}))`.execute(behind(tx))
  for (const { id, rejected } of rows) await change(inside, goodsBatch, id, { status: rejected ? status.bad : status.waiting })
}
