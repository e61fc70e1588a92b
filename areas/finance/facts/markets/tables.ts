/**
 * Money of the marketplaces that are not Amazon: one row an amount, whichever file told of it. A transaction is one or several amounts
 * (`part`), all brought by one import. What other files told of the same transaction is kept beside it: the file that tells most is the one
 * that counts, whatever came first.
 */
import {
  bigInteger,
  choice,
  date,
  dateTime,
  flag,
  hash,
  integer,
  json,
  money,
  reference,
  sourceFile,
  text,
} from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { grantedShops, serverOnly } from '#platform/declare/scope.ts'
import { currency, shop } from '../amazon/lines/table-words.ts'

/** Files that tell of money; of two that tell of one transaction the one with the smaller number counts. */
export const marketSources = {
  ebayReport: [1, 'eBay 交易报告', 'eBay transaction report'],
  ebayApi: [2, 'eBay Finances API', 'eBay Finances API'],
  walmartReconciliation: [11, '沃尔玛对账单', 'Walmart reconciliation'],
  aliexpressPayout: [21, '速卖通放款', 'AliExpress pay-outs'],
  aliexpressOrders: [22, '速卖通订单', 'AliExpress orders'],
} as const
export type MarketSource = keyof typeof marketSources

/** What a file says of an amount. */
const told = {
  postedOn: date('发生日期', 'Posted on', { filter: 'range', sort: true, show: false }),
  txKey: hash('交易标识', 'Transaction key'),
  /** the same transaction where only one of two files prints its number */
  typedKey: hash('交易内容', 'Transaction by its values'),
  part: integer('金额序号', 'Part', { identifier: true, show: false }),
  postedAt: dateTime('发生时间', 'Posted at', { sort: true, width: 170 }),
  amount: money('金额', 'Amount', { currency: 'currency', total: true, sort: true }),
  orderNo: text('订单号', 'Order no.', { default: '', filter: 'equals', width: 150, linkTo: 'order' }),
  sku: text('MSKU', 'Seller SKU', { default: '', filter: 'contains', width: 140 }),
  itemId: text('商品编号', 'Item', { default: '', filter: 'equals', width: 130 }),
  title: text('商品名称或说明', 'Title or description', { default: '', width: 220 }),
  quantity: integer('数量', 'Quantity', { optional: true, total: true, width: 80 }),
  currency: currency(),
  transactionId: text('交易编号', 'Transaction id', { default: '', filter: 'equals', width: 150 }),
  payoutId: text('放款编号', 'Payout id', { default: '', filter: 'equals', width: 130 }),
}

export const marketLine = resource('market_line', {
  type: 'marketLine',
  title: ['平台资金明细', 'Marketplace money'],
  access: { scope: grantedShops, permission: 'finance.market.line' },
  fields: {
    shopId: shop(),
    kindId: reference('费用类型', 'Kind', 'amazon_kind', { filter: 'select', width: 200 }),
    ...told,
    ordinal: integer('同交易序号', 'Ordinal', { show: false, computed: true }),
    bookedOn: date('入账日期', 'Booked on', { show: false }),
    source: choice('来源', 'Source', marketSources, { filter: 'select', width: 140 }),
    importId: sourceFile(),
  },
  list: {
    find: 'orderNo',
    bound: { field: 'postedOn', days: 90 },
    sort: { field: 'postedAt', way: 'DESC' },
    shownAs: { card: { amount: 'amount' } },
    empty: ['导入 eBay、沃尔玛或速卖通的资金文件后，这里显示每一笔金额', 'Amounts appear here once a file of a marketplace is imported'],
  },
  record: { editable: [] },
  storage: {
    kind: 'shop',
    primary: ['shopId', 'postedOn', 'txKey', 'ordinal', 'part'],
    byMonth: 'postedOn',
    index: [
      ['postedAt', 'shopId', 'postedOn'],
      ['shopId', 'orderNo'],
      ['shopId', 'typedKey'],
      ['shopId', 'importId'],
      ['shopId', 'kindId', 'postedAt'],
      { on: ['shopId', 'payoutId'], where: "payout_id <> ''" },
      { on: ['shopId', 'bookedOn'], where: 'booked_on <> posted_on' },
    ],
  },
  life: { closes: { on: 'bookedOn', but: ['importId'] } },
})

/** What imports told of transactions besides the telling that counts: with that import deleted, the best of these counts. */
export const marketLineSeen = resource('market_line_seen', {
  title: ['平台资金的其他来源', 'Other tellings of marketplace money'],
  access: { scope: serverOnly },
  fields: {
    shopId: shop(),
    txKey: told.txKey,
    ordinal: integer('同交易序号', 'Ordinal'),
    importId: bigInteger('导入', 'Import'),
    part: told.part,
    source: choice('来源', 'Source', marketSources),
    line: json<Readonly<Record<string, unknown>>>('内容', 'Line'),
  },
  storage: { kind: 'shop', primary: ['shopId', 'txKey', 'ordinal', 'importId', 'part'], index: [['shopId', 'importId']] },
})

export const marketStaging = resource('market_staging', {
  title: ['平台资金暂存', 'Marketplace staging'],
  access: { scope: serverOnly },
  fields: {
    importId: bigInteger('导入', 'Import'),
    shopId: shop(),
    lineNo: integer('序号', 'Running number'),
    kindNo: integer('类型序号', 'Kind number'),
    ordinal: integer('同交易序号', 'Ordinal', { default: 1 }),
    /** this telling of the transaction becomes the one that counts */
    counts: flag('计入', 'Counts', { default: false }),
    ...told,
  },
  storage: { kind: 'shop', unlogged: true, primary: ['shopId', 'importId', 'lineNo'] },
})

export const marketTables = { marketLine, marketLineSeen, marketStaging }
