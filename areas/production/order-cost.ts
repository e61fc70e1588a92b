/** 成本: what an order was planned to cost, what it cost, and the difference by quantity and by price; what lies in production. */
import { sql, type RawBuilder } from 'kysely'
import { asText } from '#platform/format/text.ts'
import { may, type Context, type Db, type Tx } from '#platform/server/area.ts'
import { oneRecord } from '#platform/server/records.ts'
import { costTotals } from './cost-totals.ts'
import { productionOrder } from './order-tables.ts'
import { around } from './read-bills.ts'
import type { CostLine, OrderCost } from './wire.ts'
import { costRight } from './words.ts'

/** The order, and receipts of a subcontracted one that was bought. */
export const documentsOf = (orderId: string | RawBuilder<unknown>) => sql`select ${productionOrder.table}, ${orderId}::text
  union all select 'goods_in', r.in_id::text from production_receipt r where r.order_id = ${orderId} and r.in_id is not null`
/** And counts of what lies in its leaf. */
export const touching = (orderId: string) => sql`${documentsOf(orderId)}
  union all select 'goods_count', n.count_id::text from goods_location g join goods_count_line n on n.location_id = g.id
    where g.doc_type = ${productionOrder.table} and g.doc_id = ${orderId}::text`

/** null: not for the caller */
export async function orderCost(context: Context, id: string): Promise<OrderCost | null> {
  const row = await oneRecord(context, productionOrder, id)
  if (!may(context.caller, 'productionOrder', costRight.operation)) return null
  const told = (await costsOf(context.db, [row.id])).get(row.id)
  return told === undefined ? null : { no: asText(row['no']), ...told }
}

/** By order. */
export async function costsOf(db: Tx | Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, Omit<OrderCost, 'no'>>> {
  const ids = [...orderIds]
  const { rows: lines } = await sql<{ orderId: string; line: CostLine }>`select m.order_id::text as "orderId",
      jsonb_build_object('key', m.id::text, 'productId', m.part_id::text, 'sku', p.sku, 'name', p.name,
        'planned', trim_scale(x.planned)::text, 'planPrice', trim_scale(m.plan_price)::text,
        'planAmount', trim_scale(round(x.planned * m.plan_price, 4))::text, 'used', trim_scale(m.used)::text,
        'amount', trim_scale(a.amount)::text, 'byQuantity', trim_scale(round((m.used - x.planned) * m.plan_price, 4))::text,
        'byPrice', trim_scale(a.amount - round(m.used * m.plan_price, 4))::text,
        'left', trim_scale(m.issued - m.returned - m.used - m.lost)::text, 'wip', trim_scale(w.amount)::text) as line
    from production_material m join production_order o on o.id = m.order_id join product p on p.id = m.part_id
      cross join lateral (select round(m.need * o.done / o.quantity, 6) as planned) x
      cross join lateral (select coalesce(sum(c.amount), 0) as amount from goods_move v
          join stock_conversion_cost c on c.org_id = v.org_id and c.move_id = v.id
        where (v.doc_type, v.doc_id) in (${documentsOf(sql`o.id`)}) and v.line_id in (m.id::text, 'm' || m.id)) a
      cross join lateral (select coalesce(sum(l.purchase + l.first_leg + l.duty + l.other), 0) as amount from goods_location g
          join goods_move v on v.doc_type = 'production_order' and v.doc_id = o.id::text and v.to_id = g.id and v.line_id = m.id::text
          join stock_layer l on l.org_id = v.org_id and l.product_id = v.product_id and l.move = 'move ' || v.id
        where g.doc_type = 'production_order' and g.doc_id = o.id::text) w
    where m.order_id = any(${ids}::bigint[]) order by m.order_id, m.line_no`.execute(around(db))
  const { rows: fees } = await sql<{
    orderId: string
    planned: string
    actual: string
    units: string
    waits: boolean
    isKept: boolean
  }>`select
      o.id::text as "orderId", trim_scale(round(o.fee * o.done, 4))::text as planned, trim_scale(o.done)::text as units,
      trim_scale(coalesce(sum(r.purchase + r.other + coalesce(i.amount - r.purchase * i.quantity / r.quantity, 0)), 0))::text as actual,
      exists (select from stock_stale s where s.org_id = o.org_id and s.product_id in (select o.product_id
        union select m.part_id from production_material m where m.order_id = o.id)) as waits,
      (select kept_since is not null from warehouse w where w.id = o.warehouse_id) as "isKept"
    from production_order o left join cost_receipt r on r.org_id = o.org_id and r.product_id = o.product_id
        and (r.doc_type = 'production_order' and r.line_id in (
            select 'c' || t.id from production_receipt t where t.order_id = o.id and not t.reversed)
          or r.doc_type = 'goods_in' and r.line_id in (select l.id::text from goods_in_line l where l.order_line_id = o.purchase_line_id
            and l.in_id in (select t.in_id from production_receipt t where t.order_id = o.id and not t.reversed)))
      left join lateral (select sum(least(x.quantity, r.quantity)) as quantity, sum(round(x.amount * case when x.currency = 'CNY' then 1
            else coalesce(x.rate, k.rate) end, 4)) as amount from cost_invoice x
          left join currency_rate k on k.org_id = x.org_id and k.currency = x.currency and k.month = date_trunc('month', x.day)
        where x.receipt_id = r.id) i on true
    where o.id = any(${ids}::bigint[]) group by o.id`.execute(around(db))
  const linesOf = Map.groupBy(lines, one => one.orderId)
  return new Map(
    fees.map(fee => {
      const own = (linesOf.get(fee.orderId) ?? []).map(one => one.line)
      const { planned: feePlanned, actual: feeActual, units, waits, isKept } = fee
      const totals = costTotals({ lines: own, feePlanned, feeActual })
      return [fee.orderId, { lines: own, feePlanned, feeActual, units, totals, waits, isKept }]
    }),
  )
}
