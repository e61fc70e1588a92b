/** What the marketplace did not receive when it counts no more: claimed from it, waited for, or written off with its freight. */
import { sql } from 'kysely'
import { date, longText } from '#platform/declare/fields.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type Follower, type Route, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { oneRecord, setDerived } from '#platform/server/records.ts'
import { behind, goodsRights, keyOf, lockDocument, underWay } from '#areas/goods/index.ts'
import { findClaims, inboundClaim } from '#areas/finance/index.ts'
import { arrive, moveOn } from '../arrive.ts'
import { shippingOrder } from '../order-tables.ts'
import { keepShipments } from './keep.ts'
import { fbaShipmentLine } from './tables.ts'
import { lineStates } from './words.ts'

const over = { over: 'row', operation: goodsRights.decide.operation } as const
const isShort = { state: [lineStates.short[0]] }
const notShort = ['货件关闭或送达 60 天后没有收齐的才能处理', 'Once it was closed, or 60 days after delivery'] as const

interface ShortLine {
  readonly no: string | null
  readonly shopId: string
  readonly orderId: string
  readonly sellerSku: string
  readonly labelId: string
  readonly missing: number
}
async function lineOf(context: Context, tx: Tx, id: string): Promise<ShortLine> {
  const line = await oneRecord(context, fbaShipmentLine, id)
  const { rows } = await sql<ShortLine>`select s.confirmation_id as no, s.shop_id::text as "shopId", s.order_id::text as "orderId",
      m.seller_sku as "sellerSku", l.label_id::text as "labelId", greatest(l.expected - l.received - l.written_off, 0) as missing
    from fba_shipment_line l join fba_shipment s on s.id = l.shipment_id join sku_map m on m.id = l.label_id
    where l.id = ${line.id}`.execute(behind(tx))
  const [one] = rows
  if (one === undefined) throw refuse.unknown(fbaShipmentLine.title)
  return one
}

export const claiming: Route = act(
  fbaShipmentLine,
  { name: 'claim', title: ['索赔', 'Claim'], ...over, when: isShort, reason: notShort },
  (context, { input }) => claimShort(context, asText(input['id'])),
)
export const claimShort = (context: Context, lineId: string): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    const { id } = await oneRecord(inside, fbaShipmentLine, lineId)
    const of = await lineOf(inside, tx, id)
    // the claim is looked for as the nightly work does: whoever decides was not granted every shop
    const server = await inServersName(inside, tx, 'claims of what a marketplace did not receive')
    await findClaims(server, [of.shopId])
    const claimId = await inboundClaim(tx, of.shopId, `${of.no ?? ''} ${of.sellerSku}`)
    if (claimId === null) throw refuse.rule(sentence`这个站点没有在申请期内的入库差异索赔，请先在“索赔规则”登记入库差异的天数`)
    await setDerived(server, fbaShipmentLine, [{ id, claimId }])
    await again(inside, tx, id)
    return { id }
  })

export const waiting: Route = act(
  fbaShipmentLine,
  {
    name: 'wait',
    title: ['等待', 'Wait'],
    ...over,
    when: isShort,
    reason: notShort,
    input: { until: date('等到', 'Until', { notBefore: 'now' }) },
  },
  (context, { input }) =>
    context.write(async (tx, inside) => {
      const { id } = await oneRecord(inside, fbaShipmentLine, input['id'])
      const until = asText(input['until'])
      if (until < todayOf(inside)) throw refuse.invalid([{ field: 'until', message: sentence`请选择今天或以后的日期` }])
      await setDerived(await inServersName(inside, tx, 'until when a short line waits'), fbaShipmentLine, [{ id, waitUntil: until }])
      await again(inside, tx, id)
      return { id }
    }),
)

export const writingOff: Route = act(
  fbaShipmentLine,
  {
    name: 'writeOff',
    title: ['核销', 'Write off'],
    ...over,
    when: { state: [lineStates.short[0], lineStates.claimed[0], lineStates.settled[0]] },
    reason: notShort,
    input: { reason: longText('原因', 'Reason', { max: 200 }) },
    confirm: ['没有收到的件数按运输丢失出账？', 'Write off what did not come as lost on the way?'],
  },
  (context, { input }) =>
    context.write(async (tx, inside) => {
      const { id } = await oneRecord(inside, fbaShipmentLine, input['id'])
      const { orderId } = await lineOf(inside, tx, id)
      await lockDocument(tx, shippingOrder, orderId)
      // what was received meanwhile is seen now
      await again(inside, tx, id)
      const of = await lineOf(inside, tx, id)
      const row = (await oneRecord(await inServersName(inside, tx, 'the order of a short line'), shippingOrder, orderId)) as Row
      const { rows } = await sql<{ id: string }>`select id::text as id from shipping_order_line where order_id = ${orderId}
        and label_id = ${of.labelId} order by line_no`.execute(behind(tx))
      const lines = new Set(rows.map(one => one.id))
      let left = of.missing
      const units = (await underWay(tx, 'shipping_order', orderId)).flatMap(one => {
        const part = lines.has(one.lineId) ? Math.min(Math.floor(Number(one.quantity)), left) : 0
        left -= part
        return part > 0 ? [{ ...one, quantity: String(part) }] : []
      })
      if (units.length === 0) throw refuse.rule(sentence`${of.sellerSku} 已没有在途数量，不用核销`)
      const { rows: n } = await sql<{ n: number }>`select count(*)::int as n from goods_posting
        where org_id = ${inside.caller.orgId} and doc_type = 'shipping_order' and doc_id = ${orderId}`.execute(behind(tx))
      const key = `${keyOf('shipping_order', orderId)}:arrive:short:${id}:${n[0]?.n ?? 0}`
      await arrive(inside, tx, row, units, { lostReason: asText(input['reason']), key })
      await moveOn(inside, tx, orderId)
      return { id }
    }),
)

async function again(context: Context, tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select shipment_id::text as id from fba_shipment_line where id = ${id}`.execute(behind(tx))
  await keepShipments(
    context,
    tx,
    rows.map(one => one.id),
  )
}

/** A claim that is paid, or opens again, is told on the line that it is for. */
export const followClaims: Follower = async (context, tx, changes) => {
  const ids = changes.flatMap(({ id, before, after }) => (before?.['state'] === after?.['state'] ? [] : [id]))
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string }>`select distinct shipment_id::text as id from fba_shipment_line
    where claim_id = any(${ids}::bigint[])`.execute(behind(tx))
  await keepShipments(
    context,
    tx,
    rows.map(one => one.id),
  )
}
