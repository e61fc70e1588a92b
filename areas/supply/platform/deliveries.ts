/** What 1688 says is on its way becomes deliveries, whose waybill opens the receipt. */
import { sql } from 'kysely'
import type { Context, Tx } from '#platform/server/area.ts'
import { behind } from '#areas/goods/index.ts'
import { compare } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import { changeEachTo, createEach, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { deliveryStates as states, purchaseDelivery, purchaseDeliveryLine } from '../receiving/delivery-tables.ts'
import type { OrderHead, SheetLine } from './sheet-lines.ts'
import { platformOrderLine } from './sheet-tables.ts'

/** One waybill of an order, with what goes by it. */
interface Way {
  readonly order: OrderHead
  readonly trackingNo: string
  readonly carrier: string
  readonly sheet: readonly SheetLine[]
}
/** a cell may hold several: goods are looked for by the first */
const firstOf = (cell: string): string => (cell.split(/[\s,，;；、/|]+/).find(one => one !== '') ?? '').slice(0, 60)

/** Answers how many were made. */
export async function makeDeliveries(
  server: Context,
  tx: Tx,
  sheets: ReadonlyMap<string, readonly SheetLine[]>,
  orders: ReadonlyMap<string, OrderHead>,
  running: readonly number[],
): Promise<number> {
  const ways = [...sheets].flatMap(([no, lines]): Way[] => {
    const order = orders.get(no)
    if (order === undefined) return []
    return [...Map.groupBy(lines, one => firstOf(one.trackingNo))].flatMap(([trackingNo, sheet]) =>
      trackingNo === '' ? [] : [{ order, trackingNo, carrier: sheet[0]?.carrier ?? '', sheet }],
    )
  })
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
  const fresh = ways.flatMap(way => {
    if (known.has(keyOf(way)) || given.some(one => one.id === known.get(`${way.order.id} `)) || !running.includes(way.order.state))
      return []
    const products = new Set(way.sheet.map(one => one.productId))
    const lines = way.order.lines.filter(one => products.has(one.productId) && compare(one.open, '0') > 0)
    return lines.length === 0 ? [] : [{ ...way, lines }]
  })
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
      lines.map(({ id, productId, open }, at) => ({
        deliveryId: made.get(`${order.supplierId} ${order.warehouseId} ${trackingNo}`),
        lineNo: at + 1,
        productId,
        quantity: open,
        orderLineId: id,
      })),
    ),
  )
  const ids = [
    ...new Set(fresh.flatMap(({ order, trackingNo }) => made.get(`${order.supplierId} ${order.warehouseId} ${trackingNo}`) ?? [])),
  ]
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
