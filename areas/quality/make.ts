/** Inspections that are made: by what a receipt brings into the area of inspection, or by hand; each with its sample and its items. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { compare, subtract } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Tx, type Values } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { createEach, setDerived, followerOf } from '#platform/server/records.ts'
import { areaOf, behind, inKinds, locationKinds, refuseForeign } from '#areas/goods/index.ts'
import { inspection, inspectionLine } from './inspection-tables.ts'
import { drawnOf, plansFor, unitsOf, type Drawn, type Plan } from './plans.ts'
import { itemKinds, movingStages, stages } from './words.ts'

const server = (context: Context, tx: Tx): Promise<Context> => inServersName(context, tx, 'inspections of goods that came')

/** The stage of what a receipt brings; null: it is not inspected by itself. */
export const stageOfReceipt = (kind: unknown): number | null =>
  kind === inKinds.bought[0] || kind === inKinds.exchanged[0]
    ? stages.incoming[0]
    : kind === inKinds.returned[0]
      ? stages.returned[0]
      : null

interface Came {
  readonly moveId: string
  readonly productId: string
  readonly quantity: string
  readonly batchId: string | null
  readonly labelId: string | null
  readonly locationId: string
  readonly warehouseId: string
  readonly supplierId: string | null
  readonly kind: number
}

/** Each move of a receipt into an area of inspection is a lot. */
export async function inspectReceipt(context: Context, tx: Tx, posting: Row): Promise<void> {
  const { rows } =
    await sql<Came>`select m.id::text as "moveId", m.product_id::text as "productId", trim_scale(m.quantity)::text as quantity,
      m.batch_id::text as "batchId", m.label_id::text as "labelId", m.to_id::text as "locationId", l.warehouse_id::text as "warehouseId",
      d.supplier_id::text as "supplierId", d.kind
    from goods_move m join goods_location l on l.id = m.to_id join goods_in d on d.id = m.doc_id::bigint
    where m.posting_id = ${posting.id} and l.kind = ${locationKinds.inspection[0]} order by m.id`.execute(behind(tx))
  if (rows.length === 0) return
  const inside = await server(context, tx)
  const { docNo } = await documentOf(tx, posting)
  await createEach(
    inside,
    inspection,
    rows.map(came => ({
      businessOn: asText(posting['bookedOn']),
      stage: stageOfReceipt(came.kind) ?? stages.incoming[0],
      productId: came.productId,
      warehouseId: came.warehouseId,
      supplierId: came.supplierId,
      lotQty: came.quantity,
      batchId: came.batchId,
      labelId: came.labelId,
      fromId: came.locationId,
      sourceType: posting['docType'],
      sourceId: posting['docId'],
      sourceNo: docNo,
      sourceLine: `goods_move:${came.moveId}`,
    })),
  )
}

async function documentOf(tx: Tx, posting: Row): Promise<{ docNo: string | null }> {
  const { rows } = await sql<{ docNo: string | null }>`select doc_no as "docNo" from goods_move where posting_id = ${posting.id}
    limit 1`.execute(behind(tx))
  return { docNo: rows[0]?.docNo ?? null }
}

/** A new inspection has its sample by its plan, the items of the plan as lines, and goods that lie there and wait for no other. */
export const keepNewInspections = followerOf(inspection, async (context, tx, changes) => {
  const added = changes.flatMap(({ before, after }) => (before === null && after !== null ? [after] : []))
  if (added.length === 0) return
  const inside = await server(context, tx)
  const { orgId } = context.caller
  const nearest = await plansFor(
    tx,
    orgId,
    added.map((row, no) => ({
      no,
      productId: asText(row['productId']),
      supplierId: row['supplierId'] === null ? null : asText(row['supplierId']),
      stage: Number(row['stage']),
      day: asText(row['businessOn']),
    })),
  )
  const drawings: Drawing[] = []
  for (const [no, row] of added.entries()) {
    const named = row['planId'] === null ? null : await planNamed(tx, asText(row['planId']))
    const plan = named ?? nearest.get(no) ?? null
    const drawn = drawnOf(plan, asText(row['lotQty']))
    const sampleQty = row['sampleQty'] === null ? drawn.size : refuseSample(Number(row['sampleQty']), drawn.size, asText(row['lotQty']))
    const moves = movingStages.includes(Number(row['stage']))
    const fromId = row['fromId'] ?? (moves ? await areaOf(inside, tx, asText(row['warehouseId']), 'inspection') : null)
    drawings.push({ row, plan, sampleQty, fromId: fromId === null ? null : asText(fromId), drawn })
  }
  await setDerived(
    inside,
    inspection,
    drawings.map(({ row, plan, sampleQty, fromId, drawn }) => ({
      id: row.id,
      planId: plan?.id ?? null,
      supplierKey: row['supplierId'] ?? '0',
      sampleQty,
      fromId,
      letter: drawn.letter,
      sizeCritical: drawn.critical.size,
      acCritical: drawn.critical.ac,
      sizeMajor: drawn.major.size,
      acMajor: drawn.major.ac,
      sizeMinor: drawn.minor.size,
      acMinor: drawn.minor.ac,
    })),
  )
  for (const { row, fromId } of drawings)
    if (movingStages.includes(Number(row['stage'])) && row['sourceNo'] === null) {
      await refuseForeign(context, tx, asText(row['warehouseId']))
      await refuseWaiting(tx, row, asText(fromId))
    }
  await addItems(inside, tx, drawings)
})
interface Drawing {
  readonly row: Row
  readonly plan: Plan | null
  readonly sampleQty: number
  readonly fromId: string | null
  readonly drawn: Drawn
}

/** More than the plan may be drawn, and never more than there is. */
export function refuseSample(wished: number, planned: number, lot: string): number {
  if (BigInt(wished) > unitsOf(lot)) throw refuse.invalid([{ field: 'sampleQty', message: sentence`样本量 ${wished} 超过批量 ${lot}` }])
  if (wished < planned) throw refuse.invalid([{ field: 'sampleQty', message: sentence`样本量不能少于方案要求的 ${planned}` }])
  return wished
}

async function planNamed(tx: Tx, id: string): Promise<Plan> {
  const { rows } = await sql<Plan & { readonly items: number; readonly name: string }>`select id::text, name, sampling, level,
      aql_critical as "aqlCritical", aql_major as "aqlMajor", aql_minor as "aqlMinor", fixed_qty as "fixedQty", percent::text,
      (select count(*)::int from inspection_plan_item t where t.plan_id = p.id) as items
    from inspection_plan p where id = ${id}`.execute(behind(tx))
  const [plan] = rows
  if (plan === undefined || plan.items === 0)
    throw refuse.invalid([{ field: 'planId', message: sentence`检验方案“${plan?.name ?? ''}”还没有检验项目` }])
  return plan
}

/** What lies in the area of inspection is one lot alone: it is not inspected twice. */
async function refuseWaiting(tx: Tx, row: Row, fromId: string): Promise<void> {
  const free = await waitingIn(tx, {
    locationId: fromId,
    productId: asText(row['productId']),
    batchId: row['batchId'] === null ? '0' : asText(row['batchId']),
    labelId: row['labelId'] === null ? '0' : asText(row['labelId']),
  })
  // its own lot is among those that wait
  const others = subtract(free.awaited, asText(row['lotQty']))
  const left = subtract(free.quantity, others)
  const lot = asText(row['lotQty'])
  if (compare(lot, left) > 0)
    throw refuse.invalid([
      {
        field: 'lotQty',
        message: sentence`待检区里没有检验单的只有 ${left}（共 ${free.quantity}，${others} 已在检验），不够 ${lot}`,
      },
    ])
}

export interface CellKey {
  readonly locationId: string
  readonly productId: string
  readonly batchId: string
  readonly labelId: string
}
/** What lies in a cell, and how much of it open inspections wait for; its location is locked. */
export async function waitingIn(tx: Tx, key: CellKey): Promise<{ quantity: string; awaited: string }> {
  await sql`select 1 from goods_location where id = ${key.locationId} for update`.execute(behind(tx))
  const { rows } = await sql<{ quantity: string }>`select trim_scale(quantity)::text as quantity from goods_cell
    where location_id = ${key.locationId} and product_id = ${key.productId} and batch_id = ${key.batchId}
      and label_id = ${key.labelId}`.execute(behind(tx))
  const waiting = await sql<{ awaited: string }>`select trim_scale(coalesce(sum(lot_qty), 0))::text as awaited from inspection
    where from_id = ${key.locationId} and product_id = ${key.productId} and coalesce(batch_id, 0) = ${key.batchId}
      and coalesce(label_id, 0) = ${key.labelId} and state in (1, 2, 3, 5)`.execute(behind(tx))
  return { quantity: rows[0]?.quantity ?? '0', awaited: waiting.rows[0]?.awaited ?? '0' }
}

interface Item {
  readonly planId: string
  readonly kind: number
  readonly readings: number
  readonly [name: string]: unknown
}
/** A line for each item, of what is measured one for each unit. */
async function addItems(inside: Context, tx: Tx, drawings: readonly Drawing[]): Promise<void> {
  const planned = drawings.flatMap(({ row, plan, sampleQty }) =>
    plan === null ? [] : [{ inspectionId: row.id, planId: plan.id, sampleQty }],
  )
  if (planned.length === 0) return
  const plans = [...new Set(planned.map(one => one.planId))]
  const { rows } = await sql<Item>`select plan_id::text as "planId", name, kind, level, unit, lower::text, upper::text,
      options, good_options as "goodOptions", readings, method
    from inspection_plan_item where plan_id = any(${plans}::bigint[])
    order by plan_id, line_no`.execute(behind(tx))
  const itemsOf = Map.groupBy(rows, one => one.planId)
  const measured: readonly number[] = [itemKinds.number[0], itemKinds.integer[0]]
  const lines = planned.flatMap(({ inspectionId, planId, sampleQty }) =>
    (itemsOf.get(planId) ?? []).flatMap(({ readings, planId: _planId, ...item }): Values[] =>
      measured.includes(item.kind)
        ? Array.from({ length: Math.min(readings, sampleQty) }, (_, at) => ({ inspectionId, ...item, sampleNo: at + 1 }))
        : [{ inspectionId, ...item, sampleNo: null }],
    ),
  )
  await createEach(inside, inspectionLine, lines)
}
