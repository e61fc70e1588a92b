/** 需求计划: runs, what was found of each item at each warehouse, what is proposed to make, buy and send, and forecasts beyond orders. */
import { choice, date, dateTime, decimal, integer, longText, month, reference, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { granted, ownOrganisation } from '#platform/declare/scope.ts'
import { product, warehouse } from '#areas/goods/index.ts'
import { inTime, suggestionLife, planStates } from '#areas/logistics/index.ts'
import { quantity } from '../words.ts'
import { kinds } from './snapshot.ts'

export const mrpPermission = 'mrpLine'
const inWarehouse = { scope: granted('warehouse_id', 'warehouses'), permission: mrpPermission }
const told = { computed: true } as const
/** a proposal keeps nothing from being deleted */
const loose = { ...told, noForeignKey: true } as const
const units = (zh: string, en: string, more: object = {}) => decimal(zh, en, 6, { ...told, default: '0', sort: true, width: 100, ...more })
const item = () => reference('商品', 'Product', 'product', { ...loose, filter: 'select', linkTo: 'goodsStockByItem', width: 200 })
const at = () => reference('仓库', 'Warehouse', 'warehouse', { ...loose, filter: 'select', width: 130 })

export const runStates = {
  waiting: [1, '等待', 'Waiting', 'quiet'],
  computing: [2, '计算中', 'Computing', 'info'],
  done: [3, '完成', 'Done', 'good'],
  failed: [4, '未完成', 'Not done', 'bad'],
} as const
export const faults = {
  circle: [1, '物料清单有循环', 'Bills go in a circle', 'bad'],
  idle: [2, '工作日历没有工作日', 'No working day in the calendar', 'bad'],
  tooMuch: [3, '数量过大，请核对用量', 'Too much: look at bills and documents', 'bad'],
  broken: [4, '运行中断，请重新运行', 'Interrupted: run it again', 'warn'],
} as const
/** what a run is asked with */
export const runWords = () => ({
  horizonDays: integer('计划期（天）', 'Days ahead', { min: 7, max: 365, default: 180, width: 100 }),
  freezeDays: integer('冻结期（天）', 'Frozen days', {
    min: 0,
    max: 60,
    default: 7,
    width: 100,
    help: ['这些天内的交期只提示，不建议改动', 'Dates within them are told, not moved'],
  }),
  pullDays: integer('可提前（天）', 'Days to bring forward', {
    min: 0,
    max: 90,
    default: 30,
    width: 100,
    help: ['晚到不超过这些天的订单，建议提前而不另下单', 'An order that comes no later than this is told to come earlier'],
  }),
  transferDays: integer('调拨天数', 'Days of a transfer', { min: 0, max: 60, default: 3, width: 100 }),
})
export const mrpRun = resource('mrp_run', {
  type: 'mrpRun',
  title: ['MRP 运行', 'Planning runs'],
  access: { scope: ownOrganisation, permission: mrpPermission },
  fields: {
    day: date('日期', 'Day', { ...told, filter: 'range', sort: true, width: 110 }),
    state: choice('状态', 'State', runStates, { ...told, default: 1, filter: 'select', width: 90 }),
    ...runWords(),
    items: integer('物料数', 'Items', { ...told, default: 0, width: 90 }),
    lines: integer('建议数', 'Suggestions', { ...told, default: 0, width: 90 }),
    late: integer('已晚', 'Late', { ...told, default: 0, width: 80 }),
    fault: choice('原因', 'Why not', faults, { ...told, optional: true, filter: 'select', width: 180 }),
    about: text('涉及', 'About', { ...told, max: 500, optional: true, width: 200 }),
    askedBy: reference('运行人', 'Run by', 'employee', { ...loose, optional: true, filter: 'select', width: 100 }),
    endedAt: dateTime('完成时间', 'Ended at', { ...told, optional: true, width: 150 }),
    /** what it was worked out from; the last run alone keeps it */
    snapshot: longText('快照', 'Snapshot', { ...told, optional: true, hidden: true, max: 500_000_000 }),
  },
  list: {
    search: false,
    sort: { field: 'id', way: 'DESC' },
    shownAs: { card: { title: 'day', tags: ['state'], amount: 'lines' } },
    empty: ['每次运行 MRP 一条，写明参数和结果', 'One for each run, with what it was asked and what came of it'],
  },
  record: { editable: [], label: 'day' },
  storage: { index: [['orgId', '-id'], { on: ['orgId'], where: 'state in (1, 2)', unique: true }] },
})

export const mrpItem = resource('mrp_item', {
  type: 'mrpItem',
  title: ['供需', 'Supply and demand'],
  access: inWarehouse,
  fields: {
    productId: item(),
    warehouseId: at(),
    level: integer('层级', 'Level', { ...told, default: 0, sort: true, filter: 'range', width: 70 }),
    stock: units('现有', 'In stock', { help: ['可用、待上架和待检，不含已占用', 'Free, to put away and to inspect; not held'] }),
    incoming: units('在途和在制', 'To come', { help: ['采购、生产、调拨未到的', 'Ordered, in production, in transit'] }),
    asked: units('需求', 'Asked for'),
    planned: units('建议补充', 'Proposed'),
    safety: units('安全库存', 'Safety'),
    shortOn: date('不足日期', 'Short on', {
      ...told,
      optional: true,
      filter: 'range',
      sort: true,
      width: 110,
      help: ['不采取措施时，从这天起低于安全库存', 'From this day on below the safety, if nothing is done'],
    }),
    ranAt: dateTime('计算时间', 'Worked out at', { ...told, width: 150 }),
    detail: longText('过程', 'Detail', { ...told, optional: true, hidden: true, max: 20_000_000 }),
  },
  list: {
    search: false,
    sort: { field: 'level', way: 'ASC' },
    tabOf: { goodsStockByItem: { by: { productId: 'productId' }, at: 15 } },
    shownAs: { card: { title: 'productId', subtitle: 'warehouseId', amount: 'stock', due: 'shortOn' } },
    empty: ['运行 MRP 后，这里是每个物料的需求、供应和逐日推算', 'Demand, supply and projection of each item, once planning has run'],
  },
  record: { editable: [], label: 'productId' },
  storage: {
    key: ['productId', 'warehouseId'],
    index: [['orgId', 'level', 'id'], ['warehouseId', 'level', 'id'], ['productId']],
  },
})

export const lineKinds = {
  buy: [kinds.buy, '采购', 'Buy', 'warn'],
  make: [kinds.make, '生产', 'Make', 'info'],
  subcontract: [kinds.subcontract, '委外', 'Subcontract', 'info'],
  transfer: [kinds.transfer, '调拨', 'Transfer', 'info'],
  earlier: [kinds.earlier, '提前', 'Earlier', 'bad'],
  surplus: [kinds.surplus, '多余', 'Not needed', 'quiet'],
  bundle: [kinds.bundle, '组合', 'Bundle', 'quiet'],
} as const
export const hints = {
  frozen: [1, '冻结期内', 'Within frozen days', 'warn'],
  noBill: [2, '没有物料清单', 'No bill of materials', 'bad'],
  stopped: [3, '商品已停售', 'Product stopped', 'bad'],
} as const

export const mrpLine = resource('mrp_line', {
  type: 'mrpLine',
  title: ['MRP 建议', 'Requirements'],
  access: inWarehouse,
  fields: {
    state: choice('状态', 'State', planStates, { default: 1, computed: true, filter: 'select', width: 90 }),
    kind: choice('类型', 'Kind', lineKinds, { ...told, filter: 'select', width: 80 }),
    productId: item(),
    quantity: units('建议数量', 'Proposed'),
    needOn: date('需求日期', 'Needed on', { ...told, filter: 'range', sort: true, width: 110 }),
    orderOn: date('开始或下单', 'Start or order', {
      ...told,
      filter: 'range',
      sort: true,
      width: 110,
      help: ['最晚开工、下单或发出的日期；提前和多余是现在的交期', 'Latest day; of earlier and not needed: as it is due now'],
    }),
    isLate: inTime(),
    chosen: quantity('采用数量', 'Chosen', { optional: true, inline: true }),
    warehouseId: at(),
    hint: choice('提示', 'Look at', hints, { ...told, optional: true, filter: 'select', width: 110 }),
    originNo: text('单据', 'Order', {
      ...told,
      max: 40,
      optional: true,
      filter: 'contains',
      width: 140,
      help: ['要提前或多余的订单', 'That shall come earlier, or that nobody needs'],
    }),
    fromWarehouseId: reference('调出仓库', 'From', 'warehouse', {
      ...loose,
      optional: true,
      ofOrganisation: 'warehouse.code',
      show: false,
      width: 130,
    }),
    supplierId: reference('供应商', 'Supplier', 'supplier', { ...loose, optional: true, filter: 'select', width: 140 }),
    documentNo: text('单号', 'Document', { ...told, max: 40, optional: true, filter: 'equals', width: 150 }),
    bomId: reference('物料清单', 'Bill', 'bom', { ...loose, optional: true, show: false, width: 150 }),
    until: date('忽略至', 'Ignored until', { ...told, optional: true, show: false, width: 110 }),
    note: text('原因', 'Reason', { ...told, max: 200, optional: true, show: false }),
    ranAt: dateTime('计算时间', 'Worked out at', { ...told, show: false, width: 150 }),
    itemId: reference('供需', 'Supply and demand', 'mrp_item', { ...loose, optional: true, hidden: true }),
    planKey: text('键', 'Key', { ...told, max: 80, optional: true, hidden: true }),
  },
  list: {
    search: false,
    sort: { field: 'orderOn', way: 'ASC' },
    views: [
      { name: 'open', title: ['待处理', 'Open'], field: 'state', codes: [1, 2] },
      { name: 'make', title: ['生产', 'Make'], field: 'kind', codes: [kinds.make, kinds.subcontract] },
      { name: 'buy', title: ['采购', 'Buy'], field: 'kind', codes: [kinds.buy] },
      { name: 'told', title: ['提前和多余', 'Earlier and not needed'], field: 'kind', codes: [kinds.earlier, kinds.surplus] },
      { name: 'late', title: ['已晚', 'Late'], field: 'isLate', codes: [2] },
    ],
    shownAs: { card: { title: 'productId', subtitle: 'warehouseId', tags: ['kind', 'isLate'], amount: 'quantity', due: 'orderOn' } },
    empty: ['运行 MRP 后，这里建议生产、采购和调拨什么', 'What to make, buy and send, once planning has run'],
  },
  record: { label: 'productId' },
  storage: {
    index: [
      ['orgId', 'orderOn', 'id'],
      ['warehouseId', 'orderOn', 'id'],
      // a run writes hundreds of thousands of lines: further indexes cost more than they serve
      ['productId'],
      { on: ['orgId', 'state'], where: 'state <> 1' },
    ],
  },
  life: { states: suggestionLife() },
})

export const demandForecast = resource('demand_forecast', {
  type: 'demandForecast',
  title: ['需求预测', 'Forecast'],
  access: { scope: granted('warehouse_id', 'warehouses') },
  fields: {
    productId: product(),
    warehouseId: warehouse(),
    month: month('月份', 'Month', { filter: 'range', sort: true, width: 100 }),
    quantity: quantity('数量', 'Quantity', {
      inline: true,
      total: true,
      help: ['整月要出库的数量，超过当月订单的部分才算需求', 'Of the whole month; what is above its orders counts'],
    }),
    note: text('说明', 'Note', { max: 100, optional: true, width: 180 }),
  },
  list: {
    search: false,
    sort: { field: 'month', way: 'DESC' },
    empty: ['还没有订单的需求按月登记，MRP 把超过订单的部分算进去', 'Demand that has no orders yet, by month'],
  },
  record: { label: 'productId' },
  storage: {
    key: ['productId', 'warehouseId', 'month'],
    index: [
      ['orgId', '-month', '-id'],
      ['warehouseId', '-month', '-id'],
    ],
  },
})

export const mrpTables = { mrpRun, mrpItem, mrpLine, demandForecast }
