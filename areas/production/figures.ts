/** 生产分析: good and bad units and hours as people reported them, what was received, which orders were on time, and what they cost. */
import { date, decimal, integer, money, month, reference, text, type Fields } from '#platform/declare/fields.ts'
import { key, plus, ratio, report, sum, times } from '#platform/declare/report.ts'
import { resource } from '#platform/declare/resource.ts'
import { rollup, type Source } from '#platform/declare/rollup.ts'
import { granted } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { followTogether } from '#platform/server/records.ts'
import { figures, followFacts } from '#platform/server/reports.ts'

const scope = granted('warehouse_id', 'warehouses')
const told = { computed: true } as const
const exact = (zh: string, en: string) => decimal(zh, en, 6, { ...told, default: '0' })
const whole = (zh: string, en: string) => integer(zh, en, { ...told, default: 0 })
const worth = (zh: string, en: string) => money(zh, en, { ...told, default: '0' })
/** of reports, receipts and ended orders; 0: nobody, made here */
const keys = () => ({
  warehouseId: reference('仓库', 'Warehouse', 'warehouse'),
  day: date('日期', 'Day'),
  month: month('月份', 'Month'),
  productId: reference('商品', 'Product', 'product'),
  orderId: reference('生产单', 'Order', 'production_order', { noForeignKey: true }),
  employeeId: reference('报工人', 'Reported by', 'employee', { noForeignKey: true }),
  supplierId: reference('加工商', 'Subcontractor', 'supplier', { noForeignKey: true }),
})

/** One report of work, one receipt, or an order that is made: for the report alone, where the right to costs is asked. */
export const productionFigure = resource('production_figure', {
  type: 'productionFigure',
  title: ['生产数据', 'Figure of production'],
  access: { scope, permission: 'productionOrder.report' },
  fields: {
    sourceKey: text('来源', 'Of', { ...told, max: 24 }),
    warehouseId: reference('仓库', 'Warehouse', 'warehouse', told),
    productId: reference('商品', 'Product', 'product', told),
    orderId: reference('生产单', 'Order', 'production_order', { ...told, noForeignKey: true }),
    employeeId: reference('报工人', 'Reported by', 'employee', { ...told, noForeignKey: true }),
    supplierId: reference('加工商', 'Subcontractor', 'supplier', { ...told, noForeignKey: true }),
    day: date('日期', 'Day', { ...told, sort: true }),
    counted: integer('笔数', 'Entries', { ...told, default: 1 }),
    good: exact('良品', 'Good'),
    bad: exact('不良', 'Bad'),
    hours: exact('工时', 'Hours'),
    received: exact('入库', 'Received'),
    orders: whole('完工单数', 'Orders made'),
    onTime: whole('准时单数', 'Orders on time'),
    planned: worth('计划成本', 'Planned cost'),
    actual: worth('实际成本', 'Actual cost'),
    byQuantity: worth('量差', 'By quantity'),
    byPrice: worth('价差', 'By price'),
  },
  list: { search: false, sort: { field: 'day', way: 'DESC' } },
  record: { label: 'sourceKey' },
  storage: { unique: [['sourceKey']], index: [['orgId', '-day', '-id'], ['warehouseId', 'day'], ['orderId'], ['productId']] },
})

const family = <S extends Fields>(name: string, title: Title, sums: S, from: Source['sums'], check: string, more: object = {}) =>
  rollup(name, {
    title,
    scope,
    owner: 'warehouseId',
    keys: keys(),
    sums,
    count: ['笔数', 'Entries'],
    grains: [
      ['warehouseId', 'month', 'productId', 'orderId', 'employeeId', 'supplierId'],
      ['warehouseId', 'day', 'productId', 'orderId', 'employeeId', 'supplierId'],
    ],
    from: [{ name, title: productionFigure.title, fact: productionFigure, booked: 'day', sums: from, check, lines: {} }],
    ...more,
  })
const named = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, name]))

export const productionDone = family(
  'made_done',
  ['生产汇总', 'Production'],
  {
    counted: integer('笔数', 'Entries'),
    good: decimal('良品', 'Good', 6),
    bad: decimal('不良', 'Bad', 6),
    hours: decimal('工时', 'Hours', 6),
    received: decimal('入库', 'Received', 6),
    orders: integer('完工单数', 'Orders made'),
    onTime: integer('准时单数', 'Orders on time'),
  },
  named(['counted', 'good', 'bad', 'hours', 'received', 'orders', 'onTime']),
  'counted',
)
export const productionSpent = family(
  'made_cost',
  ['生产成本汇总', 'Cost of production'],
  {
    planned: money('计划成本', 'Planned cost'),
    actual: money('实际成本', 'Actual cost'),
    byQuantity: money('量差', 'By quantity'),
    byPrice: money('价差', 'By price'),
  },
  named(['planned', 'actual', 'byQuantity', 'byPrice']),
  'planned',
  { cost: { on: 'orderId', are: [], otherwise: true } },
)

const ofReports: Title = ['报工，按报工日期；作废的不算。', 'Reports of work, by their day, less what is void.']
const ofReceipts: Title = ['完工入库，按入库日期；冲销的不算。', 'Receipts from production, by their day, less what was reversed.']
const ofOrders: Title = [
  '已完工和关闭的生产单，按最后一次入库的日期。',
  'Orders that are made or closed, by the day of their last receipt.',
]
const computed: Title = ['由本表其他指标计算，先汇总再计算。', 'Computed from other measures of this report, after summing.']
const of = (name: string, title: Title, source: Title, kind: 'integer' | 'decimal' = 'decimal') =>
  sum(productionDone, name, { title, source, kind })
const cost = (name: string, title: Title) => sum(productionSpent, name, { title, source: ofOrders, kind: 'decimal' })
const by = (column: string, title: Title, table: string, target: string, none: Title, label = 'name') =>
  key(column, {
    title,
    kind: 'reference',
    label: { table, on: 'id', column: label },
    target,
    emptyLabel: none,
    unmatchedLabel: none,
  })
const none: Title = ['无', 'None']

export const productionReport = report('productionReport', {
  title: ['生产分析', 'Production'],
  scope,
  permission: 'productionOrder.report',
  dimensions: {
    product: by('productId', ['商品', 'Product'], 'product', 'product', none),
    order: by('orderId', ['生产单', 'Order'], 'production_order', 'productionOrder', none, 'no'),
    employee: by('employeeId', ['报工人', 'Reported by'], 'employee', 'employee', ['入库与成本', 'Receipts and costs']),
    supplier: by('supplierId', ['加工商', 'Subcontractor'], 'supplier', 'supplier', ['自制', 'Made here']),
    warehouse: by('warehouseId', ['仓库', 'Warehouse'], 'warehouse', 'warehouse', none),
    ...times('day', 'week', 'month', 'quarter', 'year'),
  },
  measures: {
    good: of('good', ['良品', 'Good'], ofReports),
    bad: of('bad', ['不良', 'Bad'], ofReports),
    reported: { ...plus(['good', 'bad'], { title: ['报工数量', 'Reported'], source: computed }), kind: 'decimal' },
    yield: { ...ratio('good', 'reported', { title: ['良率', 'Yield'], source: computed }), better: 'up' },
    hours: of('hours', ['工时（小时）', 'Hours'], ofReports),
    perHour: { ...ratio('good', 'hours', { title: ['每小时良品', 'Good an hour'], source: computed }), kind: 'decimal', better: 'up' },
    received: of('received', ['入库数量', 'Received'], ofReceipts),
    orders: of('orders', ['完工单数', 'Orders made'], ofOrders, 'integer'),
    onTime: of('onTime', ['准时单数', 'Orders on time'], ofOrders, 'integer'),
    onTimeRate: { ...ratio('onTime', 'orders', { title: ['准时率', 'On time'], source: computed }), better: 'up' },
    planned: cost('planned', ['计划成本（CNY）', 'Planned cost (CNY)']),
    actual: cost('actual', ['实际成本（CNY）', 'Actual cost (CNY)']),
    byQuantity: cost('byQuantity', ['量差（CNY）', 'By quantity (CNY)']),
    byPrice: cost('byPrice', ['价差（CNY）', 'By price (CNY)']),
  },
  main: ['good', 'bad', 'yield', 'hours', 'received', 'onTimeRate', 'planned', 'actual', 'byQuantity', 'byPrice'],
  by: ['product'],
  time: 'month',
  compare: ['before', 'yearBefore'],
  paths: {
    rows: '/productionReport/report',
    lines: '/productionReport/lines',
    export: '/productionReport/export',
    compute: '/productionReport/compute',
  },
})
export const productionFigures = figures([productionReport])
export const figuresFollow = followTogether([followFacts(productionDone), followFacts(productionSpent)])
