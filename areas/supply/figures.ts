/** 采购分析: what came of suppliers, how much of it by the first promise, after how many days, at which price against before, how it passed. */
import { sql } from 'kysely'
import { date, decimal, integer, month, reference } from '#platform/declare/fields.ts'
import { key, ratio, report, sum, times } from '#platform/declare/report.ts'
import { resource } from '#platform/declare/resource.ts'
import { rollup } from '#platform/declare/rollup.ts'
import { granted } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { addDays } from '#platform/format/dates.ts'
import { isWorkingDay } from '#platform/format/working-time.ts'
import { inServersName } from '#platform/server/database.ts'
import { workClockOf } from '#platform/server/jobs.ts'
import { createEach, removeRecords, followerOf } from '#platform/server/records.ts'
import { figures, followFacts } from '#platform/server/reports.ts'
import { behind, goodsIn, inKinds } from '#areas/goods/index.ts'
import { inspectedLots } from '#areas/quality/index.ts'

const scope = granted('warehouse_id', 'warehouses')
const whole = (zh: string, en: string) => integer(zh, en, { computed: true, default: 0 })
const exact = (zh: string, en: string) => decimal(zh, en, 6, { computed: true, default: '0' })

/** One line of a receipt of an order, as it came. */
export const purchaseArrival = resource('purchase_arrival', {
  type: 'purchaseArrival',
  title: ['采购到货', 'Arrival of a purchase'],
  access: { scope, permission: 'purchaseReport' },
  fields: {
    warehouseId: reference('仓库', 'Warehouse', 'warehouse', { computed: true }),
    productId: reference('商品', 'Product', 'product', { computed: true }),
    supplierKey: reference('供应商', 'Supplier', 'supplier', { computed: true, noForeignKey: true }),
    orderId: reference('采购单', 'Order', 'purchase_order', { computed: true, noForeignKey: true }),
    inId: reference('入库单', 'Receipt', 'goods_in', { computed: true, noForeignKey: true }),
    inLineId: reference('入库行', 'Receipt line', 'goods_in_line', { computed: true, noForeignKey: true }),
    day: date('入库日期', 'Received on', { computed: true, sort: true }),
    quantity: exact('数量', 'Quantity'),
    amount: exact('金额（CNY）', 'Amount (CNY)'),
    before: exact('按前 6 个月均价', 'By the mean price of 6 months before'),
    lines: whole('行数', 'Lines'),
    onTime: whole('准时行数', 'Lines on time'),
    days: whole('交货天数', 'Days'),
  },
  list: { search: false, sort: { field: 'day', way: 'DESC' } },
  record: { label: 'inLineId' },
  storage: {
    unique: [['inLineId']],
    index: [['orgId', '-day', '-id'], ['warehouseId', 'day'], ['inId'], ['supplierKey', 'productId', 'day']],
  },
})

export const arrivals = rollup('purchase_arrivals', {
  title: ['采购到货汇总', 'Arrivals of purchases'],
  scope,
  owner: 'warehouseId',
  keys: {
    warehouseId: reference('仓库', 'Warehouse', 'warehouse'),
    day: date('日期', 'Day'),
    month: month('月份', 'Month'),
    productId: reference('商品', 'Product', 'product'),
    supplierKey: reference('供应商', 'Supplier', 'supplier', { noForeignKey: true }),
  },
  sums: {
    lines: integer('到货行数', 'Lines'),
    onTime: integer('准时行数', 'Lines on time'),
    days: integer('交货天数', 'Days'),
    quantity: decimal('数量', 'Quantity', 6),
    amount: decimal('金额', 'Amount', 6),
    before: decimal('按前期均价', 'By the mean price before', 6),
  },
  count: ['行数', 'Arrivals'],
  grains: [
    ['warehouseId', 'month', 'productId', 'supplierKey'],
    ['warehouseId', 'day', 'productId', 'supplierKey'],
  ],
  from: [
    {
      name: 'arrivals',
      title: purchaseArrival.title,
      fact: purchaseArrival,
      booked: 'day',
      sums: { lines: 'lines', onTime: 'onTime', days: 'days', quantity: 'quantity', amount: 'amount', before: 'before' },
      check: 'lines',
      lines: { inLineId: 'inLineId' },
    },
  ],
})

interface Arrived {
  readonly day: string
  readonly promised: string
  readonly [name: string]: unknown
}
/** no rest is longer */
const workSearchDays = 30
const posted = goodsIn.fields.state.choices.posted[0]
/** What is posted becomes facts of the report, what is taken back goes. */
export const followArrivals = followerOf(goodsIn, async (caller, tx, changes) => {
  const moved = changes.filter(({ before, after }) => (before?.state === posted) !== (after?.state === posted))
  const gone = moved.flatMap(({ id, after }) => (after?.state === posted ? [] : [id]))
  const come = moved.flatMap(({ id, after }) => (after?.state === posted && after.kind === inKinds.bought[0] ? [id] : []))
  if (gone.length + come.length === 0) return
  const server = await inServersName(caller, tx, 'figures of what came of suppliers')
  const { rows: off } = await sql<{ id: string }>`select id::text as id from purchase_arrival where in_id = any(${gone}::bigint[])
    order by id`.execute(behind(tx))
  if (off.length > 0)
    await removeRecords(
      server,
      purchaseArrival,
      off.map(one => one.id),
      { undoable: false },
    )
  const { rows } = await sql<Arrived>`
    with came as (select i.id, i.in_id, d.warehouse_id, i.product_id, o.supplier_id, o.id as order_id, d.posted_on as day, i.quantity,
        greatest(d.posted_on - o.business_on, 0) as days, coalesce(o.first_promised_on, o.promised_on) as promised,
        case when o.currency = 'CNY' then (l.net + l.tax) / l.quantity else coalesce((l.net + l.tax) / l.quantity * (select r.rate
          from currency_rate r where r.org_id = o.org_id and r.currency = o.currency and r.month <= date_trunc('month', d.posted_on)
          order by r.month desc limit 1), i.unit_cost, 0) end as unit
      from goods_in_line i join goods_in d on d.id = i.in_id join purchase_order_line l on l.id = i.order_line_id
      join purchase_order o on o.id = l.order_id where d.id = any(${come}::bigint[]) and d.kind = ${inKinds.bought[0]})
    select c.warehouse_id::text as "warehouseId", c.product_id::text as "productId", c.supplier_id::text as "supplierKey",
      c.order_id::text as "orderId", c.in_id::text as "inId", c.id::text as "inLineId",
      c.day::text as day, trim_scale(c.quantity)::text as quantity, round(c.unit * c.quantity, 6)::text as amount,
      round(coalesce((select sum(a.amount) / nullif(sum(a.quantity), 0) from purchase_arrival a where a.supplier_key = c.supplier_id
        and a.product_id = c.product_id and a.day < c.day and a.day >= c.day - 183), c.unit) * c.quantity, 6)::text as before,
      1 as lines, c.days::int as days, c.promised::text as promised
    from came c order by c.id`.execute(behind(tx))
  if (rows.length === 0) return
  const { calendar } = await workClockOf(server)
  const nextWorkingDay = (day: string): string => {
    const days = Array.from({ length: workSearchDays }, (_, at) => addDays(day, at + 1))
    return days.find(one => isWorkingDay(one, calendar)) ?? addDays(day, 1)
  }
  const latest = new Map([...new Set(rows.map(one => one.promised))].map(day => [day, nextWorkingDay(day)]))
  const facts = rows.map(({ promised, ...row }) => ({ ...row, onTime: row.day <= (latest.get(promised) ?? promised) ? 1 : 0 }))
  await createEach(server, purchaseArrival, facts)
})
export const arrivalsFollow = followFacts(arrivals)

const fromReceipts: Title = [
  '有采购单的入库行，按入库日期；冲销的不算。',
  'Receipt lines of orders, by the day of receipt, less what was reversed.',
]
const fromLots: Title = ['已完成的检验单，按业务日期。', 'Finished inspections, by their business date.']
const computed: Title = ['由本表其他指标计算，先汇总再计算。', 'Computed from other measures of this report, after summing.']
const named = (name: string, title: Title, table: string) =>
  key(name, { title, kind: 'reference', label: { table, on: 'id', column: 'name' }, target: table })
const of = (column: string, title: Title, kind: 'integer' | 'decimal') => sum(arrivals, column, { title, source: fromReceipts, kind })

export const purchaseReport = report('purchaseReport', {
  title: ['采购分析', 'Purchasing'],
  scope,
  permission: 'purchaseReport',
  dimensions: {
    supplier: named('supplierKey', ['供应商', 'Supplier'], 'supplier'),
    product: named('productId', ['商品', 'Product'], 'product'),
    warehouse: named('warehouseId', ['仓库', 'Warehouse'], 'warehouse'),
    ...times('day', 'week', 'month', 'quarter', 'year'),
  },
  measures: {
    lines: of('lines', ['到货行数', 'Lines received'], 'integer'),
    quantity: of('quantity', ['到货数量', 'Units received'], 'decimal'),
    amount: of('amount', ['采购金额（CNY）', 'Amount (CNY)'], 'decimal'),
    onTime: of('onTime', ['准时行数', 'Lines on time'], 'integer'),
    onTimeRate: { ...ratio('onTime', 'lines', { title: ['准时率', 'On time'], source: computed }), better: 'up' },
    days: of('days', ['交货天数合计', 'Days, all lines'], 'integer'),
    meanDays: { ...ratio('days', 'lines', { title: ['平均交货天数', 'Mean days'], source: computed }), kind: 'decimal', better: 'down' },
    before: of('before', ['按前 6 个月均价', 'By the mean price of 6 months before'], 'decimal'),
    priceIndex: { ...ratio('amount', 'before', { title: ['价格指数', 'Price index'], source: computed }), better: 'down' },
    lots: sum(inspectedLots, 'lots', { title: ['检验批数', 'Lots'], source: fromLots, kind: 'integer' }),
    goodLots: sum(inspectedLots, 'goodLots', { title: ['合格批数', 'Accepted lots'], source: fromLots, kind: 'integer' }),
    passRate: { ...ratio('goodLots', 'lots', { title: ['批合格率', 'Accepted'], source: computed }), better: 'up' },
  },
  main: ['lines', 'quantity', 'amount', 'onTimeRate', 'meanDays', 'priceIndex', 'passRate'],
  by: ['supplier'],
  time: 'month',
  compare: ['before', 'yearBefore'],
  paths: {
    rows: '/purchaseReport/report',
    lines: '/purchaseReport/lines',
    export: '/purchaseReport/export',
    compute: '/purchaseReport/compute',
  },
})

export const supplyFigures = figures([purchaseReport], [], [inspectedLots])
