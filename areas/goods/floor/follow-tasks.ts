/** Open tasks of a document that goes no further, or of which a count has released what was held; whoever calls has locked it. */
import { sql } from 'kysely'
import { add, compare, isZero, subtract, sum } from '#platform/format/decimal.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { setDerived } from '#platform/server/records.ts'
import { behind } from '../documents/places.ts'
import { activeStates, countDone, documentsOf, endTask, openTasks, server, type OpenTask } from './make-tasks.ts'
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

interface Gone {
  readonly productId: string
  readonly batchId: string | null
  readonly labelId: string | null
  readonly quantity: string
}
/** What came is under way again: so much less is put away, of what came last first; goods of other arrivals still are. */
export async function putLess(context: Context, tx: Tx, { docType, docId }: Pick<OpenTask, 'docType' | 'docId'>, gone: readonly Gone[]) {
  const { rows } = await sql<PutLine>`select n.id::text, n.task_id::text as "taskId", n.product_id::text as "productId",
      n.batch_id::text as "batchId", n.label_id::text as "labelId", trim_scale(n.quantity)::text as quantity,
      trim_scale(n.quantity - n.done_qty)::text as open
    from goods_task t join goods_task_line n on n.task_id = t.id
    where t.doc_type = ${docType} and t.doc_id = ${docId} and t.state = any(${[...activeStates]}::int[])
      and t.kind = ${taskKinds.putAway[0]} and n.quantity > n.done_qty
    order by t.id desc, n.line_no desc for update of n`.execute(behind(tx))
  const cellOf = ({ productId, batchId, labelId }: Gone): string => [productId, batchId, labelId].join(' ')
  const left = new Map<string, string>()
  for (const one of gone) left.set(cellOf(one), add(left.get(cellOf(one)) ?? '0', one.quantity))
  const less = rows.flatMap(line => {
    const all = left.get(cellOf(line)) ?? '0'
    const part = compare(all, line.open) < 0 ? all : line.open
    if (isZero(part)) return []
    left.set(cellOf(line), subtract(all, part))
    return [{ id: line.id, taskId: line.taskId, quantity: subtract(line.quantity, part) }]
  })
  await setDerived(
    await server(context, tx),
    goodsTaskLine,
    less.map(({ id, quantity }) => ({ id, quantity })),
  )
  for (const taskId of new Set(less.map(one => one.taskId))) {
    const { lines, done } = await countDone(context, tx, taskId)
    if (lines === done) await endTask(context, tx, taskId)
  }
}
interface PutLine extends Gone {
  readonly id: string
  readonly taskId: string
  readonly open: string
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
