/** 成本: what an order was planned to cost, what it cost, and the difference by quantity and by price; what lies in production. */
import { sql } from 'kysely'
import { add } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { may, type Context } from '#platform/server/area.ts'
import { oneRecord } from '#platform/server/records.ts'
import { documentsOf } from './orders.ts'
import { productionOrder } from './order-tables.ts'
import { around } from './read-bills.ts'
import type { CostLine, OrderCost } from './wire.ts'
import { costRight } from './words.ts'

/** null: not for the caller */
export async function orderCost(context: Context, id: string): Promise<OrderCost | null> {
  const row = await oneRecord(context, productionOrder, id)
  if (!may(context.caller, 'productionOrder', costRight.operation)) return null
  const { rows: lines } = await sql<CostLine>`select m.id::text as key, m.part_id::text as "productId", p.sku, p.name,
      trim_scale(x.planned)::text as planned, trim_scale(m.plan_price)::text as "planPrice",
      trim_scale(round(x.planned * m.plan_price, 4))::text as "planAmount", trim_scale(m.used)::text as used,
      trim_scale(a.amount)::text as amount, trim_scale(round((m.used - x.planned) * m.plan_price, 4))::text as "byQuantity",
      trim_scale(a.amount - round(m.used * m.plan_price, 4))::text as "byPrice",
      trim_scale(m.issued - m.returned - m.used)::text as left, trim_scale(w.amount)::text as wip
    from production_material m join production_order o on o.id = m.order_id join product p on p.id = m.part_id
      cross join lateral (select round(m.need * o.done / o.quantity, 6) as planned) x
      cross join lateral (select coalesce(sum(c.amount), 0) as amount from goods_move v
          join stock_conversion_cost c on c.org_id = v.org_id and c.move_id = v.id
        where (v.doc_type, v.doc_id) in (${documentsOf(row.id)}) and v.line_id in (m.id::text, 'm' || m.id)) a
      cross join lateral (select coalesce(sum(l.purchase + l.first_leg + l.duty + l.other), 0) as amount from goods_location g
          join goods_move v on v.doc_type = 'production_order' and v.doc_id = o.id::text and v.to_id = g.id and v.line_id = m.id::text
          join stock_layer l on l.org_id = v.org_id and l.product_id = v.product_id and l.move = 'move ' || v.id
        where g.doc_type = 'production_order' and g.doc_id = o.id::text) w
    where m.order_id = ${row.id} order by m.line_no`.execute(around(context.db))
  const { rows: fees } = await sql<{ planned: string; actual: string; units: string; waits: boolean }>`select
      trim_scale(round(o.fee * o.done, 4))::text as planned, trim_scale(o.done)::text as units,
      trim_scale(coalesce(sum(r.purchase + r.other + coalesce(i.amount - r.purchase * i.quantity / r.quantity, 0)), 0))::text as actual,
      exists (select from stock_stale s where s.org_id = o.org_id and s.product_id in (select o.product_id
        union select m.part_id from production_material m where m.order_id = o.id)) as waits
    from production_order o left join cost_receipt r on r.org_id = o.org_id and r.product_id = o.product_id
        and (r.doc_type = 'production_order' and r.line_id in (
            select 'c' || t.id from production_receipt t where t.order_id = o.id and not t.reversed)
          or r.doc_type = 'goods_in' and r.line_id in (select l.id::text from goods_in_line l where l.order_line_id = o.purchase_line_id
            and l.in_id in (select t.in_id from production_receipt t where t.order_id = o.id and not t.reversed)))
      left join lateral (select sum(least(x.quantity, r.quantity)) as quantity, sum(round(x.amount * case when x.currency = 'CNY' then 1
            else coalesce(x.rate, k.rate) end, 4)) as amount from cost_invoice x
          left join currency_rate k on k.org_id = x.org_id and k.currency = x.currency and k.month = date_trunc('month', x.day)
        where x.receipt_id = r.id) i on true
    where o.id = ${row.id} group by o.id`.execute(around(context.db))
  const fee = fees[0] ?? { planned: '0', actual: '0', units: '0', waits: false }
  const total = lines.reduce((sum, one) => add(sum, one.amount), fee.actual)
  return { no: asText(row['no']), lines, feePlanned: fee.planned, feeActual: fee.actual, units: fee.units, total, waits: fee.waits }
}
