/**
 * Tables of Amazon's money. Facts keep the shape of the file, which is what an accountant sees; amounts and dates of a line never change.
 * Two dates on every line: posted_on (the event's day in the marketplace's zone, part of the key) and booked_on (the day it counts in the
 * books: posted_on, or the first day of the first open month when its own is closed at the merge).
 */
import { approval } from '#platform/declare/approval.ts'
import {
  bigInteger,
  choice,
  date,
  dateTime,
  flag,
  hash,
  integer,
  json,
  longText,
  money,
  month,
  reference,
  referenceBy,
  sourceFile,
  text,
  decimal,
} from '#platform/declare/fields.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { grantedShops, ownOrganisation } from '#platform/declare/scope.ts'
import { accountTypes, fulfilments, taxModels } from '../fba/codes.ts'
import { financeItemChoices } from '../../base/finance-item-choices.ts'
import { financeMonth } from '../../base/month-table.ts'
import { shopAlias } from './imports/shop-alias-table.ts'
import { lineRelease, lineSeen, settlementSeen } from './lines/release-tables.ts'
import { settlementStaging, summaryStaging, transactionStaging } from './lines/staging-tables.ts'
import { auditState, currency, families, platforms, shop } from './lines/table-words.ts'

export { shopAlias }
export { families, platforms, transactionColumns, type TransactionColumn } from './lines/table-words.ts'

/**
 * Each distinct (family, type, amount type, description, column, language) of any marketplace is interned here; roll-ups are keyed by it. A
 * transaction line of Amazon carries its base kind (column empty); its columns are kinds with `baseId`. Words that a reader knows stand in
 * the marketplace's own canonical form and have no language; others stand as printed, in the language of their file.
 */
export const amazonKind = resource('amazon_kind', {
  type: 'amazonKind',
  title: ['费用类型', 'Kind of amount'],
  access: { scope: ownOrganisation, permission: 'finance.amazon.typeMap' },
  fields: {
    platform: choice('平台', 'Platform', platforms, { filter: 'select', width: 90, default: 1 }),
    family: choice('报告', 'Report', families, { filter: 'select', width: 110 }),
    type: text('交易类型', 'Type', { default: '', filter: 'contains' }),
    amountType: text('金额类型', 'Amount type', { default: '', filter: 'contains' }),
    description: text('金额说明', 'Description', { default: '', filter: 'contains', width: 220 }),
    columnName: text('报告列', 'Column', { default: '' }),
    language: text('语言', 'Language', { max: 10, default: '', filter: 'equals', width: 70 }),
    baseId: bigInteger('基础类型', 'Base kind', { optional: true, hidden: true }),
    title: text('中文名称', 'Chinese name', { default: '', filter: 'contains', width: 200 }),
    titleEn: text('英文名称', 'English name', { default: '', width: 200 }),
  },
  record: { label: 'title', labelEn: 'titleEn' },
  storage: {
    kind: 'reference',
    key: ['family', 'type', 'amountType', 'description', 'columnName', 'language'],
    index: [['baseId', 'columnName']],
  },
})

/**
 * Dated map kind -> finance item, joined when read: a changed mapping recomputes nothing. Valid from a month until the month before
 * `validTo`.
 */
export const amazonTypeMap = resource('amazon_type_map', {
  type: 'amazonTypeMap',
  title: ['费用类型映射', 'Type map'],
  access: { scope: ownOrganisation, permission: 'finance.amazon.typeMap' },
  fields: {
    kindId: reference('费用类型', 'Kind', 'amazon_kind', { filter: 'select', width: 240, editDisabled: true }),
    item: choice('财务科目', 'Finance item', financeItemChoices, { filter: 'select' }),
    validFrom: month('生效月份', 'Valid from', { sort: true, editDisabled: true }),
    validTo: month('失效月份', 'Valid to', { optional: true, computed: true }),
    source: choice(
      '来源',
      'Source',
      { builtIn: [1, '系统内置', 'Built in'], person: [2, '人工', 'Person'] },
      { filter: 'select', default: 2, computed: true },
    ),
  },
  list: { sort: { field: 'id', way: 'DESC' } },
  storage: { kind: 'reference', key: ['kindId', 'validFrom'] },
})

export const settlement = resource('amazon_settlement', {
  type: 'amazonSettlement',
  title: ['结算单', 'Settlement'],
  access: { scope: grantedShops, permission: 'finance.amazon.settlement' },
  fields: {
    settlementId: text('结算编号', 'Settlement id', { filter: 'equals', width: 140 }),
    shopId: shop(),
    difference: money('差异', 'Difference', { currency: 'currency', optional: true, total: true, sort: true }),
    reconciled: choice(
      '对账',
      'Reconciliation',
      {
        unproved: [0, '无交易明细', 'No transactions', 'quiet'],
        equal: [1, '一致', 'Equal', 'good'],
        different: [2, '有差异', 'Different', 'bad'],
      },
      { filter: 'select', default: 0 },
    ),
    total: money('结算金额', 'Total', { currency: 'currency', total: true, sort: true }),
    currency: currency(),
    depositOn: date('付款日期', 'Deposit date', { filter: 'range', sort: true }),
    startAt: dateTime('开始时间', 'Start', { width: 170 }),
    endAt: dateTime('结束时间', 'End', { width: 170 }),
    lineCount: integer('行数', 'Lines', { total: true }),
    /**
     * sum of its lines in transaction reports, without transfers and deferred lines: null while no such line is there; equal to `total`
     * proves both
     */
    transactionTotal: money('交易明细合计', 'Transactions', {
      currency: 'currency',
      optional: true,
      total: true,
      help: [
        '本结算单已释放的交易之和，按释放归属；递延交易与转账不计。',
        'Released transactions of this settlement, by their release; neither deferred ones nor transfers.',
      ],
    }),
    transactionCount: integer('交易明细行数', 'Transaction lines', { default: 0 }),
    layout: choice('版式', 'Layout', { v1: [1, '平面文件（旧版）', 'Flat file'], v2: [2, '平面文件 V2', 'Flat file V2'] }),
    /** which of the two reports carries this settlement's figures; the other one proves it */
    countedFrom: choice(
      '取数来源',
      'Counted from',
      { settlement: [1, '结算报告', 'Settlement report'], transaction: [2, '交易明细', 'Transaction report'] },
      { filter: 'select' },
    ),
    /** sums per (order, amount type), to compare the other layout of the same settlement */
    contentHash: hash('内容摘要', 'Content hash', { optional: true }),
    importId: sourceFile(),
  },
  list: {
    find: 'settlementId',
    search: ['settlementId'],
    bound: { field: 'depositOn', days: 365 },
    sort: { field: 'depositOn', way: 'DESC' },
    shownAs: { card: { amount: 'total' } },
    empty: ['导入结算报告后，这里显示每张结算单', 'Settlements appear here once a settlement report is imported'],
  },
  record: { editable: [], recordPage: { head: ['reconciled', 'shopId', 'startAt', 'endAt', 'depositOn', 'currency'] } },
  storage: { kind: 'shop', primary: ['shopId', 'settlementId'], index: [['-depositOn']] },
})

export const settlementLine = resource('amazon_settlement_line', {
  type: 'amazonSettlementLine',
  title: ['结算明细', 'Settlement lines'],
  access: { scope: grantedShops, permission: 'finance.amazon.settlement' },
  fields: {
    shopId: shop(),
    postedOn: date('发生日期', 'Posted on', { filter: 'range', sort: true, show: false }),
    postedAt: dateTime('发生时间', 'Posted at', { sort: true, width: 170 }),
    bookedOn: date('入账日期', 'Booked on', { show: false }),
    kindId: reference('费用类型', 'Kind', 'amazon_kind', { filter: 'select', width: 200 }),
    amount: money('金额', 'Amount', { currency: 'currency', total: true, sort: true }),
    currency: currency(),
    orderId: text('订单号', 'Order id', { default: '', filter: 'equals', width: 180, linkTo: 'order' }),
    sku: text('MSKU', 'Seller SKU', { default: '', filter: 'contains', width: 140 }),
    quantity: integer('数量', 'Quantity', { optional: true, total: true, width: 80 }),
    settlementId: text('结算编号', 'Settlement id', { filter: 'equals', width: 130 }),
    lineNo: integer('行号', 'Line number', { width: 80, identifier: true }),
    marketplaceName: text('站点', 'Marketplace', { default: '', width: 120 }),
    fulfillment: text('配送方式', 'Fulfilment', { default: '', width: 110, codes: fulfilments }),
    merchantOrderId: text('卖家订单号', 'Merchant order id', { default: '', show: false }),
    adjustmentId: text('调整编号', 'Adjustment id', { default: '', show: false }),
    shipmentId: text('货件编号', 'Shipment id', { default: '', show: false }),
    orderItemCode: text('订单商品编号', 'Order item code', { default: '', show: false }),
    promotionId: text('促销编号', 'Promotion id', { default: '', show: false }),
    auditState: auditState(),
    importId: sourceFile(),
  },
  list: {
    find: 'orderId',
    bound: { field: 'postedOn', days: 90 },
    sort: { field: 'postedAt', way: 'DESC' },
    empty: ['导入结算报告后，这里显示每一行金额', 'Lines appear here once a settlement report is imported'],
  },
  record: { editable: [] },
  storage: {
    kind: 'shop',
    primary: ['shopId', 'postedOn', 'settlementId', 'lineNo'],
    byMonth: 'postedOn',
    index: [
      ['shopId', 'kindId', 'postedAt'],
      ['postedAt', 'shopId', 'postedOn'],
      ['orderId'],
      ['shopId', 'settlementId'],
      { on: ['shopId', 'bookedOn'], where: 'booked_on <> posted_on' },
    ],
  },
  life: { closes: { on: 'bookedOn', but: ['auditState', 'importId'] } },
})

const amountColumn = (zh: string, en: string) => money(zh, en, { currency: 'currency', total: true, default: '0' })

export const transactionLine = resource('amazon_transaction_line', {
  type: 'amazonTransaction',
  title: ['交易明细', 'Transactions'],
  access: { scope: grantedShops, permission: 'finance.amazon.transaction' },
  fields: {
    shopId: shop(),
    postedOn: date('发生日期', 'Posted on', { filter: 'range', sort: true, show: false }),
    lineKey: hash('行标识', 'Line key'),
    ordinal: integer('同行序号', 'Ordinal', { show: false, computed: true }),
    postedAt: dateTime('发生时间', 'Posted at', { sort: true, width: 170 }),
    bookedOn: date('入账日期', 'Booked on', { show: false }),
    sku: text('MSKU', 'Seller SKU', { default: '', filter: 'contains', width: 140 }),
    typeId: reference('交易类型', 'Type', 'amazon_kind', { filter: 'select', width: 130 }),
    total: money('合计', 'Total', { currency: 'currency', total: true, sort: true }),
    currency: currency(),
    orderId: text('订单号', 'Order id', { default: '', filter: 'equals', width: 180, linkTo: 'order' }),
    quantity: integer('数量', 'Quantity', { optional: true, total: true, width: 80 }),
    description: text('说明', 'Description', { default: '', width: 200 }),
    settlementId: text('结算编号', 'Settlement id', { default: '', filter: 'equals', width: 130 }),
    productSales: amountColumn('商品销售额', 'Product sales'),
    productSalesTax: amountColumn('商品销售税', 'Product sales tax'),
    shippingCredits: amountColumn('运费收入', 'Shipping credits'),
    shippingCreditsTax: amountColumn('运费税', 'Shipping credits tax'),
    giftWrapCredits: amountColumn('礼品包装收入', 'Gift wrap credits'),
    giftWrapCreditsTax: amountColumn('礼品包装税', 'Gift wrap credits tax'),
    regulatoryFee: amountColumn('监管费', 'Regulatory fee'),
    regulatoryFeeTax: amountColumn('监管费税', 'Tax on regulatory fee'),
    pointsGranted: amountColumn('积分费用', 'Points granted'),
    promotionalRebates: amountColumn('促销折扣', 'Promotional rebates'),
    promotionalRebatesTax: amountColumn('促销折扣税', 'Promotional rebates tax'),
    salesTaxCollected: amountColumn('代收销售税', 'Sales tax collected'),
    marketplaceFacilitatorTax: amountColumn('平台代缴税', 'Marketplace facilitator tax'),
    marketplaceWithheldTax: amountColumn('平台代扣税', 'Marketplace withheld tax'),
    sellingFees: amountColumn('销售佣金', 'Selling fees'),
    fbaFees: amountColumn('FBA 费用', 'FBA fees'),
    otherTransactionFees: amountColumn('其他交易费', 'Other transaction fees'),
    other: amountColumn('其他', 'Other'),
    /** sum of `unmapped`; like every money column a part of the total */
    unmappedAmount: money('未识别列金额', 'Unrecognised columns', { currency: 'currency', total: true, default: '0', show: false }),
    /** amounts of columns that no table knows, by their printed head; null where the line has none */
    unmapped: json<Readonly<Record<string, string>>>('未识别的列', 'Unrecognised columns'),
    marketplace: text('站点', 'Marketplace', { default: '', width: 110 }),
    accountType: text('账户类型', 'Account type', { default: '', show: false, codes: accountTypes }),
    fulfillment: text('配送方式', 'Fulfilment', { default: '', width: 110, codes: fulfilments }),
    city: text('城市', 'City', { default: '', show: false }),
    state: text('省州', 'State', { default: '', show: false }),
    postal: text('邮编', 'Postal code', { default: '', show: false }),
    taxModel: text('税收模式', 'Tax model', { default: '', show: false, codes: taxModels }),
    /** held back; a release (amazon_line_release) takes the mark away, but of a line in a closed month */
    deferred: flag('递延', 'Deferred', { default: false, filter: 'select', computed: true, width: 80 }),
    remark: longText('备注', 'Remark', { default: '' }),
    auditState: auditState(),
    version: integer('版本', 'Version', { default: 1, hidden: true }),
    importId: sourceFile(),
  },
  list: {
    find: 'orderId',
    bound: { field: 'postedOn', days: 90 },
    sort: { field: 'postedAt', way: 'DESC' },
    empty: ['导入交易明细报告后，这里显示每一笔交易', 'Transactions appear here once a transaction report is imported'],
  },
  record: { editable: ['remark'] },
  storage: {
    kind: 'shop',
    primary: ['shopId', 'postedOn', 'lineKey', 'ordinal'],
    byMonth: 'postedOn',
    index: [
      ['shopId', 'typeId', 'postedAt'],
      { on: ['shopId', 'postedOn'], where: 'unmapped is not null' },
      ['postedAt', 'shopId', 'postedOn'],
      ['orderId'],
      ['shopId', 'settlementId'],
      { on: ['shopId', 'bookedOn'], where: 'booked_on <> posted_on' },
      { on: ['shopId', 'orderId'], where: 'deferred' },
    ],
  },
  life: { closes: { on: 'bookedOn', but: ['settlementId', 'remark', 'auditState', 'version', 'importId'] } },
})

export const summaryLine = resource('amazon_summary_line', {
  type: 'amazonSummaryLine',
  title: ['交易汇总明细', 'Transaction summary lines'],
  access: { scope: grantedShops, permission: 'finance.amazon.transaction' },
  fields: {
    shopId: shop(),
    postedOn: date('发生日期', 'Posted on', { filter: 'range', sort: true }),
    lineKey: hash('行标识', 'Line key'),
    ordinal: integer('同行序号', 'Ordinal', { show: false }),
    bookedOn: date('入账日期', 'Booked on', { show: false }),
    kindId: reference('费用类型', 'Kind', 'amazon_kind', { filter: 'select', width: 200 }),
    orderId: text('订单号', 'Order id', { default: '', filter: 'equals', width: 180, linkTo: 'order' }),
    sku: text('MSKU', 'Seller SKU', { default: '', filter: 'contains', width: 140 }),
    description: text('商品名称', 'Product title', { default: '', width: 220 }),
    quantity: integer('数量', 'Quantity', { optional: true, total: true, width: 80 }),
    amount: money('金额', 'Amount', { currency: 'currency', total: true, sort: true }),
    currency: currency(),
    isView: flag('交易视图', 'Transaction View', { default: false, filter: 'select', show: false }),
    auditState: auditState(),
    importId: sourceFile(),
  },
  list: {
    bound: { field: 'postedOn', days: 90 },
    sort: { field: 'postedOn', way: 'DESC' },
    empty: ['导入交易汇总后，这里显示每一行金额', 'Lines appear here once a transaction summary is imported'],
  },
  record: { editable: [] },
  storage: {
    kind: 'shop',
    primary: ['shopId', 'postedOn', 'lineKey', 'ordinal'],
    byMonth: 'postedOn',
    index: [
      ['shopId', 'kindId', 'postedOn'],
      { on: ['shopId', 'bookedOn'], where: 'booked_on <> posted_on' },
      { on: ['shopId', 'orderId'], where: "order_id <> ''" },
    ],
  },
  life: { closes: { on: 'bookedOn', but: ['auditState', 'importId'] } },
})

/** Unit cost of a product from a month on, in its own currency; a month without a row keeps the last one. */
export const productCost = resource('product_cost', {
  type: 'productCost',
  title: ['产品成本', 'Product cost'],
  access: { scope: ownOrganisation, permission: 'finance.productCost' },
  fields: {
    productId: reference('商品', 'Product', 'product', { filter: 'select', width: 220, editDisabled: true }),
    month: month('月份', 'Month', { filter: 'range', sort: true, editDisabled: true }),
    unitCost: decimal('单位成本', 'Unit cost', 8, { min: 0, currency: 'currency', sort: true, inline: true }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { width: 80 }),
    remark: text('备注', 'Remark', { optional: true, max: 200, inline: true }),
  },
  list: {
    shownAs: { card: { title: 'productId', subtitle: 'month', amount: 'unitCost' } },
    batchDelete: { year: 'month' },
    sort: { field: 'month', way: 'DESC' },
    empty: ['登记每个商品每月的单位成本，利润表按月取用', 'Register unit costs by product and month'],
  },
  record: { label: 'month' },
  storage: { kind: 'reference', key: ['productId', 'month'] },
  life: {
    approval: approval(
      { cost: { title: ['产品成本', 'Product cost'], fields: { unitCost: true, currency: true }, onAdd: 'hold' } },
      { figures: ['productId', 'month', 'unitCost', 'currency'] },
    ),
  },
})

/** Cost of goods sold and, later, first leg and storage: computed per shop, SKU, day and item from units sold and the cost in force. */
export const costLine = resource('finance_cost_line', {
  type: 'financeCostLine',
  title: ['成本明细', 'Cost lines'],
  access: { scope: grantedShops, permission: 'finance.amazon.profit' },
  fields: {
    shopId: shop(),
    bookedOn: date('日期', 'Day', { filter: 'range', sort: true }),
    sku: text('MSKU', 'Seller SKU', { filter: 'contains' }),
    item: choice('科目', 'Item', financeItemChoices, { filter: 'select' }),
    currency: currency(),
    quantity: decimal('数量', 'Quantity', 6, { total: true }),
    unitCost: decimal('单位成本', 'Unit cost', 8, { optional: true }),
    amount: money('金额', 'Amount', { currency: 'currency', total: true }),
  },
  list: { bound: { field: 'bookedOn', days: 90 }, sort: { field: 'bookedOn', way: 'DESC' } },
  record: { editable: [] },
  storage: { kind: 'shop', primary: ['shopId', 'bookedOn', 'sku', 'item', 'currency'] },
  life: { closes: { on: 'bookedOn' } },
})

/** what statements written by hand name (docs/adding-a-resource.md); lines and their staging are known by their family or roll-up alone */
const named = {
  amazonKind,
  amazonTypeMap,
  settlement,
  settlementSeen,
  shopAlias,
  productCost,
  costLine,
  financeMonth,
}
export const amazonTables = {
  ...named,
  settlementLine,
  transactionLine,
  lineRelease,
  summaryLine,
  lineSeen,
  settlementStaging,
  transactionStaging,
  summaryStaging,
}
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
