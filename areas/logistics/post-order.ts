/** 发货单 in the ledger of goods: into a leaf of its own when it is shipped; what must hold before it is asked for and before it goes. */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Poster, type Tx } from '#platform/server/area.ts'
import { inServersName, within } from '#platform/server/database.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import {
  behind,
  closeTransit,
  enter,
  followOutbound,
  heldLines,
  keyOf,
  lyingAgain,
  openTransit,
  refuseForeign,
  refuseShort,
  takeBack,
  underWay,
  type Outbound,
} from '#areas/goods/index.ts'
import { arrive } from './arrive.ts'
import { refuseUnpacked } from './boxes.ts'
import { consign, unconsign } from './consign.ts'
import { shippingOrder, shippingOrderLine } from './order-tables.ts'
import { isMarketplace } from './words.ts'

const docType = 'shipping_order'
const states = codesOf(shippingOrder.fields.state.choices)

const isEmpty = (value: unknown): boolean => value === null || value === undefined
export const shippingOf: Outbound = {
  document: shippingOrder,
  lines: shippingOrderLine,
  warehouse: 'fromWarehouseId',
  complete: row => {
    if (isMarketplace(row['target'])) {
      if (isEmpty(row['shopId'])) throw refuse.invalid([{ field: 'shopId', message: sentence`发往 FBA、WFS 的发货单请选择店铺` }])
      return
    }
    const to = row['toWarehouseId'] ?? null
    if (to === null) throw refuse.invalid([{ field: 'toWarehouseId', message: sentence`请选择目的仓库` }])
    if (asText(to) === asText(row['fromWarehouseId']))
      throw refuse.invalid([{ field: 'toWarehouseId', message: sentence`目的仓库不能与发货仓库相同` }])
  },
}

export const followOrders = followerOf(shippingOrder, async (context, tx, changes) => {
  await followOutbound(context, tx, shippingOf, changes)
  for (const { id, before, after } of changes) {
    if (after === null || before?.state === after.state) continue
    if (after.state === states.asked) await refuseUnlabelled(tx, id, after)
    const wasUnderWay = before?.state === states.shipped || before?.state === states.part
    if (!wasUnderWay || after.state !== states.done) continue
    // the program ends it when nothing is under way any more: then there is nothing left to receive
    const open = await underWay(tx, docType, id)
    if (open.length > 0) await arrive(within(context, tx), tx, after, open)
  }
})

/** What goes to a marketplace bears a label of the shop there; goods of a shop bear no label of another. */
async function refuseUnlabelled(tx: Tx, id: string, row: Row): Promise<void> {
  const shopId = isEmpty(row['shopId']) ? null : asText(row['shopId'])
  const { rows } = await sql<{ no: number; sku: string; has: boolean }>`select l.line_no as no, p.sku, l.label_id is not null as has
    from shipping_order_line l join product p on p.id = l.product_id left join sku_map m on m.id = l.label_id
    where l.order_id = ${id} and (case when l.label_id is null then ${isMarketplace(row['target'])} else m.shop_id <> ${shopId}::bigint end)
    order by l.line_no limit 1`.execute(behind(tx))
  const [one] = rows
  if (one === undefined) return
  throw one.has
    ? refuse.rule(sentence`第 ${one.no} 行 ${one.sku} 的标签不是这个店铺的，请重新选择`)
    : refuse.rule(sentence`第 ${one.no} 行 ${one.sku} 发往平台仓，请选择标签（MSKU）`)
}

export const postOrder: Poster = async (context, tx, { id, row, day, reverses }) => {
  const entering = { docType, id, row, day, key: keyOf(docType, id) }
  const warehouseId = asText(row['fromWarehouseId'])
  await refuseForeign(context, tx, warehouseId)
  if (reverses) {
    const [{ from } = { from: null }] = await underWay(tx, docType, id)
    await takeBack(context, tx, entering)
    if (from !== null) await closeTransit(context, tx, from)
    await lyingAgain(context, tx, shippingOf, row)
    await setShipped(context, tx, id)
    await unconsign(context, tx, row)
    return
  }
  await refuseShort(tx, shippingOf, id, row)
  await refuseHalfKept(tx, row, day)
  await refuseUnpacked(tx, id)
  const transit = await openTransit(context, tx, { docType, id, no: asText(row['no']), warehouseId })
  await enter(context, tx, entering, await heldLines(tx, shippingOf, id, transit, 'dispatched'))
  await setShipped(context, tx, id)
  await consign(context, tx, row, day)
}

/** What lies under way, has arrived or was lost of each line is what was shipped of it. */
async function setShipped(context: Context, tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ id: string; shipped: string }>`select l.id::text as id, coalesce(sum(case when m.to_id = g.id then m.quantity
        else -m.quantity end), 0)::text as shipped
    from shipping_order_line l left join goods_location g on g.doc_type = ${docType} and g.doc_id = l.order_id::text
      left join goods_move m on m.doc_type = ${docType} and m.doc_id = l.order_id::text and m.line_id = l.id::text
        and g.id in (m.from_id, m.to_id)
    where l.order_id = ${id} group by l.id`.execute(behind(tx))
  const server = await inServersName(context, tx, 'what was shipped of each line')
  await setDerived(server, shippingOrderLine, rows)
}

/** What finance values where it leaves it values where it comes in: both warehouses are kept on that day, or neither is. */
async function refuseHalfKept(tx: Tx, row: Row, day: string): Promise<void> {
  if (isEmpty(row['toWarehouseId'])) return
  const { rows } = await sql<{ kept: string; other: string }>`select case when x.a then f.name else t.name end as kept,
      case when x.a then t.name else f.name end as other
    from warehouse f join warehouse t on t.id = ${row['toWarehouseId']}
    cross join lateral (select coalesce(f.kept_since <= ${day}::date, false) as a, coalesce(t.kept_since <= ${day}::date, false) as b) x
    where f.id = ${row['fromWarehouseId']} and x.a <> x.b`.execute(behind(tx))
  const [one] = rows
  if (one) throw refuse.rule(sentence`仓库“${one.kept}”启用了库存账、仓库“${one.other}”没有，不能发货；请先为它启用库存账`)
}
