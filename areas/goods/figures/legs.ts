/**
 * 收发存: what came into each warehouse and left it by product and reason, out of the moves: what comes adds up, what leaves is taken off.
 * Goods on their way between two warehouses belong to the one that they left until the other receives them.
 */
import { choice, date, decimal, month, reference } from '#platform/declare/fields.ts'
import { key, plus, position, report, sum, times, via, type Step } from '#platform/declare/report.ts'
import { rollup, type Source } from '#platform/declare/rollup.ts'
import { granted } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { asText } from '#platform/format/text.ts'
import { tablesOf } from '#platform/server/database.ts'
import { daysChanged, figures } from '#platform/server/reports.ts'
import { followerOf } from '#platform/server/records.ts'
import { goodsMove, moveReasons, goodsPosting } from '../ledger-tables.ts'
import { sql } from 'kysely'

const scope = granted('warehouse_id', 'warehouses')
const side = (name: string, title: Title, warehouseId: string, quantity: Source['check']): Source => ({
  name,
  title,
  fact: goodsMove,
  booked: 'bookedOn',
  keys: { warehouseId },
  sums: { quantity },
  check: quantity,
  lines: { docNo: 'docNo' },
})

export const goodsLegs = rollup('goods_legs', {
  title: ['收发存汇总', 'Goods in and out'],
  scope,
  owner: 'warehouseId',
  keys: {
    warehouseId: reference('仓库', 'Warehouse', 'warehouse'),
    day: date('日期', 'Day'),
    month: month('月份', 'Month'),
    productId: reference('商品', 'Product', 'product'),
    reason: choice('收发类别', 'Reason', moveReasons),
  },
  sums: { quantity: decimal('数量', 'Quantity', 6) },
  count: ['笔数', 'Moves'],
  grains: [
    ['warehouseId', 'month', 'productId', 'reason'],
    ['warehouseId', 'day', 'productId', 'reason'],
  ],
  from: [side('in', ['移入', 'In'], 'toWarehouseId', 'quantity'), side('out', ['移出', 'Out'], 'fromWarehouseId', { minus: 'quantity' })],
})

type Reason = keyof typeof moveReasons
const fromMoves: Title = [
  '库存流水，移入为正、移出为负；冲销记在原类别。',
  'Moves of stock: in adds, out is taken off; what is taken back too.',
]
const moved = (title: Title, ...reasons: readonly Reason[]) =>
  sum(goodsLegs, 'quantity', {
    title,
    source: fromMoves,
    kind: 'decimal',
    when: { reason: reasons.map(one => moveReasons[one][0]) },
  })
const ofRow: Title = ['本行其他指标之和。', 'Added up from other measures of the row.']
const toProduct: Step = { table: 'product', on: { id: 'productId' } }

export const goodsBalance = report('goodsBalance', {
  title: ['收发存', 'In, out, balance'],
  scope,
  permission: 'goodsBalance',
  dimensions: {
    warehouse: key('warehouseId', {
      title: ['仓库', 'Warehouse'],
      kind: 'reference',
      label: { table: 'warehouse', on: 'id', column: 'name' },
      target: 'warehouse',
    }),
    product: key('productId', {
      title: ['商品', 'Product'],
      kind: 'reference',
      label: { table: 'product', on: 'id', column: 'name' },
      target: 'product',
    }),
    brand: via([toProduct], 'brand', { title: ['品牌', 'Brand'], kind: 'text' }),
    category: via([toProduct], 'categoryId', {
      title: ['品类', 'Category'],
      kind: 'reference',
      label: { table: 'product_category', on: 'id', column: 'name' },
      target: 'productCategory',
      tree: { table: 'product_category', parent: 'parentId' },
      emptyLabel: ['未分类', 'No category'],
    }),
    reason: key('reason', { title: ['收发类别', 'Reason'], kind: 'choice', choices: moveReasons }),
    ...times('day', 'week', 'month', 'quarter', 'year'),
  },
  measures: {
    opening: position('moved', 'opening', {
      title: ['期初', 'Opening'],
      kind: 'decimal',
      source: ['该行时间开始前的全部收发。', 'All that came and went before the time of the row.'],
    }),
    received: { ...plus(['bought', 'produced', 'otherIn'], { title: ['收入', 'In'], source: ofRow }), kind: 'decimal' },
    bought: moved(['采购入库', 'Purchased'], 'bought'),
    produced: moved(['生产组装入库', 'Made'], 'made', 'putOut'),
    otherIn: moved(['退回、盘盈与期初', 'Returned, counted, opening'], 'returned', 'removed', 'countedMore', 'opening'),
    issued: { ...plus(['sold', 'usedUp', 'otherOut'], { title: ['发出', 'Out'], source: ofRow }), kind: 'decimal' },
    sold: moved(['销售出库', 'Sold'], 'sold'),
    usedUp: moved(['生产组装耗用', 'Used in making'], 'used', 'takenIn'),
    otherOut: moved(
      ['退供应商、领用、报废与盘亏', 'Returned to suppliers, consumed, scrapped, lost'],
      'returnedToSupplier',
      'consumed',
      'scrapped',
      'countedLess',
      'lost',
    ),
    transferred: moved(
      ['调拨与装运（净）', 'Transferred and dispatched, net'],
      'transferred',
      'dispatched',
      'accepted',
      'issued',
      'sentOut',
    ),
    moved: sum(goodsLegs, 'quantity', { title: ['收发合计', 'All moves'], source: fromMoves, kind: 'decimal' }),
    closing: position('moved', 'closing', {
      title: ['期末', 'Closing'],
      kind: 'decimal',
      source: [
        '到该行时间结束为止的全部收发；含本仓调出在途。',
        'All that came and went up to the end of the row’s time, with what is on its way from here.',
      ],
    }),
  },
  main: ['opening', 'received', 'issued', 'transferred', 'closing'],
  keyFigures: ['closing', 'received', 'issued'],
  by: ['product'],
  time: 'month',
  compare: ['before', 'yearBefore'],
  paths: {
    rows: '/goodsBalance/report',
    lines: '/goodsBalance/lines',
    export: '/goodsBalance/export',
    compute: '/goodsBalance/compute',
  },
})

export const goodsFigures = figures([goodsBalance])

/** Days of the warehouses of what was posted, in its transaction. */
export const legsFollow = followerOf(goodsPosting, async ({ house, caller, now }, tx, changes) => {
  const rows = await tablesOf<typeof goodsMove>(tx.withoutPlugins())
    .selectFrom('goods_move as m')
    .crossJoinLateral(sql`(values (m.from_warehouse_id), (m.to_warehouse_id))`.as<'w'>(sql`w(id)`))
    .where(sql<boolean>`m.posting_id = any(${changes.map(one => one.id)}::bigint[]) and w.id is not null`)
    .select([sql<string>`w.id::text`.as('id'), sql<string>`m.booked_on::text`.as('day')])
    .distinct()
    .orderBy(sql`1`)
    .orderBy(sql`2`)
    .execute()
  for (const [id, days] of Map.groupBy(rows, row => asText(row['id'])))
    await daysChanged(
      { tx, house, orgId: caller.orgId, now: now() },
      goodsLegs,
      id,
      days.map(row => asText(row['day'])),
    )
})
