/**
 * Lines of orders, whichever marketplace's file brought them, and what other files told of the same lines: the newest of them by the
 * marketplace's own clock is the line. Amounts and words are those of the file; counts and flags are set by the merge.
 */
import {
  bigInteger,
  choice,
  date,
  dateTime,
  flag,
  integer,
  json,
  money,
  month,
  reference,
  referenceBy,
  sourceFile,
  text,
} from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { grantedShops, serverOnly } from '#platform/declare/scope.ts'

const shop = () => reference('店铺', 'Shop', 'shop', { filter: 'select', width: 140, computed: true })
const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { width: 70, computed: true })

export const orderStatuses = {
  created: [1, '已创建', 'Created', 'quiet'],
  acknowledged: [2, '已确认', 'Acknowledged', 'info'],
  shipped: [3, '已发货', 'Shipped', 'info'],
  delivered: [4, '已送达', 'Delivered', 'good'],
  cancelled: [5, '已取消', 'Cancelled', 'quiet'],
  refunded: [6, '已退款', 'Refunded', 'bad'],
  other: [9, '其他', 'Other'],
} as const

/** who sends the parcel, where the file says so */
export const shippers = { seller: [1, '自发货', 'Seller'], marketplace: [2, '平台配送', 'Marketplace'] } as const

/** What a file says of a line. */
const told = {
  orderedOn: date('订购日期', 'Ordered on', { filter: 'range', sort: true, show: false }),
  orderNo: text('订单号', 'Order no.', { filter: 'equals', width: 170, linkTo: 'order' }),
  lineNo: text('行号', 'Line', { width: 70, identifier: true }),
  customerOrderNo: text('客户订单号', 'Customer order no.', { default: '', filter: 'equals', width: 150, show: false }),
  purchasedAt: dateTime('订购时间', 'Purchased at', { sort: true, width: 170 }),
  paidAt: dateTime('付款时间', 'Paid at', { optional: true, show: false }),
  dueOn: date('应发日期', 'Ship by', { optional: true, show: false, width: 110 }),
  /** of the customer in the list of those; '': the file names no buyer */
  customerNo: text('客户号', 'Customer no.', { default: '', filter: 'equals', show: false, width: 160 }),
  status: choice('状态', 'Status', orderStatuses, { filter: 'select', width: 90 }),
  /** the marketplace's instant of this state: a file that was downloaded earlier does not undo a later one */
  statusAt: dateTime('状态时间', 'Status since', { show: false }),
  itemId: text('商品编号', 'Item', { default: '', filter: 'equals', width: 120, show: false }),
  sku: text('MSKU', 'Seller SKU', { default: '', filter: 'contains', width: 140 }),
  title: text('商品名称', 'Title', { default: '', width: 220 }),
  quantity: integer('数量', 'Quantity', { total: true, width: 80 }),
  item: money('商品金额', 'Items', { currency: 'currency', total: true, sort: true }),
  shipping: money('运费', 'Shipping', { currency: 'currency', total: true, default: '0' }),
  giftWrap: money('礼品包装', 'Gift wrap', { currency: 'currency', total: true, default: '0', show: false }),
  discount: money('折扣', 'Discount', { currency: 'currency', total: true, default: '0' }),
  tax: money('税', 'Tax', { currency: 'currency', total: true, default: '0' }),
  currency: currency(),
  country: text('国家', 'Country', { default: '', filter: 'equals', width: 70 }),
  shippedBy: choice('配送方', 'Shipped by', shippers, { optional: true, show: false, width: 90 }),
}

export const orderLine = resource('order_line', {
  type: 'orderLine',
  title: ['订单明细', 'Order lines'],
  access: { scope: grantedShops, permission: 'sales.order' },
  fields: {
    shopId: shop(),
    ...told,
    /** item, shipping and gift wrap less discount, as printed */
    sales: money('销售额（下单）', 'Ordered sales', { currency: 'currency', total: true, sort: true }),
    /** the same without the tax, where the marketplace's prices hold it */
    salesNet: money('订购未税', 'Ordered without tax', { currency: 'currency', total: true, default: '0', show: false }),
    /** `first…`: 1 on one line that is not cancelled of each order, and of each of its SKUs; else 0 */
    isCancelled: flag('已取消', 'Cancelled', { hidden: true }),
    firstOfOrder: integer('订单首行', 'First of order', { hidden: true }),
    firstOfSku: integer('SKU 首行', 'First of SKU', { hidden: true }),
    /** of an order whose lines that are not cancelled are of several SKUs; false on its cancelled lines */
    severalSkus: flag('订单有多个 SKU', 'Order of several SKUs', { hidden: true, default: false }),
    importId: sourceFile(),
  },
  list: {
    find: 'orderNo',
    bound: { field: 'orderedOn', days: 90 },
    sort: { field: 'purchasedAt', way: 'DESC' },
    empty: ['导入订单文件后，这里显示每一行订单', 'Lines appear here once a file of orders is imported'],
  },
  record: { editable: [] },
  storage: {
    kind: 'shop',
    primary: ['shopId', 'orderedOn', 'orderNo', 'lineNo'],
    byMonth: 'orderedOn',
    index: [
      ['purchasedAt', 'shopId', 'orderedOn'],
      ['orderNo', 'shopId'],
      ['shopId', 'importId'],
      { on: ['shopId', 'orderedOn'], where: 'several_skus' },
      { on: ['shopId', 'customerNo'], where: "customer_no <> ''" },
    ],
  },
})

/** What imports told of a line besides the one it is: with that import deleted, the newest of these is the line. */
export const orderLineSeen = resource('order_line_seen', {
  title: ['订单明细的其他来源', 'Other tellings of order lines'],
  access: { scope: serverOnly },
  fields: {
    shopId: shop(),
    orderNo: told.orderNo,
    lineNo: told.lineNo,
    importId: bigInteger('导入', 'Import'),
    statusAt: told.statusAt,
    line: json<Readonly<Record<string, unknown>>>('内容', 'Line'),
  },
  storage: { kind: 'shop', primary: ['shopId', 'orderNo', 'lineNo', 'importId'], index: [['shopId', 'importId']] },
})

const { lineNo: fileLineNo, ...toldOfLine } = told
/** what a file says of the buyer stays with the customer: no order line holds it */
const buyer = (zh: string, en: string) => text(zh, en, { default: '' })
export const buyerFields = {
  buyerUser: buyer('买家账号', 'User name'),
  buyerFirst: buyer('名', 'First name'),
  buyerLast: buyer('姓', 'Last name'),
  buyerEmail: buyer('邮箱', 'E-mail'),
}
export const orderLineStaging = resource('order_line_staging', {
  title: ['订单暂存', 'Order staging'],
  access: { scope: serverOnly },
  fields: {
    importId: bigInteger('导入', 'Import'),
    shopId: shop(),
    lineNo: integer('行号', 'Line of the file'),
    kindNo: integer('类型序号', 'Kind number'),
    /** 1: this line of the file changes nothing: it was told before, or something newer was; null: it becomes the line */
    isKnown: integer('已知', 'Known', { optional: true }),
    orderLineNo: fileLineNo,
    ...toldOfLine,
    ...buyerFields,
  },
  storage: { kind: 'shop', unlogged: true, primary: ['shopId', 'importId', 'lineNo'] },
})

/** What the supply chain approved to be stocked for the sales of a month: of it `surplusQty` has not been delivered yet. */
export const saleStockPlan = resource('sale_stock_plan', {
  type: 'saleStockPlan',
  title: ['备货计划', 'Stock plan'],
  access: { scope: grantedShops, permission: 'sales.stockPlan' },
  fields: {
    month: month('月份', 'Month', { filter: 'range', sort: true, editDisabled: true }),
    deptId: reference('部门', 'Department', 'department', { filter: 'select', sort: true }),
    shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, editDisabled: true, width: 140 }),
    sku: text('MSKU', 'Seller SKU', {
      max: 100,
      filter: 'contains',
      sort: true,
      editDisabled: true,
      width: 160,
      synonyms: ['平台 SKU'],
    }),
    approvalQty: integer('核准数量', 'Approved', { min: 0, total: true, sort: true }),
    surplusQty: integer('剩余数量', 'Left', { min: 0, total: true, sort: true }),
    status: choice(
      '状态',
      'Status',
      { running: [0, '进行中', 'Running', 'info'], done: [1, '已完结', 'Done', 'good'] },
      { default: 0, filter: 'select', as: 'radio', inline: true },
    ),
    /** what ship plans say is not typed */
    fromPlan: flag('来自发货计划', 'From ship plans', { default: false, computed: true, filter: 'select', show: false, width: 110 }),
  },
  list: { sort: { field: 'month', way: 'DESC' }, batchDelete: { by: 'shopId', year: 'month' } },
  record: { label: 'sku' },
  storage: { key: ['month', 'shopId', 'sku', 'deptId'] },
})

export const salesTables = { orderLine, orderLineSeen, orderLineStaging, saleStockPlan }

const named = { orderLine, saleStockPlan }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
