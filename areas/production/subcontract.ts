/**
 * 委外: what a subcontractor is paid for is a purchase order. Its receipt takes the parts out of the leaf and brings what was made, in one
 * posting; the fee is provisional until it is billed. What he lost is borne, in the cost of what came last, or charged to him.
 */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { add, isZero, sum } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { may, refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName, within } from '#platform/server/database.ts'
import { addRecord, change, create, oneRecord, setDerived } from '#platform/server/records.ts'
import {
  behind,
  enter,
  lockDocument,
  type Arriving,
  type CountedOutside,
  type GoodsLine,
  type MadeOutside,
  type OrderOfLeaf,
} from '#areas/goods/index.ts'
import { purchaseOrder, receiptDiscrepancy, undoCounted } from '#areas/supply/index.ts'
import { entering, partOf, type At } from './at.ts'
import { follow, lineOf, onOrder, isBought, refuseUsedUp, running } from './floor.ts'
import { lyingIn } from './orders.ts'
import { orderKinds, productionMaterial, productionOrder, productionReceipt } from './order-tables.ts'
import { usesFor } from './uses.ts'
import { costRight } from './words.ts'

/** 生成采购单: a draft for the fee, whose receipt receives the order. */
export async function buyOrder(context: Context, given: unknown): Promise<{ page: { list: string; id: string } }> {
  if (!may(context.caller, 'purchaseOrder', operations.add)) throw refuse.rule(sentence`没有新增${purchaseOrder.title}的权限`)
  let made = ''
  await onOrder(context, given, async ({ inside, server, tx, row, id }) => {
    if (!isZero(asText(row['done']))) throw refuse.rule(sentence`已有完工入库，不能再生成采购单`)
    if (await isBought(tx, id)) throw refuse.rule(sentence`已生成过采购单`)
    const { rows } = await sql<{ fee: string }>`select trim_scale(fee)::text as fee from production_order where id = ${id}`.execute(
      behind(tx),
    )
    const line = { productId: row['productId'], quantity: row['quantity'] }
    const price = may(inside.caller, 'purchaseOrder', costRight.operation) ? { price: rows[0]?.fee ?? '0' } : {}
    const { id: orderId } = await addRecord(inside, purchaseOrder, {
      businessOn: row['startOn'],
      supplierId: row['supplierId'],
      warehouseId: row['warehouseId'],
      promisedOn: row['dueOn'],
      lines: { added: [{ ...line, ...price }] },
    })
    const { rows: lines } = await sql<{ id: string }>`select id::text as id from purchase_order_line where order_id = ${orderId}`.execute(
      behind(tx),
    )
    await setDerived(server, productionOrder, [{ id, purchaseLineId: lines[0]?.id ?? null }])
    made = orderId
  })
  return { page: { list: purchaseOrder.type ?? '', id: made } }
}

interface Bought {
  readonly lineId: string
  readonly quantity: string
  readonly productId: string
  readonly batchId: string | null
  readonly orderId: string
}
/** What of a receipt was made of parts at a subcontractor. */
export async function received(context: Context, tx: Tx, arriving: Arriving): Promise<MadeOutside | null> {
  if (!context.house.registry.resources.has(productionOrder.table)) return null
  if (arriving.reverses) return takenBack(context, tx, arriving)
  const { rows } = await sql<Bought>`select i.id::text as "lineId", trim_scale(i.quantity)::text as quantity,
      i.product_id::text as "productId", i.batch_id::text as "batchId", o.id::text as "orderId"
    from goods_in_line i join production_order o on o.purchase_line_id = i.order_line_id
    where i.in_id = ${arriving.id} order by o.id, i.line_no`.execute(behind(tx))
  if (rows.length === 0) return null
  // what a posting uses goes by quantity into all that it makes
  if (new Set(rows.map(one => one.orderId)).size > 1) throw refuse.rule(sentence`一张入库单只收一张委外生产单的货，请分开收货`)
  const uses: GoodsLine[] = []
  const orders: At[] = []
  for (const [orderId, lines] of Map.groupBy(rows, one => one.orderId)) {
    const at = await atOrder(context, tx, orderId)
    const { row, server } = at
    const fits = asText(row['warehouseId']) === asText(arriving.row['warehouseId'])
    if (!fits || lines.some(one => one.productId !== asText(row['productId'])))
      throw refuse.rule(sentence`委外采购单的商品和仓库应与生产单 ${asText(row['no'])} 一致`)
    const whole = add(await doneOf(tx, orderId), sum(lines.map(one => one.quantity)))
    // lines of a receipt have numbers of their own
    uses.push(...(await usesFor(at, whole)).map(one => ({ ...one, lineId: `m${one.lineId ?? ''}` })))
    for (const { quantity, batchId } of lines)
      await create(server, productionReceipt, { orderId, receivedOn: arriving.day, quantity, batchId, inId: arriving.id })
    orders.push(at)
  }
  return { lineIds: new Set(rows.map(one => one.lineId)), uses, after: () => followAll(orders) }
}
async function takenBack(context: Context, tx: Tx, { id }: Arriving): Promise<MadeOutside | null> {
  const { rows } = await sql<{ id: string; orderId: string }>`select id::text as id, order_id::text as "orderId" from production_receipt
    where in_id = ${id} and not reversed order by order_id, id`.execute(behind(tx))
  if (rows.length === 0) return null
  const orders: At[] = []
  for (const [orderId, of] of Map.groupBy(rows, one => one.orderId)) {
    const at = await atOrder(context, tx, orderId)
    await refuseUsedUp(tx, orderId)
    await setDerived(
      at.server,
      productionReceipt,
      of.map(one => ({ id: one.id, reversed: true })),
    )
    orders.push(at)
  }
  return { lineIds: new Set(), uses: [], after: () => followAll(orders) }
}
const followAll = async (orders: readonly At[]): Promise<void> => {
  for (const at of orders) await follow(at)
}

/** Who receives or counts need not see the order of production. */
async function atOrder(context: Context, tx: Tx, id: string): Promise<At> {
  await lockDocument(tx, productionOrder, id)
  const inside = within(context, tx)
  const server = await inServersName(context, tx, 'what a subcontractor made or has')
  const row = await oneRecord(server, productionOrder, id)
  if (!running.includes(row['state'])) throw refuse.rule(sentence`生产单还没有确认，或已经关闭`)
  return { inside, server, tx, row, id }
}
async function doneOf(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{ done: string }>`select trim_scale(coalesce(sum(quantity), 0))::text as done from production_receipt
    where order_id = ${id} and not reversed`.execute(behind(tx))
  return rows[0]?.done ?? '0'
}

/** 计入成本: what is left of a part, or was lost and is borne, is in the cost of what was received last. */
export const useUp = (context: Context, given: unknown, quantity: string, reason: string): Promise<{ id: string }> =>
  takeOut(
    context,
    given,
    quantity,
    async (at, lines, partId) => {
      const [{ from }] = lines as readonly [GoodsLine]
      const { rows } = await sql<{ day: string }>`select m.booked_on::text as day from goods_move m
        join goods_location t on t.id = m.to_id and t.kind = 23
      where m.org_id = ${at.inside.caller.orgId} and m.product_id = ${partId} and m.from_id = ${asText(from)} and m.reverses_id is null
        and not exists (select from goods_move b where b.org_id = m.org_id and b.reverses_id = m.id)
      order by m.id desc limit 1`.execute(behind(at.tx))
      const [last] = rows
      if (last === undefined) throw refuse.rule(sentence`这种物料还没有随入库耗用过，剩余的请退料`)
      await refuseCircle(at, asText(at.row['productId']), partId, last.day)
      const entry = await entering(at, 'useUp')
      await enter(
        at.inside,
        at.tx,
        entry,
        lines.map(one => ({ ...one, to: { outside: 'converted' }, reason: 'used' })),
      )
    },
    reason,
  )

/** A part that was made of what the order made would bear its own cost. */
async function refuseCircle({ tx, inside }: At, productId: string, partId: string, day: string): Promise<void> {
  const { rows } = await sql`with recursive became as (select ${productId}::bigint as id union
      select o.product_id from became b join goods_move i on i.product_id = b.id and i.booked_on >= ${day}::date
          and i.reverses_id is null and not exists (select from goods_move u where u.org_id = i.org_id and u.reverses_id = i.id)
        join goods_location t on t.id = i.to_id and t.kind = 23 join goods_move o on o.posting_id = i.posting_id
        join goods_location f on f.id = o.from_id and f.kind = 23 where i.org_id = ${inside.caller.orgId})
    select 1 from became where id = ${partId}`.execute(behind(tx))
  if (rows.length > 0) throw refuse.rule(sentence`这种物料有一部分是用本单成品拆出来的，剩余的请退料`)
}

/** 丢失索赔: what a subcontractor lost leaves the stock; how much he is charged is decided in 到货差异. */
export const lose = (context: Context, given: unknown, quantity: string, reason: string): Promise<{ id: string }> =>
  takeOut(
    context,
    given,
    quantity,
    async (at, lines, partId) => {
      const { row, inside, tx } = at
      if (row['kind'] !== orderKinds.subcontract[0]) throw refuse.rule(sentence`只有委外的物料可以向加工商索赔`)
      const entry = await entering(at, 'lose')
      await enter(
        inside,
        tx,
        entry,
        lines.map(one => ({ ...one, to: { outside: 'scrapped' }, reason: 'scrapped' })),
      )
      await tellLost(at, { productId: partId, quantity }, { remark: `${asText(row['no'])} ${reason}` })
    },
    reason,
  )

/** What a subcontractor has lost is charged or borne, as it is decided. */
const tellLost = (
  { row, server }: At,
  lost: { readonly productId: string; readonly quantity: string },
  more: Readonly<Record<string, string>>,
): Promise<unknown> =>
  create(server, receiptDiscrepancy, {
    businessOn: todayOf(server),
    kind: receiptDiscrepancy.fields.kind.choices.short[0],
    ...lost,
    supplierId: row['supplierId'],
    warehouseId: row['warehouseId'],
    buyerId: row['ownerId'],
    ...more,
  })

/** A count of parts at a subcontractor: the order follows it, and what lacks is to be decided. */
export async function countedOutside(context: Context, tx: Tx, counted: CountedOutside): Promise<() => Promise<void>> {
  const { docId, countId, lacking, reverses } = counted
  const at = await atOrder(context, tx, docId)
  if (reverses) await undoCounted(at.server, tx, countId)
  else for (const lost of lacking) await tellLost(at, lost, { countId, remark: asText(at.row['no']) })
  return () => follow(at)
}

/** What is no material of an order is not received at its leaf by a count: nothing would use it or give it back. */
export const refuseStrange: OrderOfLeaf['refuseStrange'] = async (tx, leaf, productIds) => {
  if (leaf.docType !== productionOrder.table) return
  const { rows } = await sql<{ sku: string }>`select p.sku from product p where p.id = any(${[...productIds]}::bigint[])
    and not exists (select from production_material m where m.order_id = ${leaf.docId} and m.part_id = p.id)
    order by p.sku limit 1`.execute(behind(tx))
  if (rows[0] !== undefined) throw refuse.rule(sentence`${rows[0].sku} 不是这张生产单的用料，不能在这里盘点`)
}

/** Units of a material that lie in production leave it. */
async function takeOut(
  context: Context,
  given: unknown,
  quantity: string,
  work: (at: At, lines: readonly Omit<GoodsLine, 'to' | 'reason'>[], partId: string) => Promise<void>,
  reason: string,
): Promise<{ id: string }> {
  const line = await lineOf(context, given)
  await onOrder(context, line['orderId'], async at => {
    const units = (await lyingIn(at.tx, at.id)).filter(one => one.lineId === line.id)
    const taken = partOf(units, quantity)
    if (taken === null) throw refuse.rule(sentence`在制只有 ${sum(units.map(one => one.quantity))}，不能退这么多`)
    await change(at.server, productionMaterial, line.id, { moreReason: reason })
    await work(at, taken, asText(line['partId']))
  })
  return { id: line.id }
}
