/** 物流分析: what shipped orders come to by month, channel and shop: units, weight, freight of a kilogram and a unit, days, on time. */
import { sql } from 'kysely'
import { bigInteger, decimal, integer, money, month, reference, referenceBy } from '#platform/declare/fields.ts'
import { everybody } from '#platform/declare/scope.ts'
import { view, tablesOf } from '#platform/server/database.ts'
import { freightAmounts } from '#areas/finance/index.ts'
import type { trackingEvent } from './box-tables.ts'
import type { shippingOrder, shippingOrderLine } from './order-tables.ts'

const count = (zh: string, en: string, more: object = {}) => integer(zh, en, { total: true, sort: true, width: 90, ...more })
const part = (zh: string, en: string, scale: number, more: object = {}) =>
  decimal(zh, en, scale, { optional: true, sort: true, width: 100, ...more })
const paid = (zh: string, en: string, more: object = {}) =>
  money(zh, en, { optional: true, sort: true, currency: 'currency', see: freightAmounts, width: 110, ...more })

const days = (portion: number) =>
  sql<number | null>`percentile_disc(${sql.lit(portion)}) within group (order by x.came - x.posted_on) filter (where x.came is not null)`
const share = (amount: string) => sql<string | null>`round(sum(x.fee) / nullif(sum(${sql.ref(amount)}), 0), 4)`
export const shippingFigures = view(
  'shipping_figures',
  {
    type: 'shippingFigures',
    title: ['物流分析', 'Shipping figures'],
    // each table of it keeps its own scope
    access: { scope: everybody, permission: 'shippingOrder' },
    fields: {
      orgId: bigInteger('组织', 'Organisation', { hidden: true }),
      month: month('发运月份', 'Month', { filter: 'range', sort: true, width: 90 }),
      channelId: reference('物流渠道', 'Channel', 'logistics_channel', {
        filter: 'select',
        ofOrganisation: 'logistics_channel.code',
        width: 140,
      }),
      shopId: reference('店铺', 'Shop', 'shop', { optional: true, filter: 'select', width: 130 }),
      orders: count('发货单', 'Orders'),
      units: part('件数', 'Units', 6, { total: true }),
      chargeable: part('计费重（kg）', 'Chargeable weight (kg)', 4, { total: true }),
      freight: paid('头程运费', 'First leg', { total: true }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { optional: true, filter: 'select', width: 70 }),
      perKg: paid('每千克运费', 'A kilogram'),
      perUnit: paid('每件运费', 'A unit'),
      transitP50: integer('运输天数 P50', 'Days in transit, p50', {
        optional: true,
        sort: true,
        width: 110,
        help: ['从发运到轨迹“签收”，没有轨迹时到最后一次签收', 'From shipping to the event delivered, without one to the last receipt'],
      }),
      transitP80: integer('运输天数 P80', 'Days in transit, p80', { optional: true, sort: true, width: 110 }),
      onTime: part('准时率（%）', 'On time, %', 1, {
        help: [
          '预计到达当天或之前到的，占有预计到达、已到的发货单',
          'Of orders with an ETA that have arrived, those that were there by it',
        ],
      }),
      lost: part('丢失件数', 'Units lost', 6, { total: true }),
    },
    list: {
      search: false,
      sort: { field: 'month', way: 'DESC' },
      empty: ['发货单发运后，这里按月、渠道和店铺汇总', 'Shipped orders by month, channel and shop'],
    },
    storage: { primary: ['month', 'channelId', 'shopId', 'currency'] },
  },
  db =>
    tablesOf<'first_leg_fee' | typeof shippingOrder | typeof shippingOrderLine | typeof trackingEvent>(db)
      .selectFrom(
        tablesOf<'first_leg_fee' | typeof shippingOrder | typeof shippingOrderLine | typeof trackingEvent>(db)
          .selectFrom('shipping_order as o')
          .where(sql<boolean>`o.state in (6, 7, 10, 11) and o.posted_on is not null`)
          .leftJoinLateral(
            e =>
              e
                .selectFrom('tracking_event as t')
                .where(sql<boolean>`t.order_id = o.id and t.stage = 7`)
                .select(sql<string | null>`(min(t.at) at time zone 'UTC')::date`.as('day'))
                .as('t'),
            j => j.onTrue(),
          )
          .leftJoinLateral(
            e =>
              e
                .selectFrom('first_leg_fee as f')
                .where(sql<boolean>`f.shipment_id = o.consignment_id`)
                .select([sql<string | null>`nullif(sum(f.fee), 0)`.as('fee'), sql<string | null>`max(f.currency)`.as('currency')])
                .as('f'),
            j => j.onTrue(),
          )
          .leftJoinLateral(
            e =>
              e
                .selectFrom('shipping_order_line as l')
                .where(sql<boolean>`l.order_id = o.id`)
                .select([sql<string>`sum(l.shipped)`.as('shipped'), sql<string>`sum(l.lost)`.as('lost')])
                .as('l'),
            j => j.onTrue(),
          )
          .select([
            sql<string>`o.org_id`.as('org_id'),
            sql<string>`date_trunc('month', o.posted_on)::date`.as('month'),
            sql<string>`o.channel_id`.as('channel_id'),
            sql<string>`coalesce(o.shop_id, 0)`.as('shop_id'),
            sql<string>`o.posted_on`.as('posted_on'),
            sql<string | null>`o.eta`.as('eta'),
            sql<string>`o.chargeable`.as('chargeable'),
            sql<string | null>`coalesce(t.day, case when o.state >= 10 then o.arrived_on end)`.as('came'),
            sql<string | null>`f.fee`.as('fee'),
            sql<string>`coalesce(f.currency, '')`.as('currency'),
            sql<string>`l.shipped`.as('shipped'),
            sql<string>`l.lost`.as('lost'),
          ])
          .as('x'),
      )
      .groupBy(['x.org_id', 'x.month', 'x.channel_id', 'x.shop_id', 'x.currency'])
      .select([
        sql<string>`x.org_id`.as('org_id'),
        sql<string>`x.month`.as('month'),
        sql<string>`x.channel_id`.as('channel_id'),
        sql<string>`x.shop_id`.as('shop_id'),
        sql<string | null>`x.currency`.as('currency'),
        sql<number>`count(*)::int`.as('orders'),
        sql<string>`sum(x.shipped)`.as('units'),
        sql<string>`sum(x.chargeable)`.as('chargeable'),
        sql<string | null>`sum(x.fee)`.as('freight'),
        share('x.chargeable').as('per_kg'),
        share('x.shipped').as('per_unit'),
        days(0.5).as('transit_p50'),
        days(0.8).as('transit_p80'),
        sql<string | null>`round(count(*) filter (where x.came <= x.eta) * 100.0
          / nullif(count(*) filter (where x.came is not null and x.eta is not null), 0), 1)`.as('on_time'),
        sql<string>`sum(x.lost)`.as('lost'),
      ]),
)
