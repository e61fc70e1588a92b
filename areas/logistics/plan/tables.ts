/** 补货: by which parameters, what was found of each seller SKU at the last look, and what is proposed to ship and to buy. */
import { choice, date, dateTime, decimal, integer, longText, reference, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { grantedShops, grantedShopsOrNone } from '#platform/declare/scope.ts'
import { channelNamed, targets, warehouseNamed } from '../words.ts'
import { inTime, planStates, suggestionLife } from './suggestion.ts'

export const planPermission = 'planLine'
const percent = (zh: string, en: string, of: number, more: object = {}) =>
  integer(zh, en, { min: 0, max: 100, default: of, width: 90, ...more })
const services = {
  most: [99, '99%', '99 %'],
  more: [98, '98%', '98 %'],
  high: [95, '95%', '95 %'],
  usual: [90, '90%', '90 %'],
  low: [80, '80%', '80 %'],
  none: [50, '不留安全库存', 'No safety stock'],
} as const
const service = (zh: string, en: string, of: number) => choice(zh, en, services, { default: of, width: 100 })
/** whose parameters, the nearest first: of a label, a category, a shop, the organisation */
const holder = () => ({
  shopId: reference('店铺', 'Shop', 'shop', { optional: true, filter: 'select', width: 140, help: ['不填为全部店铺', 'Empty: all shops'] }),
  labelId: reference('标签（MSKU）', 'Label (seller SKU)', 'sku_map', {
    optional: true,
    filter: 'select',
    narrowedBy: { shopId: 'shopId' },
    width: 150,
    help: ['不填为全部 MSKU；填写时请选择店铺', 'Empty: all; names its shop too'],
  }),
  categoryId: reference('品类', 'Category', 'product_category', { optional: true, filter: 'select', width: 120 }),
})

export const replenishRule = resource('replenish_rule', {
  type: 'replenishRule',
  title: ['补货参数', 'Replenishment parameters'],
  access: { scope: grantedShopsOrNone },
  fields: {
    name: text('名称', 'Name', { max: 60, filter: 'contains', width: 160 }),
    ...holder(),
    mode: choice(
      '模式',
      'Mode',
      { usual: [1, '正常', 'Normal', 'good'], sellOff: [2, '只清仓', 'Sell off', 'warn'], stopped: [3, '停止', 'Stopped', 'quiet'] },
      { default: 1, filter: 'select', width: 90 },
    ),
    channelId: channelNamed({ optional: true }),
    fastChannelId: reference('快渠道', 'Fast channel', 'logistics_channel', {
      optional: true,
      ofOrganisation: 'logistics_channel.code',
      choosableWhere: { status: 1 },
      width: 140,
      help: ['断货前常规渠道来不及时用', 'Where the usual one would be too late'],
    }),
    fromWarehouseId: warehouseNamed('发货仓库', 'From', { optional: true }),
    w7: percent('7 天权重（%）', 'Weight of 7 days, %', 50),
    w14: percent('14 天权重（%）', 'Weight of 14 days, %', 30),
    w30: percent('30 天权重（%）', 'Weight of 30 days, %', 20),
    serviceA: service('A 类服务水平', 'Service of class A', 95),
    serviceB: service('B 类服务水平', 'Service of class B', 90),
    serviceC: service('C 类服务水平', 'Service of class C', 80),
    reviewDays: integer('补货周期（天）', 'Days between two looks', { min: 1, max: 60, default: 7, width: 110 }),
    maxCoverDays: integer('最多可售天数', 'Most days of cover', { min: 1, max: 365, default: 120, width: 110 }),
    manualDaily: decimal('手工日均销量', 'Sold a day, by hand', 4, {
      optional: true,
      min: 0,
      max: 1_000_000,
      width: 110,
      help: ['有货天数不足 7 天时使用', 'Used where fewer than seven days tell'],
    }),
    supplyDays: integer('默认供应天数', 'Days from order to receipt', {
      min: 0,
      max: 365,
      default: 30,
      width: 120,
      help: ['没有到货记录和供应商交期时使用', 'Used where neither receipts nor the supplier tell'],
    }),
  },
  list: {
    search: false,
    sort: { field: 'id', way: 'ASC' },
    empty: ['没有参数时按默认值补货；可按店铺、品类、MSKU 分别设', 'Defaults hold; parameters differ by shop, category or seller SKU'],
  },
  record: { label: 'name' },
  storage: {
    key: ['name'],
    index: [['orgId', 'id'], ['shopId'], ['labelId'], ['categoryId'], ['channelId'], ['fastChannelId'], ['fromWarehouseId']],
  },
})

export const demandEvent = resource('demand_event', {
  type: 'demandEvent',
  title: ['销量调整', 'Demand events'],
  access: { scope: grantedShopsOrNone },
  fields: {
    ...holder(),
    startOn: date('开始', 'From', { rangeTo: 'endOn', rangeTitle: ['期间', 'Period'], filter: 'range', sort: true, width: 110 }),
    endOn: date('结束', 'To', { width: 110 }),
    factor: decimal('为平时的（%）', 'Of the usual, %', 2, { min: 0, max: 10_000, default: '100', width: 110 }),
    units: decimal('每天另加（件）', 'More a day', 2, { min: -100_000, max: 100_000, default: '0', width: 110 }),
    reason: text('原因', 'Reason', { max: 100, width: 180 }),
  },
  list: {
    sort: { field: 'startOn', way: 'DESC' },
    empty: ['大促、停售等期间销量与平时不同，在这里登记', 'Sales and pauses in which other quantities are sold than usual'],
  },
  record: { label: 'reason' },
  storage: { index: [['orgId', '-startOn', '-id'], ['shopId'], ['labelId'], ['categoryId']] },
})

export const itemFlags = {
  ok: [1, '正常', 'Complete', 'good'],
  few: [2, '数据不足', 'Few days', 'warn'],
  stale: [3, '数据过期', 'Old stock file', 'bad'],
  unmapped: [4, '未配对', 'Not mapped', 'bad'],
  noChannel: [5, '缺渠道时效', 'No days in transit', 'bad'],
} as const

/** units of one suggestion at most */
export const quantityMax = 10_000_000
const told = { computed: true } as const
/** a proposal keeps nothing from being deleted */
const loose = { ...told, noForeignKey: true } as const
const whole = (zh: string, en: string, more: object = {}) => integer(zh, en, { ...told, default: 0, sort: true, width: 90, ...more })
const figures = () => ({
  daily: decimal('日均销量', 'Sold a day', 4, { ...told, optional: true, sort: true, decimals: 2, width: 90 }),
  cover: decimal('可售天数', 'Days of cover', 1, { ...told, optional: true, sort: true, filter: 'range', width: 90 }),
  trend: text('近 90 天', '90 days', { ...told, max: 40, default: '', width: 150, help: ['每三天的销量', 'Units of every three days'] }),
})
/** what the explanation is drawn from: history, parameters, steps */
const detail = () => longText('测算明细', 'Detail', { ...told, optional: true, hidden: true, max: 20_000 })

export const replenishItem = resource('replenish_item', {
  type: 'replenishItem',
  title: ['补货测算', 'Figures of replenishment'],
  access: { scope: grantedShops, permission: planPermission },
  fields: {
    shopId: reference('店铺', 'Shop', 'shop', { ...told, filter: 'select', sort: true, width: 130 }),
    sku: text('MSKU', 'Seller SKU', { ...told, max: 100, filter: 'contains', sort: true, width: 150 }),
    productId: reference('商品', 'Product', 'product', { ...told, optional: true, filter: 'select', noForeignKey: true, width: 200 }),
    flag: choice('数据', 'Data', itemFlags, { ...told, filter: 'select', width: 100 }),
    ...figures(),
    outDays: integer('断货天数', 'Days without stock', {
      ...told,
      optional: true,
      sort: true,
      filter: 'range',
      width: 90,
      help: ['近 90 天里没有可售库存的天数，按库存分类账', 'Of 90 days those that ended without stock to sell, by the ledger'],
    }),
    available: whole('平台可售', 'Sellable there'),
    reserved: whole('平台预留', 'Reserved there'),
    unfulfillable: whole('平台不可售', 'Unsellable there'),
    inbound: whole('平台入库中', 'Inbound there', {
      help: ['平台文件所说，含已在途的货，不计入库存', 'As its file says, goods at sea among them; not added'],
    }),
    onWay: whole('在途和计划', 'On the way and planned'),
    arrivesOn: date('最早到货', 'Arrives', { ...told, optional: true, sort: true, width: 110 }),
    safety: whole('安全库存', 'Safety', { show: false }),
    targetQty: whole('目标库存', 'Target', { show: false }),
    need: whole('需求', 'Needed'),
    given: whole('可发', 'To ship'),
    lack: whole('自有库存不足', 'Lacking here', { filter: 'range' }),
    surplus: whole('冗余件数', 'Units too many', {
      filter: 'range',
      help: ['平台和在途中超过“最多可售天数”所需的件数', 'There and on the way beyond what the most days of cover ask for'],
    }),
    target: choice('发往', 'To', targets, { ...told, optional: true, filter: 'select', show: false, width: 90 }),
    labelId: reference('SKU 配对', 'Mapping', 'sku_map', { ...told, optional: true, hidden: true, noForeignKey: true }),
    snapshotOn: date('库存文件日期', 'Stock file of', { ...told, optional: true, filter: 'range', sort: true, width: 110 }),
    ranAt: dateTime('测算时间', 'Worked out at', { ...told, width: 150 }),
    detail: detail(),
  },
  list: {
    search: false,
    sort: { field: 'cover', way: 'ASC' },
    tabOf: { goodsStockByItem: { by: { productId: 'productId' }, title: ['平台库存与测算', 'At marketplaces'], at: 8 } },
    views: [
      { name: 'untold', title: ['数据有问题', 'Untold'], field: 'flag', codes: [3, 4, 5] },
      { name: 'few', title: ['数据不足', 'Few days'], field: 'flag', codes: [2] },
    ],
    shownAs: { card: { title: 'sku', subtitle: 'shopId', amount: 'cover', state: 'flag' } },
    empty: ['运行补货后，这里显示每个 MSKU 的销量、库存和需求', 'Pace, stock and need of each seller SKU, once replenishment has run'],
  },
  record: { label: 'sku' },
  storage: { key: ['shopId', 'sku'], index: [['cover', 'id', 'shopId'], ['productId'], ['labelId']] },
})

export const planKinds = { ship: [1, '发货', 'Ship', 'info'], buy: [2, '采购', 'Buy', 'warn'] } as const
export const planLine = resource('plan_line', {
  type: 'planLine',
  title: ['补货建议', 'Suggestions'],
  access: { scope: grantedShopsOrNone, permission: planPermission },
  fields: {
    state: choice('状态', 'State', planStates, { default: 1, computed: true, filter: 'select', width: 90 }),
    kind: choice('类型', 'Kind', planKinds, { ...told, filter: 'select', width: 80 }),
    productId: reference('商品', 'Product', 'product', { ...loose, filter: 'select', linkTo: 'goodsStockByItem', width: 110 }),
    sku: text('MSKU', 'Seller SKU', { ...told, max: 100, optional: true, filter: 'contains', width: 190 }),
    quantity: whole('建议数量', 'Proposed', { total: true }),
    chosen: integer('采用数量', 'Chosen', { optional: true, min: 0, max: quantityMax, inline: true, total: true, width: 100 }),
    labelId: reference('SKU 配对', 'Mapping', 'sku_map', { ...loose, optional: true, hidden: true }),
    shopId: reference('店铺', 'Shop', 'shop', { ...loose, optional: true, filter: 'select', width: 120 }),
    ...figures(),
    channelId: channelNamed({ ...loose, optional: true }),
    warehouseId: warehouseNamed('仓库', 'Warehouse', { ...loose, optional: true, help: ['发货或入库的仓库', 'Ships it, or receives it'] }),
    needOn: date('需求日期', 'Needed on', { ...told, filter: 'range', sort: true, width: 110 }),
    orderOn: date('最晚下单', 'Order by', { ...told, filter: 'range', sort: true, width: 110 }),
    isLate: inTime(),
    lack: whole('自有库存不足', 'Lacking here', { total: true }),
    supplierId: reference('供应商', 'Supplier', 'supplier', { ...loose, optional: true, filter: 'select', width: 160 }),
    target: choice('发往', 'To', targets, { ...told, optional: true, filter: 'select', show: false, width: 90 }),
    toWarehouseId: warehouseNamed('目的仓库', 'Destination', { ...loose, optional: true, show: false }),
    until: date('忽略至', 'Ignored until', { ...told, optional: true, show: false, width: 110 }),
    note: text('原因', 'Reason', { ...told, max: 200, optional: true, show: false }),
    documentNo: text('单号', 'Document', { ...told, max: 40, optional: true, filter: 'equals', width: 150 }),
    ranAt: dateTime('测算时间', 'Worked out at', { ...told, show: false, width: 150 }),
    itemId: reference('测算', 'Figures', 'replenish_item', { ...told, optional: true, hidden: true, noForeignKey: true }),
    detail: detail(),
  },
  list: {
    search: false,
    sort: { field: 'orderOn', way: 'ASC' },
    tabOf: { goodsStockByItem: { by: { productId: 'productId' }, at: 9 } },
    views: [
      { name: 'ship', title: ['发货', 'Ship'], field: 'kind', codes: [1] },
      { name: 'buy', title: ['采购', 'Buy'], field: 'kind', codes: [2] },
      { name: 'open', title: ['待处理', 'Open'], field: 'state', codes: [1, 2] },
      { name: 'late', title: ['已晚', 'Late'], field: 'isLate', codes: [2] },
    ],
    shownAs: { card: { title: 'productId', subtitle: 'channelId', amount: 'quantity', state: 'state', due: 'orderOn' } },
    empty: ['运行补货后，这里建议发什么货、买什么货', 'What to ship and what to buy, once replenishment has run'],
  },
  record: { label: 'productId' },
  storage: {
    index: [
      ['orgId', 'orderOn', 'id'],
      ['orgId', 'state', 'kind'],
      ['shopId', 'state'],
      ['labelId'],
      ['productId'],
      ['channelId'],
      ['warehouseId'],
      ['toWarehouseId'],
      ['supplierId'],
    ],
  },
  life: { states: suggestionLife() },
})

export const replenishTables = { replenishRule, demandEvent, replenishItem, planLine }
