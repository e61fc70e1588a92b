/** What goods of a purchase order cost when they are received. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { compare } from '#platform/format/decimal.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived } from '#platform/server/records.ts'
import { goodsInLine } from './in-tables.ts'
import { behind } from './places.ts'

/** the largest unit cost that its column holds, in CNY */
const most = '999999999999'
/** `special` of the invoices of suppliers: its tax is no cost */
const deductible = 1

/**
 * Unit cost in CNY of the lines of a receipt that are drawn from orders, where nobody typed one: the amount of the order line, net where
 * the supplier's invoice lets its tax be deducted, with its share of freight and discount by amount (by quantity where the order comes to
 * nothing), over the quantity; at the rate of the month of the receipt. In the server's name: who receives need not see prices.
 */
export async function costOrdered(caller: Context, tx: Tx, receiptId: string): Promise<void> {
  // what comes in exchange costs what went back for it
  const { rows: exchanged } = await sql<{ id: string; unitCost: string | null }>`select i.id::text as id, o.unit_cost::text as "unitCost"
    from goods_in_line i join purchase_return_line r on r.id = i.return_line_id join goods_in_line o on o.id = r.in_line_id
    where i.in_id = ${receiptId} and i.unit_cost is null`.execute(behind(tx))
  const replaced = exchanged.filter(one => one.unitCost !== null)
  // the sums of each order once, not for each of its lines
  const { rows: ordered } = await sql<{ id: string; cost: string | null; currency: string; month: string }>`with t as materialized (
      select a.order_id, sum(a.amount) as total, sum(a.quantity) as quantity from purchase_order_line a
      where a.order_id in (select y.order_id from goods_in_line x join purchase_order_line y on y.id = x.order_line_id
        where x.in_id = ${receiptId} and x.unit_cost is null) group by a.order_id)
    select i.id::text as id,
      round((x.own + (o.freight - o.discount)
          * case when t.total = 0 then l.quantity / t.quantity else l.amount / t.total end) / l.quantity
        * case when o.currency = 'CNY' then 1 else r.rate end, 8)::text as cost, o.currency, to_char(d.business_on, 'YYYY-MM') as month
    from goods_in_line i join goods_in d on d.id = i.in_id join purchase_order_line l on l.id = i.order_line_id
    join purchase_order o on o.id = l.order_id join supplier s on s.id = o.supplier_id
    join t on t.order_id = o.id
    cross join lateral (select case when s.billing = ${deductible} then l.net else l.net + l.tax end as own) x
    left join currency_rate r on r.org_id = o.org_id and r.currency = o.currency and r.month = date_trunc('month', d.business_on)
    where i.in_id = ${receiptId} and i.unit_cost is null`.execute(behind(tx))
  const rows = ordered.filter(({ id }) => !replaced.some(one => one.id === id))
  const lacking = rows.find(one => one.cost === null)
  if (lacking) throw refuse.rule(sentence`缺少 ${lacking.currency} ${lacking.month} 的汇率，请先在“汇率”里维护`)
  if (rows.some(one => one.cost !== null && compare(one.cost, most) > 0))
    throw refuse.rule(sentence`采购单的单位成本太大，请检查数量、运费和优惠`)
  const priced = [...replaced, ...rows.map(({ id, cost }) => ({ id, unitCost: cost }))]
  if (priced.length === 0) return
  await setDerived(await inServersName(caller, tx, 'who receives goods need not see what they cost'), goodsInLine, priced)
}
