/** 收货 on the phone: a receipt that is a draft is counted line by line, without being told what is expected; then it is received. */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { inChinese, sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { isZero } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type Route, type Tx } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { writeLines } from '#platform/server/documents.ts'
import { change, createEach, oneRecord, setDerived, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { goodsIn, goodsInLine } from '../documents/in-tables.ts'
import { behind, refuseForeign } from '../documents/places.ts'
import { countDone, endTask, makeTask, openTaskOfEach, openTasks, server, worksByTask } from './make-tasks.ts'
import { goodsTask, goodsTaskLine, taskKinds } from './task-tables.ts'
import type { Line, Task } from './work.ts'

const { draft } = goodsIn.fields.state.choices
const docType = goodsIn.table

const toReceive = (context: Context, id: unknown): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    const row = await oneRecord(inside, goodsIn, id)
    await sql`select 1 from goods_in where id = ${row.id} for update`.execute(behind(tx))
    const warehouseId = asText(row['warehouseId'])
    await refuseForeign(inside, tx, warehouseId)
    if (!(await worksByTask(tx, warehouseId))) throw refuse.rule(sentence`仓库没有打开“按作业管理”，请直接入库`)
    const [open] = await openTasks(tx, docType, row.id)
    if (open !== undefined) throw refuse.rule(sentence`这张入库单已有收货作业 ${open.no}`)
    const { rows } = await sql<{
      productId: string
      batchId: string | null
      labelId: string | null
      lineId: string
    }>`select product_id::text as "productId", batch_id::text as "batchId", label_id::text as "labelId", id::text as "lineId"
      from goods_in_line where in_id = ${row.id} order by line_no`.execute(behind(tx))
    const lines = rows.map(line => ({ ...line, fromId: null, toId: null, quantity: null }))
    const made = await makeTask(inside, tx, 'receive', { docType, docId: row.id, docNo: asText(row['no']), warehouseId }, lines)
    if (made === null) throw refuse.rule(sentence`单据还没有明细，请先填写`)
    return { id: row.id }
  })

export const receivingRoute: Route = act(
  goodsIn,
  {
    name: 'toReceive',
    title: ['交给收货作业', 'Make a task'],
    over: 'row',
    operation: operations.edit,
    when: { state: [draft[0]] },
    reason: ['只有草稿可以收货', 'Drafts are received'],
  },
  (context, { input }) => toReceive(context, input['id']),
)

/** So many came; the line of the receipt is written when all are counted. */
export async function receiveLine(context: Context, task: Task, line: Line, quantity: string): Promise<void> {
  const at = context.now().toISOString()
  await setDerived(context, goodsTaskLine, [{ id: line.id, doneQty: quantity, scannedAt: at }])
  await setDerived(context, goodsTask, [{ id: task.id, touchedAt: at }])
}

/** What came is what is received, today; a line of which nothing came goes. Where nothing came at all, the receipt is void. */
export async function endReceive(context: Context, tx: Tx, task: Task): Promise<void> {
  const { rows } = await sql<{
    id: string
    version: number
    quantity: string
  }>`select l.id::text, l.version, trim_scale(n.done_qty)::text as quantity
    from goods_task_line n join goods_in_line l on l.id = n.line_id::bigint where n.task_id = ${task.id}
      and (n.done_qty <> l.quantity or n.done_qty = 0) order by l.id`.execute(behind(tx))
  const { rows: came } = await sql`select 1 from goods_task_line n join goods_in_line l on l.id = n.line_id::bigint
    where n.task_id = ${task.id} and n.done_qty > 0 limit 1`.execute(behind(tx))
  if (came.length === 0) {
    const none = { reason: inChinese(sentence`收货作业 ${task.no}：实收都是 0`) }
    await takeSteps(context, goodsIn, { ids: [{ id: task.docId }], pick: { step: 'void' }, input: none })
    return
  }
  await change(context, goodsIn, task.docId, { businessOn: todayOf(context) })
  const changed = rows.filter(one => !isZero(one.quantity))
  const removed = rows.filter(one => isZero(one.quantity)).map(({ id, version }) => ({ id, version }))
  if (rows.length > 0) await writeLines(context, tx, goodsInLine, task.docId, { added: [], changed, removed }, { verb: 'update' })
  await takeSteps(context, goodsIn, { ids: [{ id: task.docId }], pick: { step: 'receive' }, input: {} })
}

/** A receipt that is received by hand, void or deleted needs no task. */
export const followReceipt = followerOf(goodsIn, async (context, tx, changes) => {
  const ended = changes.flatMap(({ id, before, after }) =>
    before === null || before.state !== draft[0] || after?.state === draft[0] ? [] : [id],
  )
  for (const task of (await openTaskOfEach(tx, docType, ended, taskKinds.receive[0])).values())
    await endTask(within(context, tx), tx, task.id)
})

const isOther = (before: Row, after: Row): boolean => ['productId', 'batchId', 'labelId'].some(name => before[name] !== after[name])

/**
 * Lines that change while they are counted: one that is added, or becomes another item, is to be counted (anew); one that is removed is
 * nothing to count.
 */
export const followReceiptLines = followerOf(goodsInLine, async (context, tx, changes) => {
  const others = changes.filter(({ before, after }) => before === null || after === null || isOther(before, after))
  const byReceipt = Map.groupBy(others, ({ before, after }) => asText((after ?? before)?.['inId']))
  const tasks = await openTaskOfEach(tx, docType, [...byReceipt.keys()], taskKinds.receive[0])
  for (const [inId, some] of byReceipt) {
    const task = tasks.get(inId)
    if (task === undefined) continue
    const { rows } = await sql<{ id: string; lineId: string }>`select id::text, line_id as "lineId" from goods_task_line
      where task_id = ${task.id}`.execute(behind(tx))
    const idOf = new Map(rows.map(one => [one.lineId, one.id]))
    const at = context.now().toISOString()
    const inside = await server(within(context, tx), tx)
    const items = some.map(({ id, after }) => ({
      lineId: id,
      productId: after?.productId,
      batchId: after?.batchId ?? null,
      labelId: after?.labelId ?? null,
      isGone: after === null,
    }))
    await createEach(
      inside,
      goodsTaskLine,
      items.flatMap(({ isGone, ...item }) => (isGone || idOf.has(item.lineId) ? [] : [{ taskId: task.id, ...item }])),
    )
    await setDerived(
      inside,
      goodsTaskLine,
      items.flatMap(({ isGone, lineId, ...item }) => {
        const id = idOf.get(lineId)
        return id === undefined ? [] : [{ id, doneQty: '0', ...(isGone ? { scannedAt: at } : { scannedAt: null, ...item }) }]
      }),
    )
    await countDone(inside, tx, task.id)
  }
})
