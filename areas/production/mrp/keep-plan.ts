/** A plan as it is kept: what was accepted, turned or is ignored stays; the rest is written anew. */
import { sql } from 'kysely'
import { decimalText } from '#platform/format/decimal.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { behind } from '#areas/goods/index.ts'
import { planStates } from '#areas/logistics/index.ts'
import { daysOf } from './days.ts'
import { kinds, type Cell, type Coming, type Item, type Need, type Plan, type Snapshot, type Suggestion } from './snapshot.ts'
import { hints } from './tables.ts'
import type { CellTold, EventTold } from './wire.ts'

/** rows of one statement */
const portion = 4_000
const scale = 6
/** above it nothing is added up safely in the columns of quantities */
const amountMax = 10n ** 18n
const text = (units: bigint): string => decimalText(units, scale)
const total = (rows: readonly { readonly quantity: bigint }[]): bigint => rows.reduce((all, one) => all + one.quantity, 0n)
const keyOf = (one: {
  readonly kind: number
  readonly product_id: string
  readonly warehouse_id: string
  readonly from_warehouse_id: string | null
  readonly origin_no: string | null
  readonly need_on?: string
}): string => JSON.stringify([one.kind, one.product_id, one.warehouse_id, one.from_warehouse_id, one.origin_no, one.need_on ?? ''])
const withoutDay = (one: Parameters<typeof keyOf>[0]): string => keyOf({ ...one, need_on: '' })

/** The item of which more is asked for than columns hold; null: none. */
export function tooMuchOf({ cells }: Plan, { items }: Snapshot): string | null {
  const found = cells.find(one => total(one.demands) > amountMax || total(one.supplies) > amountMax)
  return found === undefined ? null : (items.find(one => one.productId === found.productId)?.sku ?? found.productId)
}

export async function keepPlan(
  context: Context,
  tx: Tx,
  snapshot: Snapshot,
  plan: Plan,
): Promise<{ items: number; lines: number; late: number }> {
  const { orgId } = context.caller
  const now = context.now().toISOString()
  await keepCells(tx, orgId, now, snapshot, plan)
  const lines = await keepLines(tx, orgId, now, snapshot, plan)
  return { items: plan.cells.length, ...lines }
}

async function keepCells(tx: Tx, orgId: string, now: string, snapshot: Snapshot, { cells }: Plan): Promise<void> {
  const { dayOf } = daysOf(snapshot.today, snapshot.calendar)
  const items = new Map(snapshot.items.map(one => [one.productId, one]))
  const isStock = (one: Coming): boolean => one.origin.list === ''
  for (let at = 0; at < cells.length; at += portion) {
    const rows = cells.slice(at, at + portion).map(cell => ({
      product_id: cell.productId,
      warehouse_id: cell.warehouseId,
      level: cell.level,
      stock: text(total(cell.supplies.filter(isStock))),
      incoming: text(total(cell.supplies.filter(one => !isStock(one) && one.planned === null))),
      asked: text(total(cell.demands)),
      planned: text(total(cell.supplies.filter(one => one.planned !== null))),
      safety: text(cell.safety),
      short_on: cell.shortOn === null ? null : dayOf(cell.shortOn),
      detail: JSON.stringify(toldOf(cell, items.get(cell.productId), dayOf)),
    }))
    await sql`insert into mrp_item (org_id, product_id, warehouse_id, level, stock, incoming, asked, planned, safety, short_on, detail,
        ran_at)
      select ${orgId}, r.product_id, r.warehouse_id, r.level, r.stock, r.incoming, r.asked, r.planned, r.safety, r.short_on, r.detail,
        ${now}::timestamptz
      from json_populate_recordset(null::mrp_item, ${JSON.stringify(rows)}::json) r
      on conflict (org_id, product_id, warehouse_id) do update set
        (level, stock, incoming, asked, planned, safety, short_on, detail, ran_at) = (excluded.level, excluded.stock, excluded.incoming,
          excluded.asked, excluded.planned, excluded.safety, excluded.short_on, excluded.detail, excluded.ran_at)`.execute(behind(tx))
  }
  await sql`delete from mrp_item where org_id = ${orgId} and ran_at < ${now}::timestamptz`.execute(behind(tx))
}

const eventOf = ({ day, quantity, origin }: Coming | Need, dayOf: (day: number) => string): EventTold => ({
  day: dayOf(day),
  quantity: text(quantity),
  list: origin.list,
  id: origin.id,
  no: origin.no,
})
function toldOf(cell: Cell, item: Item | undefined, dayOf: (day: number) => string): CellTold {
  const { source = 1, lead = 0, moq = '0', lot = '0', supplierId = null } = item ?? {}
  return {
    rule: { source, lead, moq, lot, supplierId, safety: text(cell.safety) },
    supplies: cell.supplies.map(one => eventOf(one, dayOf)),
    demands: cell.demands.map(one => eventOf(one, dayOf)),
    pegs: cell.pegs.map(one => [one.supply, one.demand, text(one.quantity)]),
  }
}

interface Kept {
  readonly kind: number
  readonly product_id: string
  readonly warehouse_id: string
  readonly from_warehouse_id: string | null
  readonly origin_no: string | null
  readonly need_on: string
  readonly chosen: string | null
  readonly state: number
}
const same = sql`kind, product_id::text, warehouse_id::text, from_warehouse_id::text, origin_no`
async function keepLines(tx: Tx, orgId: string, now: string, snapshot: Snapshot, plan: Plan): Promise<{ lines: number; late: number }> {
  const isTold = sql`state = ${planStates.accepted[0]} and kind >= ${kinds.earlier}`
  const written = sql`org_id = ${orgId} and (state = ${planStates.proposed[0]} or ${isTold})`
  const { rows: gone } = await sql<Kept>`select ${same}, need_on::text, chosen::text, state from mrp_line
    where ${written} and (chosen is not null or ${isTold})`.execute(behind(tx))
  await sql`delete from mrp_line where ${written}`.execute(behind(tx))
  // what somebody has typed stays with the new suggestion of the same, and what is told alone stays accepted while it holds
  const chosen = new Map(gone.map(one => [keyOf(one), one.chosen]))
  const accepted = new Set(gone.filter(one => one.state === planStates.accepted[0]).map(withoutDay))
  const { rows: still } = await sql<Kept>`select ${same} from mrp_line where org_id = ${orgId}
    and state = ${planStates.ignored[0]} and (until is null or until >= ${snapshot.today}::date)`.execute(behind(tx))
  const ignored = new Set(still.map(withoutDay))
  const rows = rowsOf(snapshot, plan)
    .filter(one => !ignored.has(withoutDay(one)))
    .map(one => ({
      ...one,
      state: accepted.has(withoutDay(one)) ? planStates.accepted[0] : planStates.proposed[0],
      chosen: chosen.get(keyOf(one)) ?? null,
    }))
  for (let at = 0; at < rows.length; at += portion)
    await sql`insert into mrp_line (org_id, state, kind, product_id, quantity, chosen, warehouse_id, need_on, order_on, is_late, hint,
        origin_no, from_warehouse_id, supplier_id, bom_id, plan_key, ran_at, item_id)
      select ${orgId}, r.state, r.kind, r.product_id, r.quantity, r.chosen, r.warehouse_id, r.need_on, r.order_on,
        r.is_late, r.hint, r.origin_no, r.from_warehouse_id, r.supplier_id, r.bom_id, r.plan_key, ${now}::timestamptz,
        (select i.id from mrp_item i where i.org_id = ${orgId} and i.product_id = r.product_id and i.warehouse_id = r.warehouse_id)
      from json_populate_recordset(null::mrp_line, ${JSON.stringify(rows.slice(at, at + portion))}::json) r`.execute(behind(tx))
  return { lines: rows.length, late: rows.filter(one => one.is_late === 2).length }
}

/** A bundle is no document: its parts are asked for, and it is put together when it goes. */
function rowsOf({ today, calendar, items }: Snapshot, { lines }: Plan) {
  const { dayOf } = daysOf(today, calendar)
  const stopped = new Set(items.flatMap(one => (one.isStopped === true ? [one.productId] : [])))
  const hintOf = (one: Suggestion): number | null => {
    if (one.isFrozen) return hints.frozen[0]
    if (stopped.has(one.productId)) return hints.stopped[0]
    const isMade = one.kind === kinds.make || one.kind === kinds.subcontract
    return isMade && one.bomId === null ? hints.noBill[0] : null
  }
  return lines
    .filter(one => one.kind !== kinds.bundle)
    .map(one => ({
      kind: one.kind,
      product_id: one.productId,
      quantity: text(one.quantity),
      warehouse_id: one.warehouseId,
      need_on: dayOf(one.due),
      order_on: dayOf(one.start),
      is_late: one.isLate ? 2 : 1,
      hint: hintOf(one),
      origin_no: one.origin?.no ?? null,
      from_warehouse_id: one.fromId,
      supplier_id: one.kind === kinds.transfer ? null : one.supplierId,
      bom_id: one.bomId,
      plan_key: one.key,
    }))
}
