/**
 * Orders of shops that ship from a warehouse become goods issues, once per order and line. A document changes with its order while nothing
 * is picked, is cancelled with it, and from picking on is marked. Each order in a transaction of its own, held against a second run.
 */
import { sql } from 'kysely'
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import { Refusal, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { addDocument, writeLines } from '#platform/server/documents.ts'
import { setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { goodsOut, goodsOutLine, orderNotes, outKinds } from '../documents/out-tables.ts'
import { behind, holdOrder } from '../documents/places.ts'
import { outboundStates as states } from '../documents/words.ts'
import { decide, type Decision, type Issued, type Paired } from './decide.ts'
import { addressOf, isOffline, readOrders, shippingShops, type Order, type Shop, type Since } from './read.ts'

/** days back that orders, and documents that were shipped, are looked at */
const [ordersBack, shippedBack] = [90, 60]

export interface KeptOrders {
  readonly made: number
  readonly changed: number
  readonly cancelled: number
  readonly noted: number
  /** SKUs that no product is paired with, and orders that wait for it */
  readonly unpaired: readonly string[]
  readonly waiting: number
  /** orders that were refused, each left as it was */
  readonly failed: readonly { readonly orderNo: string; readonly reason: Wording }[]
}
type Outcome = Exclude<Decision['do'], 'nothing' | 'write'> | 'made' | 'changed' | 'nothing'

/** `warehouseIds`: those of whoever asks; null: all. */
export async function keepOrders(context: Context, warehouseIds: readonly string[] | null): Promise<KeptOrders> {
  const today = todayOf(context)
  const since = { orderedOn: addDays(today, -ordersBack), shippedOn: addDays(today, -shippedBack) }
  const { orgId } = context.caller
  const { shops, orders } = await context.write(async tx => {
    const found = await shippingShops(tx, orgId, warehouseIds)
    return { shops: found, orders: await readOrders(tx, { orgId, shops: found, since }) }
  })
  const shopOf = new Map(shops.map(one => [one.id, one]))
  const done: Record<Outcome, number> = { made: 0, changed: 0, cancel: 0, note: 0, allocate: 0, nothing: 0 }
  const unpaired = new Set<string>()
  const failed: { orderNo: string; reason: Wording }[] = []
  let waiting = 0
  for (const order of orders) {
    const shop = shopOf.get(order.shopId)
    if (shop === undefined || isOutside(order, warehouseIds)) continue
    const decision = decided(shop, order)
    if (decision.do === 'write' ? decision.unpaired !== '' : order.issued?.unpaired) {
      waiting += 1
      for (const one of order.lines) if (one.productId === null && one.isOpen) unpaired.add(one.sku)
    }
    if (decision.do === 'nothing') continue
    try {
      done[await keepOrder(context, { shop, since, warehouseIds, orderNo: order.orderNo })] += 1
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== ruled) throw error
      failed.push({ orderNo: order.orderNo, reason: error.wording })
    }
  }
  return {
    made: done.made,
    changed: done.changed,
    cancelled: done.cancel,
    noted: done.note,
    unpaired: [...unpaired],
    waiting,
    failed,
  }
}
/** status of what a rule refuses; other refusals hold for the whole run */
const ruled = 200

/** Its document lies in a warehouse that whoever asks does not have. */
const isOutside = ({ issued }: Order, warehouseIds: readonly string[] | null): boolean =>
  issued !== null && warehouseIds !== null && !warehouseIds.includes(issued.warehouseId)
function decided(shop: Shop, { lines, issued }: Order): Decision {
  const decision = decide(lines, issued)
  return decision.do === 'write' && issued === null && shop.warehouseId === null ? { do: 'nothing' } : decision
}

interface One {
  readonly shop: Shop
  readonly since: Since
  readonly warehouseIds: readonly string[] | null
  readonly orderNo: string
}

/** One order. What is held now may be freed first: goods are held in a transaction after it. */
async function keepOrder(context: Context, one: One): Promise<Outcome> {
  const outcome = await keptOnce(context, one)
  const isWritten = outcome === 'made' || outcome === 'changed'
  if (isWritten) await keptOnce(context, one)
  return outcome
}

/** As the order stands once nobody else is at it. */
const keptOnce = (context: Context, { shop, since, warehouseIds, orderNo }: One): Promise<Outcome> =>
  context.write(async (tx, asker) => {
    const inside = await inServersName(asker, tx, 'goods issues follow the orders')
    await holdOrder(tx, shop.id, orderNo)
    const order = (await readOrders(tx, { orgId: inside.caller.orgId, shops: [shop], since, no: orderNo })).find(
      one => one.orderNo === orderNo,
    )
    if (order === undefined || isOutside(order, warehouseIds)) return 'nothing'
    const decision = decided(shop, order)
    const work: Work = { context: inside, tx, shop, order }
    if (decision.do === 'write') return write(work, decision.lines, decision.unpaired)
    if (order.issued === null || decision.do === 'nothing') return 'nothing'
    if (decision.do === 'cancel') await cancel(work, order.issued)
    else if (decision.do === 'note') await setDerived(inside, goodsOut, [{ id: order.issued.id, orderNote: decision.note }])
    else await step(work, order.issued.id, 'allocate')
    return decision.do
  })

interface Work {
  readonly context: Context
  readonly tx: Tx
  readonly shop: Shop
  readonly order: Order
}
const step = ({ context }: Work, id: string, name: string, input: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
  takeSteps(context, goodsOut, { ids: [{ id }], pick: { step: name }, input, byProgram: true })

/** A new document, or new lines of the one there is; where each line has its product it waits to be allocated. */
async function write(work: Work, lines: readonly Paired[], unpaired: string): Promise<Outcome> {
  const { context, tx, order } = work
  const added = lines.map(({ productId, labelId, quantity }) => ({ productId, labelId, quantity }))
  const [dueOn] = lines.flatMap(one => one.dueOn ?? []).sort()
  const { issued } = order
  const id = issued === null ? await add(work, added) : issued.id
  if (issued !== null) {
    if (issued.state !== states.draft[0]) await step(work, id, 'amend')
    const removed = issued.lines.map(one => ({ id: one.id }))
    await writeLines(context, tx, goodsOutLine, id, { added, changed: [], removed }, { verb: 'update' })
  }
  const isWhole = unpaired === ''
  await setDerived(context, goodsOut, [
    { id, fromOrder: true, unpaired, orderNote: isWhole ? null : orderNotes.unpaired[0], dueOn: dueOn ?? null },
  ])
  await nameLines(work, id, lines)
  if (isWhole) await step(work, id, 'made')
  return issued === null ? 'made' : 'changed'
}

async function add({ context, tx, shop, order }: Work, added: readonly unknown[]): Promise<string> {
  const address = isOffline(shop) ? await addressOf(tx, context.caller.orgId, order.orderNo) : null
  const values = {
    kind: outKinds.sold[0],
    warehouseId: shop.warehouseId,
    shopId: shop.id,
    orderNo: order.orderNo,
    businessOn: todayOf(context),
    address,
  }
  const { id } = await addDocument(context, [goodsOut, goodsOutLine], values, { added, changed: [], removed: [] }, {})
  return id
}

/** Which line of the order each line is: of these there is one in the database. */
async function nameLines({ context, tx }: Work, id: string, lines: readonly Paired[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id::text from goods_out_line where out_id = ${id}
    and of_line_id is null order by line_no`.execute(behind(tx))
  await setDerived(
    context,
    goodsOutLine,
    rows.map((row, at) => ({ id: row.id, orderLine: lines[at]?.key ?? null })),
  )
}

/** Its lines are free again: an order that goes on gets another document. */
async function cancel(work: Work, { id, lines }: Issued): Promise<void> {
  const { context } = work
  await step(work, id, 'void', { reason: '订单已取消' })
  await setDerived(context, goodsOut, [{ id, orderNote: orderNotes.cancelled[0] }])
  await setDerived(
    context,
    goodsOutLine,
    lines.map(one => ({ id: one.id, orderLine: null })),
  )
}

const skusShown = 5
export const unpairedSaid = (waiting: number, skus: readonly string[]): Wording =>
  sentence`${waiting} 个订单的 SKU 未配对（${listed(skus.slice(0, skusShown))}），请先在“SKU 配对”里配对`
