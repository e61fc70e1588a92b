/**
 * The way of an order to the marketplace by hand: what to send (file), boxes checked by the limits, contents of boxes (file), numbers that
 * come back (boxes are split over them), labels, tracking numbers (file). Each step can be taken back until the order ships.
 */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName, tablesOf } from '#platform/server/database.ts'
import { create, createEach, oneRecord, removeRecords, setDerived } from '#platform/server/records.ts'
import { behind, lockDocument } from '#areas/goods/index.ts'
import { packingBox } from '../box-tables.ts'
import { shippingOrder, shippingStates } from '../order-tables.ts'
import { isMarketplace } from '../words.ts'
import { findingsOf, readSplit, usualLimit, type CheckedBox, type Finding, type Limit, type SplitFault } from './limits.ts'
import { keepShipments } from './keep.ts'
import { fbaShipment, fbaShipmentLine } from './tables.ts'
import { stepsOf } from './steps.ts'
import type { GuideState } from './wire.ts'
import { shipmentNo } from './words.ts'

/** The order with this number, if whoever asks sees it, and how far its way is. */
export async function openGuide(context: Context, no: string): Promise<GuideState> {
  const found = await tablesOf<typeof shippingOrder>(context.db)
    .selectFrom('shipping_order')
    .select(sql<string>`id::text`.as('id'))
    .where(sql<boolean>`no = ${no} or logistics_no = ${no}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (found === undefined) throw refuse.unknown(shippingOrder.title)
  const id = String(found['id'])
  const row = await oneRecord(context, shippingOrder, id)
  return context.write(async tx => {
    const { boxes, findings } = await checked(tx, id)
    const { rows: shipments } = await sql<GuideState['shipments'][number]>`select s.id::text as id, s.confirmation_id as no, s.centre,
        s.status, s.boxes, s.expected as units, coalesce(array_length(s.labels, 1), 0) as labels,
        (select string_agg(b.box_no::text, ',' order by b.box_no) from packing_box b where b.fba_shipment_id = s.id) as "boxNos"
      from fba_shipment s where s.order_id = ${id} and s.status <> 10 order by s.id`.execute(behind(tx))
    const { rows: lines } = await sql<{ units: number; bare: number }>`select coalesce(sum(quantity), 0)::int as units,
        (count(*) filter (where label_id is null))::int as bare from shipping_order_line where order_id = ${id}`.execute(behind(tx))
    const facts = {
      units: lines[0]?.units ?? 0,
      unlabelled: lines[0]?.bare ?? 0,
      boxes: boxes.map(one => one.boxNo),
      findings,
      shipments,
      logisticsNo: asText(row['logisticsNo'] ?? ''),
    }
    return {
      id,
      no: asText(row['no']),
      state: Number(row['state']),
      isToMarketplace: isMarketplace(row['target']),
      ...facts,
      steps: stepsOf(facts),
    }
  })
}

type Boxes = readonly (CheckedBox & { readonly id: string })[]
async function checked(tx: Tx, orderId: string): Promise<{ boxes: Boxes; findings: readonly Finding[] }> {
  const { rows: boxes } = await sql<Boxes[number]>`select b.id::text as id, b.box_no as "boxNo", b.length::text as length,
      b.width::text as width, b.height::text as height, b.weight::text as weight,
      not exists (select from packing_box_line l where l.box_id = b.id) as "isEmpty",
      (select min(m.seller_sku) from (select l.label_id from packing_box_line l where l.box_id = b.id
          group by l.label_id having count(distinct coalesce(l.expires_on::text, '')) > 1) d
        join sku_map m on m.id = d.label_id) as "twoDays"
    from packing_box b where b.order_id = ${orderId} order by b.box_no`.execute(behind(tx))
  const { rows: limits } = await sql<Limit>`select x.max_side::text as "maxSide", x.max_weight::text as "maxWeight",
      x.heavy_from::text as "heavyFrom"
    from shipping_order o join shop s on s.id = o.shop_id join box_limit x on x.org_id = o.org_id
      and x.marketplace_code = s.marketplace_code where o.id = ${orderId}`.execute(behind(tx))
  const { rows: sites } = await sql<{
    code: string
  }>`select s.marketplace_code as code from shipping_order o join shop s on s.id = o.shop_id
    where o.id = ${orderId}`.execute(behind(tx))
  const isOwn = limits.length > 0 || sites[0]?.code === 'amazon.com'
  return { boxes, findings: findingsOf(boxes, limits[0] ?? usualLimit, isOwn) }
}

const faults: Readonly<Record<Finding['fault'], (no: number) => Sentence>> = {
  empty: no => sentence`第 ${no} 箱是空的，请装箱或删除`,
  unmeasured: no => sentence`第 ${no} 箱没有填写尺寸或重量`,
  side: no => sentence`第 ${no} 箱的边长超过平台的限制，请换箱`,
  weight: no => sentence`第 ${no} 箱超过平台的重量限制，请分箱`,
  days: no => sentence`第 ${no} 箱里同一个 MSKU 有两个失效日期，请分箱`,
  heavy: no => sentence`第 ${no} 箱要贴超重标签`,
}
export async function boxesOf(tx: Tx, orderId: string): Promise<Boxes> {
  const { boxes, findings } = await checked(tx, orderId)
  const [wrong] = findings.filter(one => one.isError)
  if (boxes.length === 0) throw refuse.rule(sentence`发货单还没有装箱`)
  if (wrong !== undefined) throw refuse.rule(faults[wrong.fault](wrong.boxNo))
  return boxes
}

const splitFaults = (fault: SplitFault): Sentence => {
  if ('boxNo' in fault)
    return {
      twice: sentence`第 ${fault.boxNo} 箱写了两次`,
      unknown: sentence`发货单没有第 ${fault.boxNo} 箱`,
      left: sentence`第 ${fault.boxNo} 箱没有分到货件，每箱都要分`,
    }[fault.why]
  return {
    cells: sentence`第 ${fault.at} 行应为：箱号 货件号 平台仓，如“1-7 FBA15XK2L9QD ONT8”`,
    boxes: sentence`第 ${fault.at} 行的箱号应如 1-7 或 8,10`,
    number: sentence`第 ${fault.at} 行的货件号应为 6 到 40 位字母和数字`,
    lines: sentence`请填写每个货件的箱号和货件号`,
  }[fault.why]
}

/** Boxes go under the numbers that the marketplace gave; shipments that were there and are not named go. */
export const splitting = (context: Context, orderId: string, text: string): Promise<{ changed: number }> =>
  context.write(async (tx, inside) => {
    const row = await editable(inside, tx, orderId)
    const boxes = await boxesOf(tx, row.id)
    const parts = readSplit(
      text,
      no => shipmentNo.test(no),
      boxes.map(one => one.boxNo),
    )
    if ('why' in parts) throw refuse.rule(splitFaults(parts))
    const server = await inServersName(inside, tx, 'boxes of an order under the numbers of a marketplace')
    const { rows: known } = await sql<{ id: string; no: string | null }>`select id::text as id, confirmation_id as no from fba_shipment
      where order_id = ${row.id} and status <> 10 order by id`.execute(behind(tx))
    const idOf = new Map(known.map(one => [one.no, one.id]))
    await removeAll(
      server,
      fbaShipment,
      known.filter(one => !parts.some(part => part.no === one.no)),
    )
    for (const { no, centre } of parts)
      if (!idOf.has(no))
        idOf.set(no, (await create(inside, fbaShipment, { orderId: row.id, shopId: row['shopId'], confirmationId: no, centre })).id)
    await setDerived(
      server,
      packingBox,
      parts.flatMap(part =>
        part.boxes.flatMap(boxNo => {
          const box = boxes.find(one => one.boxNo === boxNo)
          return box === undefined ? [] : [{ id: box.id, fbaShipmentId: idOf.get(part.no) ?? null }]
        }),
      ),
    )
    const ids = parts.flatMap(part => idOf.get(part.no) ?? [])
    await linesFromBoxes(server, tx, ids)
    await keepShipments(inside, tx, ids)
    return { changed: parts.length }
  })

async function removeAll(server: Context, r: Resource, rows: readonly { readonly id: string }[]): Promise<void> {
  const ids = rows.map(one => one.id)
  if (ids.length > 0) await removeRecords(server, r, ids, { undoable: false })
}

async function linesFromBoxes(server: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows: old } = await sql<{
    id: string
  }>`select id::text as id from fba_shipment_line where shipment_id = any(${[...ids]}::bigint[])
    order by id`.execute(behind(tx))
  await removeAll(server, fbaShipmentLine, old)
  const { rows } = await sql<{ shipmentId: string; productId: string; labelId: string | null; expected: number; sku: string }>`
    select b.fba_shipment_id::text as "shipmentId", l.product_id::text as "productId", l.label_id::text as "labelId",
      sum(l.quantity)::int as expected, min(p.sku) as sku
    from packing_box b join packing_box_line l on l.box_id = b.id join product p on p.id = l.product_id
    where b.fba_shipment_id = any(${[...ids]}::bigint[]) group by 1, 2, 3 order by 1, 2, 3`.execute(behind(tx))
  const bare = rows.find(one => one.labelId === null)
  if (bare !== undefined) throw refuse.rule(sentence`箱里的 ${bare.sku} 没有标签（MSKU），不能发往平台仓`)
  await createEach(
    server,
    fbaShipmentLine,
    rows.map(({ shipmentId, productId, labelId, expected }) => ({ shipmentId, productId, labelId, expected })),
  )
}

async function editable(context: Context, tx: Tx, orderId: string) {
  await lockDocument(tx, shippingOrder, orderId)
  const row = await oneRecord(context, shippingOrder, orderId)
  if (!isMarketplace(row['target']) || Number(row['state']) >= shippingStates.shipped[0])
    throw refuse.rule(sentence`发货单没有发往平台仓，或已经发运`)
  return row
}

/** The split is taken back: shipments go, boxes are free. */
export const unsplitting = (context: Context, orderId: string): Promise<{ changed: number }> =>
  context.write(async (tx, inside) => {
    const row = await editable(inside, tx, orderId)
    const { rows } = await sql<{ id: string }>`select id::text as id from fba_shipment where order_id = ${row.id} order by id`.execute(
      behind(tx),
    )
    await removeAll(await inServersName(inside, tx, 'the split of an order is taken back'), fbaShipment, rows)
    return { changed: rows.length }
  })
