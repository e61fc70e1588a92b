/** Orders and receipts move on after the sheet was read: what it told follows. */
import { sql } from 'kysely'
import { asText } from '#platform/format/text.ts'
import { inServersName } from '#platform/server/database.ts'
import { followerOf } from '#platform/server/records.ts'
import { behind, goodsIn } from '#areas/goods/index.ts'
import { applyOrders } from './apply.ts'
import { settlePaid } from './settle.ts'
import { purchaseOrder } from '../orders/order-tables.ts'

/** An order that is in force now, or that somebody gave the number of one at 1688. */
export const followOrders = followerOf(purchaseOrder, async (caller, tx, changes) => {
  const nos = changes.flatMap(({ before, after }) => {
    const no = asText(after?.platformNo ?? '')
    const isMoved = before !== null && (before.state !== after?.state || asText(before.platformNo ?? '') !== no)
    return no !== '' && isMoved ? [no] : []
  })
  if (nos.length === 0) return
  const { rows } = await sql<{ no: string }>`select distinct platform_no as no from platform_order_line
    where org_id = ${caller.caller.orgId} and platform_no = any(${nos}::text[])`.execute(behind(tx))
  if (rows.length === 0) return
  const server = await inServersName(caller, tx, 'orders of sheets of 1688')
  await applyOrders(server, tx, { nos: rows.map(one => one.no), buyerId: null })
})

/** Goods that were paid at 1688 before they came. */
export const followReceipts = followerOf(goodsIn, async (caller, tx, changes) => {
  const posted = goodsIn.fields.state.choices.posted[0]
  const ids = changes.flatMap(({ id, before, after }) => (after?.state === posted && before?.state !== posted ? [id] : []))
  if (ids.length === 0) return
  // lines first: of all orders at 1688 there are more with each year
  const { rows } = await sql<{ id: string }>`with named as materialized (select distinct l.order_id as id from goods_in_line i
      join purchase_order_line l on l.id = i.order_line_id where i.in_id = any(${ids}::bigint[]))
    select o.id::text as id from named n join purchase_order o on o.id = n.id and o.platform_no is not null order by 1`.execute(behind(tx))
  if (rows.length === 0) return
  const server = await inServersName(caller, tx, 'goods paid at 1688')
  await settlePaid(
    server,
    tx,
    rows.map(one => one.id),
  )
})
