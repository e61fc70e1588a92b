/**
 * 订单发货统计: parcels beside the orders that they carry, and their sums by month, shop, carrier and service. Voided and return labels never
 * count. An order is due on the day that its file names; where it names none, as many working days after it was paid as the shop has to
 * ship (after its purchase, where the marketplace tells of no payment). An order that nobody has paid yet is not due.
 */
import { sql, type RawBuilder } from 'kysely'
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
import { view, tablesOf } from '#platform/server/database.ts'
import type { Db } from '#platform/server/area.ts'
import { platformChoices } from '#areas/reference/index.ts'

export const shipmentPermission = 'sales.shipment'
/** who sees the list need not see what carriers are paid */
const amounts = { operation: 100, title: ['查看运费金额', 'See freight amounts'] } as const
export const shipmentStates = {
  onTime: [1, '按时', 'On time', 'good'],
  late: [2, '超时', 'Late', 'bad'],
  notDue: [3, '无应发日期', 'No due date', 'quiet'],
} as const

const dueRules = {
  told: [1, '订单文件', 'Order file'],
  rule: [2, '店铺时限', 'Days of the shop'],
} as const

/** an order is at most so many days older than its parcel: lines of other months are not read */
const ordersBefore = 92
/** whose files tell when an order was paid, and whose when a line was shipped */
const tellPayment = [platformChoices.ebay[0], platformChoices.aliexpress[0]]
const tellsShipping = platformChoices.walmart[0]

const of = {
  shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140 }),
  carrierId: reference('承运商', 'Carrier', 'carrier', { filter: 'select', sort: true, width: 130 }),
  service: text('服务', 'Service', { filter: 'contains', sort: true, width: 150 }),
  country: text('收货国家', 'To', { filter: 'equals', sort: true, width: 90 }),
  zoneCode: text('分区', 'Zone', { filter: 'equals', sort: true, width: 80 }),
  salesmanId: reference('业务员', 'Salesman', 'employee', { optional: true, filter: 'select', sort: true, width: 100 }),
} as const
const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { width: 70 })

/** So many working days (one at least) after a day; a weekend counts as its Friday. */
function workingDaysAfter(day: RawBuilder<unknown>, count: RawBuilder<unknown>): RawBuilder<unknown> {
  const weekday = sql`extract(isodow from ${day})::int`
  const past = sql`(least(${weekday}, 5) - 1 + ${count})`
  return sql`(${day} - (${weekday} - least(${weekday}, 5)) + ${count} + 2 * (${past} / 5))`
}

/** Each parcel with the first line of its order; both stand for whoever may see them. */
function parcelsOf(db: Db) {
  const isPaid = sql`(o.paid_at is not null or m.platform not in (${sql.join(tellPayment.map(one => sql.lit(one)))}))`
  // joined, then one line a parcel: a look from parcels, which lie on the coordinator, into lines by shop is refused on several machines
  const orders = db
    .selectFrom('final_leg_fee as p')
    .innerJoin('order_line as o', join =>
      join.on(
        sql<boolean>`o.order_no = p.order_no and not o.is_cancelled
          and o.ordered_on between p.shipped_on - ${sql.lit(ordersBefore)} and p.shipped_on + 1`,
      ),
    )
    // numbers of a parcel follow from its id; they are named so that a filter by one reaches the parcels before the join
    .distinctOn([sql`p.shipped_on`, sql`p.id`, sql`p.tracking_no`, sql`p.order_no`])
    .orderBy(sql`p.shipped_on, p.id, p.tracking_no, p.order_no, o.ordered_on desc, o.line_no`)
    .innerJoin('shop as s', join => join.on(sql<boolean>`s.id = o.shop_id`))
    .innerJoin('marketplace as m', join => join.on(sql<boolean>`m.code = s.marketplace_code`))
    .where(sql<boolean>`p.voided = 0 and p.order_no <> ''`)
    .select([
      ...['tracking_no', 'order_no', 'carrier_id', 'service', 'zone_code', 'shipped_on', 'currency', 'fee', 'surcharge'].map(name =>
        sql.ref(`p.${name}`).as(name),
      ),
      ...['shop_id', 'sku', 'country', 'due_on'].map(name => sql.ref(`o.${name}`).as(name)),
      sql.ref('s.handling_days').as('handling_days'),
      sql`case when ${isPaid} then coalesce(o.paid_at, o.purchased_at) end`.as('paid_at'),
      sql`case when ${isPaid} then (coalesce(o.paid_at, o.purchased_at) at time zone m.zone)::date end`.as('paid_on'),
      sql`case when m.platform = ${sql.lit(tellsShipping)} and o.status = 3 then o.status_at end`.as('sent_at'),
      sql`case when o.status = 4 then (o.status_at at time zone m.zone)::date end`.as('delivered_on'),
    ])
  const told = ['tracking_no', 'order_no', 'carrier_id', 'service', 'zone_code', 'shipped_on', 'currency', 'shop_id', 'country', 'paid_at']
  return tablesOf<'sku_owner'>(db)
    .selectFrom(orders.as('o'))
    .leftJoin('sku_owner as w', join =>
      join.on(
        sql<boolean>`w.shop_id = o.shop_id and w.seller_sku = o.sku and w.valid_from <= o.shipped_on
          and (w.valid_to is null or w.valid_to >= o.shipped_on)`,
      ),
    )
    .select([
      ...[...told, 'delivered_on'].map(name => sql.ref(`o.${name}`).as(name)),
      sql`w.employee_id`.as('salesman_id'),
      sql`coalesce(o.due_on, ${workingDaysAfter(sql`o.paid_on`, sql`o.handling_days`)})`.as('due_on'),
      sql`(case when o.due_on is not null then ${sql.lit(dueRules.told[0])} when o.paid_on is not null then ${sql.lit(dueRules.rule[0])}
        end)::smallint`.as('due_by'),
      sql`o.shipped_on - o.paid_on`.as('days_to_ship'),
      sql`round((extract(epoch from o.sent_at - o.paid_at) / 3600)::numeric, 1)`.as('hours_to_ship'),
      sql`o.delivered_on - o.shipped_on`.as('days_to_deliver'),
      sql`o.fee + o.surcharge`.as('fee'),
    ])
}
const isLate = sql`(p.shipped_on > p.due_on)`
const isOnTime = sql`(p.shipped_on <= p.due_on)`
const hoursHelp = {
  help: [
    '从付款到发货，只在平台文件写明发货时刻时有（沃尔玛）',
    'From payment to shipping, where the file of orders tells the instant (Walmart)',
  ],
} as const

export const orderShipment = view(
  'order_shipment',
  {
    type: 'orderShipment',
    title: ['订单发货明细', 'Shipments of orders'],
    access: { scope: grantedShops, permission: shipmentPermission },
    fields: {
      shippedOn: date('发货日期', 'Shipped on', { filter: 'range', sort: true, width: 110 }),
      trackingNo: text('跟踪号', 'Tracking number', { filter: 'equals', width: 170 }),
      orderNo: text('订单号', 'Order number', { filter: 'equals', width: 180, linkTo: 'order' }),
      ...of,
      paidAt: dateTime('付款时间', 'Paid at', { optional: true, width: 170 }),
      dueOn: date('应发日期', 'Due on', { optional: true, sort: true, width: 110 }),
      dueBy: choice('应发依据', 'Due by', dueRules, { optional: true, filter: 'select', width: 100 }),
      state: choice('时效', 'In time', shipmentStates, { filter: 'select', width: 80 }),
      daysToShip: integer('发货用时（天）', 'Days to ship', { optional: true, sort: true, width: 120 }),
      hoursToShip: decimal('发货用时（小时）', 'Hours to ship', 1, { optional: true, sort: true, width: 130, ...hoursHelp }),
      daysToDeliver: integer('送达用时（天）', 'Days to deliver', { optional: true, sort: true, width: 120 }),
      fee: money('运费', 'Fee', { currency: 'currency', optional: true, total: true, sort: true, width: 110, see: amounts }),
      currency: currency(),
    },
    list: {
      search: false,
      bound: { field: 'shippedOn', days: 92 },
      sort: { field: 'shippedOn', way: 'DESC' },
      shownAs: { card: { title: 'orderNo', subtitle: 'trackingNo', state: 'state' } },
      empty: [
        '有承运商账单或发货软件的包裹，且订单已导入，这里显示发货时效',
        'Parcels whose orders are there, and whether they were in time',
      ],
    },
    storage: { primary: ['trackingNo'] },
  },
  db =>
    db
      .selectFrom(parcelsOf(db).as('p'))
      .selectAll('p')
      .select(sql`(case when ${isLate} then 2 when ${isOnTime} then 1 else 3 end)::smallint`.as('state')),
)

const count = (zh: string, en: string) => integer(zh, en, { total: true, sort: true, width: 90 })
const mean = (zh: string, en: string) => decimal(zh, en, 1, { optional: true, sort: true, width: 120 })
export const orderShipmentStatistics = view(
  'order_shipment_month',
  {
    type: 'orderShipmentStatistics',
    title: ['订单发货统计', 'Shipments by month'],
    access: { scope: everybody, permission: shipmentPermission },
    fields: {
      month: month('月份', 'Month', { filter: 'range', sort: true, width: 100 }),
      ...of,
      // a key is never empty
      ownedBy: bigInteger('业务员编号', 'Number of the salesman', { hidden: true }),
      shipped: count('包裹数', 'Parcels'),
      onTime: count('按时', 'On time'),
      late: count('超时', 'Late'),
      notDue: count('无应发日期', 'No due date'),
      onTimeRate: mean('按时率（%）', 'On time (%)'),
      daysToShip: mean('平均发货用时（天）', 'Days to ship, mean'),
      hoursToShip: decimal('平均发货用时（小时）', 'Hours to ship, mean', 1, { optional: true, sort: true, width: 130, ...hoursHelp }),
      daysToDeliver: mean('平均送达用时（天）', 'Days to deliver, mean'),
      fee: money('运费', 'Fee', { currency: 'currency', optional: true, total: true, sort: true, width: 110, see: amounts }),
      perParcel: money('每包裹运费', 'Fee per parcel', { currency: 'currency', optional: true, sort: true, width: 120, see: amounts }),
      currency: currency(),
    },
    list: {
      search: false,
      bound: { field: 'month', days: 366 },
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'month', subtitle: 'salesmanId', amount: 'shipped' } },
      empty: ['有包裹和订单后，这里按月份、店铺、承运商和服务统计', 'Sums of parcels by month, shop, carrier and service'],
    },
    storage: { primary: ['month', 'shopId', 'carrierId', 'service', 'country', 'zoneCode', 'ownedBy', 'currency'] },
  },
  db => {
    const names = ['shop_id', 'carrier_id', 'service', 'country', 'zone_code', 'salesman_id', 'currency']
    const keys = names.map(name => sql.ref(`p.${name}`))
    const first = sql`date_trunc('month', p.shipped_on)::date`
    return db
      .selectFrom(parcelsOf(db).as('p'))
      .groupBy([first, ...keys])
      .select([
        first.as('month'),
        ...names.map(name => sql.ref(`p.${name}`).as(name)),
        sql`coalesce(p.salesman_id, 0)`.as('owned_by'),
        sql`count(*)::int`.as('shipped'),
        sql`(count(*) filter (where ${isOnTime}))::int`.as('on_time'),
        sql`(count(*) filter (where ${isLate}))::int`.as('late'),
        sql`(count(*) filter (where p.due_on is null))::int`.as('not_due'),
        sql`round(count(*) filter (where ${isOnTime}) * 100.0 / nullif(count(p.due_on), 0), 1)`.as('on_time_rate'),
        sql`round(avg(p.days_to_ship), 1)`.as('days_to_ship'),
        sql`round(avg(p.hours_to_ship), 1)`.as('hours_to_ship'),
        sql`round(avg(p.days_to_deliver), 1)`.as('days_to_deliver'),
        sql`sum(p.fee)`.as('fee'),
        sql`round(sum(p.fee) / count(*), 4)`.as('per_parcel'),
      ])
  },
)
