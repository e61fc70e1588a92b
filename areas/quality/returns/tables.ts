/** Units that customers sent back, by why, and by the batch and the supplier that they came from. */
import { date, integer, month, reference, text } from '#platform/declare/fields.ts'
import { cumulative, key, ratio, report, share, sum, times } from '#platform/declare/report.ts'
import { resource } from '#platform/declare/resource.ts'
import { rollup } from '#platform/declare/rollup.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { figures } from '#platform/server/reports.ts'
import { returnReasons } from '#areas/finance/index.ts'
import { reasonClasses } from './words.ts'

const scope = grantedShops
const permission = 'returnQuality'
const sku = () => text('MSKU', 'Seller SKU')
const reason = () => text('退货原因', 'Reason')
const reasonClass = () => text('原因分类', 'Kind of reason')
/** 0: none, or unknown */
const product = () => reference('商品', 'Product', 'product', { noForeignKey: true })
const batch = () => reference('批次', 'Batch', 'goods_batch', { noForeignKey: true })
const supplier = () => reference('供应商', 'Supplier', 'supplier', { noForeignKey: true })

/** What a day of a shop brought back of one order, SKU and reason. */
export const returnOrigin = resource('return_origin', {
  title: ['退货来源', 'Origin of returns'],
  access: { scope },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop'),
    day: date('退货日期', 'Returned on', { sort: true }),
    orderNo: text('订单号', 'Order no.'),
    sku: sku(),
    reason: reason(),
    cause: reasonClass(),
    productId: product(),
    batchId: batch(),
    supplierId: supplier(),
    quantity: integer('数量', 'Quantity'),
  },
  record: { editable: [], label: 'orderNo' },
  storage: { kind: 'shop', primary: ['shopId', 'day', 'orderNo', 'sku', 'reason'] },
})

export const returnedFrom = rollup('qc_return', {
  title: ['退货来源汇总', 'Origins of returns'],
  scope,
  keys: {
    shopId: reference('店铺', 'Shop', 'shop'),
    day: date('退货日期', 'Returned on'),
    month: month('月份', 'Month'),
    productId: product(),
    cause: reasonClass(),
    reason: reason(),
    batchId: batch(),
    supplierId: supplier(),
  },
  sums: { quantity: integer('数量', 'Quantity') },
  count: ['行数', 'Lines'],
  grains: [
    ['shopId', 'month', 'productId', 'cause', 'reason', 'batchId', 'supplierId'],
    ['shopId', 'day', 'productId', 'cause', 'reason', 'batchId', 'supplierId'],
  ],
  from: [
    {
      name: 'returns',
      title: returnOrigin.title,
      fact: returnOrigin,
      booked: 'day',
      sums: { quantity: 'quantity' },
      check: 'quantity',
      lines: { orderId: 'orderNo' },
    },
  ],
})

const named = (name: string, title: Title, table: string, column: string, empty: Title) =>
  key(name, {
    title,
    kind: 'reference',
    label: { table, on: 'id', column },
    target: table,
    emptyLabel: empty,
    unmatchedLabel: empty,
  })
const source: Title = [
  'FBA 退货报告，按退货日期；批次按订单的出库单，否则按先到先出。',
  'FBA return reports, by the day of the return; batches by the issue of the order, else what came first left first.',
]
const computed: Title = ['由本表其他指标计算，先汇总再计算。', 'Computed from other measures of this report, after summing.']

export const returnReport = report('returnQuality', {
  title: ['退货质量', 'Returns by origin'],
  scope,
  permission,
  dimensions: {
    class: key('cause', { title: ['原因分类', 'Kind of reason'], kind: 'text', codes: reasonClasses }),
    reason: key('reason', { title: ['退货原因', 'Reason'], kind: 'text', codes: returnReasons }),
    supplier: named('supplierId', ['供应商', 'Supplier'], 'supplier', 'name', ['无供应商', 'No supplier']),
    batch: named('batchId', ['批次', 'Batch'], 'goods_batch', 'batch_no', ['无批次', 'No batch']),
    product: named('productId', ['商品', 'Product'], 'product', 'name', ['未匹配商品', 'No product']),
    shop: key('shopId', {
      title: ['店铺', 'Shop'],
      kind: 'reference',
      label: { table: 'shop', on: 'id', column: 'name' },
      target: 'shop',
    }),
    ...times('day', 'week', 'month', 'quarter', 'year'),
  },
  measures: {
    returned: sum(returnedFrom, 'quantity', { title: ['退货件数', 'Units returned'], source, kind: 'integer' }),
    ofProduct: sum(returnedFrom, 'quantity', {
      title: ['产品原因', 'For the product'],
      source,
      kind: 'integer',
      when: { cause: ['product'] },
    }),
    productRate: ratio('ofProduct', 'returned', { title: ['产品原因占比', 'For the product, share'], source: computed }),
    part: share('returned', { title: ['占比', 'Share'], source: computed }),
    together: cumulative('returned', { title: ['累计占比', 'Cumulative share'], source: computed }),
  },
  main: ['returned', 'ofProduct', 'productRate', 'part', 'together'],
  keyFigures: ['returned', 'ofProduct', 'productRate'],
  by: ['class', 'reason'],
  time: 'month',
  compare: ['before', 'yearBefore'],
  paths: {
    rows: '/returnQuality/report',
    lines: '/returnQuality/lines',
    export: '/returnQuality/export',
    compute: '/returnQuality/compute',
  },
})

export const returnFigures = figures([returnReport])
