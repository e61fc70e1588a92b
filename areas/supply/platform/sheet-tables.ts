/** 1688 订单: lines of order sheets that buyers export there, what they are here, and what does not agree. */
import { choice, choices, date, decimal, hash, integer, money, reference, sourceFile, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { granted } from '#platform/declare/scope.ts'
import { priceRight } from '../orders/words.ts'

export const sheetStates = {
  unpaired: [1, '待配对', 'To be paired', 'warn'],
  drafted: [2, '待下单', 'Order is a draft', 'info'],
  matched: [3, '已对应', 'Matched', 'good'],
  differs: [4, '有差异', 'Differs', 'bad'],
  closed: [5, '已关闭', 'Closed', 'quiet'],
} as const
export const sheetFindings = {
  seller: [1, '没有对应供应商', 'No supplier'],
  product: [2, '商品未配对', 'Goods not paired'],
  several: [3, '多张采购单符合', 'Several orders fit'],
  missing: [4, '采购单没有这个商品', 'Not in the order'],
  price: [5, '单价不同', 'Another price'],
  quantity: [6, '数量不同', 'Another quantity'],
  amount: [7, '实付款不同', 'Another amount paid'],
  closed: [8, '1688 已关闭', 'Closed at 1688'],
  supplier: [9, '供应商不同', 'Another supplier'],
} as const
/** how far an order is; the furthest that any sheet tells is kept */
export const sheetStages = {
  other: [0, '其他', 'Other', 'quiet'],
  toPay: [1, '待付款', 'To be paid', 'warn'],
  toSend: [2, '待发货', 'To be sent', 'info'],
  sent: [3, '已发货', 'Sent', 'info'],
  done: [4, '交易成功', 'Done', 'good'],
  closed: [5, '交易关闭', 'Closed', 'quiet'],
} as const
const told = { optional: true, computed: true } as const
const cny = (zh: string, en: string) => money(zh, en, { default: '0', computed: true, show: false, see: priceRight, width: 110 })

export const platformOrderLine = resource('platform_order_line', {
  type: 'platformOrderLine',
  title: ['1688 订单', '1688 order'],
  access: { scope: granted('warehouse_id', 'warehouses') },
  fields: {
    platformNo: text('1688 订单编号', 'Order at 1688', { max: 40, computed: true, default: '', filter: 'equals', sort: true, width: 180 }),
    state: choice('状态', 'State', sheetStates, { default: 1, computed: true, filter: 'select', width: 100 }),
    findings: choices('差异', 'Differences', sheetFindings, { ...told, filter: 'select', width: 150 }),
    seller: text('卖家', 'Seller', { max: 120, computed: true, default: '', filter: 'contains', width: 180 }),
    title: text('货品', 'Goods', { max: 300, computed: true, default: '', filter: 'contains', width: 220 }),
    model: text('规格', 'Spec', { max: 200, computed: true, default: '', width: 120 }),
    quantity: decimal('数量', 'Quantity', 6, { computed: true, default: '0', total: true, width: 90 }),
    price: decimal('单价', 'Price', 8, { computed: true, default: '0', see: priceRight, width: 90 }),
    productId: reference('商品', 'Product', 'product', { ...told, filter: 'select', width: 200 }),
    supplierId: reference('供应商', 'Supplier', 'supplier', { ...told, filter: 'select', show: false, width: 200 }),
    orderId: reference('采购单', 'Order', 'purchase_order', { ...told, noForeignKey: true, width: 150 }),
    orderLineId: reference('采购单行', 'Order line', 'purchase_order_line', { ...told, noForeignKey: true, show: false, width: 150 }),
    stage: choice('1688 进度', 'Stage at 1688', sheetStages, { default: 0, computed: true, filter: 'select', width: 100 }),
    statusText: text('1688 状态', 'Status at 1688', { max: 60, computed: true, default: '', show: false, width: 120 }),
    carrier: text('承运商', 'Carrier', { max: 60, computed: true, default: '', width: 110 }),
    trackingNo: text('运单号', 'Waybill', { max: 200, computed: true, default: '', filter: 'contains', width: 150 }),
    deliveryId: reference('到货通知', 'Delivery', 'purchase_delivery', { ...told, noForeignKey: true, width: 150 }),
    orderedOn: date('下单日期', 'Ordered on', { computed: true, filter: 'range', sort: true, width: 110 }),
    paidOn: date('付款日期', 'Paid on', { ...told, filter: 'range', width: 110 }),
    goodsTotal: cny('货品总价', 'Goods'),
    freight: cny('运费', 'Freight'),
    change: cny('涨价或折扣', 'Change of price'),
    paid: cny('实付款', 'Paid'),
    articleNo: text('货号', 'Their code', { max: 100, computed: true, default: '', show: false, width: 120 }),
    offerId: text('货品编号', 'Offer', { max: 40, computed: true, default: '', show: false, width: 130 }),
    skuId: text('规格编号', 'SKU at 1688', { max: 60, computed: true, default: '', show: false, width: 130 }),
    warehouseId: reference('入库仓库', 'Warehouse', 'warehouse', { computed: true, filter: 'select', show: false, width: 140 }),
    lineKey: hash('行标识', 'Line key', { optional: true }),
    ordinal: integer('同行序号', 'Ordinal', { default: 1, hidden: true }),
    importId: sourceFile({ ...told, show: false }),
  },
  list: {
    sort: { field: 'orderedOn', way: 'DESC' },
    search: ['platformNo', 'title'],
    views: [
      { name: 'unpaired', title: ['待配对', 'To be paired'], field: 'state', codes: [sheetStates.unpaired[0]] },
      { name: 'differs', title: ['有差异', 'Differs'], field: 'state', codes: [sheetStates.differs[0]] },
    ],
    empty: ['从 1688“已买到的货品”导出订单，在这里导入', 'Export the orders at 1688 and import the sheet here'],
  },
  record: { label: 'platformNo' },
  storage: {
    unique: [['warehouseId', 'lineKey', 'ordinal']],
    index: [
      ['orgId', '-orderedOn', '-id'],
      ['orgId', 'state', '-orderedOn'],
      ['orgId', 'platformNo'],
      ['orgId', 'offerId', 'skuId'],
      ['orgId', 'seller'],
      ['importId'],
    ],
  },
})

/** the fields that a line of the sheet fills */
export const sheetFills = (
  'platformNo seller title model quantity price stage statusText carrier trackingNo orderedOn paidOn goodsTotal freight change paid ' +
  'articleNo offerId skuId'
).split(' ')
export const sheetTables = { platformOrderLine }
