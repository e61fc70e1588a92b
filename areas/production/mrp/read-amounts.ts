/** What lies, comes and is asked for in own warehouses: one statement, so that nothing is counted twice while documents move on. */
import { sql } from 'kysely'
import type { Tx } from '#platform/server/area.ts'
import { behind, outKinds } from '#areas/goods/index.ts'
import { planStates } from '#areas/logistics/index.ts'
import { purchaseOrder } from '#areas/supply/index.ts'
import { orderKinds } from '../order-tables.ts'
import { kinds, type Amount, type Supply } from './snapshot.ts'

export interface Amounts {
  readonly stock: readonly Amount[]
  readonly supplies: readonly Supply[]
  readonly demands: readonly Amount[]
  /** of sales, plans and shipments alone: what a forecast is held against */
  readonly orders: readonly Amount[]
}
interface Read {
  /** 1 stock, 2 comes, 3 asked for, 4 asked for by an order */
  readonly what: number
  readonly productId: string
  readonly warehouseId: string
  readonly day: string
  readonly quantity: string
  readonly list: string
  readonly id: string
  readonly no: string
  readonly startOn: string | null
  readonly sent: boolean
}

/** before they go, drafts among them: what was turned is not proposed again */
const before = sql`(0, 1, 2, 3, 4, 5)`
const onTheWay = sql`(6, 7)`
const planned = sql`(0, 1, 2, 3)`
const making = sql`(0, 1, 2, 3, 4)`
const accepted = sql.lit(planStates.accepted[0])
const scrapped = sql.lit(outKinds.scrapped[0])
/** takes what was rejected, which is no stock */
const rework = sql.lit(orderKinds.rework[0])
const nothing = sql`null::date as start_on, false as sent`

/** the purchase order by which a subcontractor delivers what an order makes says how much comes and when */
const isBought = sql`exists (select from purchase_order_line b join purchase_order c on c.id = b.order_id
  where b.id = o.purchase_line_id and c.state <> ${sql.lit(purchaseOrder.fields.state.choices.voided[0])})`

/** Held stock and what holds it are both left out. */
const lying = (orgId: string, today: string) => sql`select 1 as what, c.product_id, c.warehouse_id, ${today}::date as day,
      sum(c.quantity - c.reserved) as quantity, '' as list, 0::bigint as id, '' as no, ${nothing}
    from goods_cell c join goods_location l on l.id = c.location_id left join goods_batch b on b.id = c.batch_id
    where c.org_id = ${orgId} and l.status = 1
      and (l.kind = 1 and coalesce(b.status, 1) = 1 or l.kind in (2, 3) and coalesce(b.status, 2) in (1, 2))
      and (b.expires_on is null or b.expires_on > ${today}::date)
    group by c.product_id, c.warehouse_id`

const coming = (orgId: string) => sql`
    select 2, l.product_id, o.warehouse_id, o.promised_on, l.quantity - l.received - l.closed_qty, 'purchaseOrder', o.id, o.no, ${nothing}
      from purchase_order_line l join purchase_order o on o.id = l.order_id
      where o.org_id = ${orgId} and o.state in ${planned} and (o.state > 0 or l.request_line_id is null)
    union all select 2, l.product_id, l.warehouse_id, l.need_on, l.quantity - l.ordered - l.closed_qty, 'purchaseRequest', r.id,
        r.no, ${nothing}
      from purchase_request_line l join purchase_request r on r.id = l.request_id where r.org_id = ${orgId} and r.state in ${planned}
    union all select 2, o.product_id, o.warehouse_id, o.due_on, o.quantity - o.done, 'productionOrder', o.id, o.no, ${nothing}
      from production_order o where o.org_id = ${orgId} and o.state in ${making} and not ${isBought}
    union all select 2, l.product_id, o.to_warehouse_id, coalesce(o.expected_on, o.business_on),
        case when o.state in ${before} then l.quantity else l.shipped - l.received - l.lost end, 'goodsTransfer', o.id, o.no, ${nothing}
      from goods_transfer_line l join goods_transfer o on o.id = l.transfer_id
      where o.org_id = ${orgId} and (o.state in ${before} or o.state in ${onTheWay})
    union all select 2, l.product_id, o.to_warehouse_id, coalesce(o.eta, o.business_on),
        case when o.state in ${before} then l.quantity else l.shipped - l.received - l.lost end, 'shippingOrder', o.id, o.no, ${nothing}
      from shipping_order_line l join shipping_order o on o.id = l.order_id
      where o.org_id = ${orgId} and o.to_warehouse_id is not null and (o.state in ${before} or o.state in ${onTheWay})
    union all select 2, l.product_id, c.warehouse_id, c.business_on, l.quantity, 'goodsConvert', c.id, c.no, ${nothing}
      from goods_convert_line l join goods_convert c on c.id = l.convert_id where c.org_id = ${orgId} and c.state = 0 and l.direction = 2
    union all select 2, x.product_id, x.warehouse_id, x.need_on, coalesce(x.chosen, x.quantity), 'planLine', x.id, '', ${nothing}
      from plan_line x where x.org_id = ${orgId} and x.state = ${accepted} and x.kind = 2
    union all select 2, x.product_id, x.warehouse_id, x.need_on, coalesce(x.chosen, x.quantity), 'mrpLine', x.id, '',
        case when x.kind in (${sql.lit(kinds.make)}, ${sql.lit(kinds.subcontract)}) then x.order_on end, false
      from mrp_line x where x.org_id = ${orgId} and x.state = ${accepted} and x.kind < ${sql.lit(kinds.earlier)}`

const asked = (orgId: string) => sql`
    select 4, l.product_id, o.warehouse_id, coalesce(o.due_on, o.business_on), l.quantity - l.held, 'goodsOut', o.id, o.no, ${nothing}
      from goods_out_line l join goods_out o on o.id = l.out_id
      where o.org_id = ${orgId} and o.state in ${before} and o.kind <> ${scrapped}
    union all select 4, l.product_id, o.from_warehouse_id, coalesce(o.etd, o.business_on), l.quantity - l.held, 'shippingOrder', o.id, o.no,
        null::date, exists (select from own w where w.id = o.to_warehouse_id)
      from shipping_order_line l join shipping_order o on o.id = l.order_id
      where o.org_id = ${orgId} and o.state in ${before} and (o.state > 0 or l.plan_line_id is null)
    union all select 4, l.product_id, l.from_warehouse_id, l.need_on, l.quantity - l.shipped - l.closed_qty, 'shipPlan', p.id,
        p.no, ${nothing}
      from ship_plan_line l join ship_plan p on p.id = l.plan_id where p.org_id = ${orgId} and p.state in ${planned}
    union all select 4, x.product_id, x.warehouse_id, x.order_on, coalesce(x.chosen, x.quantity), 'planLine', x.id, '', ${nothing}
      from plan_line x where x.org_id = ${orgId} and x.state = ${accepted} and x.kind = 1
    union all select 3, l.product_id, o.from_warehouse_id, o.business_on, l.quantity - l.held, 'goodsTransfer', o.id, o.no, null::date,
        exists (select from own w where w.id = o.to_warehouse_id)
      from goods_transfer_line l join goods_transfer o on o.id = l.transfer_id where o.org_id = ${orgId} and o.state in ${before}
    union all select 3, m.part_id, o.warehouse_id, o.start_on, m.need - m.held - m.issued + m.returned + m.lost, 'productionOrder', o.id,
        o.no, ${nothing}
      from production_material m join production_order o on o.id = m.order_id
      where o.org_id = ${orgId} and o.state in ${making} and o.kind <> ${rework}
    union all select 3, l.product_id, c.warehouse_id, c.business_on, l.quantity, 'goodsConvert', c.id, c.no, ${nothing}
      from goods_convert_line l join goods_convert c on c.id = l.convert_id where c.org_id = ${orgId} and c.state = 0 and l.direction = 1
    union all select 3, x.product_id, x.from_warehouse_id, x.order_on, coalesce(x.chosen, x.quantity), 'mrpLine', x.id, '', null::date, true
      from mrp_line x where x.org_id = ${orgId} and x.state = ${accepted} and x.kind = ${sql.lit(kinds.transfer)}`

/** own warehouses that work */
export const ownWarehouses = async (tx: Tx, orgId: string): Promise<readonly string[]> =>
  (
    await sql<{ id: string }>`select id::text as id from warehouse where org_id = ${orgId} and status = 1 and kind = 1
      order by kept_since is null, code`.execute(behind(tx))
  ).rows.map(one => one.id)

export async function readAmounts(tx: Tx, orgId: string, today: string): Promise<Amounts> {
  const { rows } = await sql<Read>`with own as (select id from warehouse where org_id = ${orgId} and status = 1 and kind = 1)
    select a.what, a.product_id::text as "productId", a.warehouse_id::text as "warehouseId", a.day::text as day,
      trim_scale(a.quantity)::text as quantity, a.list, a.id::text as id, a.no, a.start_on::text as "startOn", a.sent
    from (${lying(orgId, today)} union all ${coming(orgId)} union all ${asked(orgId)}) a join own w on w.id = a.warehouse_id
    where a.quantity > 0 order by a.what, a.product_id, a.warehouse_id, a.day, a.list, a.id, a.quantity`.execute(behind(tx))
  const amount = ({ productId, warehouseId, day, quantity, list, id, no, startOn, sent }: Read): Supply => ({
    productId,
    warehouseId,
    day,
    quantity,
    origin: { list, id, no },
    ...(startOn === null ? {} : { startOn }),
    ...(sent ? { sent } : {}),
  })
  const of = (...whats: readonly number[]): readonly Supply[] => rows.filter(row => whats.includes(row.what)).map(amount)
  return { stock: of(1), supplies: of(2), demands: of(3, 4), orders: of(4) }
}
