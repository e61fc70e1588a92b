/** 打包复核: what was picked is a task for the packing station, and is done when all of it has left. */
import { sql, type RawBuilder } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { setDerived } from '#platform/server/records.ts'
import { behind } from '../documents/places.ts'
import { outboundStates } from '../documents/words.ts'
import { countDone, makeTask, server, type NewLine, type Source } from './make-tasks.ts'
import { goodsTask, goodsTaskLine, taskKinds, taskStates } from './task-tables.ts'

const { picking, picked, shipped } = codesOf(outboundStates)

/** Of the documents of a wave that are picked, or of one. */
export async function makePack(context: Context, tx: Tx, source: Source, waveId: string | null): Promise<void> {
  const of = waveId === null ? sql`d.id = ${source.docId}` : sql`d.wave_id = ${waveId}`
  const { rows } =
    await sql<NewLine>`select l.product_id::text as "productId", l.batch_id::text as "batchId", l.label_id::text as "labelId",
      null as "fromId", null as "toId", trim_scale(l.held - l.sets)::text as quantity, l.id::text as "lineId"
    from goods_out_line l join goods_out d on d.id = l.out_id where ${of} and d.state = ${picked} and l.held > l.sets
    order by d.priority desc, d.due_on nulls last, d.id, l.line_no`.execute(behind(tx))
  await makeTask(context, tx, 'pack', source, rows, waveId === null ? {} : { waveId })
}

/** Its lines are what is packed; of documents that were cancelled nothing is left to pack. */
export async function packFollows(context: Context, tx: Tx, where: RawBuilder<unknown>): Promise<void> {
  const { rows: tasks } = await sql<{ id: string; isShipped: boolean; isOver: boolean }>`select t.id::text,
      bool_or(d.state = ${shipped}) as "isShipped", not bool_or(d.state in (${picking}, ${picked})) as "isOver"
    from goods_task t join goods_task_line n on n.task_id = t.id join goods_out_line l on l.id = n.line_id::bigint
      join goods_out d on d.id = l.out_id
    where t.kind = ${taskKinds.pack[0]} and t.state = any(${[taskStates.open[0], taskStates.underWay[0]]}::int[]) and ${where}
    group by t.id order by t.id`.execute(behind(tx))
  if (tasks.length === 0) return
  const inside = await server(context, tx)
  for (const { id, isShipped, isOver } of tasks) {
    const { rows } = await sql<{ id: string; quantity: string; doneQty: string }>`
      select x.id::text, trim_scale(x.quantity)::text as quantity, trim_scale(least(x.packed, x.quantity))::text as "doneQty"
      from (select n.id, l.packed,
          case when d.state in (${picking}, ${picked}, ${shipped}) then l.held - l.sets
            else least(l.packed, l.held - l.sets) end as quantity,
          n.quantity as was, n.done_qty as done
        from goods_task_line n join goods_out_line l on l.id = n.line_id::bigint join goods_out d on d.id = l.out_id
        where n.task_id = ${id}) x
      where x.quantity <> x.was or least(x.packed, x.quantity) <> x.done`.execute(behind(tx))
    await setDerived(inside, goodsTaskLine, rows)
    await countDone(context, tx, id)
    if (!isOver) continue
    const state = isShipped ? taskStates.done[0] : taskStates.cancelled[0]
    await setDerived(inside, goodsTask, [{ id, state, doneAt: context.now().toISOString() }])
  }
}
