/** Tracking: the order shows the stage of its latest event, in whatever order they were entered. */
import { sql } from 'kysely'
import { asText } from '#platform/format/text.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { shippingOrder } from './order-tables.ts'
import { trackingEvent } from './box-tables.ts'

export const followEvents = followerOf(trackingEvent, async (context, tx, changes) => {
  const orders = [...new Set(changes.map(({ before, after }) => asText((after ?? before)?.['orderId'] ?? '')))]
  const { rows } = await sql<{ id: string; trackStage: number | null }>`select o.id::text as id, (select e.stage from tracking_event e
      where e.order_id = o.id order by e.at desc, e.id desc limit 1) as "trackStage"
    from shipping_order o where o.id = any(${orders}::bigint[])`.execute(behind(tx))
  await setDerived(await inServersName(context, tx, 'where a shipping order is by its latest event'), shippingOrder, rows)
})
