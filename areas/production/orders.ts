/** What follows from an order: bill and materials of a draft, holds from its confirmation on, nothing in production at its end. */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { isZero, subtract } from '#platform/format/decimal.ts'
import type { Row } from '#platform/declare/wire.ts'
import { refuse, type Context, type RecordChange, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { oneRecord, setDerived, followerOf } from '#platform/server/records.ts'
import { behind, closeTransit, holdGoods, refuseForeign, releaseGoods, tasksFollow } from '#areas/goods/index.ts'
import { copyBills, isRework, type Draft } from './copy-bills.ts'
import { keepFigures } from './keep-figures.ts'
import { touching } from './order-cost.ts'
import { rolledCosts, unitCosts } from './read-bills.ts'
import { followRework, refuseOther, rejectedAt } from './rework.ts'
import { tellLack, tellLess } from './notices.ts'
import { orderKinds, orderStates, productionMaterial, productionOrder } from './order-tables.ts'

const states = codesOf(orderStates)
export const docType = productionOrder.table

export const keepOrders = followerOf(productionOrder, async (caller, tx, changes) => {
  const server = await inServersName(caller, tx, 'what follows from the state of a production order')
  await refuseOther(tx, changes)
  await copyBills(server, tx, changes.flatMap(draftOf))
  const reached = (state: number): readonly string[] =>
    changes.flatMap(({ id, before, after }) => (after?.state === state && before?.state !== state ? [id] : []))
  const asked = reached(states.asked)
  const confirmed = reached(states.confirmed)
  const still = await holdStill(tx, [...asked, ...confirmed])
  for (const { id, before, after } of changes) {
    if (after === null) continue
    const from = before?.state ?? null
    const to = after.state
    if (from === to) continue
    if (to === states.asked) {
      if (!still.has(id)) await copyBills(server, tx, [{ id, row: after, named: null }])
      await refuseIncomplete(tx, id, after)
    }
    if (to === states.confirmed && from === states.asked && !still.has(id))
      throw refuse.rule(sentence`物料清单在审批期间换了版本，请退回后重新确认`)
    // who decides on an approval need not have the warehouse
    if (to === states.voided || to === states.closed) await refuseForeign(caller, tx, asText(after.warehouseId))
    if (to === states.confirmed) await hold(server, tx, after)
    if (to === states.voided && from === states.confirmed) await free(server, tx, id)
    if (to === states.closed) {
      const [left] = await lyingIn(tx, id)
      if (left !== undefined) throw refuse.rule(sentence`在制还有没用完的物料，请先“退料”再关闭`)
      await free(server, tx, id)
      await closeLeaf(server, tx, id)
      await keepFigures(server, tx, id)
      await tellLess(server, tx, after)
    }
  }
  await planCosts(server, tx, confirmed)
  await followRework(server, tx, changes)
})
const copied = ['kind', 'productId', 'quantity', 'startOn', 'bomId'] as const
/** A draft whose materials are to be copied anew. */
function draftOf({ id, before, after }: RecordChange): readonly Draft[] {
  if (after === null || after['state'] !== states.draft) return []
  const isSame = before !== null && copied.every(name => asText(before[name] ?? '') === asText(after[name] ?? ''))
  if (isSame && before['state'] === states.draft) return []
  // a bill that was found for the draft is no choice of the person
  const isChosen = before === null || asText(before['bomId'] ?? '') !== asText(after['bomId'] ?? '')
  return [{ id, row: after, named: isChosen ? (after['bomId'] ?? null) : null }]
}

/** What a unit of each part costs now is what it is planned to cost; of parts that never lay here what their own parts cost. */
async function planCosts(server: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string; partId: string }>`select id::text as id, part_id::text as "partId" from production_material
    where order_id = any(${ids}::bigint[]) order by id`.execute(behind(tx))
  const { orgId } = server.caller
  const parts = [...new Set(rows.map(one => one.partId))]
  const known = await unitCosts(tx, orgId, todayOf(server), parts)
  const unknown = parts.filter(one => !known.has(one))
  const rolled = unknown.length === 0 ? new Map<string, string>() : await rolledCosts(tx, orgId, todayOf(server), unknown)
  const priceOf = (partId: string): string | null => known.get(partId) ?? rolled.get(partId) ?? null
  await setDerived(
    server,
    productionMaterial,
    rows.map(one => ({ id: one.id, planPrice: priceOf(one.partId) })),
  )
}

/** Those of the orders whose copied bill is the one of the day of start. */
async function holdStill(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select o.id::text as id from production_order o left join bom b on b.id = o.bom_id
    where o.id = any(${ids}::bigint[]) and (o.kind = ${orderKinds.rework[0]} or b.state in (2, 5) and b.valid_from <= o.start_on
      and (b.valid_to is null or b.valid_to >= o.start_on))`.execute(behind(tx))
  return new Set(rows.map(one => one.id))
}

async function refuseIncomplete(tx: Tx, id: string, row: Row): Promise<void> {
  const { rows } = await sql<{ sku: string; stopped: boolean; lines: number }>`select p.sku, p.status = 3 as stopped,
      (select count(*)::int from production_material m where m.order_id = ${id}) as lines
    from product p where p.id = ${row['productId']}`.execute(behind(tx))
  const [told] = rows
  if (told?.stopped) throw refuse.rule(sentence`商品 ${told.sku} 已停售，不能生产`)
  if (asText(row['dueOn']) < asText(row['startOn'])) throw refuse.invalid([{ field: 'dueOn', message: sentence`交期早于开工日期` }])
  if (row['kind'] === orderKinds.subcontract[0] && (row['supplierId'] ?? null) === null)
    throw refuse.invalid([{ field: 'supplierId', message: sentence`委外请选择加工商` }])
  if (isRework(row) && row['backflush'] === true)
    throw refuse.invalid([{ field: 'backflush', message: sentence`返工单只领不良品，不能倒冲` }])
}

/** Holds what is free of what is needed and neither held nor issued; tells whether something lacks. */
export async function hold(context: Context, tx: Tx, row: Row): Promise<void> {
  const { id } = row
  const lines = await materialsOf(tx, id)
  const open = lines.filter(one => Number(one.open) > 0)
  const from = isRework(row) ? await rejectedAt(context, tx, row) : {}
  const takings = await holdGoods(
    context,
    tx,
    open.map(one => ({
      docType,
      docId: id,
      docNo: asText(row['no']),
      lineId: one.id,
      productId: one.partId,
      warehouseId: asText(row['warehouseId']),
      quantity: one.open,
      part: true,
      ...from,
    })),
  )
  const isLack = open.some((one, at) => !isZero(subtract(one.open, takings[at]?.taken ?? '0')))
  await recount(context, tx, id)
  await setDerived(context, productionOrder, [{ id, isLack }])
  if (isLack && row['isLack'] !== true) await tellLack(context, tx, row)
}
/** A count has taken some of what an order holds. */
export const holdLess = async (caller: Context, tx: Tx, id: string): Promise<void> => {
  const context = await inServersName(caller, tx, 'what a count has taken from a production order')
  const row = await oneRecord(context, productionOrder, id)
  await tasksFollow(context, tx, docType, id)
  const lines = await recount(context, tx, id)
  const isLack = lines.some(one => !isZero(one.open))
  await setDerived(context, productionOrder, [{ id, isLack }])
  if (isLack && row['isLack'] !== true) await tellLack(context, tx, row)
}
async function free(context: Context, tx: Tx, id: string): Promise<void> {
  await releaseGoods(context, tx, [{ docType, docId: id }])
  await tasksFollow(context, tx, docType, id)
  await recount(context, tx, id)
  await setDerived(context, productionOrder, [{ id, isLack: false }])
}

export interface Material {
  readonly id: string
  readonly partId: string
  readonly sku: string
  readonly need: string
  readonly held: string
  readonly issued: string
  readonly returned: string
  readonly used: string
  readonly lost: string
  /** neither held nor issued */
  readonly open: string
}
export interface Lying {
  readonly lineId: string
  readonly productId: string
  readonly from: string
  readonly batchId: string | null
  readonly labelId: string | null
  readonly quantity: string
}
/** What lies in the leaf of an order, by material, batch and label, what came first before the rest. */
export async function lyingIn(tx: Tx, orderId: string): Promise<readonly Lying[]> {
  const { rows } = await sql<Lying>`select x.id::text as "lineId", m.product_id::text as "productId", l.id::text as "from",
      m.batch_id::text as "batchId", m.label_id::text as "labelId",
      trim_scale(sum(case when m.to_id = l.id then m.quantity else -m.quantity end))::text as quantity
    from goods_location l join goods_move m on (m.doc_type, m.doc_id) in (${touching(orderId)}) and l.id in (m.from_id, m.to_id)
      join production_material x on x.order_id = ${orderId} and x.part_id = m.product_id
    where l.doc_type = ${docType} and l.doc_id = ${orderId}
    group by 1, 2, 3, 4, 5 having sum(case when m.to_id = l.id then m.quantity else -m.quantity end) > 0
    order by min(m.id)`.execute(behind(tx))
  return rows
}

/** Materials as holds and moves say them. */
export async function materialsOf(tx: Tx, orderId: string): Promise<readonly Material[]> {
  const { rows } = await sql<Material>`
    with moved as (
      select v.product_id as part,
        coalesce(sum(v.quantity) filter (where o.kind < 8 and v.to_id = g.id), 0) as issued,
        coalesce(sum(v.quantity) filter (where o.kind < 8 and v.from_id = g.id), 0) as returned,
        coalesce(sum(case when v.from_id = g.id then v.quantity else -v.quantity end) filter (where o.kind = 23), 0) as used,
        coalesce(sum(case when v.from_id = g.id then v.quantity else -v.quantity end) filter (where o.kind > 23), 0) as lost
      from goods_move v join goods_location g on g.doc_type = ${docType} and g.doc_id = ${orderId} and g.id in (v.from_id, v.to_id)
        join goods_location o on o.id = case when v.from_id = g.id then v.to_id else v.from_id end
      where (v.doc_type, v.doc_id) in (${touching(orderId)}) group by 1),
    held as (
      select line_id as line, sum(quantity) as held from goods_hold
      where doc_type = ${docType} and doc_id = ${orderId} and state = 1 group by 1)
    select m.id::text as id, m.part_id::text as "partId", p.sku, trim_scale(m.need)::text as need,
      trim_scale(coalesce(h.held, 0))::text as held, trim_scale(coalesce(g.issued, 0))::text as issued,
      trim_scale(coalesce(g.returned, 0))::text as returned, trim_scale(coalesce(g.used, 0))::text as used,
      trim_scale(coalesce(g.lost, 0))::text as lost,
      trim_scale(greatest(m.need - coalesce(h.held, 0) - coalesce(g.issued - g.returned - g.lost, 0), 0))::text as open
    from production_material m join product p on p.id = m.part_id
      left join held h on h.line = m.id::text left join moved g on g.part = m.part_id
    where m.order_id = ${orderId} order by m.line_no`.execute(behind(tx))
  return rows
}

export async function recount(context: Context, tx: Tx, orderId: string): Promise<readonly Material[]> {
  const lines = await materialsOf(tx, orderId)
  await setDerived(
    context,
    productionMaterial,
    lines.map(({ id, held, issued, returned, used, lost }) => ({ id, held, issued, returned, used, lost })),
  )
  return lines
}

/** An order that is closed has an empty leaf, which takes no more. */
async function closeLeaf(context: Context, tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id::text as id from goods_location
    where doc_type = ${docType} and doc_id = ${id} and status = 1 order by id`.execute(behind(tx))
  for (const leaf of rows) await closeTransit(context, tx, leaf.id)
}
