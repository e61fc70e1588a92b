/** Goods of a shipping order arrive in parts, are lost, or an arrival is taken back; plan and stock plan follow. */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { add, compare, isZero, subtract } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { oneRecord, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import {
  areaOf,
  behind,
  closeTransit,
  enter,
  keyOf,
  locationKinds,
  lockDocument,
  makePutting,
  moveReasons,
  openTransit,
  postGoods,
  refuseForeign,
  tasksFollow,
  underWay,
  worksByTask,
  type Place,
  type UnderWay,
} from '#areas/goods/index.ts'
import { keepShipments } from './fba/keep.ts'
import { refeed } from './keep-plans.ts'
import { shippingOrder, shippingOrderLine } from './order-tables.ts'
import { shipPlanLine } from './plan-tables.ts'
import { isMarketplace } from './words.ts'

const docType = 'shipping_order'
const states = codesOf(shippingOrder.fields.state.choices)

interface How {
  /** they are lost, and why */
  readonly lostReason?: string
  /** entered once: absent, one of its own for each arrival */
  readonly key?: string
  readonly day?: string
}
/** These units arrive, or are lost. Answers the id of the posting and whether it was entered before. */
export async function arrive(
  context: Context,
  tx: Tx,
  row: Row,
  units: readonly UnderWay[],
  { lostReason, key, day = todayOf(context) }: How = {},
): Promise<{ postingId: string; known: boolean }> {
  const { id } = row
  const to = await targetOf(context, tx, row, lostReason !== undefined)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from goods_posting
    where org_id = ${context.caller.orgId} and doc_type = ${docType} and doc_id = ${id}`.execute(behind(tx))
  const reason = lostReason !== undefined ? 'lost' : typeof to === 'string' ? 'transferred' : 'accepted'
  const posted = await enter(
    context,
    tx,
    { docType, id, row, day, key: key ?? `${keyOf(docType, id)}:arrive:${rows[0]?.n ?? 0}` },
    units.map(one => ({ ...one, to, reason })),
  )
  if (posted.known) return posted
  if (typeof to === 'string' && (await worksByTask(tx, asText(row['toWarehouseId'])))) {
    const arrived = units.map(({ productId, batchId, labelId, quantity }) => ({ productId, batchId, labelId, quantity, from: to }))
    const source = { docType, docId: id, docNo: asText(row['no']), warehouseId: asText(row['toWarehouseId']) }
    await makePutting(context, tx, 'putAway', source, arrived)
  }
  await countArrived(context, tx, id, lostReason === undefined ? {} : { lostReason, lines: new Set(units.map(one => one.lineId)) })
  return posted
}

async function targetOf(context: Context, tx: Tx, row: Row, isLost: boolean): Promise<Place> {
  if (isLost) {
    await refuseForeign(context, tx, asText(row['fromWarehouseId']))
    return { outside: 'scrapped' }
  }
  if (isMarketplace(row['target'])) return { outside: 'marketplace', shopId: asText(row['shopId']) }
  const warehouseId = asText(row['toWarehouseId'])
  await refuseForeign(context, tx, warehouseId)
  return areaOf(context, tx, warehouseId, 'receiving')
}

/** What of each line arrived or was lost, as the moves say it; what of a plan was delivered, and of its month. */
async function countArrived(
  context: Context,
  tx: Tx,
  id: string,
  { lostReason, lines }: { lostReason?: string; lines?: ReadonlySet<string> } = {},
): Promise<void> {
  const { rows } = await sql<{ id: string; received: string; lost: string; why: string | null }>`select l.id::text as id,
      coalesce(sum(x.q) filter (where x.lost is false), 0)::text as received,
      coalesce(sum(x.q) filter (where x.lost), 0)::text as lost, l.lost_reason as why
    from shipping_order_line l left join lateral (
      select case when m.from_id = g.id then m.quantity else -m.quantity end as q, m.reason = ${moveReasons.lost[0]} as lost
      from goods_location g join goods_move m on m.doc_type = g.doc_type and m.doc_id = g.doc_id and g.id in (m.from_id, m.to_id)
      where g.doc_type = ${docType} and g.doc_id = l.order_id::text and g.kind = ${locationKinds.transit[0]}
        and m.line_id = l.id::text and m.reason <> ${moveReasons.dispatched[0]}) x on true
    where l.order_id = ${id} group by l.id`.execute(behind(tx))
  const server = await inServersName(context, tx, 'what arrived of a shipping order, and of its plan')
  await setDerived(
    server,
    shippingOrderLine,
    rows.map(({ why, ...one }) => ({ ...one, lostReason: lines?.has(one.id) === true ? (lostReason ?? null) : why })),
  )
  await setDerived(server, shippingOrder, [{ id, arrivedOn: todayOf(context) }])
  const { rows: planned } = await sql<{ id: string; delivered: string; plan: string }>`select p.id::text as id, p.plan_id::text as plan,
      (select coalesce(sum(l.received), 0) from shipping_order_line l where l.plan_line_id = p.id)::text as delivered
    from ship_plan_line p where p.id in (select plan_line_id from shipping_order_line where order_id = ${id}) order by p.id`.execute(
    behind(tx),
  )
  await setDerived(
    server,
    shipPlanLine,
    planned.map(({ id: line, delivered }) => ({ id: line, delivered })),
  )
  await refeed(context, tx, [...new Set(planned.map(one => one.plan))])
  const { rows: shipments } = await sql<{ id: string }>`select id::text as id from fba_shipment where order_id = ${id}
    order by id`.execute(behind(tx))
  await keepShipments(
    context,
    tx,
    shipments.map(one => one.id),
  )
  const open = await underWay(tx, docType, id)
  if (open.length === 0) {
    const { rows: leaf } = await sql<{ id: string }>`select id::text as id from goods_location
      where doc_type = ${docType} and doc_id = ${id} and kind = ${locationKinds.transit[0]}`.execute(behind(tx))
    if (leaf[0]) await closeTransit(context, tx, leaf[0].id)
  }
}

/** The order is at the state that its goods are at. */
export async function moveOn(context: Context, tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ state: number; came: boolean; open: boolean }>`select o.state, bool_or(l.received + l.lost > 0) as came,
      bool_or(l.shipped > l.received + l.lost) as open
    from shipping_order o join shipping_order_line l on l.order_id = o.id where o.id = ${id} group by o.id`.execute(behind(tx))
  const [one] = rows
  if (one === undefined) return
  const step = !one.open
    ? one.state === states.done
      ? null
      : 'finish'
    : one.came
      ? { [states.shipped]: 'arrive', [states.done]: 'lessArrived' }[one.state]
      : { [states.part]: 'notArrived', [states.done]: 'notArrived' }[one.state]
  if (step !== null && step !== undefined)
    await takeSteps(context, shippingOrder, { ids: [{ id }], pick: { step }, input: {}, byProgram: true })
}

/** A part of a line arrives, or is decided to be lost. */
export const arriveLine = (context: Context, lineId: string, quantity: string, lostReason?: string): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    const line = await oneRecord(inside, shippingOrderLine, lineId)
    const id = asText(line['orderId'])
    await lockDocument(tx, shippingOrder, id)
    const row = await oneRecord(inside, shippingOrder, id)
    const open = (await underWay(tx, docType, id)).filter(one => one.lineId === lineId)
    await arrive(inside, tx, row, partOf(open, quantity), lostReason === undefined ? {} : { lostReason })
    await moveOn(inside, tx, id)
    return { id: lineId }
  })

/** So many of these units; more than there are is refused. */
function partOf(open: readonly UnderWay[], quantity: string): readonly UnderWay[] {
  const units: UnderWay[] = []
  let left = quantity
  for (const one of open) {
    const part = compare(one.quantity, left) < 0 ? one.quantity : left
    if (!isZero(part)) units.push({ ...one, quantity: part })
    left = subtract(left, part)
  }
  if (!isZero(left)) {
    const all = open.reduce((sum, one) => add(sum, one.quantity), '0')
    throw refuse.rule(sentence`这一行在途 ${all}，不能超过它`)
  }
  return units
}

/** The last arrival or loss of an order is taken back: its units are under way again. */
export const takeArrivalBack = (context: Context, orderId: string): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    await lockDocument(tx, shippingOrder, orderId)
    const row = await oneRecord(inside, shippingOrder, orderId)
    const { rows } = await sql<{ id: string; key: string; isLoss: boolean }>`select p.id::text as id, p.key,
        exists (select from goods_move m where m.posting_id = p.id and m.reason = ${moveReasons.lost[0]}) as "isLoss"
      from goods_posting p
      where p.org_id = ${inside.caller.orgId} and p.doc_type = ${docType} and p.doc_id = ${orderId} and p.reverses_id is null
        and p.key like ${`${keyOf(docType, orderId)}:arrive:%`} and p.key not like ${`${toldKey(orderId)}%`}
        and not exists (select from goods_posting r where r.reverses_id = p.id)
      order by p.id desc limit 1`.execute(behind(tx))
    const [last] = rows
    if (last === undefined) throw refuse.rule(sentence`没有可以冲销的签收；库存分类账入账的签收随文件撤回`)
    await targetOf(inside, tx, row, last.isLoss)
    if (!last.isLoss) await tasksFollow(inside, tx, docType, orderId)
    await undo(inside, tx, row, last)
    return { id: orderId }
  })

/** What begins the keys of arrivals that a ledger of the marketplace told. */
export const toldKey = (orderId: string): string => `${keyOf(docType, orderId)}:arrive:ledger:`

/** An arrival or a loss is taken back: its units are under way again. */
export async function undo(context: Context, tx: Tx, row: Row, posting: { readonly id: string; readonly key: string }): Promise<void> {
  const no = asText(row['no'])
  await openTransit(context, tx, { docType, id: row.id, no, warehouseId: asText(row['fromWarehouseId']) })
  await postGoods(context, tx, { docType, docId: row.id, docNo: no, key: `${posting.key}:reverse`, reverses: posting.id })
  await countArrived(context, tx, row.id)
  await moveOn(context, tx, row.id)
}
