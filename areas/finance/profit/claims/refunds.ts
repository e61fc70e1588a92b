/** Units that a buyer was refunded for and that did not come back. */
import { sql } from 'kysely'
import type { Tx } from '#platform/server/area.ts'
import { financeItems } from '../../base/finance-items.ts'
import type { EvidenceLine } from '../checks/evidence.ts'
import { moneyOf } from '../orders/money.ts'
import { claimSources } from './tables.ts'

export interface Refunded {
  readonly orderNo: string
  readonly sku: string
  readonly fnsku: string
  /** of the first refund, as the marketplace posted it */
  readonly day: string
  readonly quantity: number
  readonly returned: number
  readonly amount: string
  readonly lines: readonly EvidenceLine[]
}
const refundItems = sql.raw(
  Object.values(financeItems)
    .flatMap(one => (one.class === 'refund' ? [one.id] : []))
    .join(', '),
)
/** what the seller ships itself comes back to the seller */
const ownShipping = sql.raw(`'MFN', 'Seller', 'Merchant'`)

/**
 * By order and SKU. Only while returns are imported up to `days` after the refund: a shop without such files would find each of its
 * refunds. `tx`: behind the door, for a shop that the caller was granted.
 */
export async function refunds(
  tx: Tx,
  { shopId, from, today, days }: { readonly shopId: string; readonly from: string; readonly today: string; readonly days: number },
): Promise<Refunded[]> {
  const line = sql`jsonb_build_object('source', ${sql.lit(claimSources.refund[0])}, 'day', m.posted_on::text, 'orderNo', m.order_no,
    'sku', m.sku, 'what', coalesce((select k.type from amazon_kind k where k.id = m.kind_id), ''), 'quantity', m.quantity::text,
    'amount', m.amount::text, 'currency', m.currency)`
  const { rows } = await sql<Omit<Refunded, 'quantity' | 'returned'> & { quantity: string; returned: string }>`
    with money as materialized (${moneyOf({ shops: [shopId], from, to: today })}),
    told as (select max(reported_on) as day from fba_return where shop_id = ${shopId}::bigint),
    each as materialized (select order_no, sku, posted_at, min(posted_on) as day, -sum(amount) as amount,
        greatest(max(abs(quantity)), 1) as quantity,
        jsonb_agg(${line} order by m.posted_on, m.source, m.kind_id, m.amount, m.quantity) as lines
      from money m where item in (${refundItems}) and fulfillment not in (${ownShipping}) and source < 3 and sku <> '' group by 1, 2, 3),
    back as materialized (select order_no, sku, min(day) as day, sum(amount) as amount, sum(quantity) as quantity,
        jsonb_path_query_array(jsonb_agg(lines order by day, posted_at), '$[*][*]') as lines
      from each group by 1, 2 having sum(amount) > 0)
    select b.order_no as "orderNo", b.sku, coalesce(r.fnsku, '') as fnsku, b.day::text as day, b.quantity::text as quantity,
      coalesce(r.units, 0)::text as returned, b.amount::text as amount, b.lines
    from back b join told t on t.day >= b.day + ${sql.lit(days)}
    left join lateral (select sum(f.quantity) as units, max(f.fnsku) as fnsku from fba_return f
      where f.shop_id = ${shopId}::bigint and f.order_id = b.order_no and f.sku = b.sku) r on true
    where coalesce(r.units, 0) < b.quantity`.execute(tx)
  return rows.map(row => ({ ...row, quantity: Math.round(Number(row.quantity)), returned: Number(row.returned) }))
}
