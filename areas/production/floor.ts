/**
 * What is done to an order on the floor: parts are issued into its leaf and given back, good and bad units are reported, what was made is
 * received: parts leave the leaf and the product comes, in one posting. Never more is received than was reported good.
 */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { add, compare, divide, isZero, multiply, roundTo, subtract, sum } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { may, refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { change, create, oneRecord, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { stockMade } from '#areas/finance/index.ts'
import {
  areaOf,
  behind,
  enter,
  goodsBatch,
  goodsRights,
  heldLines,
  lockDocument,
  makePutting,
  putLess,
  refuseForeign,
  takeBack,
  tasksFollow,
  worksByTask,
} from '#areas/goods/index.ts'
import { forgetMade, inspectMade, isInspected } from '#areas/quality/index.ts'
import { purchaseOrder } from '#areas/supply/index.ts'
import { entering, leafOf, partOf, reasonOf, type At } from './at.ts'
import { takeFree } from './convert.ts'
import { isRework } from './copy-bills.ts'
import { keepFigures } from './keep-figures.ts'
import { docType, hold, lyingIn, recount, type Material } from './orders.ts'
import { refuseUnpassed, takeTask } from './passed.ts'
import { orderStates, productionMaterial, productionOrder, productionReceipt } from './order-tables.ts'
import { usesFor } from './uses.ts'

const states = codesOf(orderStates)
export const running: readonly unknown[] = [states.confirmed, states.working, states.part, states.made]
/** percent above the need that is issued without a right of its own */
const morePercent = '105'

/** On an order that is not at its end, locked, of a granted warehouse; then its state follows. */
export const onOrder = <T>(context: Context, given: unknown, work: (at: At) => Promise<T>): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    const { id } = await oneRecord(inside, productionOrder, given)
    await lockDocument(tx, productionOrder, id)
    const row = await oneRecord(inside, productionOrder, id)
    if (!running.includes(row['state'])) throw refuse.rule(sentence`生产单还没有确认，或已经关闭`)
    await refuseForeign(inside, tx, asText(row['warehouseId']))
    const server = await inServersName(inside, tx, 'what follows from work on a production order')
    await work({ inside, server, tx, row, id })
    await follow({ inside, server, tx, row, id })
    return { id }
  })

export async function follow({ inside, server, tx, id }: At): Promise<void> {
  const lines = await recount(server, tx, id)
  const { rows } = await sql<{ good: string; bad: string; done: string; quantity: string; state: number }>`select o.state,
      trim_scale(o.quantity)::text as quantity,
      (select trim_scale(coalesce(sum(good + reworked), 0))::text from work_report where order_id = o.id and not voided) as good,
      (select trim_scale(coalesce(sum(bad - reworked), 0))::text from work_report where order_id = o.id and not voided) as bad,
      (select trim_scale(coalesce(sum(quantity), 0))::text from production_receipt where order_id = o.id and not reversed) as done
    from production_order o where o.id = ${id}`.execute(behind(tx))
  const [told] = rows
  if (told === undefined) return
  // parts that were given back, or that a count has taken from the order, are allocated again
  const isLack = lines.some(one => !isZero(one.open))
  await setDerived(server, productionOrder, [{ id, good: told.good, bad: told.bad, done: told.done, isLack }])
  const isBegun = lines.some(one => !isZero(one.issued)) || !isZero(told.good)
  const wished =
    compare(told.done, told.quantity) >= 0 ? states.made : !isZero(told.done) ? states.part : isBegun ? states.working : states.confirmed
  const step = new Map<number, string>([
    [states.made, 'finish'],
    [states.part, 'partly'],
    [states.working, 'begin'],
  ]).get(wished)
  if (step !== undefined && wished !== told.state)
    await takeSteps(inside, productionOrder, { ids: [{ id }], pick: { step }, input: {}, byProgram: true })
  await keepFigures(server, tx, id)
}

/** 再配料: what has come meanwhile is held. */
export const allocate = (context: Context, id: unknown): Promise<{ id: string }> =>
  onOrder(context, id, async ({ server, tx, row }) => hold(server, tx, row))

/** 领料: all that is held goes into the leaf of the order; where people work by tasks, a task brings it. */
export const issue = (context: Context, given: unknown): Promise<{ id: string }> =>
  onOrder(context, given, async at => {
    const of = { document: productionOrder, lines: productionMaterial, warehouse: 'warehouseId' }
    const leaf = await leafOf(at)
    if (await worksByTask(at.tx, asText(at.row['warehouseId']))) return takeTask(at, leaf)
    const lines = await heldLines(at.tx, of, at.id, leaf, reasonOf(at.row))
    if (lines.length === 0) throw refuse.rule(sentence`没有已占用的物料可领，请先“配料”`)
    await enter(at.inside, at.tx, await entering(at, 'issue'), lines)
  })

export const lineOf = async (context: Context, given: unknown): Promise<Row> => oneRecord(context, productionMaterial, given)
export const materialIn = (lines: readonly Material[], id: string): Material => {
  const found = lines.find(one => one.id === id)
  if (found === undefined) throw refuse.unknown(productionMaterial.title)
  return found
}

/** 超领: more than is needed, with a reason; much more by who decides. */
export const issueMore = async (context: Context, given: unknown, quantity: string, reason: string): Promise<{ id: string }> => {
  const line = await lineOf(context, given)
  await onOrder(context, line['orderId'], async at => {
    if (isRework(at.row)) throw refuse.rule(sentence`返工单只领不良品，不能超领`)
    const material = materialIn(await recount(at.server, at.tx, at.id), line.id)
    const after = add(subtract(subtract(material.issued, material.returned), material.lost), add(material.held, quantity))
    const most = divide(multiply(material.need, morePercent), '100', 6, 'halfUp')
    const { operation, title } = goodsRights.decide
    if (compare(after, most) > 0 && !may(at.inside.caller, 'productionOrder', operation))
      throw refuse.forbidden(sentence`${material.sku} 领料将超过需要的 ${morePercent}%，需要“${title}”权限`)
    const warehouseId = asText(at.row['warehouseId'])
    const entry = await entering(at, 'more')
    const where = { orgId: at.inside.caller.orgId, warehouseId, day: entry.day }
    const wish = { id: line.id, productId: material.partId, sku: material.sku, quantity }
    const taken = await takeFree(at.tx, where, [wish])
    const leaf = await leafOf(at)
    await change(at.server, productionMaterial, line.id, { moreReason: reason })
    await enter(
      at.inside,
      at.tx,
      entry,
      taken.map(one => ({ ...one, to: leaf, reason: reasonOf(at.row) })),
    )
  })
  return { id: line.id }
}

/** 退料: units of a part lie in the receiving area again. */
export const giveBack = async (context: Context, given: unknown, quantity: string): Promise<{ id: string }> => {
  const line = await lineOf(context, given)
  await onOrder(context, line['orderId'], async at => {
    const to = await areaOf(at.inside, at.tx, asText(at.row['warehouseId']), isRework(at.row) ? 'defective' : 'receiving')
    const units = (await lyingIn(at.tx, at.id)).filter(one => one.lineId === line.id)
    const taken = partOf(units, quantity)
    if (taken === null) throw refuse.rule(sentence`在制只有 ${sum(units.map(one => one.quantity))}，不能退这么多`)
    await enter(
      at.inside,
      at.tx,
      await entering(at, 'back'),
      taken.map(one => ({ ...one, to, reason: reasonOf(at.row) })),
    )
  })
  return { id: line.id }
}

/** 完工入库: what so many units take of each part leaves the leaf; with the last of them nothing of the need is left out. */
export const complete = (context: Context, given: unknown, quantity: string): Promise<{ id: string }> =>
  onOrder(context, given, async at => {
    const { inside, server, tx, row, id } = at
    if (await isBought(tx, id)) throw refuse.rule(sentence`委外单已生成采购单，请按采购单收货`)
    const { rows } = await sql<{ good: string; done: string; tracked: boolean }>`select
        (select trim_scale(coalesce(sum(good + reworked), 0))::text from work_report where order_id = ${id} and not voided) as good,
        (select trim_scale(coalesce(sum(quantity), 0))::text from production_receipt where order_id = ${id} and not reversed) as done,
        coalesce((select tracking = 1 from product_supply
          where org_id = ${inside.caller.orgId} and product_id = ${row['productId']}), false) as tracked`.execute(behind(tx))
    const { good = '0', done = '0', tracked = false } = rows[0] ?? {}
    const left = subtract(good, done)
    if (compare(quantity, left) > 0) throw refuse.rule(sentence`报工良品还有 ${left} 没有入库，不能入库 ${quantity}`)
    await refuseUnpassed(tx, id, add(done, quantity))
    const productId = asText(row['productId'])
    const waits = await isInspected(inside, tx, 'finished', productId)
    const uses = await usesFor(at, add(done, quantity))
    const batchId = tracked ? await batchFor(server, row, todayOf(inside)) : null
    const made = await create(server, productionReceipt, { orderId: id, receivedOn: todayOf(inside), quantity, batchId })
    const entry = { docType, id, row, day: todayOf(inside), key: receiptKey(made.id) }
    const fee = roundTo(multiply(asText(row['fee'] ?? (await feeOf(tx, id))), quantity), 4, 'halfUp')
    await create(server, stockMade, { docType, lineId: `c${made.id}`, share: null, fee })
    const warehouseId = asText(row['warehouseId'])
    const to = await areaOf(inside, tx, warehouseId, waits ? 'inspection' : 'receiving')
    const out = { productId, quantity, batchId, lineId: `c${made.id}`, reason: 'made' as const }
    await enter(inside, tx, entry, [...uses, { ...out, from: { outside: 'converted' }, to }])
    if (row['backflush'] === true) await tasksFollow(inside, tx, docType, id)
    const source = { type: docType, id, no: asText(row['no']), line: receiptKey(made.id) }
    if (waits) return inspectMade(inside, tx, { stage: 'finished', productId, warehouseId, quantity, batchId, fromId: to, source })
    if (!(await worksByTask(tx, warehouseId))) return
    const of = { docType, docId: id, docNo: asText(row['no']), warehouseId }
    await makePutting(inside, tx, 'putAway', of, [{ productId: out.productId, batchId, labelId: null, from: to, quantity }])
  })
/** By a purchase order that is neither void nor deleted. */
export async function isBought(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from production_order m join purchase_order_line l on l.id = m.purchase_line_id
      join purchase_order o on o.id = l.order_id
    where m.id = ${id} and o.state <> ${purchaseOrder.fields.state.choices.voided[0]}`.execute(behind(tx))
  return rows.length > 0
}
const receiptKey = (id: string): string => `${docType}:receipt:${id}`

/** The fee is there for who may not see it, too. */
async function feeOf(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{ fee: string }>`select fee::text as fee from production_order where id = ${id}`.execute(behind(tx))
  return rows[0]?.fee ?? '0'
}

/** Of products that are kept by batch an order is one batch. */
async function batchFor(server: Context, row: Row, day: string): Promise<string> {
  const batchNo = asText(row['no'])
  const known = await server.db
    .selectFrom('goods_batch')
    .select('id')
    .where('product_id', '=', asText(row['productId']))
    .where('batch_no', '=', batchNo)
    .executeTakeFirst()
  return known?.id ?? (await create(server, goodsBatch, { productId: row['productId'], batchNo, madeOn: day })).id
}

export const undoReceipt = async (context: Context, given: unknown): Promise<{ id: string }> => {
  const found = await oneRecord(context, productionReceipt, given)
  await onOrder(context, found['orderId'], async ({ inside, server, tx, row, id }) => {
    const { rows } = await sql<Receipt>`select reversed, received_on::text as day, batch_id::text as "batchId", in_id::text as "inId",
        trim_scale(quantity)::text as quantity from production_receipt where id = ${found.id} for no key update`.execute(behind(tx))
    const [told] = rows
    if (told === undefined || told.reversed) throw refuse.rule(sentence`这次入库已冲销`)
    if (told.inId !== null) throw refuse.rule(sentence`这次入库由采购收货而来，请冲销入库单`)
    await refuseUsedUp(tx, id)
    await forgetMade(inside, tx, { type: docType, id, no: '', line: receiptKey(found.id) })
    await setDerived(server, productionReceipt, [{ id: found.id, reversed: true }])
    await refuseClosed(inside, tx, told.day)
    await takeBack(inside, tx, { docType, id, row, day: told.day, key: receiptKey(found.id) })
    const gone = { productId: asText(row['productId']), batchId: told.batchId, labelId: null, quantity: told.quantity }
    await putLess(inside, tx, { docType, docId: id }, [gone])
  })
  return { id: found.id }
}
async function refuseClosed(context: Context, tx: Tx, day: string): Promise<void> {
  const closed = (await context.house.registry.closedUntil?.(context, tx)) ?? null
  if (closed !== null && day <= closed)
    throw refuse.rule(sentence`${day} 的月份已结账，不能冲销这次入库，请先反结账，或用其他出库、盘点调整库存`)
}
interface Receipt {
  readonly reversed: boolean
  readonly day: string
  readonly batchId: string | null
  readonly inId: string | null
  readonly quantity: string
}
/** What was used up is in the cost of what came before it. */
export async function refuseUsedUp(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`select 1 from goods_posting where doc_type = ${docType} and doc_id = ${id}
    and starts_with(key, ${`${docType}:${id}:useUp:`}) limit 1`.execute(behind(tx))
  if (rows.length > 0) throw refuse.rule(sentence`已有剩余物料计入入库成本，不能再冲销入库`)
}
