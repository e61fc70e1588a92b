/** Where goods lie: the locations of each warehouse, and what it needs of a product: supply data, batches, barcodes. */
import { choice, date, decimal, flag, integer, reference, text } from '#platform/declare/fields.ts'
import { expiry } from '#platform/declare/expiry.ts'
import { inUse } from '#platform/declare/in-use.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { granted, ownOrganisation } from '#platform/declare/scope.ts'

/** 1 to 6 hold goods of a warehouse, 7 what is on its way, 8 and 9 what is worked on: they have cells. From 20 on goods are outside. */
export const locationKinds = {
  zone: [0, '区', 'Zone', 'quiet'],
  bin: [1, '库位', 'Bin', 'quiet'],
  receiving: [2, '收货区', 'Receiving'],
  inspection: [3, '待检区', 'Inspection', 'info'],
  defective: [4, '不良品区', 'Defective', 'bad'],
  staging: [5, '集货打包区', 'Staging'],
  returns: [6, '退货区', 'Returns', 'warn'],
  transit: [7, '在途', 'In transit', 'info'],
  working: [8, '在制', 'In production', 'info'],
  subcontractor: [9, '委外', 'At a subcontractor', 'info'],
  supplier: [20, '供应商', 'Supplier', 'quiet'],
  shipped: [21, '已出库', 'Shipped', 'quiet'],
  marketplace: [22, '平台仓', 'Marketplace', 'quiet'],
  converted: [23, '生产转换', 'Conversion', 'quiet'],
  counted: [24, '盘点差异', 'Count difference', 'quiet'],
  scrapped: [25, '报废', 'Scrapped', 'quiet'],
  consumed: [26, '领用', 'Consumed', 'quiet'],
  opening: [27, '期初', 'Opening', 'quiet'],
} as const
/** what people may make; the rest comes with its warehouse, its document or the first posting */
export const ownKinds: readonly number[] = [0, 1, 2, 3, 4, 5, 6]

const quantity = (zh: string, en: string, more: object = {}) => decimal(zh, en, 6, { min: 0, optional: true, width: 100, ...more })
const product = (more: object = {}) => reference('商品', 'Product', 'product', { filter: 'select', width: 200, ...more })

export const goodsLocation = resource('goods_location', {
  type: 'goodsLocation',
  title: ['库位', 'Location'],
  access: { scope: granted('warehouse_id', 'warehouses') },
  fields: {
    code: text('库位编码', 'Code', {
      max: 40,
      filter: 'contains',
      sort: true,
      width: 150,
      synonyms: ['库位', '库位号', '货位', '货位号'],
    }),
    warehouseId: reference('仓库', 'Warehouse', 'warehouse', {
      optional: true,
      filter: 'select',
      editDisabled: true,
      goes: true,
      width: 150,
    }),
    parentId: reference('上级', 'Above', 'goods_location', {
      optional: true,
      filter: 'select',
      width: 140,
      narrowedBy: { warehouseId: 'warehouseId' },
    }),
    kind: choice('类型', 'Kind', locationKinds, { default: 1, filter: 'select', editDisabled: true, width: 110 }),
    pickOrder: integer('拣货顺序', 'Picking order', { min: 0, max: 999_999, default: 0, sort: true, inline: true, width: 100 }),
    maxVolume: quantity('容积上限（升）', 'Room (litres)', { help: ['不填表示不限', 'Empty: not limited'] }),
    mix: choice(
      '混放',
      'Mixing',
      { any: [1, '不限', 'Anything'], product: [2, '单品', 'One product'], batch: [3, '单批', 'One batch'] },
      { default: 1, filter: 'select', width: 90 },
    ),
    productId: reference('固定商品', 'Fixed product', 'product', { optional: true, filter: 'select', width: 180 }),
    putAway: flag('默认上架区', 'Put away here', {
      default: false,
      show: false,
      help: ['商品没有指定上架区时放到这个区', 'Where goods without a zone of their own are put'],
    }),
    status: choice('状态', 'Status', inUse, { default: 1, filter: 'select', width: 90 }),
    shopId: reference('店铺', 'Shop', 'shop', { optional: true, computed: true, show: false, noForeignKey: true }),
    /** where moves between two pools have a value for finance: the root of the warehouse, or the location itself */
    poolId: reference('核算池', 'Pool', 'goods_location', { optional: true, computed: true, hidden: true, noForeignKey: true }),
    docType: text('单据类型', 'Document type', { max: 30, optional: true, computed: true, hidden: true }),
    docId: text('单据', 'Document', { max: 20, optional: true, computed: true, hidden: true }),
  },
  list: {
    find: 'code',
    scans: [{ field: 'code', kind: 'location' }],
    sort: { field: 'code', way: 'ASC' },
    shownAs: { tree: true },
    empty: ['仓库里的区和库位，货物放在最末一级', 'Zones and bins of warehouses; goods lie in the last level'],
  },
  record: {
    label: 'code',
    tree: 'parentId',
    labels: { name: ['库位标签', 'Bin labels'], size: [60, 40], of: { code: 'code', lines: ['warehouseId'] } },
  },
  storage: {
    key: ['code'],
    index: [
      ['parentId'],
      ['warehouseId', 'kind', 'pickOrder', 'code'],
      ['productId'],
      { on: ['docType', 'docId'], where: 'doc_id is not null' },
    ],
  },
})

export const batchStatus = {
  good: [1, '合格', 'Good', 'good'],
  waiting: [2, '待检', 'To inspect', 'info'],
  frozen: [3, '冻结', 'Frozen', 'warn'],
  bad: [4, '不合格', 'Rejected', 'bad'],
} as const

export const goodsBatch = resource('goods_batch', {
  type: 'goodsBatch',
  title: ['批次', 'Batch'],
  access: { scope: ownOrganisation },
  fields: {
    productId: product({ editDisabled: true }),
    batchNo: text('批号', 'Batch', { max: 40, filter: 'contains', sort: true, width: 150, synonyms: ['批次', '批次号'] }),
    supplierBatch: text('供应商批号', 'Supplier batch', { max: 40, optional: true, filter: 'contains', width: 140 }),
    supplierId: reference('供应商', 'Supplier', 'supplier', { optional: true, filter: 'select', width: 160 }),
    madeOn: date('生产日期', 'Made on', { optional: true, width: 110 }),
    expiresOn: date('失效日期', 'Expires on', {
      optional: true,
      filter: 'range',
      sort: true,
      width: 110,
      help: ['不填时按生产日期和保质期算', 'Empty: worked out of the day it was made and its shelf life'],
    }),
    expiry: expiry('expiresOn'),
    firstInOn: date('首次入库', 'First received', { optional: true, computed: true, show: false }),
    status: choice('状态', 'Status', batchStatus, { default: 1, filter: 'select', width: 90 }),
  },
  list: {
    find: 'batchNo',
    scans: [{ field: 'batchNo', kind: 'batch', of: 'productId' }],
    sort: { field: 'expiresOn', way: 'ASC' },
    views: [{ name: 'expiring', title: ['快到期', 'Expiring'], expires: 'expiry' }],
    empty: ['按批次管控的商品每批一条，入库时建立', 'One for each batch of products that are kept by batch; made when they come in'],
  },
  record: {
    label: 'batchNo',
    labels: { name: ['批次标签', 'Batch labels'], size: [60, 40], of: { code: 'batchNo', lines: ['productId', 'expiresOn'] } },
  },
  storage: { key: ['productId', 'batchNo'], index: [['batchNo'], ['orgId', 'expiresOn', 'id'], ['supplierId']] },
})

export const trackings = { none: [0, '不管控', 'None', 'quiet'], batch: [1, '批次', 'By batch', 'info'] } as const
export const removals = { fifo: [1, '先进先出', 'First in first out'], fefo: [2, '先到期先出', 'First expired first out'] } as const

/** by the value of what left in 90 days: A to 80 %, B to 95 % */
export const abcClasses = { a: [1, 'A 类', 'Class A'], b: [2, 'B 类', 'Class B'], c: [3, 'C 类', 'Class C'] } as const

/** What the warehouse must know of a product; there is one for each. */
export const productSupply = resource('product_supply', {
  type: 'productSupply',
  title: ['供应资料', 'Supply data'],
  access: { scope: ownOrganisation },
  fields: {
    productId: product({ editDisabled: true, sort: true, goes: true }),
    goodsKind: choice(
      '物料类型',
      'Kind of goods',
      {
        finished: [1, '成品', 'Finished'],
        half: [2, '半成品', 'Half-finished'],
        raw: [3, '原材料', 'Raw material'],
        packing: [4, '包材', 'Packing'],
        supplies: [5, '耗材', 'Supplies'],
      },
      { default: 1, filter: 'select', inline: true, width: 100 },
    ),
    source: choice(
      '来源',
      'Source',
      {
        bought: [1, '外购', 'Bought'],
        made: [2, '自制', 'Made'],
        subcontracted: [3, '委外', 'Subcontracted'],
        bundle: [4, '组合', 'Bundle'],
      },
      { default: 1, filter: 'select', inline: true, width: 90 },
    ),
    unit: text('单位', 'Unit', { max: 10, default: '件', width: 70 }),
    tracking: choice('管控方式', 'Kept by', trackings, {
      default: 0,
      filter: 'select',
      width: 100,
      help: ['有库存时不能改', 'Not changed while there is stock'],
    }),
    shelfDays: integer('保质期（天）', 'Shelf life (days)', { min: 1, max: 9_999, optional: true, width: 110 }),
    minDaysOut: integer('出库最少剩余天数', 'Days left when it leaves', { min: 0, max: 9_999, optional: true, width: 140 }),
    removal: choice('出库顺序', 'Removal', removals, { default: 1, filter: 'select', inline: true, width: 110 }),
    zoneId: reference('上架区', 'Put-away zone', 'goods_location', { optional: true, filter: 'select', width: 120 }),
    cartonQty: quantity('箱规（件）', 'Units a carton'),
    cartonLength: quantity('箱长（cm）', 'Carton length (cm)', { show: false }),
    cartonWidth: quantity('箱宽（cm）', 'Carton width (cm)', { show: false }),
    cartonHeight: quantity('箱高（cm）', 'Carton height (cm)', { show: false }),
    cartonWeight: quantity('箱重（kg）', 'Carton weight (kg)', { show: false }),
    abc: choice('ABC 分类', 'ABC', abcClasses, { optional: true, computed: true, filter: 'select', width: 90 }),
    moq: quantity('最小起订量', 'Minimum order', { show: false }),
    lotMultiple: quantity('批量倍数', 'Whole multiples of', {
      show: false,
      help: ['采购、生产按它的整数倍', 'What is bought or made is a multiple of it'],
    }),
    purchaseLeadDays: integer('采购提前期（天）', 'Days to buy', {
      min: 0,
      max: 999,
      optional: true,
      inline: true,
      width: 120,
      help: ['不填时按到货记录和供应商交期', 'Empty: as receipts and the supplier say'],
    }),
    makeLeadDays: integer('生产提前期（工作日）', 'Working days to make', { min: 0, max: 999, optional: true, inline: true, width: 140 }),
    safetyQty: quantity('安全库存', 'Safety stock', { inline: true }),
    hsCode: text('海关编码', 'HS code', { max: 12, optional: true, filter: 'equals', show: false, width: 120 }),
    declareName: text('申报品名', 'Declared as', { max: 60, optional: true, show: false, width: 140 }),
    declareNameEn: text('英文申报品名', 'Declared as (English)', { max: 60, optional: true, show: false, width: 140 }),
    declareValue: quantity('申报单价（美元）', 'Declared value (USD)', { show: false }),
  },
  list: {
    sort: { field: 'id', way: 'ASC' },
    empty: ['每个商品的仓储资料，随商品建立', 'What the warehouse knows of each product; made with the product'],
  },
  record: { label: 'productId' },
  storage: { key: ['productId'], index: [['orgId', 'id'], ['zoneId']] },
})

export const goodsBarcode = resource('goods_barcode', {
  type: 'goodsBarcode',
  title: ['条码', 'Barcode'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('条码', 'Code', { max: 60, filter: 'contains', sort: true, width: 180, synonyms: ['UPC', 'EAN', 'FNSKU', '箱码'] }),
    productId: product(),
    labelId: reference('标签（MSKU）', 'Label (seller SKU)', 'sku_map', {
      optional: true,
      filter: 'select',
      width: 180,
      narrowedBy: { productId: 'productId' },
      help: ['FNSKU 是一个平台 SKU 的标签', 'An FNSKU is the sticker of one seller SKU'],
    }),
    unitQty: decimal('每码件数', 'Units a code', 6, { min: 0.000001, default: '1', width: 90 }),
    kind: choice(
      '码制',
      'Kind',
      { ean: [1, 'EAN/UPC', 'EAN/UPC'], fnsku: [2, '平台标签', 'FNSKU'], carton: [3, '箱码', 'Carton'], own: [4, '自编', 'Own'] },
      { default: 1, filter: 'select', width: 90 },
    ),
  },
  list: {
    find: 'code',
    scans: [{ field: 'code', kind: 'item', of: 'productId' }],
    sort: { field: 'code', way: 'ASC' },
    empty: ['扫码时认商品用的码', 'Codes by which scanning knows a product'],
  },
  record: {
    label: 'code',
    labels: { name: ['商品标签', 'Item labels'], size: [50, 30], of: { code: 'code', lines: ['productId', 'labelId'] } },
  },
  storage: { key: ['code'], index: [['productId'], ['labelId']] },
})

const named = { goodsLocation, productSupply, goodsBatch, goodsBarcode }
export const locationTables = named
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
