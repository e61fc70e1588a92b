/**
 * 可售天数: of the newest snapshot of each shop, how many days what can be sold of a SKU lasts, and whether that is less than new stock needs.
 * The pace is the mean of a day over the last 28 complete days of the shop's orders: its last day with an order may be told in part, so the
 * days end before it. A shop that sells for a shorter time has the mean of its days.
 */
import { sql } from 'kysely'
import { choice, date, decimal, integer, reference, text } from '#platform/declare/fields.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import { anyTable, view, tablesOf } from '#platform/server/database.ts'
import { orderLines } from '#areas/sales/index.ts'
import { newestSnapshots } from './unsold.ts'
import { fbaPermissions } from './words.ts'

/** days of the pace; days beyond the first leg in which people order and pack */
const [span, spare] = [28, 14]
const states = {
  short: [1, '即将断货', 'Running out', 'bad'],
  enough: [2, '充足', 'Enough', 'good'],
  unsold: [3, '无销量', 'Not sold', 'quiet'],
} as const
/** columns of the snapshot, by shop and SKU */
const told = ['shop_id', 'sku', 'snapshot_on', 'asin', 'available', 'inbound', 'reserved', 'unfulfillable']
const isBySku = (keys: readonly string[]) => keys.includes('day') && keys.includes('sku')
const byDay = orderLines.grains.find(grain => grain.keys.includes('day') && !grain.keys.includes('sku'))?.table ?? ''
const bySku = orderLines.grains.find(grain => isBySku(grain.keys))?.table ?? ''

export const stockCover = view(
  'fba_stock_cover',
  {
    type: 'fbaStockCover',
    title: ['可售天数', 'Days of cover'],
    access: { scope: grantedShops, permission: fbaPermissions.stock },
    fields: {
      // said by the cell of the MSKU
      productId: reference('商品', 'Product', 'product', { optional: true, filter: 'select', width: 220, show: false }),
      sku: text('MSKU', 'Seller SKU', { filter: 'contains', sort: true, width: 150 }),
      available: integer('可售', 'Available', { total: true, sort: true, width: 90 }),
      days: decimal('可售天数', 'Days of cover', 1, {
        optional: true,
        sort: true,
        filter: 'range',
        width: 100,
        help: ['可售 ÷ 日均销量；没有销量为空', 'Available by units a day; empty where nothing was sold'],
      }),
      state: choice('状态', 'State', states, { filter: 'select', width: 100 }),
      firstLegDays: integer('头程天数', 'Days of the first leg', {
        width: 100,
        help: [`店铺的设置；可售天数少于它加 ${spare} 天为即将断货`, `Set at the shop; with ${spare} days more it is what new stock needs`],
      }),
      pace: decimal('日均销量', 'Sold a day', 2, {
        sort: true,
        width: 100,
        help: [`最近 ${span} 个完整日的订单件数`, `Units ordered in the last ${span} complete days`],
      }),
      inbound: integer('入库中', 'Inbound', { total: true, sort: true, width: 90 }),
      reserved: integer('预留', 'Reserved', { total: true, show: false, width: 90 }),
      unfulfillable: integer('不可售', 'Unfulfillable', { total: true, show: false, width: 90 }),
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, width: 140 }),
      asin: text('ASIN', 'ASIN', { filter: 'equals', width: 120 }),
      snapshotOn: date('快照日期', 'Snapshot day', { sort: true, width: 110 }),
    },
    list: {
      search: false,
      sort: { field: 'days', way: 'ASC' },
      tabOf: { goodsStockByItem: { by: { productId: 'productId' }, title: ['FBA 库存', 'FBA stock'], at: 5 } },
      shownAs: { card: { title: 'sku', subtitle: 'shopId', amount: 'days', state: 'state' } },
      empty: ['导入库存状况（库龄）报告后，这里显示每个 MSKU 还能卖多少天', 'Days of cover appear here once stock by age is imported'],
    },
    storage: { primary: ['shopId', 'sku'] },
  },
  db => {
    const newest = newestSnapshots(db)
    const stock = anyTable(db)
      .selectFrom('fba_stock_age as f')
      .innerJoin(newest.as('n'), join => join.on(sql<boolean>`n.shop_id = f.shop_id and n.snapshot_on = f.snapshot_on`))
      .groupBy([sql`f.shop_id`, sql`f.sku`, sql`f.snapshot_on`])
      .select([
        sql<string>`f.shop_id`.as('shop_id'),
        sql<string>`f.sku`.as('sku'),
        sql<string>`f.snapshot_on`.as('snapshot_on'),
        sql<string>`max(f.asin)`.as('asin'),
        sql<number>`sum(f.available)::int`.as('available'),
        ...['inbound', 'reserved', 'unfulfillable'].map(name => sql<number>`coalesce(sum(${sql.ref(`f.${name}`)}), 0)::int`.as(name)),
      ])
    const ends = anyTable(db)
      .selectFrom(`${byDay} as e`)
      .groupBy(sql`e.shop_id`)
      .select([
        sql<string>`e.shop_id`.as('shop_id'),
        sql<string>`max(e.day)`.as('until'),
        sql<number>`least(max(e.day) - min(e.day), ${sql.lit(span)})`.as('days'),
      ])
    const sold = anyTable(db)
      .selectFrom(ends.as('u'))
      .innerJoin(`${bySku} as g`, join =>
        join.on(sql<boolean>`g.shop_id = u.shop_id and g.day < u.until and g.day >= u.until - ${sql.lit(span)} and not g.is_cancelled`),
      )
      .groupBy([sql`g.shop_id`, sql`g.sku`, sql`u.days`])
      .select([
        sql<string>`g.shop_id`.as('shop_id'),
        sql<string>`g.sku`.as('sku'),
        sql<string>`sum(g.quantity)::numeric / nullif(u.days, 0)`.as('pace'),
      ])
    const covered = tablesOf<'shop' | 'sku_map'>(db)
      .selectFrom(stock.as('a'))
      .innerJoin('shop as s', join => join.on(sql<boolean>`s.id = a.shop_id`))
      .leftJoin(sold.as('w'), join => join.on(sql<boolean>`w.shop_id = a.shop_id and w.sku = a.sku`))
      .leftJoin('sku_map as m', join => join.on(sql<boolean>`m.shop_id = a.shop_id and m.seller_sku = a.sku`))
      .select([
        ...told.map(name => sql.ref<string>(`a.${name}`).as(name)),
        sql<string>`m.product_id`.as('product_id'),
        sql<number>`s.first_leg_days`.as('first_leg_days'),
        sql<string>`round(coalesce(w.pace, 0), 2)`.as('pace'),
        sql<string | null>`round(a.available / nullif(w.pace, 0), 1)`.as('days'),
      ])
    return db.selectFrom(covered.as('c')).select([
      ...[...told, 'product_id', 'first_leg_days', 'pace', 'days'].map(name => sql.ref<string>(`c.${name}`).as(name)),
      sql<number>`(case when c.days is null then ${sql.lit(states.unsold[0])}
          when c.days < c.first_leg_days + ${sql.lit(spare)} then ${sql.lit(states.short[0])}
          else ${sql.lit(states.enough[0])} end)::smallint`.as('state'),
    ])
  },
)
