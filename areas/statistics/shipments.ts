/**
 * 订单发货统计: parcels beside the orders that they carry, and their sums by month, shop, carrier and service. Voided and return labels never
 * count. An order is due on the day that its file names; where it names none, two working days after it was paid (after its purchase, where
 * the marketplace tells of no payment).
 */
import { sql } from 'kysely'
import {
  bigInteger,
  choice,
  date,
  dateTime,
  decimal,
  integer,
  money,
  month,
  reference,
  referenceBy,
  text,
} from '#platform/declare/fields.ts'
import { everybody, grantedShops } from '#platform/declare/scope.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import type { Db } from '#platform/server/contract/database.ts'
import { view } from '#platform/server/db/view.ts'

export const shipmentPermission = 'sales.shipment'
/** who sees the list need not see what carriers are paid */
const amounts = { operation: 100, title: ['查看运费金额', 'See freight amounts'] } as const
export const shipmentStates = {
  onTime: [1, '按时', 'On time', 'good'],
  late: [2, '超时', 'Late', 'bad'],
} as const

const dueRules = {
  told: [1, '订单文件', 'Order file'],
  rule: [2, '两个工作日', 'Two working days'],
} as const

const of = {
  shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140 }),
  carrierId: reference('承运商', 'Carrier', 'carrier', { filter: 'select', sort: true, width: 130 }),
  service: text('服务', 'Service', { filter: 'contains', sort: true, width: 150 }),
  country: text('收货国家', 'To', { filter: 'equals', sort: true, width: 90 }),
  salesmanId: reference('业务员', 'Salesman', 'employee', { optional: true, filter: 'select', sort: true, width: 100 }),
} as const
const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { width: 70 })

/** Each parcel with the first line of its order; both stand for whoever may see them. */
function parcelsOf(db: Db) {
  const orders = anyTable(db)
    .selectFrom('order_line as f')
    .innerJoin('shop as s', join => join.on(sql<boolean>`s.id = f.shop_id`))
    .innerJoin('marketplace as m', join => join.on(sql<boolean>`m.code = s.marketplace_code`))
    .distinctOn([sql`f.order_no`] as never)
    .select([
      sql`f.order_no`.as('order_no'),
      sql`f.shop_id`.as('shop_id'),
      sql`f.sku`.as('sku'),
      sql`f.country`.as('country'),
      sql`f.due_on`.as('due_on'),
      sql`coalesce(f.paid_at, f.purchased_at)`.as('paid_at'),
      sql`(coalesce(f.paid_at, f.purchased_at) at time zone m.zone)::date`.as('paid_on'),
      sql`case when f.status = 4 then (f.status_at at time zone m.zone)::date end`.as('delivered_on'),
    ])
    .where(sql<boolean>`not f.is_cancelled`)
    .orderBy(sql`f.order_no`)
    .orderBy(sql`f.line_no`)
  return anyTable(db)
    .selectFrom('final_leg_fee as p')
    .innerJoin(orders.as('o'), join => join.on(sql<boolean>`o.order_no = p.order_no`))
    .leftJoin('sku_owner as w', join =>
      join.on(
        sql<boolean>`w.shop_id = o.shop_id and w.seller_sku = o.sku and w.valid_from <= p.shipped_on
          and (w.valid_to is null or w.valid_to >= p.shipped_on)`,
      ),
    )
    .where(sql<boolean>`p.voided = 0 and p.order_no <> ''`)
    .select([
      ...['tracking_no', 'order_no', 'carrier_id', 'service', 'zone_code', 'shipped_on', 'currency'].map(name =>
        sql.ref(`p.${name}`).as(name),
      ),
      ...['shop_id', 'country', 'paid_at', 'delivered_on'].map(name => sql.ref(`o.${name}`).as(name)),
      sql`w.employee_id`.as('salesman_id'),
      // Thursday and Friday lead over the weekend, Saturday and Sunday begin on Monday
      sql`coalesce(o.due_on,
        o.paid_on + (case extract(isodow from o.paid_on) when 4 then 4 when 5 then 4 when 6 then 3 else 2 end)::int)`.as('due_on'),
      sql`(case when o.due_on is null then ${sql.lit(dueRules.rule[0])} else ${sql.lit(dueRules.told[0])} end)::smallint`.as('due_by'),
      sql`p.shipped_on - o.paid_on`.as('days_to_ship'),
      sql`o.delivered_on - p.shipped_on`.as('days_to_deliver'),
      sql`p.fee + p.surcharge`.as('fee'),
    ])
}
const isLate = sql`(p.shipped_on > p.due_on)`

export const orderShipment = view(
  'order_shipment',
  {
    type: 'orderShipment',
    title: ['订单发货明细', 'Shipments of orders'],
    scope: grantedShops,
    permission: shipmentPermission,
    primary: ['trackingNo'],
    search: false,
    bound: { field: 'shippedOn', days: 92 },
    fields: {
      shippedOn: date('发货日期', 'Shipped on', { filter: 'range', sort: true, width: 110 }),
      trackingNo: text('跟踪号', 'Tracking number', { filter: 'equals', width: 170 }),
      orderNo: text('订单号', 'Order number', { filter: 'equals', width: 180, opens: 'order' }),
      ...of,
      zoneCode: text('分区', 'Zone', { filter: 'equals', width: 70 }),
      paidAt: dateTime('付款时间', 'Paid at', { width: 170 }),
      dueOn: date('应发日期', 'Due on', { sort: true, width: 110 }),
      dueBy: choice('应发依据', 'Due by', dueRules, { filter: 'select', width: 100 }),
      state: choice('时效', 'In time', shipmentStates, { filter: 'select', width: 80 }),
      daysToShip: integer('发货用时（天）', 'Days to ship', { sort: true, width: 120 }),
      daysToDeliver: integer('送达用时（天）', 'Days to deliver', { optional: true, sort: true, width: 120 }),
      fee: money('运费', 'Fee', { currency: 'currency', optional: true, total: true, sort: true, width: 110, see: amounts }),
      currency: currency(),
    },
    sort: { field: 'shippedOn', way: 'DESC' },
    shownAs: { card: { title: 'orderNo', subtitle: 'trackingNo', state: 'state' } },
    empty: [
      '有承运商账单或发货软件的包裹，且订单已导入，这里显示发货时效',
      'Parcels whose orders are there, and whether they were in time',
    ],
  },
  db =>
    anyTable(db)
      .selectFrom(parcelsOf(db).as('p'))
      .selectAll('p')
      .select(sql`(case when ${isLate} then 2 else 1 end)::smallint`.as('state')),
)

const count = (zh: string, en: string) => integer(zh, en, { total: true, sort: true, width: 90 })
const mean = (zh: string, en: string) => decimal(zh, en, 1, { optional: true, sort: true, width: 120 })
export const orderShipmentStatistics = view(
  'order_shipment_month',
  {
    type: 'orderShipmentStatistics',
    title: ['订单发货统计', 'Shipments by month'],
    scope: everybody,
    permission: shipmentPermission,
    primary: ['month', 'shopId', 'carrierId', 'service', 'country', 'ownedBy', 'currency'],
    search: false,
    fields: {
      month: month('月份', 'Month', { filter: 'range', sort: true, width: 100 }),
      ...of,
      // a key is never empty
      ownedBy: bigInteger('业务员编号', 'Number of the salesman', { hidden: true }),
      shipped: count('包裹数', 'Parcels'),
      onTime: count('按时', 'On time'),
      late: count('超时', 'Late'),
      onTimeRate: mean('按时率（%）', 'On time (%)'),
      daysToShip: mean('平均发货用时（天）', 'Days to ship, mean'),
      daysToDeliver: mean('平均送达用时（天）', 'Days to deliver, mean'),
      fee: money('运费', 'Fee', { currency: 'currency', optional: true, total: true, sort: true, width: 110, see: amounts }),
      perParcel: money('每包裹运费', 'Fee per parcel', { currency: 'currency', optional: true, sort: true, width: 120, see: amounts }),
      currency: currency(),
    },
    sort: { field: 'month', way: 'DESC' },
    shownAs: { card: { title: 'month', subtitle: 'salesmanId', amount: 'shipped' } },
    empty: ['有包裹和订单后，这里按月份、店铺、承运商和服务统计', 'Sums of parcels by month, shop, carrier and service'],
  },
  db => {
    const keys = ['shop_id', 'carrier_id', 'service', 'country', 'salesman_id', 'currency'].map(name => sql.ref(`p.${name}`))
    const first = sql`date_trunc('month', p.shipped_on)::date`
    return anyTable(db)
      .selectFrom(parcelsOf(db).as('p'))
      .groupBy([first, ...keys] as never)
      .select([
        first.as('month'),
        ...['shop_id', 'carrier_id', 'service', 'country', 'salesman_id', 'currency'].map(name => sql.ref(`p.${name}`).as(name)),
        sql`coalesce(p.salesman_id, 0)`.as('owned_by'),
        sql`count(*)::int`.as('shipped'),
        sql`(count(*) filter (where not ${isLate}))::int`.as('on_time'),
        sql`(count(*) filter (where ${isLate}))::int`.as('late'),
        sql`round(count(*) filter (where not ${isLate}) * 100.0 / count(*), 1)`.as('on_time_rate'),
        sql`round(avg(p.days_to_ship), 1)`.as('days_to_ship'),
        sql`round(avg(p.days_to_deliver), 1)`.as('days_to_deliver'),
        sql`sum(p.fee)`.as('fee'),
        sql`round(sum(p.fee) / count(*), 4)`.as('per_parcel'),
      ])
  },
)
