/** 转单: suggestions become drafts: production orders, purchase requests by supplier and warehouse, transfers by way. */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { todayOf } from '#platform/format/zones.ts'
import { may, refuse, type Context, type Tx } from '#platform/server/area.ts'
import { anyTable, inServersName } from '#platform/server/database.ts'
import { addRecord, createDocuments, oneRecord, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { behind, goodsTransfer } from '#areas/goods/index.ts'
import { planStates } from '#areas/logistics/index.ts'
import { purchaseRequest } from '#areas/supply/index.ts'
import { orderKinds, productionOrder } from '../order-tables.ts'
import { kinds } from './snapshot.ts'
import { mrpLine } from './tables.ts'

/** lines of one document */
const linesMax = 500
/** of purchase requests: requirements planning */
const planning = 6
const waiting = [planStates.proposed[0], planStates.accepted[0]]

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
type Made = { readonly list: string; readonly id: string }

/** Opens the first document that was made. */
export const turnLines = (context: Context, ids: readonly string[]): Promise<{ page: Made }> =>
  context.write(async (tx, inside) => {
    const lines = await linesOf(inside, tx, ids)
    const made = [await orders(inside, tx, lines), await requests(inside, tx, lines), await transfers(inside, tx, lines)].flat()
    const [first] = made
    if (first === undefined) throw refuse.rule(sentence`没有可以转单的建议，请刷新后再选`)
    return { page: first }
  })

function refuseWithout(context: Context, document: Resource): void {
  if (!may(context.caller, permissionOf(document), operations.add)) throw refuse.rule(sentence`没有新增${document.title}的权限，不能转单`)
}

/** Those of them that the caller sees and that still wait, locked: who turns them a moment later finds none. What is told alone stays. */
async function linesOf(context: Context, tx: Tx, ids: readonly string[]): Promise<readonly Line[]> {
  const seen = await anyTable(context.db)
    .selectFrom('mrp_line as l')
    .where(sql<boolean>`l.id = any(${ids.filter(id => /^\d{1,18}$/.test(String(id)))}::bigint[])`)
    .select(sql<string>`l.id::text`.as('id'))
    .execute()
  const { rows } = await sql<Line>`select id::text as id, kind, product_id::text as "productId", warehouse_id::text as "warehouseId",
      from_warehouse_id::text as "fromWarehouseId", supplier_id::text as "supplierId", need_on::text as "needOn",
      trim_scale(coalesce(chosen, quantity))::text as units, greatest(order_on, ${todayOf(context)}::date)::text as "startOn"
    from mrp_line where id = any(${seen.map(one => one.id)}::bigint[]) and state = any(${waiting}::int[]) and kind < ${kinds.earlier}
    order by id for no key update`.execute(behind(tx))
  return rows
}

async function orders(context: Context, tx: Tx, lines: readonly Line[]): Promise<readonly Made[]> {
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
  await done(
    context,
    tx,
    of.map((one, at) => [one.id, noOf.get(ids[at] ?? '') ?? '']),
  )
  return ids.map(id => ({ list: 'productionOrder', id }))
}

async function requests(context: Context, tx: Tx, lines: readonly Line[]): Promise<readonly Made[]> {
  const of = lines.filter(one => one.kind === kinds.buy)
  if (of.length > 0) refuseWithout(context, purchaseRequest)
  const made: Made[] = []
  for (const group of grouped(of, one => `${one.supplierId ?? ''}:${one.warehouseId}`)) {
    const added = group.map(({ productId, units, needOn, warehouseId, supplierId }) => ({
      productId,
      quantity: units,
      needOn,
      warehouseId,
      supplierId,
    }))
    made.push(await make(context, tx, purchaseRequest, { businessOn: todayOf(context), reason: planning, lines: { added } }, group))
  }
  return made
}

async function transfers(context: Context, tx: Tx, lines: readonly Line[]): Promise<readonly Made[]> {
  const of = lines.filter(one => one.kind === kinds.transfer)
  if (of.length > 0) refuseWithout(context, goodsTransfer)
  const made: Made[] = []
  for (const group of grouped(of, one => `${one.fromWarehouseId ?? ''}:${one.warehouseId}:${one.startOn}:${one.needOn}`)) {
    const [first] = group
    if (first === undefined) continue
    const header = {
      businessOn: first.startOn,
      fromWarehouseId: first.fromWarehouseId,
      toWarehouseId: first.warehouseId,
      expectedOn: first.needOn,
    }
    const added = group.map(({ productId, units }) => ({ productId, quantity: units }))
    made.push(await make(context, tx, goodsTransfer, { ...header, lines: { added } }, group))
  }
  return made
}

const grouped = (lines: readonly Line[], by: (line: Line) => string): readonly (readonly Line[])[] =>
  [...Map.groupBy(lines, by).values()].flatMap(of =>
    Array.from({ length: Math.ceil(of.length / linesMax) }, (_, at) => of.slice(at * linesMax, (at + 1) * linesMax)),
  )

async function make(
  context: Context,
  tx: Tx,
  document: Resource,
  header: Readonly<Record<string, unknown>>,
  of: readonly Line[],
): Promise<Made> {
  const { id } = await addRecord(context, document, header)
  const { no } = await oneRecord(context, document, id)
  await done(
    context,
    tx,
    of.map(one => [one.id, String(no)]),
  )
  return { list: document.type ?? '', id }
}

async function done(context: Context, tx: Tx, of: readonly (readonly [id: string, no: string])[]): Promise<void> {
  const server = await inServersName(context, tx, 'suggestions that became documents')
  await takeSteps(server, mrpLine, { ids: of.map(([id]) => ({ id })), pick: { step: 'turn' }, input: {}, byProgram: true })
  await setDerived(
    server,
    mrpLine,
    of.map(([id, no]) => ({ id, documentNo: no })),
  )
}
