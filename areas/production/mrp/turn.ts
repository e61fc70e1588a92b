/** 转单: suggestions become drafts: production orders, purchase requests by supplier and warehouse, transfers by way. */
import { sql } from 'kysely'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { createDocuments } from '#platform/server/records.ts'
import { behind, goodsTransfer } from '#areas/goods/index.ts'
import { firstMade, byDocument, makeOf, refuseWithout, seenOf, turned, openSuggestions, type MadeDocument } from '#areas/logistics/index.ts'
import { purchaseRequest } from '#areas/supply/index.ts'
import { orderKinds, productionOrder } from '../order-tables.ts'
import { kinds } from './snapshot.ts'
import { mrpLine } from './tables.ts'

/** lines of one document */
const linesMax = 500
/** of purchase requests: requirements planning */
const planning = 6

interface Line {
  readonly id: string
  readonly kind: number
  readonly productId: string
  readonly warehouseId: string
  readonly fromWarehouseId: string | null
  readonly supplierId: string | null
  readonly units: string
  readonly needOn: string
  readonly startOn: string
}

export const turnLines = (context: Context, ids: readonly string[]): Promise<{ page: MadeDocument }> =>
  context.write(async (tx, inside) => {
    const lines = await linesOf(inside, tx, ids)
    return firstMade([await orders(inside, tx, lines), await requests(inside, tx, lines), await transfers(inside, tx, lines)].flat())
  })

/** Those of them that the caller sees and that still wait, locked: who turns them a moment later finds none. What is told alone stays. */
async function linesOf(context: Context, tx: Tx, ids: readonly string[]): Promise<readonly Line[]> {
  const seen = await seenOf(context, mrpLine, ids)
  const { rows } = await sql<Line>`select id::text as id, kind, product_id::text as "productId", warehouse_id::text as "warehouseId",
      from_warehouse_id::text as "fromWarehouseId", supplier_id::text as "supplierId", need_on::text as "needOn",
      trim_scale(coalesce(chosen, quantity))::text as units, greatest(order_on, ${todayOf(context)}::date)::text as "startOn"
    from mrp_line where id = any(${[...seen]}::bigint[]) and state = any(${openSuggestions}::int[]) and kind < ${kinds.earlier}
    order by id for no key update`.execute(behind(tx))
  return rows
}

async function orders(context: Context, tx: Tx, lines: readonly Line[]): Promise<readonly MadeDocument[]> {
  const of = lines.filter(one => one.kind === kinds.make || one.kind === kinds.subcontract)
  if (of.length === 0) return []
  refuseWithout(context, productionOrder)
  const ids = await createDocuments(
    context,
    productionOrder,
    of.map(one => ({
      businessOn: todayOf(context),
      kind: one.kind === kinds.make ? orderKinds.standard[0] : orderKinds.subcontract[0],
      productId: one.productId,
      quantity: one.units,
      startOn: one.startOn,
      dueOn: one.needOn < one.startOn ? one.startOn : one.needOn,
      warehouseId: one.warehouseId,
      supplierId: one.kind === kinds.make ? null : one.supplierId,
    })),
  )
  const { rows } = await sql<{ id: string; no: string }>`select id::text as id, no from production_order
    where id = any(${[...ids]}::bigint[])`.execute(behind(tx))
  const noOf = new Map(rows.map(one => [one.id, one.no]))
  await turned(
    context,
    tx,
    mrpLine,
    of.map((one, at) => ({ id: one.id, documentNo: noOf.get(ids[at] ?? '') ?? '' })),
  )
  return ids.map(id => ({ list: 'productionOrder', id }))
}

async function requests(context: Context, tx: Tx, lines: readonly Line[]): Promise<readonly MadeDocument[]> {
  const of = lines.filter(one => one.kind === kinds.buy)
  if (of.length > 0) refuseWithout(context, purchaseRequest)
  const made: MadeDocument[] = []
  for (const group of byDocument(of, one => `${one.supplierId ?? ''}:${one.warehouseId}`, linesMax)) {
    const added = group.map(({ productId, units, needOn, warehouseId, supplierId }) => ({
      productId,
      quantity: units,
      needOn,
      warehouseId,
      supplierId,
    }))
    made.push(
      await makeOf(context, tx, [mrpLine, purchaseRequest], { businessOn: todayOf(context), reason: planning, lines: { added } }, group),
    )
  }
  return made
}

async function transfers(context: Context, tx: Tx, lines: readonly Line[]): Promise<readonly MadeDocument[]> {
  const of = lines.filter(one => one.kind === kinds.transfer)
  if (of.length > 0) refuseWithout(context, goodsTransfer)
  const made: MadeDocument[] = []
  for (const group of byDocument(of, one => `${one.fromWarehouseId ?? ''}:${one.warehouseId}:${one.startOn}:${one.needOn}`, linesMax)) {
    const [first] = group
    if (first === undefined) continue
    const header = {
      businessOn: first.startOn,
      fromWarehouseId: first.fromWarehouseId,
      toWarehouseId: first.warehouseId,
      expectedOn: first.needOn,
    }
    const added = group.map(({ productId, units }) => ({ productId, quantity: units }))
    made.push(await makeOf(context, tx, [mrpLine, goodsTransfer], { ...header, lines: { added } }, group))
  }
  return made
}
