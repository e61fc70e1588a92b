/** Open tasks of a document that goes no further, or of which a count has released what was held; whoever calls has locked it. */
import { sql } from 'kysely'
import { isZero, sum } from '#platform/format/decimal.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { setDerived } from '#platform/server/records.ts'
import { behind } from '../documents/places.ts'
import { countDone, documentsOf, endTask, openTasks, server, type OpenTask } from './make-tasks.ts'
import { packFollows } from './pack-task.ts'
import { goodsTaskLine, taskKinds, taskStates } from './task-tables.ts'

/** The document goes no further, or a count has released what it held: open lines follow what is held still. */
export async function tasksFollow(context: Context, tx: Tx, docType: string, docId: string): Promise<void> {
  for (const task of await openTasks(tx, docType, docId)) {
    if (task.kind === taskKinds.pick[0]) await followHeld(context, tx, task)
    else if (task.kind === taskKinds.pack[0]) await packFollows(context, tx, sql`t.id = ${task.id}`)
    else if (task.waveId === null) await endTask(context, tx, task.id)
  }
}

/** What is to be picked is what is held; a task of which nothing is left ends, unless somebody has it in his hands. */
async function followHeld(context: Context, tx: Tx, task: OpenTask): Promise<void> {
  const db = behind(tx)
  const { rows } = await sql<{ id: string; quantity: string; doneQty: string; isOther: boolean }>`
    select x.id, x."doneQty", trim_scale(x."doneQty" + x.held)::text as quantity, x.quantity <> x."doneQty" + x.held as "isOther" from (
      select n.id::text, n.done_qty as "doneQty", n.quantity, (
          select coalesce(sum(h.quantity), 0) from goods_cell c join goods_hold h on h.cell_id = c.id and h.state = 1
          where c.org_id = ${context.caller.orgId} and c.product_id = n.product_id and c.location_id = n.from_id
            and c.batch_id = coalesce(n.batch_id, 0) and c.label_id = coalesce(n.label_id, 0) and ${documentsOf(task)}) as held
      from goods_task_line n where n.task_id = ${task.id}) x`.execute(db)
  const others = rows.filter(one => one.isOther)
  await setDerived(
    await server(context, tx),
    goodsTaskLine,
    others.map(({ id, quantity }) => ({ id, quantity })),
  )
  await countDone(context, tx, task.id)
  const isOver = rows.every(one => isZero(one.quantity))
  if (isOver || (task.state === taskStates.open[0] && sum(rows.map(one => one.quantity)) === sum(rows.map(one => one.doneQty))))
    await endTask(context, tx, task.id)
}
