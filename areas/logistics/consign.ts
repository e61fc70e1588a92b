/**
 * What an order that ships is for finance: a consignment with a packed line for each product of its boxes, and an estimated bill by the
 * tariff of its channel, allocated at once. Taken back, both go. The carrier's bill replaces the estimate in finance. A consignment that
 * finance brought before under the logistics number of the order is the order's: no other one is made, and it stays when the order is
 * taken back.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { allocate } from '#platform/format/allocate.ts'
import { add, divide, multiply, sum, toFixedScale } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { addDocument } from '#platform/server/documents.ts'
import { create, createEach, removeRecords, setDerived } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import {
  allocateBills,
  firstLegBill,
  firstLegBillItem,
  firstLegFee,
  firstLegShipment,
  freightBases,
  postFreight,
  takeBillsBack,
} from '#areas/finance/index.ts'
import { chargeableOf, estimateOf, type BoxSize, type ChannelWeight } from './estimate.ts'
import { shippingOrder } from './order-tables.ts'
import { tariffOn } from './tariffs.ts'

/** modes of channels as consignments call them */
const modes: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 4, 4: 3, 5: 5 }
const cubicCentimetres = '1000000'

interface BoxLine extends BoxSize {
  readonly boxId: string
  readonly sku: string
  readonly name: string
  readonly quantity: string
  readonly value: string
}
interface Channel extends ChannelWeight {
  readonly mode: number
  /** whose tariff holds: he bills it */
  readonly carrierId: string | null
  readonly target: string
}

const server = (context: Context, tx: Tx): Promise<Context> => inServersName(context, tx, 'the consignment of a shipping order')
const docType = 'shipping_order'

/** Finance brought it by the logistics number of this order, and no document shipped it. */
async function takeBrought(context: Context, tx: Tx, { id, ...row }: Row): Promise<boolean> {
  const no = row['logisticsNo'] ?? null
  if (no === null) return false
  const { rows } = await sql<{ id: string }>`select id::text as id from first_leg_shipment where org_id = ${context.caller.orgId}
    and shipment_no = ${no} and doc_type is null for update`.execute(behind(tx))
  const [found] = rows
  if (found === undefined) return false
  await setDerived(context, firstLegShipment, [{ id: found.id, docType, docId: id }])
  await setDerived(context, shippingOrder, [{ id, consignmentId: found.id }])
  await postFreight(tx, context, [found.id])
  return true
}

export async function consign(context: Context, tx: Tx, row: Row, day: string): Promise<void> {
  const inside = await server(context, tx)
  if (await takeBrought(inside, tx, row)) return
  const { id } = row
  const { rows: channels } =
    await sql<Channel>`select c.mode, c.divisor, c.weight_step::text as "weightStep", c.min_weight::text as "minWeight",
      coalesce(w.name, s.name) as target,
      (select t.carrier_id::text from freight_tariff t where t.channel_id = c.id and t.valid_from <= ${day}::date
        and coalesce(t.valid_to >= ${day}::date, true) order by t.valid_from desc, t.id desc limit 1) as "carrierId"
    from shipping_order o join logistics_channel c on c.id = o.channel_id left join warehouse w on w.id = o.to_warehouse_id
      left join shop s on s.id = o.shop_id where o.id = ${id}`.execute(behind(tx))
  const [channel] = channels
  if (channel === undefined) throw refuse.unknown(shippingOrder.title)
  const { rows } =
    await sql<BoxLine>`select b.id::text as "boxId", b.length::text as length, b.width::text as width, b.height::text as height,
      b.weight::text as weight, p.sku, p.name, l.quantity::text as quantity,
      (select coalesce(max(x.declare_value), 0) from shipping_order_line x where x.order_id = b.order_id and x.product_id = l.product_id
        and x.label_id is not distinct from l.label_id)::text as value
    from packing_box b join packing_box_line l on l.box_id = b.id join product p on p.id = l.product_id
    where b.order_id = ${id} order by b.box_no, l.line_no`.execute(behind(tx))
  const boxes = [...new Map(rows.map(one => [one.boxId, one])).values()]
  const chargeable = chargeableOf(boxes, channel)
  const volume = cubicMetres(boxes)
  const shipment = await create(inside, firstLegShipment, {
    shipmentNo: row['no'],
    stage: 1,
    period: day.slice(0, 7) + '-01',
    mode: modes[channel.mode] ?? 1,
    carrierId: channel.carrierId,
    departedOn: day,
    target: channel.target.slice(0, 60),
  })
  await setDerived(inside, firstLegShipment, [{ id: shipment.id, docType, docId: id }])
  await createEach(
    inside,
    firstLegFee,
    packedLines(rows).map((line, at) => ({ shipmentId: shipment.id, period: `${day.slice(0, 7)}-01`, rowNo: at + 1, ...line })),
  )
  const estimate = await bill(inside, tx, { row, day, shipmentId: shipment.id, channel, chargeable, volume, boxes: boxes.length })
  await setDerived(inside, shippingOrder, [
    { id, consignmentId: shipment.id, chargeable, estimate: estimate?.amount ?? '0', estimateCurrency: estimate?.currency ?? null },
  ])
}

const cubicMetres = (boxes: readonly BoxSize[]): string =>
  divide(sum(boxes.map(box => multiply(multiply(box.length, box.width), box.height))), cubicCentimetres, 6, 'halfUp')

interface Billing {
  readonly row: Row
  readonly day: string
  readonly shipmentId: string
  readonly channel: Channel
  readonly chargeable: string
  readonly volume: string
  readonly boxes: number
}
/** The estimated bill, allocated by the greater of volume and gross weight; without a tariff there is none. */
async function bill(context: Context, tx: Tx, { row, day, shipmentId, channel, chargeable, volume, boxes }: Billing) {
  const zone = asText(row['zone'] ?? '')
  const tariff = await tariffOn(tx, context.caller.orgId, asText(row['channelId']), day, { zone, chargeable })
  if (tariff === null) return null
  const { rows } = await sql<{ decimals: number }>`select decimals from currency where code = ${tariff.currency}`.execute(behind(tx))
  const charges = estimateOf(tariff.lines, { zone, chargeable, volume, boxes }, rows[0]?.decimals ?? 2)
  if (charges === null) return null
  const made = await addDocument(
    context,
    [firstLegBill, firstLegBillItem],
    {
      businessOn: day,
      shipmentId,
      carrierId: channel.carrierId,
      basis: freightBases.greater[0],
      kgPerCbm: divide(cubicCentimetres, String(channel.divisor), 2, 'halfUp'),
      currency: tariff.currency,
      meaning: 2,
    },
    { added: charges.map(({ item, amount }, at) => ({ id: `n${at}`, kind: item, amount })), changed: [], removed: [] },
    {},
  )
  await allocateBills(context, { ids: [made.id] })
  return { amount: sum(charges.map(one => one.amount)), currency: tariff.currency }
}

interface PackedLine {
  readonly sku: string
  readonly name: string
  readonly quantity: string
  readonly cartons: string
  readonly volume: string
  readonly grossWeight: string
  readonly declaredValue: string
}
/** A line for each product; volume and weight of a box with several fall on them by units, to the last digit. Pure. */
function packedLines(rows: readonly BoxLine[]): readonly PackedLine[] {
  const lines = new Map<string, PackedLine>()
  for (const [, inBox] of Map.groupBy(rows, one => one.boxId)) {
    const [box] = inBox
    if (box === undefined) continue
    const share = (amount: string, scale: number) =>
      allocate({ amount, scale, bases: [{ name: 'units', weights: inBox.map(one => one.quantity) }] })?.shares ?? []
    const volume = share(cubicMetres([box]), 6)
    const gross = share(box.weight, 4)
    const cartons = share('1', 2)
    for (const [at, one] of inBox.entries()) {
      const was = lines.get(one.sku)
      lines.set(one.sku, {
        sku: one.sku,
        name: one.name,
        quantity: add(was?.quantity ?? '0', one.quantity),
        cartons: add(was?.cartons ?? '0', cartons[at] ?? '0'),
        volume: add(was?.volume ?? '0', volume[at] ?? '0'),
        grossWeight: add(was?.grossWeight ?? '0', gross[at] ?? '0'),
        declaredValue: toFixedScale(add(was?.declaredValue ?? '0', multiply(one.value, one.quantity)), 4, 'halfUp'),
      })
    }
  }
  return [...lines.values()]
}

/** The consignment of an order that is taken back goes with its estimate; a bill of a carrier keeps it. */
export async function unconsign(context: Context, tx: Tx, row: Row): Promise<void> {
  const shipmentId = row['consignmentId'] ?? null
  if (shipmentId === null) return
  const inside = await server(context, tx)
  const own = await sql`select 1 from first_leg_shipment where id = ${shipmentId} and shipment_no = ${row['no']}`.execute(behind(tx))
  if (own.rows.length === 0) {
    await setDerived(inside, firstLegShipment, [{ id: asText(shipmentId), docType: null, docId: null }])
    await setDerived(inside, shippingOrder, [{ id: row.id, consignmentId: null }])
    return postFreight(tx, inside, [asText(shipmentId)])
  }
  const { rows } = await sql<{ id: string; no: string; meaning: number; state: number }>`select id::text as id, no, meaning, state
    from first_leg_bill where shipment_id = ${shipmentId} order by id`.execute(behind(tx))
  const actual = rows.find(one => one.meaning === 1)
  if (actual !== undefined) throw refuse.rule(sentence`头程货件已有货运账单 ${actual.no}，请先撤销并删除账单再冲销发货`)
  const allocated = rows.filter(one => one.state === 1).map(one => one.id)
  if (allocated.length > 0) await takeBillsBack(inside, { ids: allocated })
  const ids = rows.map(one => one.id)
  if (ids.length > 0) await removeRecords(inside, firstLegBill, ids, { undoable: false })
  const fees = await sql<{ id: string }>`select id::text as id from first_leg_fee where shipment_id = ${shipmentId}`.execute(behind(tx))
  await removeRecords(
    inside,
    firstLegFee,
    fees.rows.map(one => one.id),
    { undoable: false },
  )
  await setDerived(inside, shippingOrder, [{ id: row.id, consignmentId: null, estimate: '0', estimateCurrency: null }])
  await removeRecords(inside, firstLegShipment, [asText(shipmentId)], { undoable: false })
}
