/** Boxes of a shipping order: their codes, what the order sums up of them, a pasted packing sheet, what must hold before it goes. */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type RowLock, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { packingBox, packingBoxLine } from './box-tables.ts'
import { refuseUnsplit } from './fba/keep.ts'
import { shippingOrder, shippingOrderLine, shippingStates as states } from './order-tables.ts'

const boxStates = codesOf(packingBox.fields.state.choices)
const gone = [states.shipped, states.part, states.done, states.ended, states.reversed, states.voided].map(([code]) => code)

/** Boxes are packed until the order goes. */
export const lockPacked: RowLock = async (_context, db) => {
  const closed = db
    .selectFrom('shipping_order')
    .select(sql<boolean>`shipping_order.state = any(${gone}::int[])`.as('held'))
    .where(sql<boolean>`shipping_order.id = packing_box.order_id`)
  return [{ where: sql<boolean>`coalesce((${closed}), false)`, reason: sentence`发货单已发运或已结束，不能改箱` }]
}

/** What is in a box that is sealed is what its label and its weight say. A box that goes takes its lines with it. */
export const lockSealed: RowLock = async (_context, db) => {
  const sealed = db
    .selectFrom('packing_box')
    .select(sql<boolean>`packing_box.state = ${boxStates.sealed}`.as('held'))
    .where(sql<boolean>`packing_box.id = packing_box_line.box_id`)
  return [{ where: sql<boolean>`coalesce((${sealed}), false)`, reason: sentence`箱已封，请先拆箱再修改` }]
}

export const followBoxes = followerOf(packingBox, async (context, tx, changes) => {
  const orders = [
    ...new Set(changes.flatMap(({ before, after }) => ((after ?? before) === null ? [] : [asText((after ?? before)?.['orderId'])]))),
  ]
  await sumBoxes(context, tx, orders)
})
export const followBoxLines = followerOf(packingBoxLine, async (context, tx, changes) => {
  const boxes = [...new Set(changes.map(({ before, after }) => asText((after ?? before)?.['boxId'] ?? '')).filter(id => id !== ''))]
  const { rows } = await sql<{ id: string }>`select distinct order_id::text as id from packing_box
    where id = any(${boxes}::bigint[])`.execute(behind(tx))
  await sumBoxes(
    context,
    tx,
    rows.map(one => one.id),
  )
})

/** Codes of boxes, packed units by line, totals of the order. */
export async function sumBoxes(context: Context, tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  const server = await inServersName(context, tx, 'what the boxes of an order come to')
  const { rows: codes } = await sql<{ id: string; code: string }>`select b.id::text as id,
      o.no || '-' || lpad(b.box_no::text, greatest(3, length(b.box_no::text)), '0') as code
    from packing_box b join shipping_order o on o.id = b.order_id where b.order_id = any(${[...orderIds]}::bigint[])`.execute(behind(tx))
  await setDerived(server, packingBox, codes)
  const { rows: sums } = await sql<Record<string, string>>`select o.id::text as id, count(b.id)::int as boxes,
      coalesce(sum(b.length * b.width * b.height) / 1000000, 0)::numeric(20,6)::text as volume,
      coalesce(sum(b.weight), 0)::numeric(20,4)::text as gross,
      (select coalesce(sum(l.quantity), 0) from packing_box_line l join packing_box x on x.id = l.box_id
        where x.order_id = o.id)::text as units
    from shipping_order o left join packing_box b on b.order_id = o.id
    where o.id = any(${[...orderIds]}::bigint[]) group by o.id`.execute(behind(tx))
  await setDerived(server, shippingOrder, sums as never)
  const { rows: packed } = await sql<{ id: string; packed: string }>`${packedOf(orderIds)}`.execute(behind(tx))
  await setDerived(server, shippingOrderLine, packed)
}

/** Units in boxes fall on the lines of their product and label in the order of the lines; what is too much stands in the last. */
const packedOf = (orderIds: readonly string[]) => sql`with b as (
    select x.order_id, l.product_id, coalesce(l.label_id, 0) as label_id, sum(l.quantity) as quantity
    from packing_box_line l join packing_box x on x.id = l.box_id where x.order_id = any(${[...orderIds]}::bigint[]) group by 1, 2, 3),
  n as (select l.id, l.order_id, l.product_id, coalesce(l.label_id, 0) as label_id, l.quantity,
      sum(l.quantity) over w - l.quantity as before,
      row_number() over w = count(*) over (partition by l.order_id, l.product_id, l.label_id) as last
    from shipping_order_line l where l.order_id = any(${[...orderIds]}::bigint[])
    window w as (partition by l.order_id, l.product_id, l.label_id order by l.line_no))
  select n.id::text as id, greatest(0, case when n.last then coalesce(b.quantity, 0) - n.before
      else least(n.quantity, coalesce(b.quantity, 0) - n.before) end)::text as packed
  from n left join b on (b.order_id, b.product_id, b.label_id) = (n.order_id, n.product_id, n.label_id)`

/** Before it goes every box is sealed, has size and weight, and the boxes hold what is held for the order. */
export async function refuseUnpacked(tx: Tx, id: string): Promise<void> {
  const { rows: boxes } = await sql<{ no: number; open: boolean; empty: boolean }>`select b.box_no as no, b.state = 1 as open,
      not exists (select from packing_box_line l where l.box_id = b.id) as empty
    from packing_box b where b.order_id = ${id} and (b.state = 1 or b.length is null or b.width is null or b.height is null
      or b.weight is null or not exists (select from packing_box_line l where l.box_id = b.id)) order by b.box_no limit 1`.execute(
    behind(tx),
  )
  const [box] = boxes
  if (box?.empty === true) throw refuse.rule(sentence`第 ${box.no} 箱是空的，请装箱或删除`)
  if (box?.open === true) throw refuse.rule(sentence`第 ${box.no} 箱还没有封箱`)
  if (box !== undefined) throw refuse.rule(sentence`第 ${box.no} 箱没有填写尺寸或重量`)
  const { rows } = await sql<{ sku: string; held: string; packed: string }>`select p.sku, trim_scale(x.held)::text as held,
      trim_scale(x.packed)::text as packed
    from (select product_id, label_id, sum(held) as held, sum(packed) as packed from (
        select product_id, coalesce(label_id, 0) as label_id, held, 0 as packed from shipping_order_line where order_id = ${id}
        union all
        select l.product_id, coalesce(l.label_id, 0), 0, l.quantity from packing_box_line l join packing_box b on b.id = l.box_id
        where b.order_id = ${id}) u group by 1, 2) x
      join product p on p.id = x.product_id where x.held <> x.packed order by p.sku limit 1`.execute(behind(tx))
  const [one] = rows
  if (one !== undefined) throw refuse.rule(sentence`${one.sku} 已配 ${one.held}，装箱 ${one.packed}，两者要一致才能发运`)
  await refuseUnsplit(tx, id)
}
