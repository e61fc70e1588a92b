/** What FBA 货件 tell finance's claims: units that were sent and did not come, once the marketplace counts no more. */
import { sql } from 'kysely'
import type { InboundsOf } from '#areas/finance/index.ts'
import { behind } from '#areas/goods/index.ts'
import { lineStates } from './words.ts'

export const shortInbounds: InboundsOf = async (tx, shopId) => {
  const db = behind(tx)
  const { rows: known } = await sql<{ no: string }>`select s.confirmation_id as no from fba_shipment s
    where s.shop_id = ${shopId} and s.confirmation_id is not null
    union all select o.no from fba_shipment s join shipping_order o on o.id = s.order_id where s.shop_id = ${shopId}`.execute(db)
  const { rows: short } = await sql<Awaited<ReturnType<InboundsOf>>['short'][number]>`select s.confirmation_id as reference,
      m.seller_sku as sku, l.expected as packed, l.received, coalesce(s.closed_on, s.delivered_on, o.posted_on)::text as day
    from fba_shipment s join shipping_order o on o.id = s.order_id join fba_shipment_line l on l.shipment_id = s.id
      join sku_map m on m.id = l.label_id
    where s.shop_id = ${shopId} and s.confirmation_id is not null and l.expected > l.received
      and (l.state in (${lineStates.short[0]}, ${lineStates.claimed[0]}) or l.claim_id is not null) order by l.id`.execute(db)
  return { known: known.map(one => one.no), short }
}
