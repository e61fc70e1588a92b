/** What is known of the shipping of orders, and what of it is written into their payments. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { addDays, daysBetween, isDate } from '#platform/format/dates.ts'
import { changeEachTo } from '#platform/server/records.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { tablesOf, within } from '#platform/server/database.ts'
import { orderPayment } from './order-payments.ts'
import { isOpen, tracesOfEach } from './order-traces.ts'
import { iso } from './order-trace-words.ts'

const [ordersMax, daysMax, syncedMax, daysBefore] = [50, 93, 2_000, 31]

/** Parcels, goods issues and states of these orders. */
export async function shippingOf(context: Context, orderNos: readonly string[]): Promise<unknown> {
  const unique = [...new Set(orderNos)].filter(no => no !== '')
  if (unique.length === 0) throw refuse.invalid([{ field: 'orderNos', message: sentence`请填写订单号` }])
  if (unique.length > ordersMax) throw refuse.invalid([{ field: 'orderNos', message: sentence`一次最多查询 ${ordersMax} 个订单` }])
  const { found, notFilled } = await tracesOfEach(context, unique, ['payments', 'orderLines', 'parcels', 'shippingOrders'])
  const list = unique.map(orderNo => {
    const of = (name: string) => (found.has(name) ? (found.get(name)?.get(orderNo) ?? []) : null)
    const [lines, parcels, payments, shippingOrders] = [of('orderLines'), of('parcels'), of('payments'), of('shippingOrders')]
    const isKnown = [lines, parcels, payments, shippingOrders].some(rows => (rows?.length ?? 0) > 0)
    return { orderNo, isKnown, lines, parcels, payments, shippingOrders }
  })
  return { list, total: list.length, notFilled }
}

export interface ShippingSync {
  readonly shopIds?: readonly string[]
  readonly startDate: string
  readonly endDate: string
}
/**
 * Payments of the period that lack shipment or tracking number take them from parcels that are not voided and, without one, from the state
 * of the order, each where the asker may view its list. Nothing that is filled in is changed, so that a repeated call goes on.
 */
export async function syncShipping(context: Context, { shopIds = [], startDate, endDate }: ShippingSync): Promise<unknown> {
  if (!isDate(startDate) || !isDate(endDate) || endDate < startDate)
    throw refuse.invalid([{ field: 'endDate', message: sentence`请选择起止日期` }])
  if (daysBetween(startDate, endDate) >= daysMax)
    throw refuse.invalid([{ field: 'endDate', message: sentence`一次最多同步 ${daysMax} 天` }])
  if (shopIds.some(id => !context.caller.shops.includes(id))) throw refuse.unknown(['店铺', 'Shop'])
  const shops = shopIds.length === 0 ? context.caller.shops : shopIds
  const [hasParcels, hasOrders] = [isOpen(context, 'parcels'), isOpen(context, 'orderLines')]
  return context.write(async (tx, inside) => {
    const db = tablesOf<typeof orderPayment | 'final_leg_fee' | 'order_line'>(tx)
    const lacking = db
      .selectFrom('order_payment as p')
      .where(sql<boolean>`p.shop_id = any(${shops}::bigint[])`)
      .where(sql<boolean>`p.paid_at >= ${startDate}::date and p.paid_at < ${addDays(endDate, 1)}::date`)
      .where(sql<boolean>`(p.shipped_at is null or p.tracking_no = '')`)
    const { n: checked } = (await lacking.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()) as { n: number }
    const orderNos = lacking.select('p.order_no')
    // summed up by order and joined: lines of orders lie by shop on several machines, payments on the coordinator
    const parcels = db
      .selectFrom('final_leg_fee as l')
      .where(sql<boolean>`l.voided = 0 and l.order_no in (${orderNos})`)
      .groupBy('l.order_no')
      .select([
        'l.order_no',
        sql<string>`min(l.shipped_on)::timestamp at time zone 'UTC'`.as('at'),
        sql<string>`(array_agg(l.tracking_no order by l.shipped_on desc, l.id desc))[1]`.as('tracking_no'),
      ])
    const ordered = db
      .selectFrom('order_line as o')
      .where(sql<boolean>`o.shop_id = any(${shops}::bigint[]) and o.order_no in (${orderNos}) and o.status in (3, 4)`)
      .where(sql<boolean>`o.ordered_on >= ${startDate}::date - ${sql.lit(daysBefore)}`)
      .groupBy(['o.shop_id', 'o.order_no'])
      .select(['o.shop_id', 'o.order_no', sql<string>`min(o.status_at)`.as('at')])
    const nothing = (type: string) => sql<string | null>`null::${sql.raw(type)}`
    const known = lacking
      .$if(hasParcels, rows => rows.leftJoin(parcels.as('l'), join => join.on(sql<boolean>`l.order_no = p.order_no`)))
      .$if(hasOrders, rows =>
        rows.leftJoin(ordered.as('o'), join => join.on(sql<boolean>`o.shop_id = p.shop_id and o.order_no = p.order_no`)),
      )
      .select([
        'p.id',
        'p.shipped_at',
        'p.tracking_no',
        (hasParcels ? sql<string | null>`l.at` : nothing('timestamptz')).as('parcel_at'),
        (hasParcels ? sql<string | null>`l.tracking_no` : nothing('text')).as('parcel_no'),
        (hasOrders ? sql<string | null>`o.at` : nothing('timestamptz')).as('state_at'),
      ])
    const [shippedAt, trackingNo] = [
      'coalesce(f.shipped_at, f.parcel_at, f.state_at)',
      "coalesce(nullif(f.tracking_no, ''), f.parcel_no, '')",
    ]
    const rows = (await db
      .selectFrom(known.as('f'))
      .where(sql<boolean>`(${sql.raw(shippedAt)} is distinct from f.shipped_at or ${sql.raw(trackingNo)} <> f.tracking_no)`)
      .select([
        sql<string>`f.id::text`.as('id'),
        sql<string | null>`${sql.raw(iso(`(${shippedAt})`))}`.as('shippedAt'),
        sql<string>`${sql.raw(trackingNo)}`.as('trackingNo'),
      ])
      .orderBy('f.id')
      .limit(syncedMax)
      .execute()) as { id: string; shippedAt: string | null; trackingNo: string }[]
    const { changed } = await changeEachTo(within(inside, tx), orderPayment, rows, { verb: 'update' })
    return { checked, filled: changed, waiting: checked - changed, hasParcels }
  })
}
