/**
 * What people do with a task that they have: confirm a line, add what a count did not name, end it. A confirmation posts at once, under
 * the key that it came with: one that is sent again is answered as the first was.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { add, compare, isZero, subtract } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { change, create, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { goodsCount, goodsCountLine } from '../documents/count-tables.ts'
import { behind, refuseElsewhere, refuseForeign } from '../documents/places.ts'
import { outbounds } from '../documents/cut-holds.ts'
import { isPart, ofColumn } from '../documents/lines.ts'
import { outOf } from '../documents/post-out.ts'
import { outboundStates } from '../documents/words.ts'
import { postGoods, type GoodsLine } from '../post.ts'
import { countDone, documentsOf, server } from './make-tasks.ts'
import { endMove } from './move-task.ts'
import { makePack } from './pack-task.ts'
import { endReceive, receiveLine } from './receive-task.ts'
import { goodsTask, goodsTaskLine, taskKinds, taskStates } from './task-tables.ts'
import type { FloorWork } from './wire.ts'
import { lockTask, workOf, type Line, type Task } from './work.ts'

/** The line and its task, which whoever asks has in his hands. */
export async function lineInHand(context: Context, tx: Tx, lineId: string): Promise<{ readonly task: Task; readonly line: Line }> {
  const { rows: of } = await sql<{ id: string }>`select task_id::text as id from goods_task_line
    where id = ${lineId} and org_id = ${context.caller.orgId}`.execute(behind(tx))
  if (of[0] === undefined) throw refuse.unknown(goodsTaskLine.title)
  const task = await lockTask(context, tx, of[0].id)
  const { rows } =
    await sql<Line>`select id::text, product_id::text as "productId", batch_id::text as "batchId", label_id::text as "labelId",
      from_id::text as "fromId", to_id::text as "toId", trim_scale(quantity)::text as quantity, trim_scale(done_qty)::text as "doneQty",
      line_id as "lineId", reason
    from goods_task_line where id = ${lineId}`.execute(behind(tx))
  return { task, line: rows[0] as Line }
}

export function refuseNotInHand(context: Context, task: Task): void {
  if (task.state !== taskStates.underWay[0] || task.assigneeId !== context.caller.employeeId)
    throw refuse.rule(sentence`作业 ${task.no} 不在你手上，请重新领取`)
}

interface Confirmation {
  readonly lineId: string
  readonly quantity: string
  readonly key: string
  readonly toId?: string
}
export const keyOfTask = (task: { readonly id: string }, key: string): string => `goods_task:${task.id}:${key}`

/** One line, or a part of it, is done. */
export const confirm = (context: Context, given: Confirmation): Promise<FloorWork> =>
  context.write(async (tx, inside) => {
    const { task, line } = await lineInHand(inside, tx, given.lineId)
    const key = keyOfTask(task, given.key)
    if (await isPosted(tx, inside.caller.orgId, key)) return workOf(inside, tx, task.id)
    refuseNotInHand(inside, task)
    if (task.kind === taskKinds.pack[0]) throw refuse.rule(byStation)
    await refuseForeign(inside, tx, task.warehouseId)
    if (task.kind === taskKinds.count[0]) await countLine(inside, tx, task, line, given.quantity)
    else if (task.kind === taskKinds.receive[0]) await receiveLine(inside, task, line, given.quantity)
    else await moveLine(inside, tx, task, line, { ...given, key })
    const { lines, done } = await countDone(inside, tx, task.id)
    // who counts may still find something that no line names: he ends it himself
    if (lines === done && !counting.includes(task.kind)) await end(inside, tx, task)
    return workOf(inside, tx, task.id)
  })
export const byStation = sentence`打包复核在打包台做：扫商品，再扫运单`
const counting: readonly number[] = [taskKinds.count[0], taskKinds.receive[0]]

async function isPosted(tx: Tx, orgId: string, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from goods_posting where org_id = ${orgId} and key = ${key}`.execute(behind(tx))
  return rows.length > 0
}

/** What was counted is entered into the count, which keeps what the books say now. */
async function countLine(context: Context, tx: Tx, task: Task, line: Line, quantity: string): Promise<void> {
  const isAgain = await isCountedAgain(tx, task)
  await change(context, goodsCountLine, asText(line.lineId), isAgain ? { counted2: quantity } : { counted1: quantity })
  const at = context.now().toISOString()
  await setDerived(context, goodsTaskLine, [{ id: line.id, doneQty: quantity, scannedAt: at }])
  await setDerived(context, goodsTask, [{ id: task.id, touchedAt: at }])
}
async function isCountedAgain(tx: Tx, task: Task): Promise<boolean> {
  const { rows } = await sql<{ state: number }>`select state from goods_count where id = ${task.docId}`.execute(behind(tx))
  return rows[0]?.state === countedAgain
}
const countedAgain = goodsCount.fields.state.choices.again[0]

export interface Picking {
  readonly reason: GoodsLine['reason']
  readonly after: () => Promise<void>
}
type Picker = (context: Context, tx: Tx, docId: string) => Promise<Picking>
const pickers = new Map<string, Picker>()
/** Documents whose goods a task brings to where they are used: the posting is theirs, by their lines. */
export const whenPicked = (docType: string, work: Picker): void => void pickers.set(docType, work)

async function moveLine(context: Context, tx: Tx, task: Task, line: Line, given: Confirmation): Promise<void> {
  const left = subtract(line.quantity ?? '0', line.doneQty)
  if (compare(given.quantity, '0') <= 0) throw refuse.invalid([{ field: 'quantity', message: sentence`数量应大于 0` }])
  if (compare(given.quantity, left) > 0) throw refuse.rule(sentence`这一行还剩 ${left}，不能超过它`)
  const isPick = task.kind === taskKinds.pick[0]
  const toId = isPick ? line.toId : (given.toId ?? line.toId)
  if (toId === null) throw refuse.invalid([{ field: 'toId', message: sentence`请扫描放入的库位` }])
  if (!isPick) await refuseElsewhere(tx, task.warehouseId, [toId])
  const move = {
    productId: line.productId,
    batchId: line.batchId,
    labelId: line.labelId,
    from: line.fromId,
    to: toId,
    reason: isPick ? 'picked' : task.kind === taskKinds.move[0] ? 'moved' : 'putAway',
    lineId: line.id,
  } as const
  const picking = isPick ? await pickers.get(task.docType)?.(context, tx, task.docId) : undefined
  const holds = isPick ? await holdsFor(context, tx, task, line, given.quantity) : undefined
  const of = picking === undefined ? {} : { reason: picking.reason, lineId: holds?.[0]?.lineId ?? null }
  const lines: readonly GoodsLine[] =
    holds === undefined ? [{ ...move, quantity: given.quantity }] : [{ ...move, ...of, quantity: given.quantity, holds }]
  await postGoods(context, tx, {
    docType: picking === undefined ? 'goods_task' : task.docType,
    docId: picking === undefined ? task.id : task.docId,
    docNo: task.docNo,
    key: given.key,
    bookedOn: todayOf(context),
    lines,
  })
  await picking?.after()
  const at = context.now().toISOString()
  const doneQty = add(line.doneQty, given.quantity)
  await setDerived(context, goodsTaskLine, [{ id: line.id, doneQty, toId, scannedAt: at }])
  await setDerived(context, goodsTask, [{ id: task.id, touchedAt: at }])
}

export interface CellHold {
  readonly id: string
  readonly quantity: string
  readonly docType: string
  readonly docId: string
  readonly docNo: string | null
  readonly lineId: string
  readonly priority: number
}
/** What the documents of the task hold in the cell of the line, the document that goes first before the others. */
export async function holdsOfLine(context: Context, tx: Tx, task: Task, line: Line): Promise<readonly CellHold[]> {
  const { rows } =
    await sql<CellHold>`select h.id::text, trim_scale(h.quantity)::text as quantity, h.doc_type as "docType", h.doc_id as "docId",
      h.doc_no as "docNo", h.line_id as "lineId", h.priority
    from goods_hold h join goods_cell c on c.id = h.cell_id left join goods_out o on h.doc_type = 'goods_out' and o.id = h.doc_id::bigint
    where c.org_id = ${context.caller.orgId} and c.product_id = ${line.productId} and c.location_id = ${line.fromId}
      and c.batch_id = ${line.batchId ?? '0'} and c.label_id = ${line.labelId ?? '0'} and h.state = 1 and ${documentsOf(task)}
    order by h.priority desc, o.due_on nulls last, h.doc_id::bigint, h.id`.execute(behind(tx))
  return rows
}

async function holdsFor(context: Context, tx: Tx, task: Task, line: Line, quantity: string) {
  const parts: { id: string; lineId: string; quantity: string }[] = []
  let left = quantity
  for (const hold of await holdsOfLine(context, tx, task, line)) {
    if (isZero(left)) break
    const part = compare(hold.quantity, left) < 0 ? hold.quantity : left
    parts.push({ id: hold.id, lineId: hold.lineId, quantity: part })
    left = subtract(left, part)
  }
  if (!isZero(left)) throw refuse.rule(sentence`单据在这个库位的占用已变化，请刷新作业`)
  return parts
}

/** A person ends what the program does not end by itself: a count, or a pick of which the documents were cancelled. */
export const finish = (context: Context, id: unknown): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    const task = await lockTask(inside, tx, id)
    refuseNotInHand(inside, task)
    if (task.kind === taskKinds.move[0]) return endMove(inside, tx, task)
    const { lines, done } = await countDone(inside, tx, task.id)
    if (done < lines) throw refuse.rule(sentence`还有 ${lines - done} 行没有完成`)
    await end(inside, tx, task)
    return { id: task.id }
  })

/** The task is over, and its documents go on. */
export async function end(context: Context, tx: Tx, task: Task): Promise<void> {
  const { rows } = await sql<{ isOdd: boolean }>`select coalesce(bool_or(reason is not null), false) as "isOdd" from goods_task_line
    where task_id = ${task.id}`.execute(behind(tx))
  const state = rows[0]?.isOdd === true ? taskStates.odd[0] : taskStates.done[0]
  await change(context, goodsTask, task.id, { state, doneAt: context.now().toISOString() })
  if (task.kind === taskKinds.count[0]) await endCount(context, tx, task)
  if (task.kind === taskKinds.pick[0]) await endPick(context, tx, task)
  if (task.kind === taskKinds.receive[0]) await endReceive(context, tx, task)
}

async function endCount(context: Context, tx: Tx, task: Task): Promise<void> {
  const step = (await isCountedAgain(tx, task)) ? 'finishAgain' : 'finish'
  await takeSteps(context, goodsCount, { ids: [{ id: task.docId }], pick: { step }, input: {}, byProgram: true })
}

/** What lies in the staging area may be shipped; what is short and may not go in part waits for somebody. */
async function endPick(context: Context, tx: Tx, task: Task): Promise<void> {
  if (pickers.has(task.docType)) return
  const o = outbounds.find(one => one.document.table === task.docType) ?? outOf
  const { document, lines } = o
  const of = sql.ref(ofColumn(lines))
  const { rows } = await sql<{ id: string }>`select d.id::text from ${sql.table(document.table)} d
    where ${task.waveId === null ? sql`d.id = ${task.docId}` : sql`d.wave_id = ${task.waveId}`} and d.state = ${outboundStates.picking[0]}
      and not exists (select 1 from ${sql.table(lines.table)} l where l.${of} = d.id and l.held < l.quantity
        and (not d.allow_part or ${isPart(o)}))
      and exists (select 1 from goods_hold h where h.doc_type = ${document.table} and h.doc_id = d.id::text and h.state = 1)
    order by d.id`.execute(behind(tx))
  if (rows.length === 0) return
  const inside = await server(context, tx)
  await takeSteps(inside, document, { ids: rows, pick: { step: 'pick' }, input: {}, byProgram: true })
  const { docType, docId, docNo, warehouseId, waveId } = task
  if (document.table === outOf.document.table) await makePack(context, tx, { docType, docId, docNo, warehouseId }, waveId)
}

interface Found {
  readonly taskId: string
  readonly productId: string
  readonly locationId: string
  readonly batchId?: string
  readonly quantity: string
}
/** Somebody counts what no line of the count names: the books have none of it there. */
export const countFound = (context: Context, { taskId, quantity, ...cell }: Found): Promise<FloorWork> =>
  context.write(async (tx, inside) => {
    const task = await lockTask(inside, tx, taskId)
    refuseNotInHand(inside, task)
    if (task.kind !== taskKinds.count[0]) throw refuse.rule(sentence`只有盘点作业可以添加没有列出的商品`)
    const known = await sql<{
      id: string
    }>`select id::text from goods_task_line where task_id = ${task.id} and product_id = ${cell.productId}
      and from_id = ${cell.locationId} and coalesce(batch_id, 0) = ${cell.batchId ?? '0'}::bigint`.execute(behind(tx))
    // sent again: the line is there
    if (known.rows.length > 0) return workOf(inside, tx, task.id)
    const { id: lineId } = await create(inside, goodsCountLine, {
      countId: task.docId,
      locationId: cell.locationId,
      productId: cell.productId,
      batchId: cell.batchId ?? null,
      labelId: null,
      counted1: quantity,
    })
    const at = inside.now().toISOString()
    await create(await server(inside, tx), goodsTaskLine, {
      taskId: task.id,
      productId: cell.productId,
      batchId: cell.batchId ?? null,
      fromId: cell.locationId,
      doneQty: quantity,
      scannedAt: at,
      lineId,
    })
    await countDone(inside, tx, task.id)
    return workOf(inside, tx, task.id)
  })
