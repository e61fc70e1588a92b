/**
 * The account of a supplier in a currency, of facts alone: received by the order, returned, deducted, paid. What is open in favour of us:
 * advances that were paid, credit notes and deductions, less what requests have taken off.
 */
import { sql, type RawBuilder } from 'kysely'
import { inKinds } from '#areas/goods/index.ts'
import { orderJoins, orderedUnit } from './keep-invoices.ts'

export interface Entry {
  readonly kind: number
  readonly day: string
  readonly reference: string
  readonly productId: string | null
  readonly quantity: string
  readonly amount: string
}

/** What is owed for: bought, or come in exchange. Samples and the like are not. */
export const owedKinds = sql`(${sql.lit(inKinds.bought[0])}, ${sql.lit(inKinds.exchanged[0])})`

/** All that happened with a supplier until a day: what a receipt is worth follows its invoice once that is posted. */
export const entriesOf = (orgId: string, supplierId: string, currency: string): RawBuilder<Entry> => sql`
  select 1 as kind, d.posted_on as day, d.no as reference, i.product_id, trim_scale(i.quantity)::text as quantity,
      round(coalesce((l.net + l.tax + (o.freight - o.discount)
        * case when t.total = 0 then l.quantity / t.quantity else l.amount / t.total end) / l.quantity, i.unit_cost)
        * i.quantity, 2) + coalesce(v.more, 0) as amount
    from goods_in d join goods_in_line i on i.in_id = d.id ${orderJoins('i')}
    left join (select a.order_id, sum(a.amount) as total, sum(a.quantity) as quantity from purchase_order_line a
        join purchase_order b on b.id = a.order_id where b.supplier_id = ${supplierId}::bigint group by 1) t on t.order_id = o.id
    left join (select x.in_line_id, sum(x.amount - x.expected) as more from purchase_invoice_line x
        join purchase_invoice v on v.id = x.invoice_id where v.supplier_id = ${supplierId}::bigint and v.state = 2 and x.quantity > 0
        group by 1) v on v.in_line_id = i.id
    where d.org_id = ${orgId}::bigint and d.supplier_id = ${supplierId}::bigint and d.state = 4 and d.kind in ${owedKinds}
      and coalesce(o.currency, 'CNY') = ${currency}
  union all
  select 2, d.posted_on, d.no, r.product_id, trim_scale(-r.quantity)::text, -round(${orderedUnit('i')} * r.quantity, 2)
    from purchase_return d join purchase_return_line r on r.return_id = d.id join goods_in_line i on i.id = r.in_line_id
    join goods_in g on g.id = i.in_id and g.kind in ${owedKinds} ${orderJoins('i')}
    where d.org_id = ${orgId}::bigint and d.supplier_id = ${supplierId}::bigint and d.state = 6
      and coalesce(o.currency, 'CNY') = ${currency}
  union all
  select 3, d.business_on, d.no, d.product_id, trim_scale(d.quantity)::text, -d.amount from receipt_discrepancy d
    where d.org_id = ${orgId}::bigint and d.supplier_id = ${supplierId}::bigint and d.state in (2, 3) and d.amount is not null
      and d.currency = ${currency}
  union all
  select 3, d.undone_on, d.no, d.product_id, trim_scale(-d.quantity)::text, d.amount from receipt_discrepancy d
    where d.org_id = ${orgId}::bigint and d.supplier_id = ${supplierId}::bigint and d.undone_on is not null and d.currency = ${currency}
  union all
  select 4, m.day, r.no, null, '', m.amount from payment_request r
    join bank_expected e on e.org_id = r.org_id and e.source = 5 and e.fact_key = r.id::text
    cross join lateral (select s.day, -abs(sum(s.amount)) as amount from bank_match_side s where s.expected_id = e.id group by s.day) m
    where r.org_id = ${orgId}::bigint and r.supplier_id = ${supplierId}::bigint and r.currency = ${currency}`

/** Credit notes and deductions that are open in favour of us, but for what request `but` takes off. */
export const creditsOf = (supplierId: string, currency: string, but: string): RawBuilder<unknown> => sql`
  - coalesce((select sum(x.amount) from purchase_invoice_line x join purchase_invoice v on v.id = x.invoice_id and v.state = 2
      where v.supplier_id = ${supplierId} and v.currency = ${currency} and x.amount < 0), 0)
  + coalesce((select sum(d.amount) from receipt_discrepancy d where d.supplier_id = ${supplierId} and d.currency = ${currency}
      and d.state in (2, 3) and d.undone_on is null), 0)
  - coalesce((select sum(r.applied - coalesce((select sum(y.ahead) from payment_request_line y where y.request_id = r.id), 0))
      from payment_request r where r.supplier_id = ${supplierId} and r.currency = ${currency}
      and r.id <> ${but} and r.state in (1, 2, 3, 4)), 0)`
