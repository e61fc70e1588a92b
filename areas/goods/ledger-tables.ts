/**
 * The ledger of quantities: postings of documents, moves between two locations, what lies in each cell, and what of it is held. Only the
 * functions of the database write them (db/migrations, `goods_post`, `goods_hold`). Quantities have six decimals.
 */
import { choice, date, dateTime, decimal, integer, reference, text, type Field } from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { anyOf, granted, ownOrganisation } from '#platform/declare/scope.ts'

/** Why goods move. What each means for finance follows from the kinds of both ends. */
export const moveReasons = {
  bought: [11, '采购入库', 'Purchase', 'good'],
  returnedToSupplier: [12, '采购退货', 'Returned to the supplier', 'warn'],
  putAway: [21, '上架', 'Put away', 'quiet'],
  picked: [22, '拣货', 'Picked', 'quiet'],
  moved: [23, '移位', 'Moved', 'quiet'],
  inspected: [24, '检验', 'Inspected', 'info'],
  frozen: [25, '冻结', 'Frozen', 'warn'],
  relabelled: [26, '换标', 'Relabelled', 'quiet'],
  transferred: [31, '调拨', 'Transfer', 'info'],
  dispatched: [32, '装运', 'Dispatched', 'info'],
  issued: [33, '领料', 'Issued to production', 'info'],
  sentOut: [34, '委外发料', 'Sent to a subcontractor', 'info'],
  accepted: [35, '平台接收', 'Received by the marketplace', 'good'],
  removed: [36, '平台退回', 'Back from the marketplace', 'info'],
  sold: [41, '销售出库', 'Sold', 'info'],
  returned: [42, '客户退货', 'Returned by a customer', 'warn'],
  countedLess: [51, '盘亏', 'Counted less', 'bad'],
  countedMore: [52, '盘盈', 'Counted more', 'good'],
  scrapped: [53, '报废', 'Scrapped', 'bad'],
  consumed: [54, '领用', 'Consumed', 'quiet'],
  lost: [55, '运输丢失', 'Lost on the way', 'bad'],
  used: [61, '生产耗用', 'Used in production', 'quiet'],
  made: [62, '生产入库', 'Made', 'good'],
  takenIn: [63, '组装拆分耗用', 'Put together or taken apart', 'quiet'],
  putOut: [64, '组装拆分入库', 'Came of putting together', 'good'],
  opening: [71, '期初', 'Opening', 'quiet'],
} as const

const shown = { computed: true } as const
const quantity = (zh: string, en: string, more: object = {}): Field =>
  decimal(zh, en, 6, { ...shown, sort: true, total: true, width: 100, ...more })
const product = () => reference('商品', 'Product', 'product', { ...shown, filter: 'select', linkTo: 'goodsStockByItem', width: 200 })
const location = (zh: string, en: string) => reference(zh, en, 'goods_location', { ...shown, filter: 'select', width: 130 })
const warehouse = (zh: string, en: string) =>
  reference(zh, en, 'warehouse', { ...shown, optional: true, filter: 'select', show: false, width: 130, noForeignKey: true })

/** One step of one document that was posted. `key` is entered once: a second call with it is answered as the first was. */
export const goodsPosting = resource('goods_posting', {
  title: ['库存过账', 'Posting of goods'],
  access: { scope: ownOrganisation },
  fields: {
    key: text('过账键', 'Key', { max: 120, ...shown }),
    docType: text('单据类型', 'Document type', { max: 30, ...shown }),
    docId: text('单据', 'Document', { max: 20, ...shown }),
    bookedOn: date('日期', 'Day', shown),
    postedAt: dateTime('过账时间', 'Posted at', shown),
    reversesId: reference('冲销的过账', 'Reverses', 'goods_posting', { ...shown, optional: true }),
  },
  record: { label: 'key' },
  storage: {
    readOnly: true,
    key: ['key'],
    unique: [['reversesId']],
    index: [
      ['docType', 'docId'],
      ['orgId', 'bookedOn'],
    ],
  },
})

export const goodsMove = resource('goods_move', {
  type: 'goodsMove',
  title: ['库存流水', 'Stock moves'],
  access: { scope: anyOf(granted('from_warehouse_id', 'warehouses'), granted('to_warehouse_id', 'warehouses')) },
  fields: {
    bookedOn: date('日期', 'Day', { ...shown, filter: 'range', sort: true, width: 110 }),
    happenedAt: dateTime('发生时间', 'Happened at', { ...shown, show: false }),
    productId: product(),
    reason: choice('收发类别', 'Reason', moveReasons, { ...shown, filter: 'select', width: 110 }),
    // no sum: it would add what came to what went, and read every move
    quantity: quantity('数量', 'Quantity', { total: false }),
    fromId: location('移出', 'From'),
    toId: location('移入', 'To'),
    batchId: reference('批次', 'Batch', 'goods_batch', { ...shown, optional: true, filter: 'select', width: 130 }),
    labelId: reference('标签', 'Label', 'sku_map', { ...shown, optional: true, filter: 'select', width: 150, noForeignKey: true }),
    toLabelId: reference('新标签', 'New label', 'sku_map', { ...shown, optional: true, show: false, width: 150, noForeignKey: true }),
    docType: text('单据类型', 'Document type', { max: 30, ...shown, hidden: true }),
    docId: text('单据', 'Document', { max: 20, ...shown, hidden: true }),
    docNo: text('单号', 'Document', { max: 30, ...shown, optional: true, filter: 'equals', width: 150 }),
    lineId: text('单据行', 'Line', { max: 20, ...shown, optional: true, hidden: true }),
    // the function that writes moves has made the posting and read the warehouses: keys would look for them once more for each line
    postingId: reference('过账', 'Posting', 'goods_posting', { ...shown, hidden: true, noForeignKey: true }),
    reversesId: reference('冲销的流水', 'Reverses', 'goods_move', { ...shown, optional: true, show: false }),
    fromWarehouseId: warehouse('移出仓库', 'From warehouse'),
    toWarehouseId: warehouse('移入仓库', 'To warehouse'),
    fromPoolId: reference('移出池', 'From pool', 'goods_location', { ...shown, optional: true, hidden: true, noForeignKey: true }),
    toPoolId: reference('移入池', 'To pool', 'goods_location', { ...shown, optional: true, hidden: true, noForeignKey: true }),
  },
  list: {
    // found by the number of its document: an index of parts of it was a fifth of what posting takes
    search: false,
    sort: { field: 'bookedOn', way: 'DESC' },
    shownAs: { card: { amount: 'quantity' } },
    tabOf: { goodsStockByItem: { by: { productId: 'productId' }, at: 6 } },
    empty: ['每一次入库、出库、移位都是一条流水', 'Each receipt, issue and move is an entry'],
  },
  record: { label: 'docNo' },
  storage: {
    readOnly: true,
    unique: [['reversesId']],
    index: [
      ['orgId', '-bookedOn', '-id'],
      ['productId', 'bookedOn', 'id', 'orgId'],
      { on: ['productId', 'id'], where: 'from_pool_id is distinct from to_pool_id' },
      ['fromWarehouseId', 'bookedOn'],
      ['toWarehouseId', 'bookedOn'],
      ['postingId'],
      ['docType', 'docId'],
      { on: ['batchId'], where: 'batch_id is not null' },
    ],
    checks: ['quantity > 0', 'from_id <> to_id or label_id is distinct from to_label_id'],
  },
})

/** What lies in a location of one product, batch and label. Batch and label are 0 where there is none, so that the key is whole. */
export const goodsCell = resource('goods_cell', {
  title: ['即时库存', 'Stock'],
  access: { scope: granted('warehouse_id', 'warehouses'), permission: 'goodsStock' },
  fields: {
    productId: product(),
    locationId: location('库位', 'Location'),
    batchId: reference('批次', 'Batch', 'goods_batch', { ...shown, default: '0', noForeignKey: true }),
    labelId: reference('标签', 'Label', 'sku_map', { ...shown, default: '0', noForeignKey: true }),
    warehouseId: reference('仓库', 'Warehouse', 'warehouse', { ...shown, filter: 'select' }),
    quantity: quantity('数量', 'Quantity', { default: '0' }),
    reserved: quantity('已占用', 'Held', { default: '0' }),
    since: date('入库日期', 'Here since', shown),
  },
  record: { label: 'productId' },
  storage: {
    readOnly: true,
    key: ['productId', 'locationId', 'batchId', 'labelId'],
    index: [['orgId', 'warehouseId', 'productId'], ['locationId'], { on: ['batchId'], where: 'batch_id <> 0' }],
    checks: ['reserved >= 0', 'reserved <= quantity'],
  },
})

/** What each cell held when the last closed month ended, which stays so: from there on it is proven without older moves (`goods_close`). */
export const goodsClosed = resource('goods_closed', {
  title: ['结账时的库存', 'Stock at the last close'],
  access: { scope: ownOrganisation },
  fields: {
    day: date('日期', 'Day', shown),
    productId: reference('商品', 'Product', 'product', { ...shown, noForeignKey: true }),
    locationId: reference('库位', 'Location', 'goods_location', { ...shown, noForeignKey: true }),
    batchId: reference('批次', 'Batch', 'goods_batch', { ...shown, default: '0', noForeignKey: true }),
    labelId: reference('标签', 'Label', 'sku_map', { ...shown, default: '0', noForeignKey: true }),
    quantity: decimal('数量', 'Quantity', 6, shown),
  },
  record: { label: 'productId' },
  storage: { readOnly: true, key: ['day', 'productId', 'locationId', 'batchId', 'labelId'] },
})

export const holdStates = { active: [1, '有效', 'Active'], used: [2, '已用', 'Used'], released: [3, '已释放', 'Released'] } as const

/** What a line of a document keeps of a cell for itself. It follows its goods when they are picked. */
export const goodsHold = resource('goods_hold', {
  title: ['库存占用', 'Hold'],
  access: { scope: granted('warehouse_id', 'warehouses'), permission: 'goodsStock' },
  fields: {
    docType: text('单据类型', 'Document type', { max: 30, ...shown }),
    docId: text('单据', 'Document', { max: 20, ...shown }),
    docNo: text('单号', 'Document', { max: 30, ...shown, optional: true }),
    lineId: text('单据行', 'Line', { max: 20, ...shown }),
    cellId: reference('库存', 'Cell', 'goods_cell', shown),
    warehouseId: reference('仓库', 'Warehouse', 'warehouse', shown),
    quantity: quantity('数量', 'Quantity'),
    state: choice('状态', 'State', holdStates, { ...shown, default: 1 }),
    until: dateTime('保留至', 'Until', { ...shown, optional: true }),
    priority: integer('优先级', 'Priority', { ...shown, default: 2 }),
  },
  record: { label: 'docId' },
  storage: {
    readOnly: true,
    index: [
      { on: ['cellId'], where: 'state = 1' },
      ['docType', 'docId', 'lineId'],
      { on: ['until'], where: 'state = 1 and until is not null' },
    ],
    checks: ['quantity > 0'],
  },
})

const named = { goodsPosting, goodsCell, goodsHold }
export const ledgerTables = { ...named, goodsMove, goodsClosed }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
