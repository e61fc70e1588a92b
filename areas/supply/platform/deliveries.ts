/** What 1688 says is on its way becomes deliveries, whose waybill opens the receipt. */
import { sql } from 'kysely'
import type { Context, Tx } from '#platform/server/area.ts'
import { behind } from '#areas/goods/index.ts'
import { compare, subtract, sum } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import { changeEachTo, createEach, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { deliveryLinesMax, deliveryStates as states, purchaseDelivery, purchaseDeliveryLine } from '../receiving/delivery-tables.ts'
import type { OrderHead, SheetLine } from './sheet-lines.ts'
import { platformOrderLine, sheetStages } from './sheet-tables.ts'

/** One waybill of an order, with what goes by it. */
interface Way {
  readonly order: OrderHead
  readonly trackingNo: string
  readonly carrier: string
  readonly sheet: readonly SheetLine[]
}
/** a cell may hold several: goods are looked for by the first */
const firstOf = (cell: string): string => (cell.split(/[\s,，;；、/|]+/).find(one => one !== '') ?? '').slice(0, 60)

function waysOf(sheets: ReadonlyMap<string, readonly SheetLine[]>, orders: ReadonlyMap<string, OrderHead>): readonly Way[] {
  return [...sheets].flatMap(([no, lines]): Way[] => {
    const order = orders.get(no)
    if (order === undefined) return []
    const sent = lines.filter(one => one.stage !== sheetStages.closed[0])
    return [...Map.groupBy(sent, one => firstOf(one.trackingNo))].flatMap(([trackingNo, sheet]) =>
      trackingNo === '' ? [] : [{ order, trackingNo, carrier: sheet[0]?.carrier ?? '', sheet }],
    )
  })
}

/** Answers how many were made. */
export async function makeDeliveries(
  server: Context,
  tx: Tx,
  sheets: ReadonlyMap<string, readonly SheetLine[]>,
  orders: ReadonlyMap<string, OrderHead>,
  running: readonly number[],
): Promise<number> {
  const ways = waysOf(sheets, orders)
  if (ways.length === 0) return 0
  const known = await knownOf(tx, ways)
  const keyOf = ({ order, trackingNo }: Way): string => `${order.id} ${trackingNo}`
  // one that was noticed by hand gets its waybill
  const bare = ways.flatMap(way => {
    const one = known.get(`${way.order.id} `)
    return known.has(keyOf(way)) || one === undefined ? [] : [{ id: one, trackingNo: way.trackingNo, carrier: way.carrier || null }]
  })
  const given = [...new Map(bare.map(one => [one.id, one])).values()]
  await changeEachTo(server, purchaseDelivery, given, { verb: 'update' })
  const isFresh = (way: Way): boolean =>
    !known.has(keyOf(way)) && !given.some(one => one.id === known.get(`${way.order.id} `)) && running.includes(way.order.state)
  const fresh = sentBy(ways.filter(isFresh))
  const today = todayOf(server)
  await createEach(
    server,
    purchaseDelivery,
    fresh.map(({ order: { supplierId, warehouseId, buyerId }, trackingNo, carrier }) => ({
      businessOn: today,
      expectedOn: today,
      supplierId,
      warehouseId,
      buyerId,
      trackingNo,
      carrier: carrier || null,
    })),
  )
  const made = await idsOf(
    tx,
    fresh.map(one => one.trackingNo),
  )
  await createEach(
    server,
    purchaseDeliveryLine,
    fresh.flatMap(({ order, trackingNo, lines }) =>
      lines.map(({ id, productId, quantity }, at) => ({
        deliveryId: made.get(parcelOf({ order, trackingNo })),
        lineNo: at + 1,
        productId,
        quantity,
        orderLineId: id,
      })),
    ),
  )
  const ids = fresh.flatMap(one => made.get(parcelOf(one)) ?? [])
  if (ids.length > 0)
    await takeSteps(server, purchaseDelivery, { ids: ids.map(id => ({ id })), pick: { step: 'send' }, input: {}, byProgram: true })
  const after = await knownOf(tx, ways)
  await setDerived(
    server,
    platformOrderLine,
    ways.flatMap(way => {
      const deliveryId = after.get(keyOf(way))
      return deliveryId === undefined ? [] : way.sheet.map(({ id }) => ({ id, deliveryId }))
    }),
  )
  return ids.length
}

const parcelOf = ({ order, trackingNo }: Pick<Way, 'order' | 'trackingNo'>): string =>
  `${order.supplierId} ${order.warehouseId} ${trackingNo}`
interface Parcel extends Way {
  readonly lines: readonly { readonly id: string; readonly productId: string; readonly quantity: string }[]
}
/** One parcel for each waybill of a supplier, of whichever orders: what their sheets say goes by it, at most what is open. */
function sentBy(ways: readonly Way[]): readonly Parcel[] {
  const left = new Map(ways.flatMap(({ order }) => order.lines.map(one => [one.id, one.open] as const)))
  const taken = (way: Way): Parcel['lines'] =>
    [...Map.groupBy(way.sheet, one => one.productId)].flatMap(([productId, sheet]) => {
      let rest = sum(sheet.map(one => one.quantity))
      return way.order.lines.flatMap(one => {
        const open = left.get(one.id) ?? '0'
        const quantity = compare(rest, open) < 0 ? rest : open
        if (one.productId !== productId || compare(quantity, '0') <= 0) return []
        rest = subtract(rest, quantity)
        left.set(one.id, subtract(open, quantity))
        return [{ id: one.id, productId: one.productId, quantity }]
      })
    })
  return [...Map.groupBy(ways, parcelOf).values()].flatMap(of => {
    const lines = of.flatMap(taken)
    // a parcel holds what a delivery does, the rest is noticed by hand
    return of[0] === undefined || lines.length === 0 ? [] : [{ ...of[0], lines: lines.slice(0, deliveryLinesMax) }]
  })
}

/** Deliveries that have lines of these orders: `order waybill`, or `order ` where one has none yet. */
async function knownOf(tx: Tx, ways: readonly Way[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; id: string }>`select distinct l.order_id || ' ' || coalesce(d.tracking_no, '') as key,
      d.id::text as id
    from purchase_order_line l join purchase_delivery_line x on x.order_line_id = l.id join purchase_delivery d on d.id = x.delivery_id
    where l.order_id = any(${ways.map(one => one.order.id)}::bigint[]) and d.state <> ${states.voided[0]}`.execute(behind(tx))
  return new Map(rows.map(one => [one.key, one.id]))
}

/** Drafts that were made just now. */
async function idsOf(tx: Tx, trackingNos: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (trackingNos.length === 0) return new Map()
  const { rows } = await sql<{ key: string; id: string }>`select supplier_id || ' ' || warehouse_id || ' ' || tracking_no as key,
      max(id)::text as id
    from purchase_delivery where tracking_no = any(${[...trackingNos]}::text[]) and state = ${states.draft[0]}
    group by 1`.execute(behind(tx))
  return new Map(rows.map(one => [one.key, one.id]))
}
