/** What the report adds up follows from reports, receipts and the end of an order; what an order cost, from the layers of its parts. */
import { sql } from 'kysely'
import { compare } from '#platform/format/decimal.ts'
import { type Context, type Tx } from '#platform/server/area.ts'
import { createEach, removeRecords, setDerived } from '#platform/server/records.ts'
import { daysOfOwnersChanged } from '#platform/server/reports.ts'
import { behind } from '#areas/goods/index.ts'
import { productionFigure, productionSpent } from './figures.ts'
import { costsOf } from './order-cost.ts'
import { orderKinds, orderStates, productionOrder } from './order-tables.ts'

const ended = [orderStates.made[0], orderStates.closed[0]]
/** days for which fees that come late are followed */
const lateDays = 400

interface Fresh {
  readonly orders: number
  readonly [name: string]: unknown
}
/**
 * Rows of an order as they are to be; those that differ are written anew. Of rework its hours alone: its units were counted as they were
 * made.
 */
export async function keepFigures(server: Context, tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql<{ goneId: string | null; row: Fresh | null }>`
    with own as (select *, (kind <> ${orderKinds.rework[0]})::int as makes from production_order where id = ${orderId}),
    want as (
      select 'w' || r.id as key, r.reported_on as day, r.employee_id as employee, r.good * o.makes as good, r.bad * o.makes as bad,
        round(coalesce(r.minutes, 0) / 60.0, 6) as hours, 0::numeric as received, 0 as orders, 0 as on_time
      from work_report r join own o on o.id = r.order_id where not r.voided
      union all select 'r' || t.id, t.received_on, 0, 0, 0, 0, t.quantity * o.makes, 0, 0
      from production_receipt t join own o on o.id = t.order_id where not t.reversed
      union all select 'o' || o.id, d.day, 0, 0, 0, 0, 0, 1, (d.day <= o.due_on)::int
      from own o cross join lateral (select max(t.received_on) as day from production_receipt t
        where t.order_id = o.id and not t.reversed) d
      where o.state = any(${ended}::int[]) and d.day is not null and o.makes = 1)
    select f.id::text as "goneId", case when w.key is not null then jsonb_build_object('sourceKey', w.key, 'day', w.day,
        'warehouseId', o.warehouse_id::text, 'productId', o.product_id::text, 'orderId', o.id::text, 'employeeId', w.employee::text,
        'supplierId', coalesce(o.supplier_id, 0)::text, 'good', w.good::text, 'bad', w.bad::text, 'hours', w.hours::text,
        'received', w.received::text, 'orders', w.orders, 'onTime', w.on_time) end as row
    from own o cross join want w full join (select * from production_figure where order_id = ${orderId}) f on f.source_key = w.key
    where f.id is null or w.key is null
      or (f.day, f.good, f.bad, f.hours, f.received, f.on_time) is distinct from (w.day, w.good, w.bad, w.hours, w.received, w.on_time)
    order by f.id, w.key`.execute(behind(tx))
  const gone = rows.flatMap(one => one.goneId ?? [])
  if (gone.length > 0) await removeRecords(server, productionFigure, gone, { undoable: false })
  const come = rows.flatMap(one => (one.row === null ? [] : [one.row]))
  if (come.length > 0) await createEach(server, productionFigure, come)
  if (come.some(one => one.orders === 1)) await spentBy(server, tx, [orderId])
}

interface Spent {
  readonly id: string
  readonly orderId: string
  readonly warehouseId: string
  readonly day: string
  readonly planned: string
  readonly actual: string
  readonly byQuantity: string
  readonly byPrice: string
}
const amounts = ['planned', 'actual', 'byQuantity', 'byPrice'] as const

/** What orders that are made cost, as their layers say now. */
async function spentBy(server: Context, tx: Tx, orderIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Spent>`select id::text as id, order_id::text as "orderId",
      warehouse_id::text as "warehouseId", day::text as day,
      planned::text as planned, actual::text as actual, by_quantity::text as "byQuantity", by_price::text as "byPrice"
    from production_figure where order_id = any(${[...orderIds]}::bigint[]) and orders = 1 order by id`.execute(behind(tx))
  const costs = await costsOf(
    tx,
    rows.map(one => one.orderId),
  )
  const changed = rows.flatMap(row => {
    const told = costs.get(row.orderId)
    // nothing is known of what a warehouse uses whose stock has no value yet
    if (told === undefined || !told.isKept) return []
    const now = told.totals
    return amounts.every(name => compare(now[name], row[name]) === 0) ? [] : [{ row, now }]
  })
  if (changed.length === 0) return
  await setDerived(
    server,
    productionFigure,
    changed.map(({ row, now: { planned, actual, byQuantity, byPrice } }) => ({ id: row.id, planned, actual, byQuantity, byPrice })),
  )
  const days = Map.groupBy(changed, ({ row }) => row.warehouseId)
  const stale = new Map([...days].map(([id, all]) => [id, new Set(all.map(({ row }) => row.day))]))
  await daysOfOwnersChanged(tx, server, productionSpent, stale)
}

/** What these postings used costs otherwise, or what a subcontractor is paid for these products may. */
export async function spentFollows(context: Context, tx: Tx, productIds: readonly string[], postingIds: readonly string[]): Promise<void> {
  if (!context.house.registry.resources.has(productionOrder.table)) return
  const { rows } = await sql<{ id: string }>`select distinct f.order_id::text as id from production_figure f
    where f.org_id = ${context.caller.orgId} and f.orders = 1 and (
      f.product_id = any(${[...productIds]}::bigint[]) and f.supplier_id <> 0 and f.day > ${context.now()}::date - ${lateDays}::int
      or f.order_id in (select coalesce(r.order_id, case when p.doc_type = ${productionOrder.table} then p.doc_id::bigint end)
        from goods_posting p left join production_receipt r on p.doc_type = 'goods_in' and r.in_id = p.doc_id::bigint
        where p.id = any(${[...postingIds]}::bigint[])))
    order by 1`.execute(behind(tx))
  if (rows.length > 0)
    await spentBy(
      context,
      tx,
      rows.map(one => one.id),
    )
}
