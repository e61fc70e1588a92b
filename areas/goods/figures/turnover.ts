/**
 * 周转与呆滞: what lies of a product in a warehouse, how long it lasts at the pace of the last 90 days, and since when none of it left. What
 * left is what was sold and consumed.
 */
import { sql } from 'kysely'
import { bigInteger, choice, date, decimal, integer, reference } from '#platform/declare/fields.ts'
import { granted } from '#platform/declare/scope.ts'
import { homeZone } from '#platform/format/zones.ts'
import { anyTable, view } from '#platform/server/database.ts'
import { moveReasons } from '../ledger-tables.ts'
import { goodsLegs } from './legs.ts'

/** days of the pace; without an issue for so long, or with stock for so long, it is dead, or slow */
const [span, slowDays] = [90, 180]
const states = {
  dead: [1, '呆滞', 'Dead', 'bad'],
  slow: [2, '周转慢', 'Slow', 'warn'],
  moving: [3, '正常', 'Moving', 'good'],
} as const
export const issuedReasons: readonly number[] = [moveReasons.sold[0], moveReasons.consumed[0], moveReasons.used[0], moveReasons.takenIn[0]]
const isIssue = sql<boolean>`g.reason in (${sql.join(issuedReasons.map(one => sql.lit(one)))})`
const today = sql`(now() at time zone ${sql.lit(homeZone)})::date`
const byDay = goodsLegs.base.table

export const goodsTurnover = view(
  'goods_turnover',
  {
    type: 'goodsTurnover',
    title: ['周转与呆滞', 'Turnover and dead stock'],
    access: { scope: granted('warehouse_id', 'warehouses'), permission: 'goodsBalance' },
    fields: {
      orgId: bigInteger('组织', 'Organisation', { hidden: true, computed: true }),
      warehouseId: reference('仓库', 'Warehouse', 'warehouse', { filter: 'select', sort: true, width: 130 }),
      productId: reference('商品', 'Product', 'product', { filter: 'select', sort: true, linkTo: 'goodsStockByItem', width: 220 }),
      state: choice('状态', 'State', states, { filter: 'select', width: 90 }),
      quantity: decimal('现有数量', 'Quantity', 6, { total: true, sort: true, width: 100 }),
      issued: decimal('90 天发出', 'Out in 90 days', 6, {
        total: true,
        sort: true,
        width: 110,
        help: ['销售出库、领用和生产耗用', 'Sold, consumed, used in making'],
      }),
      mean: decimal('平均库存', 'Mean stock', 2, {
        width: 100,
        help: ['现有数量与 90 天前数量的平均', 'Mean of what lies there now and 90 days ago'],
      }),
      days: decimal('周转天数', 'Turnover days', 1, {
        optional: true,
        sort: true,
        filter: 'range',
        width: 100,
        help: ['平均库存 × 90 ÷ 90 天发出；没有发出为空', 'Mean stock times 90 by what left in 90 days; empty where nothing left'],
      }),
      lastOutOn: date('最近发出', 'Last out', { optional: true, sort: true, width: 110 }),
      since: date('最早入库', 'Here since', { sort: true, width: 110 }),
      idle: integer('未动天数', 'Days without issue', {
        sort: true,
        filter: 'range',
        width: 110,
        help: ['自最近发出，没有发出过的自最早入库', 'Since it last left; where it never did, since the first of it came'],
      }),
    },
    list: {
      search: false,
      sort: { field: 'idle', way: 'DESC' },
      shownAs: { card: { title: 'productId', subtitle: 'warehouseId', amount: 'idle', state: 'state' } },
      tabOf: { goodsStockByItem: { by: { productId: 'productId' }, title: ['周转', 'Turnover'], at: 7 } },
      empty: ['仓库里每个商品的周转天数和多久没有发出', 'How fast each product in the warehouses moves, and since when it does not'],
    },
    storage: { primary: ['warehouseId', 'productId'] },
  },
  db => {
    const lying = db
      .selectFrom('goods_cell as c')
      .where('c.quantity', '>', '0')
      .groupBy(['c.org_id', 'c.warehouse_id', 'c.product_id'])
      .select([
        'c.org_id',
        'c.warehouse_id',
        'c.product_id',
        sql<string>`sum(c.quantity)`.as('quantity'),
        sql<string>`min(c.since)`.as('since'),
      ])
    const legs = anyTable(db)
      .selectFrom(`${byDay} as g`)
      .groupBy([sql`g.warehouse_id`, sql`g.product_id`])
      .select([
        ...['warehouse_id', 'product_id'].map(name => sql.ref<string>(`g.${name}`).as(name)),
        sql<string>`coalesce(sum(g.quantity) filter (where g.day > ${today} - ${sql.lit(span)}), 0)`.as('moved'),
        sql<string>`coalesce(-sum(g.quantity) filter (where g.day > ${today} - ${sql.lit(span)} and ${isIssue}), 0)`.as('issued'),
        sql<string>`max(g.day) filter (where ${isIssue} and g.quantity < 0)`.as('last_out_on'),
      ])
    const known = db
      .selectFrom(lying.as('l'))
      .leftJoin(legs.as('m'), join => join.on(sql<boolean>`m.warehouse_id = l.warehouse_id and m.product_id = l.product_id`))
      .select([
        ...['org_id', 'warehouse_id', 'product_id', 'quantity', 'since'].map(name => sql.ref<string>(`l.${name}`).as(name)),
        sql<string>`coalesce(m.issued, 0)`.as('issued'),
        sql<string>`m.last_out_on`.as('last_out_on'),
        sql<string>`(l.quantity + greatest(0, l.quantity - coalesce(m.moved, 0))) / 2`.as('mean'),
        sql<number>`${today} - coalesce(m.last_out_on, l.since)`.as('idle'),
      ])
    const days = sql<string | null>`round(k.mean * ${sql.lit(span)} / nullif(k.issued, 0), 1)`
    return db.selectFrom(known.as('k')).select([
      ...['org_id', 'warehouse_id', 'product_id', 'quantity', 'since', 'issued', 'last_out_on', 'idle'].map(name =>
        sql.ref<string>(`k.${name}`).as(name),
      ),
      sql<string>`round(k.mean, 2)`.as('mean'),
      days.as('days'),
      sql<number>`(case when k.idle >= ${sql.lit(span)} then ${sql.lit(states.dead[0])}
          when ${days} >= ${sql.lit(slowDays)} then ${sql.lit(states.slow[0])} else ${sql.lit(states.moving[0])} end)::smallint`.as(
        'state',
      ),
    ])
  },
)
