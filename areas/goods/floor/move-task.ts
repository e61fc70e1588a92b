/** 移位 on the phone: who scans a bin has what is free in it in a task of his own, and puts what he likes elsewhere. */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { may, refuse, type Context, type Tx } from '#platform/server/area.ts'
import { change, setDerived } from '#platform/server/records.ts'
import { behind, refuseForeign } from '../documents/places.ts'
import { goodsRights } from '../documents/words.ts'
import { goodsLocation, locationKinds } from '../location-tables.ts'
import { claim, personOf } from './claim.ts'
import { countDone, makeTask } from './make-tasks.ts'
import { goodsTask, goodsTaskLine, taskKinds, taskStates } from './task-tables.ts'
import type { FloorWork } from './wire.ts'
import type { Task } from './work.ts'

interface Bin {
  readonly id: string
  readonly code: string
  readonly kind: number
  readonly warehouseId: string
}
interface Lying {
  readonly productId: string
  readonly batchId: string | null
  readonly labelId: string | null
  readonly fromId: string
  readonly toId: null
  readonly quantity: string
  readonly lineId: null
}
const linesMax = 200

/** The task that begins with the code of a bin; who has one of this bin goes on with it. */
export async function moveFrom(context: Context, code: string): Promise<FloorWork> {
  if (!may(context.caller, 'goodsStock', operations.edit)) throw refuse.forbidden(sentence`移位需要库存查询的“编辑”权限`)
  return context.write(async (tx, inside) => {
    personOf(inside)
    const bin = await binOf(inside, tx, code)
    await refuseForeign(inside, tx, bin.warehouseId)
    if (bin.kind === locationKinds.inspection[0] && !may(inside.caller, 'goodsStock', goodsRights.decide.operation))
      throw refuse.rule(sentence`待检区的货由检验决定去向，移出要有“认定差异”权限`)
    const { rows: mine } = await sql<{ id: string }>`select id::text from goods_task where doc_type = ${goodsLocation.table}
      and doc_id = ${bin.id} and kind = ${taskKinds.move[0]} and state = ${taskStates.underWay[0]}
      and assignee_id = ${inside.caller.employeeId} limit 1`.execute(behind(tx))
    if (mine[0] !== undefined) return claim(inside, mine[0].id)
    const { rows } = await sql<Lying>`select product_id::text as "productId", nullif(batch_id, 0)::text as "batchId",
        nullif(label_id, 0)::text as "labelId", location_id::text as "fromId", null as "toId", null as "lineId",
        trim_scale(quantity - reserved)::text as quantity
      from goods_cell where location_id = ${bin.id} and quantity > reserved order by product_id, batch_id, label_id
      limit ${linesMax}`.execute(behind(tx))
    const source = { docType: goodsLocation.table, docId: bin.id, docNo: bin.code.slice(0, docNoMax), warehouseId: bin.warehouseId }
    const made = await makeTask(inside, tx, 'move', source, rows)
    if (made === null) throw refuse.rule(sentence`库位 ${bin.code} 里没有可以移动的货`)
    return claim(inside, made)
  })
}
const docNoMax = 20

async function binOf(context: Context, tx: Tx, code: string): Promise<Bin> {
  const spellings = [...new Set([code, code.toUpperCase(), code.toLowerCase()])]
  const { rows } = await sql<Bin>`select id::text, code, kind, warehouse_id::text as "warehouseId" from goods_location
    where org_id = ${context.caller.orgId} and code = any(${spellings}) and kind between 1 and 6 limit 1`.execute(behind(tx))
  if (rows[0] === undefined) throw refuse.rule(sentence`${code} 不是库位的编码，请扫要移出的库位`)
  return rows[0]
}

/** What was not moved stays; where nothing was, nothing was done. */
export async function endMove(context: Context, tx: Tx, task: Task): Promise<{ id: string }> {
  const { rows } = await sql<{ id: string; quantity: string; moved: boolean }>`select id::text, trim_scale(done_qty)::text as quantity,
      done_qty > 0 as moved from goods_task_line where task_id = ${task.id}`.execute(behind(tx))
  await setDerived(
    context,
    goodsTaskLine,
    rows.map(({ id, quantity }) => ({ id, quantity })),
  )
  await countDone(context, tx, task.id)
  const state = rows.some(one => one.moved) ? taskStates.done[0] : taskStates.cancelled[0]
  await change(context, goodsTask, task.id, { state, doneAt: asText(context.now().toISOString()) })
  return { id: task.id }
}
