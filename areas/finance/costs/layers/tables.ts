/** Documents that cost layers are made of: places, receipts, costs that come later, movements between places. */
import { bigInteger, choice, date, decimal, integer, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { resource, type Resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { baseCurrency, costAmounts, permissions } from './words.ts'

export const placeKinds = {
  own: [1, '自有仓', 'Own warehouse'],
  transit: [2, '在途', 'In transit'],
  fba: [3, 'FBA', 'FBA'],
  thirdParty: [4, '第三方仓', 'Third-party warehouse'],
  unsellable: [5, '退货不可售', 'Returned, not sellable'],
  shipped: [6, '发出商品', 'Shipped, not settled'],
  working: [7, '在制', 'In production'],
  subcontractor: [8, '委外', 'At subcontractors'],
} as const
export const unsellableKind = placeKinds.unsellable[0]
export const shippedKind = placeKinds.shipped[0]
/** no shop ships from these */
export const asideKinds: readonly number[] = [unsellableKind, shippedKind, placeKinds.working[0], placeKinds.subcontractor[0]]

export const placeNameMax = 60
export const stockPlace = resource('stock_place', {
  type: 'financeStockPlace',
  title: ['库存地点', 'Place of stock'],
  access: { permission: permissions.place, scope: ownOrganisation },
  fields: {
    name: text('地点名称', 'Place', { max: placeNameMax, filter: 'contains', sort: true, width: 180 }),
    kind: choice('地点类型', 'Kind of place', placeKinds, { default: 1, filter: 'select', width: 120 }),
    shopId: reference('发货店铺', 'Ships for', 'shop', {
      optional: true,
      filter: 'select',
      width: 150,
      help: ['这个店铺的销售从这里出库', 'Sales of this shop are taken from here'],
    }),
    shipsRest: choice(
      '其他店铺的销售',
      'Sales of other shops',
      { no: [0, '不从这里出库', 'Not from here', 'quiet'], yes: [1, '从这里出库', 'From here', 'good'] },
      { default: 0, filter: 'select', width: 130, help: ['没有自己地点的店铺从这里出库', 'Shops without a place of their own'] },
    ),
    /** whose stock the ledger of goods keeps there (keep-stock.ts) */
    warehouseId: reference('仓库', 'Warehouse', 'warehouse', { optional: true, computed: true, filter: 'select', show: false, width: 140 }),
    remark: text('备注', 'Remark', { max: 200, default: '' }),
  },
  list: {
    find: 'name',
    sort: { field: 'name', way: 'ASC' },
    empty: ['登记货物存放的地点：自有仓、在途、每个店铺的 FBA、第三方仓', 'Where goods lie: own warehouses, in transit, FBA of each shop'],
  },
  record: { label: 'name' },
  storage: { key: ['name'], unique: [['warehouseId']], index: [['shopId']] },
})

const product = () => reference('商品', 'Product', 'product', { filter: 'select', editDisabled: true, width: 200 })
const place = (zh: string, en: string, optional = false) =>
  reference(zh, en, 'stock_place', { optional, filter: 'select', editDisabled: true, width: 140 })
const currency = () => referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', default: baseCurrency, width: 70 })
const rate = () =>
  decimal('汇率', 'Rate', 10, {
    optional: true,
    min: 0.000001,
    width: 100,
    help: ['1 单位币种折合的人民币；不填用当月汇率', 'CNY for one unit; that of the month where empty'],
  })
const quantity = () => decimal('数量', 'Quantity', 6, { min: 0.000001, total: true, sort: true, width: 100 })
const part = (zh: string, en: string, more: object = {}) =>
  money(zh, en, { currency: 'currency', default: '0', total: true, see: costAmounts, width: 120, ...more })

const consignment = () =>
  reference('头程货件', 'Consignment', 'first_leg_shipment', {
    optional: true,
    filter: 'select',
    width: 150,
    help: ['货件的头程费用按到货数量计入这一批', 'First leg of the consignment falls on what arrived of it'],
  })
/** an order's price is provisional until the invoice comes; what a count found is worth what its product costs then */
export const receiptBases = {
  invoice: [1, '发票', 'Invoice', 'good'],
  order: [2, '订单暂估', 'Order, provisional', 'warn'],
  counted: [3, '盘盈', 'Counted more', 'info'],
  processing: [4, '加工', 'Made', 'info'],
} as const

export const costReceipt = resource('cost_receipt', {
  type: 'financeCostReceipt',
  title: ['入库成本', 'Cost of receipts'],
  access: { permission: permissions.receipt, scope: ownOrganisation },
  fields: {
    documentNo: text('入库单号', 'Receipt', {
      max: 60,
      filter: 'contains',
      sort: true,
      editDisabled: true,
      width: 160,
      synonyms: ['单号', '采购单号', '批次号'],
    }),
    lineNo: integer('单内行号', 'Line of the document', { min: 1, max: 9999, identifier: true, editDisabled: true, width: 80 }),
    day: date('入库日期', 'Received on', { filter: 'range', sort: true, width: 110, synonyms: ['日期', '收货日期'] }),
    productId: product(),
    placeId: reference('入库地点', 'Received at', 'stock_place', { filter: 'select', width: 140, synonyms: ['仓库', '地点'] }),
    supplierId: reference('供应商', 'Supplier', 'supplier', { optional: true, filter: 'select', width: 160 }),
    quantity: quantity(),
    purchase: part('采购金额', 'Purchase', { synonyms: ['货款', '采购成本'] }),
    firstLeg: part('头程预估', 'First leg, estimated', { synonyms: ['头程', '预估头程'] }),
    duty: part('关税', 'Duty'),
    other: part('其他成本', 'Other cost'),
    currency: currency(),
    rate: rate(),
    basis: choice('采购价依据', 'Purchase by', receiptBases, { default: 1, filter: 'select', width: 110 }),
    shipmentId: consignment(),
    /** of a card that a posting of goods made: the table and the line of its document */
    docType: text('过账单据类型', 'Posted by', { max: 30, optional: true, computed: true, hidden: true }),
    lineId: text('过账单据行', 'Posted line', { max: 40, optional: true, computed: true, hidden: true }),
    /** of what was made: the move that brought it, whose layer has these costs and those of its parts */
    moveId: bigInteger('入库流水', 'Move', { optional: true, computed: true, hidden: true }),
    remark: text('备注', 'Remark', { max: 200, default: '' }),
  },
  list: {
    search: ['documentNo'],
    sort: { field: 'day', way: 'DESC' },
    empty: [
      '导入或登记每批入库的数量和成本，销售成本随后按批次计算',
      'Quantities and costs of what was received: cost of goods is worked out of them by layers',
    ],
  },
  record: { label: 'documentNo' },
  storage: {
    key: ['documentNo', 'lineNo'],
    index: [
      ['-day'],
      ['productId', 'day'],
      ['placeId'],
      ['shipmentId'],
      ['docType', 'lineId'],
      { on: ['moveId'], where: 'move_id is not null' },
    ],
    checks: ['quantity > 0'],
  },
  life: { closes: { on: 'day', but: ['remark'] } },
})

export const costParts = {
  purchase: [1, '采购', 'Purchase cost'],
  firstLeg: [2, '头程', 'First-leg cost'],
  duty: [3, '进口关税', 'Import duty'],
  other: [4, '其他', 'Other'],
} as const

export const costAddition = resource('cost_addition', {
  type: 'financeCostAddition',
  title: ['追加成本', 'Cost that came later'],
  access: { permission: permissions.receipt, scope: ownOrganisation },
  fields: {
    receiptId: reference('入库单', 'Receipt line', 'cost_receipt', { filter: 'select', editDisabled: true, width: 180 }),
    part: choice('成本项目', 'Part of the cost', costParts, { default: 2, filter: 'select', width: 100 }),
    meaning: choice(
      '金额含义',
      'The amount is',
      { actual: [1, '实际金额，替代此前', 'Actual, in place of what was there'], more: [2, '在此前之上追加', 'Added to what was there'] },
      { default: 1, filter: 'select', width: 160 },
    ),
    amount: money('金额', 'Amount', { currency: 'currency', optional: true, total: true, see: costAmounts, width: 120 }),
    currency: currency(),
    rate: rate(),
    day: date('单据日期', 'Day of the document', { filter: 'range', sort: true, width: 110 }),
    countsFrom: date('计入日期起', 'Counts from', {
      optional: true,
      computed: true,
      filter: 'range',
      width: 120,
      help: ['此前售出的部分记为成本差异', 'What was sold before it is a cost variance'],
    }),
    documentNo: text('单据号', 'Document number', { max: 60, default: '', filter: 'contains', width: 140 }),
    remark: text('备注', 'Remark', { max: 200, default: '' }),
  },
  list: {
    sort: { field: 'day', way: 'DESC' },
    empty: [
      '登记入库以后才到的成本：实际头程、发票差额、关税、供应商折让',
      'Costs known after the receipt: freight bills, invoices, duty, credits',
    ],
  },
  record: { label: 'documentNo' },
  storage: { index: [['receiptId'], ['-day', '-id']] },
  life: { closes: { on: 'countsFrom', but: ['remark'] } },
})

/** invoices of what was received by the price of its order */
export const costInvoice = resource('cost_invoice', {
  type: 'financeCostInvoice',
  title: ['采购发票', 'Purchase invoices'],
  access: { permission: permissions.receipt, scope: ownOrganisation },
  fields: {
    invoiceNo: text('发票号', 'Invoice', {
      max: 60,
      filter: 'contains',
      sort: true,
      editDisabled: true,
      width: 160,
      synonyms: ['发票号码'],
    }),
    lineNo: integer('发票行号', 'Line of the invoice', { min: 1, max: 9999, identifier: true, editDisabled: true, width: 80 }),
    day: date('开票日期', 'Invoiced on', { filter: 'range', sort: true, width: 110 }),
    receiptNo: text('入库单号', 'Receipt', { max: 60, filter: 'equals', editDisabled: true, width: 160 }),
    receiptLine: integer('单内行号', 'Line of the receipt', {
      min: 1,
      max: 9999,
      default: 1,
      identifier: true,
      editDisabled: true,
      width: 80,
    }),
    quantity: decimal('开票数量', 'Units invoiced', 6, { min: 0.000001, total: true, sort: true, width: 110 }),
    amount: money('发票金额', 'Amount of the invoice', {
      currency: 'currency',
      optional: true,
      total: true,
      see: costAmounts,
      width: 120,
      help: ['不含可抵扣税额', 'Without tax that is deducted'],
    }),
    currency: currency(),
    rate: rate(),
    countsFrom: date('计入日期起', 'Counts from', { optional: true, computed: true, filter: 'range', width: 120 }),
    receiptId: reference('入库行', 'Receipt line', 'cost_receipt', { optional: true, computed: true, show: false }),
    /** of a row that the posting of an invoice made: the table of its document */
    docType: text('过账单据类型', 'Posted by', { max: 30, optional: true, computed: true, hidden: true }),
    remark: text('备注', 'Remark', { max: 200, default: '' }),
  },
  list: {
    search: ['invoiceNo', 'receiptNo'],
    sort: { field: 'day', way: 'DESC' },
    empty: [
      '货先到、票后到时按订单价暂估入库；发票到了在这里登记或导入，暂估按开票数量冲回，换成发票金额',
      'Invoices of what was received by the price of its order: the provisional cost is reversed and replaced',
    ],
  },
  record: { label: 'invoiceNo' },
  storage: { key: ['invoiceNo', 'lineNo'], index: [['receiptId'], ['-day', '-id']], checks: ['quantity > 0'] },
  life: { closes: { on: 'countsFrom', but: ['remark'] } },
})

export const movementKinds = {
  transfer: [1, '调拨', 'Transfer'],
  writeOff: [2, '报损', 'Write-off'],
  return: [3, '退货入库', 'Return'],
} as const

export const stockMovement = resource('stock_movement', {
  type: 'financeStockMovement',
  title: ['库存变动', 'Stock movements'],
  access: { permission: permissions.movement, scope: ownOrganisation },
  fields: {
    documentNo: text('移动单号', 'Movement', {
      max: 60,
      filter: 'contains',
      sort: true,
      editDisabled: true,
      width: 160,
      synonyms: ['单号'],
    }),
    lineNo: integer('单内行号', 'Line of the document', { min: 1, max: 9999, identifier: true, editDisabled: true, width: 80 }),
    day: date('移动日期', 'Moved on', { filter: 'range', sort: true, width: 110, synonyms: ['日期'] }),
    kind: choice('移动类型', 'Kind of movement', movementKinds, { default: 1, filter: 'select', filterAs: 'tags', width: 100 }),
    productId: product(),
    fromPlaceId: place('移出地点', 'From', true),
    toPlaceId: place('移入地点', 'To', true),
    quantity: quantity(),
    sellerSku: text('MSKU', 'Seller SKU', {
      synonyms: ['平台 SKU'],
      max: 100,
      default: '',
      filter: 'equals',
      width: 150,
      help: ['退货入库时填写售出时的平台 SKU，按售出时的成本收回', 'Of a return: as it was sold; it comes back at the cost it left with'],
    }),
    shopId: reference('退货店铺', 'Returned to', 'shop', { optional: true, filter: 'select', width: 140 }),
    shipmentId: consignment(),
    remark: text('备注', 'Remark', { max: 200, default: '' }),
  },
  list: {
    search: ['documentNo'],
    sort: { field: 'day', way: 'DESC' },
    empty: ['登记地点之间的调拨、报损和可售退货', 'Transfers between places, write-offs, returns that can be sold again'],
  },
  record: { label: 'documentNo' },
  storage: {
    key: ['documentNo', 'lineNo'],
    index: [['-day'], ['productId', 'day'], ['fromPlaceId'], ['toPlaceId'], ['shopId'], ['shipmentId']],
    checks: ['quantity > 0'],
  },
  life: { closes: { on: 'day', but: ['remark'] } },
})

const documents = { stockPlace, costReceipt, costAddition, costInvoice, stockMovement }
export const layerDocuments: readonly Resource[] = Object.values(documents)

const named = { costReceipt, stockPlace }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
