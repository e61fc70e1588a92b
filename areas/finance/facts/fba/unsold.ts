/**
 * Stock that will not sell before it grows a band older, with what the next band will cost. The oldest units sell first, at the pace of
 * the last 30 days (of 90 where those are not told). Units of a band that covers n days reach its end after n/2 days on average.
 */
import { sql } from 'kysely'
import { choice, date, decimal, integer, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { Db } from '#platform/server/area.ts'
import { anyTable, view } from '#platform/server/database.ts'
import { fbaPermissions } from './words.ts'

const bandChoices = {
  days91: [1, '91-180 天', '91-180 days', 'info'],
  days181: [2, '181-270 天', '181-270 days', 'warn'],
  days271: [3, '271-365 天', '271-365 days', 'warn'],
  days366: [4, '366-455 天', '366-455 days', 'bad'],
  days456: [5, '456 天以上', '456 days and more', 'bad'],
} as const
/** Number of the band, its units, days until its middle unit leaves it, units and surcharge of the next band; the last comes monthly. */
const bands = sql`(values
  (1, f.age91_to180, 45.0, f.chargeable181210, f.surcharge181210),
  (2, f.age181_to270, 45.0, f.chargeable271300, f.surcharge271300),
  (3, f.age271_to365, 47.5, f.chargeable366455, f.surcharge366455),
  (4, f.age366_to455, 45.0, f.chargeable456_plus, f.surcharge456_plus),
  (5, f.age456_plus, 30.0, f.chargeable456_plus, f.surcharge456_plus))`
const lackings = {
  nothing: [0, '齐全', 'Complete', 'good'],
  pace: [1, '没有销量', 'No sales told', 'warn'],
  rate: [2, '没有费率', 'No rate', 'warn'],
} as const

/** The day of the newest snapshot of each shop. */
export function newestSnapshots(db: Db) {
  return anyTable(db)
    .selectFrom('fba_stock_age as l')
    .groupBy(sql`l.shop_id`)
    .select([sql<string>`l.shop_id`.as('shop_id'), sql<string>`max(l.snapshot_on)`.as('snapshot_on')])
}

export const unsoldStock = view(
  'fba_unsold_stock',
  {
    type: 'fbaUnsoldStock',
    title: ['滞销库存预警', 'Stock that will not sell'],
    access: { scope: grantedShops, permission: fbaPermissions.stock },
    fields: {
      sku: text('MSKU', 'Seller SKU', { filter: 'contains', sort: true, width: 150 }),
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', width: 140 }),
      band: choice('库龄', 'Age', bandChoices, { filter: 'select', sort: true, width: 110 }),
      units: integer('数量', 'Quantity', { total: true, sort: true, width: 80 }),
      unsold: integer('到期卖不完', 'Not sold in time', {
        total: true,
        sort: true,
        width: 110,
        help: [
          '先卖库龄长的；到下一档前按日均销量卖不完的数量',
          'Oldest first: what is left at the present pace when the next band begins',
        ],
      }),
      cost: money('预计附加费', 'Expected surcharge', { currency: 'currency', optional: true, total: true, sort: true, width: 120 }),
      feeRate: decimal('下一档单件附加费', 'Surcharge a unit, next band', 4, { optional: true, sort: true, width: 140 }),
      pace: decimal('日均销量', 'Sold a day', 4, { optional: true, sort: true, width: 100 }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { width: 70, filter: 'select' }),
      lacking: choice('缺少', 'Lacking', lackings, { filter: 'select', width: 100 }),
      asin: text('ASIN', 'ASIN', { filter: 'equals', width: 120 }),
      snapshotOn: date('快照日期', 'Snapshot day', { filter: 'range', sort: true, width: 110 }),
      title: text('商品名称', 'Title', { width: 200, show: false }),
      lineKey: text('行标识', 'Line key', { hidden: true }),
      ordinal: integer('同行序号', 'Ordinal', { hidden: true }),
    },
    list: {
      search: false,
      sort: { field: 'cost', way: 'DESC' },
      shownAs: { card: { title: 'sku', subtitle: 'band', amount: 'cost' } },
      empty: ['导入库存状况（库龄）报告后，这里显示在下一档附加费之前卖不完的库存', 'Stock that will not sell in its band appears here'],
    },
    storage: { primary: ['shopId', 'lineKey', 'ordinal', 'band'] },
  },
  db => {
    const newest = newestSnapshots(db)
    const ofLine = sql`partition by f.shop_id, f.line_key, f.ordinal order by b.band desc rows between unbounded preceding and 1 preceding`
    const ofBand = sql`partition by f.shop_id, f.currency, b.band`
    const aged = anyTable(db)
      .selectFrom('fba_stock_age as f')
      .innerJoin(newest.as('n'), join => join.on(sql<boolean>`n.shop_id = f.shop_id and n.snapshot_on = f.snapshot_on`))
      .crossJoinLateral(bands.as<'b'>(sql`b(band, units, days, next_units, next_fee)`))
      .select([
        sql<string>`f.shop_id`.as('shop_id'),
        sql<string>`f.snapshot_on`.as('snapshot_on'),
        sql<string>`f.sku`.as('sku'),
        sql<string>`f.asin`.as('asin'),
        sql<string>`f.title`.as('title'),
        sql<string>`f.currency`.as('currency'),
        sql<string>`f.line_key::text`.as('line_key'),
        sql<number>`f.ordinal`.as('ordinal'),
        sql<number>`b.band`.as('band'),
        sql<number>`coalesce(b.units, 0)`.as('units'),
        sql<string>`b.days`.as('days'),
        sql<string>`coalesce(f.shipped30 / 30.0, f.shipped90 / 90.0)`.as('pace'),
        sql<string>`coalesce(sum(b.units) over (${ofLine}), 0)`.as('ahead'),
        sql<string>`coalesce(f.item_volume, 1) * sum(b.next_fee) over (${ofBand})
          / nullif(sum(case when b.next_fee is not null then b.next_units * coalesce(f.item_volume, 1) end) over (${ofBand}), 0)`.as(
          'fee_rate',
        ),
      ])
    const left = db
      .selectFrom(aged.as('a'))
      .where(sql<boolean>`a.units > 0`)
      .selectAll('a')
      .select(sql<string>`ceil(a.units - least(a.units, greatest(0, coalesce(a.pace, 0) * a.days - a.ahead)))::int`.as('unsold'))
    return db
      .selectFrom(left.as('u'))
      .where(sql<boolean>`u.unsold > 0`)
      .select([
        ...['shop_id', 'snapshot_on', 'sku', 'asin', 'title', 'currency', 'line_key', 'ordinal', 'units', 'unsold'].map(name =>
          sql.ref<string>(`u.${name}`).as(name),
        ),
        sql<number>`u.band::smallint`.as('band'),
        sql<string>`round(u.pace, 4)`.as('pace'),
        sql<string>`round(u.fee_rate, 4)`.as('fee_rate'),
        sql<string>`round(u.unsold * u.fee_rate, 4)`.as('cost'),
        sql<number>`(case when u.pace is null then 1 when u.fee_rate is null then 2 else 0 end)::smallint`.as('lacking'),
      ])
  },
)
