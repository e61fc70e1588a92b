/** What the fold makes of the documents: layers, what was taken of them, value by month, cost of what was sold, what was lacking. */
import {
  bigInteger,
  choice,
  computed,
  date,
  dateTime,
  decimal,
  integer,
  json,
  money,
  month,
  reference,
  text,
} from '#platform/declare/fields.ts'
import { resource, type Resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation, serverOnly } from '#platform/declare/scope.ts'
import { financeItemChoices } from '../../base/finance-item-choices.ts'
import type { StoredState } from './frontier.ts'
import { stockConversionCost, stockMade } from './conversion-tables.ts'
import { costParts } from './tables.ts'
import { costAmounts, permissions } from './words.ts'

const product = () => reference('商品', 'Product', 'product', { filter: 'select', width: 200 })
const place = (zh = '地点', en = 'Where', optional = false) => reference(zh, en, 'stock_place', { optional, filter: 'select', width: 140 })
const units = (zh: string, en: string, options: object = {}) => decimal(zh, en, 6, { total: true, sort: true, width: 100, ...options })
const worth = (zh: string, en: string) => money(zh, en, { total: true, see: costAmounts, width: 120 })
const value = (zh: string, en: string) => money(zh, en, { default: '0', total: true, see: costAmounts, width: 120 })
const unitCost = (of: string) =>
  computed.sql(decimal('单位成本', 'Unit cost', 6, { see: costAmounts, width: 110 }), `round((${of}) / nullif(quantity, 0), 6)`)
const allParts = 'purchase + first_leg + duty + other'
const parts = () => ({
  purchase: value('其中采购', 'Of it purchase'),
  firstLeg: value('其中头程', 'Of it first leg'),
  duty: value('其中关税', 'Of it duty'),
  other: value('其中其他', 'Of it other'),
})

const layerKinds = {
  receipt: [1, '入库', 'Receipt'],
  transfer: [2, '调入', 'Transferred in'],
  return: [3, '退货', 'Returned'],
  mix: [4, '加权合并', 'Averaged'],
  ship: [5, '发出', 'Shipped'],
  convertIn: [6, '生产组装', 'Made'],
} as const
export const layerKindOf = {
  receipt: layerKinds.receipt[0],
  transfer: layerKinds.transfer[0],
  return: layerKinds.return[0],
  mix: layerKinds.mix[0],
  ship: layerKinds.ship[0],
  convertIn: layerKinds.convertIn[0],
}

/** quantity and values are those of what is left */
export const stockLayer = resource('stock_layer', {
  type: 'financeStockLayer',
  title: ['成本批次', 'Cost layers'],
  access: { permission: permissions.batch, scope: ownOrganisation },
  fields: {
    productId: product(),
    placeId: place(),
    day: date('形成日期', 'Since', { filter: 'range', sort: true, width: 110 }),
    kind: choice('形成方式', 'By', layerKinds, { filter: 'select', width: 100 }),
    whole: units('原有数量', 'Units at first'),
    quantity: units('剩余数量', 'Units left'),
    value: computed.sql(worth('剩余价值', 'Value left'), allParts),
    unitCost: unitCost(allParts),
    ...parts(),
    move: text('来源单据', 'Made by', { filter: 'contains', width: 180 }),
  },
  list: {
    search: false,
    sort: { field: 'day', way: 'DESC' },
    empty: ['登记入库成本后，这里显示每批货剩余的数量和价值', 'What is left of each receipt, and what it is worth'],
  },
  record: { editable: [], label: 'move' },
  storage: { unique: [['productId', 'move']], index: [['-day', '-id'], ['placeId']] },
})

const outKinds = {
  sale: [1, '销售', 'Sold'],
  transfer: [2, '调出', 'Transferred out'],
  writeOff: [3, '报损', 'Write-off'],
  mix: [4, '加权合并', 'Averaged'],
  return: [5, '退货', 'Returned'],
  ship: [6, '发出', 'Shipped'],
  convertOut: [7, '生产组装耗用', 'Used in making'],
} as const
export const outKindOf = Object.fromEntries(Object.entries(outKinds).map(([name, [code]]) => [name, code])) as Record<
  keyof typeof outKinds,
  number
>

export const stockTake = resource('stock_take', {
  type: 'financeStockTake',
  title: ['出库成本明细', 'Where cost went'],
  access: { permission: permissions.batch, scope: ownOrganisation },
  fields: {
    productId: product(),
    day: date('日期', 'Day', { filter: 'range', sort: true, width: 110 }),
    kind: choice('去向', 'Went by', outKinds, { filter: 'select', width: 100 }),
    placeId: place('移出地点', 'From', true),
    quantity: units('数量', 'Quantity'),
    amount: value('成本', 'Cost'),
    unitCost: unitCost('amount'),
    fromMove: text('取自批次', 'Out of layer', { filter: 'contains', width: 180 }),
    startsAt: units('批次内起点', 'From unit', { total: false, sort: false, show: false }),
    intoMove: text('成为批次', 'Became layer', { filter: 'contains', width: 180 }),
  },
  list: {
    search: false,
    sort: { field: 'day', way: 'DESC' },
    empty: ['这里显示每批货的数量和成本去了哪里', 'Which units of which layer were sold, moved or written off'],
  },
  record: { editable: [], label: 'fromMove' },
  storage: { index: [['-day', '-id'], ['productId', 'day'], ['placeId']] },
  life: { closes: { on: 'day' } },
})

/** quantity and values at the end of the month; what people see of it: value-list.ts */
export const stockValue = resource('stock_value', {
  title: ['库存价值', 'Value of stock'],
  access: { scope: ownOrganisation },
  fields: {
    month: month('月份', 'Month', { filter: 'range', sort: true, width: 90 }),
    placeId: place(),
    productId: product(),
    quantity: units('期末数量', 'Units at the end'),
    value: computed.sql(worth('期末价值', 'Value at the end'), allParts),
    unitCost: unitCost(allParts),
    ...parts(),
    inLayers: money('批次合计', 'In layers', { default: '0', see: costAmounts, show: false, width: 120 }),
  },
  list: { search: false, balancesOf: 'month', sort: { field: 'month', way: 'DESC' } },
  record: { editable: [], label: 'month' },
  storage: { unique: [['productId', 'placeId', 'month']], index: [['-month', 'placeId', 'productId'], ['placeId']] },
  life: { closes: { on: 'month' } },
})

/** by what the value of the stock came to be another one */
const ledgerKinds = {
  received: [1, '入库', 'Receipts'],
  later: [2, '追加成本', 'Costs that came later'],
  sold: [3, '销售成本', 'Cost of sales'],
  returned: [4, '退货收回', 'Returns'],
  variance: [5, '成本差异', 'Variance'],
  writtenOff: [6, '报损', 'Write-offs'],
  made: [7, '生产组装入库', 'Made'],
  used: [8, '生产组装耗用', 'Used in making'],
} as const
export const ledgerKindOf = Object.fromEntries(Object.entries(ledgerKinds).map(([name, [code]]) => [name, code])) as Record<
  keyof typeof ledgerKinds,
  number
>

/** What came in by documents and left by cost lines: all of it up to a month is what the stock is worth at its end. */
export const stockLedger = resource('stock_ledger', {
  type: 'financeStockLedger',
  title: ['存货收发存', 'Movements of value'],
  access: { permission: permissions.books, scope: ownOrganisation },
  fields: {
    month: month('月份', 'Month', { filter: 'range', sort: true, width: 90 }),
    productId: product(),
    kind: choice('收发类别', 'By', ledgerKinds, { filter: 'select', filterAs: 'tags', width: 110 }),
    quantity: units('数量变动', 'Units'),
    amount: value('金额变动', 'Amount'),
  },
  list: {
    search: false,
    sort: { field: 'month', way: 'DESC' },
    empty: ['登记入库成本后，这里按月、按商品显示存货金额因何增减', 'By what the value of stock changed in each month'],
  },
  record: { editable: [], label: 'month' },
  storage: { unique: [['productId', 'month', 'kind']], index: [['-month', '-id']] },
})

/** Units and value at the end of a month by the day on which they came; what was shipped and is not settled is not among them. */
export const stockAge = resource('stock_age', {
  type: 'financeStockAge',
  title: ['存货库龄', 'Age of stock'],
  access: { permission: permissions.books, scope: ownOrganisation },
  fields: {
    month: month('月份', 'Month', { filter: 'range', sort: true, width: 90 }),
    productId: product(),
    since: date('入库日期', 'Received on', { filter: 'range', sort: true, width: 110 }),
    days: computed.sql(integer('库龄天数', 'Days in stock', { sort: true, width: 100 }), "(month + interval '1 month')::date - 1 - since"),
    quantity: units('期末数量', 'Units at the end'),
    amount: value('期末价值', 'Value at the end'),
  },
  list: {
    search: false,
    balancesOf: 'month',
    sort: { field: 'month', way: 'DESC' },
    empty: ['登记入库成本后，这里按入库日期显示每月末库存的数量和价值', 'Stock at the end of each month by the day on which it came'],
  },
  record: { editable: [], label: 'month' },
  storage: { unique: [['productId', 'month', 'since']], index: [['-month', '-id']] },
})

export const stockShortage = resource('stock_shortage', {
  type: 'financeStockShortage',
  title: ['负库存成本', 'Units without cost'],
  access: { permission: permissions.batch, scope: ownOrganisation },
  fields: {
    productId: product(),
    day: date('日期', 'Day', { filter: 'range', sort: true, width: 110 }),
    placeId: place('地点', 'Where', true),
    kind: choice('发生于', 'Happened by', outKinds, { filter: 'select', width: 100 }),
    quantity: units('缺少数量', 'Units lacking'),
  },
  list: {
    search: false,
    sort: { field: 'day', way: 'DESC' },
    empty: ['没有缺口：每个售出或移出的数量都有成本批次', 'None: every unit that left had a layer'],
  },
  record: { editable: [], label: 'day' },
  storage: { index: [['-day', '-id'], ['productId'], ['placeId']] },
})

/** Units sold of a shop, SKU and day, as they are moves; those of closed months stay. Only the server reads it. */
export const stockSale = resource('stock_sale', {
  title: ['销售出库', 'Units sold out of stock'],
  access: { scope: serverOnly },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop'),
    day: date('日期', 'Day'),
    sku: text('MSKU', 'Seller SKU'),
    productId: bigInteger('商品', 'Product'),
    placeId: bigInteger('地点', 'Where', { optional: true }),
    quantity: decimal('数量', 'Quantity', 6),
  },
  storage: { kind: 'shop', primary: ['shopId', 'day', 'sku'], index: [['productId', 'day']] },
  life: { closes: { on: 'day' } },
})

/** what of a bill falls on layers */
const freightParts = { firstLeg: costParts.firstLeg, duty: costParts.duty } as const

/**
 * First leg and duty of consignments as they were posted to layers; an amount is what was added to what earlier rows of the layer and part
 * have.
 */
export const stockFreight = resource('stock_freight', {
  type: 'financeStockFreight',
  title: ['头程计入批次', 'First leg in layers'],
  access: { permission: permissions.batch, scope: ownOrganisation },
  fields: {
    shipmentId: reference('头程货件', 'Consignment', 'first_leg_shipment', { filter: 'select', noForeignKey: true, width: 180 }),
    productId: product(),
    layer: text('批次', 'Layer', { filter: 'contains', width: 180 }),
    part: choice('成本项目', 'Part of the cost', freightParts, { default: costParts.firstLeg[0], filter: 'select', width: 100 }),
    countsFrom: date('计入日期起', 'Counts from', { filter: 'range', sort: true, width: 120 }),
    amount: value('计入金额', 'Amount posted'),
  },
  list: {
    search: false,
    sort: { field: 'countsFrom', way: 'DESC' },
    empty: [
      '入库或调拨写明头程货件、货件的费用分摊以后，这里显示计入每批的头程',
      'First leg of each layer, once receipts or transfers name a consignment whose fees are allocated',
    ],
  },
  record: { editable: [], label: 'layer' },
  storage: { unique: [['layer', 'part', 'shipmentId', 'countsFrom']], index: [['-countsFrom', '-id'], ['shipmentId'], ['productId']] },
  life: { closes: { on: 'countsFrom' } },
})

/** What files of a marketplace say of units beside their sale. */
export const flowKinds = { sellable: 1, unsellable: 2, shipped: 3 } as const

/**
 * Units that came back or were shipped, of a shop, SKU and day, as they are moves. `day` is that of the books: of units that came back on a
 * day that was closed when its file came, the first open one. Those of closed months stay. Only the server reads it.
 */
export const stockFlow = resource('stock_flow', {
  title: ['退货与发出', 'Units that came back or were shipped'],
  access: { scope: serverOnly },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop'),
    happenedOn: date('发生日期', 'Happened on'),
    sku: text('MSKU', 'Seller SKU'),
    kind: integer('种类', 'Kind'),
    day: date('日期', 'Day'),
    productId: bigInteger('商品', 'Product'),
    /** empty: the product had no layers on that day, its cost goes by the month */
    placeId: bigInteger('地点', 'Where', { optional: true }),
    quantity: decimal('数量', 'Quantity', 6),
    /** in the base currency, by the month of the day */
    unitCost: decimal('单位成本', 'Unit cost', 8, { optional: true }),
  },
  storage: {
    kind: 'shop',
    primary: ['shopId', 'happenedOn', 'sku', 'kind', 'day'],
    index: [
      ['productId', 'day'],
      ['shopId', 'day'],
    ],
  },
  life: { closes: { on: 'day' } },
})

/** Cost of units sold by shop, day, SKU and item; an empty amount: no layer had them. */
export const stockCost = resource('stock_cost', {
  title: ['批次成本', 'Cost by layers'],
  access: { scope: serverOnly },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop'),
    day: date('日期', 'Day'),
    sku: text('MSKU', 'Seller SKU'),
    item: choice('科目', 'Item', financeItemChoices),
    productId: bigInteger('商品', 'Product'),
    quantity: decimal('数量', 'Quantity', 6),
    amount: money('金额', 'Amount'),
  },
  storage: { kind: 'shop', primary: ['shopId', 'day', 'sku', 'item'], index: [['productId', 'day']] },
  life: { closes: { on: 'day' } },
})

/** State of a product at the end of a closed month, from which its folds go on. Only the server reads it. */
export const stockState = resource('stock_state', {
  title: ['批次期末状态', 'State of layers'],
  access: { scope: ownOrganisation },
  fields: {
    orgId: bigInteger('组织', 'Organisation'),
    productId: bigInteger('商品', 'Product'),
    day: date('日期', 'Day'),
    method: integer('成本方法', 'Cost method'),
    state: json<StoredState>('状态', 'State'),
  },
  storage: { primary: ['orgId', 'productId', 'day'] },
})

/**
 * Products whose layers must be worked out anew. Each transaction adds rows of its own: nobody waits for another one's mark, and a mark
 * that comes while the job works outlives it.
 */
export const stockStale = resource('stock_stale', {
  title: ['待计算商品', 'Products to be worked out'],
  access: { scope: ownOrganisation },
  fields: {
    orgId: bigInteger('组织', 'Organisation'),
    productId: bigInteger('商品', 'Product'),
    /** number of the transaction */
    mark: bigInteger('标记', 'Mark'),
    since: dateTime('自', 'Since'),
  },
  storage: { primary: ['orgId', 'productId', 'mark'] },
})

export const layerResults: readonly Resource[] = [
  stockLayer,
  stockTake,
  stockValue,
  stockLedger,
  stockAge,
  stockShortage,
  stockFreight,
  stockSale,
  stockFlow,
  stockCost,
  stockState,
  stockConversionCost,
  stockMade,
  stockStale,
]

const named = { stockShortage, stockStale, stockValue }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
