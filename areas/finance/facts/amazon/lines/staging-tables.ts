/** Staging: what a file says, before anything is merged. Unlogged shop tables; a row lives as long as its import runs. */
import { bigInteger, date, dateTime, flag, hash, integer, json, money, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { serverOnly } from '#platform/declare/scope.ts'
import { shop, transactionColumns, type TransactionColumn } from './table-words.ts'

const staging = {
  importId: bigInteger('导入', 'Import'),
  shopId: shop(),
  lineNo: integer('行号', 'Line'),
  there: integer('已存在', 'Already there', { optional: true }),
  kindNo: integer('类型序号', 'Kind number'),
}
export const settlementStaging = resource('amazon_settlement_staging', {
  title: ['结算暂存', 'Settlement staging'],
  access: { scope: serverOnly },
  fields: {
    ...staging,
    /** line of the file as a person counts it; `lineNo` is the position among the settlement's own lines */
    fileLine: integer('文件行号', 'Line of the file', { default: 0 }),
    postedOn: date('发生日期', 'Posted on'),
    settlementId: text('结算编号', 'Settlement id'),
    postedAt: dateTime('发生时间', 'Posted at'),
    orderId: text('订单号', 'Order id'),
    sku: text('SKU', 'SKU'),
    quantity: integer('数量', 'Quantity', { optional: true }),
    amount: money('金额', 'Amount'),
    currency: text('币种', 'Currency'),
    marketplaceName: text('站点', 'Marketplace'),
    fulfillment: text('配送', 'Fulfilment'),
    merchantOrderId: text('卖家订单号', 'Merchant order id'),
    adjustmentId: text('调整', 'Adjustment'),
    shipmentId: text('货件', 'Shipment'),
    orderItemCode: text('商品编号', 'Item'),
    promotionId: text('促销', 'Promotion'),
    amountType: text('金额类型', 'Amount type'),
  },
  storage: { kind: 'shop', unlogged: true, primary: ['shopId', 'importId', 'lineNo'] },
})
export const transactionStaging = resource('amazon_transaction_staging', {
  title: ['交易暂存', 'Transaction staging'],
  access: { scope: serverOnly },
  fields: {
    ...staging,
    postedOn: date('发生日期', 'Posted on'),
    lineKey: hash('行标识', 'Key'),
    ordinal: integer('序号', 'Ordinal', { default: 1 }),
    postedAt: dateTime('发生时间', 'Posted at'),
    settlementId: text('结算编号', 'Settlement id'),
    orderId: text('订单号', 'Order id'),
    sku: text('SKU', 'SKU'),
    description: text('说明', 'Description'),
    quantity: integer('数量', 'Quantity', { optional: true }),
    total: money('合计', 'Total'),
    currency: text('币种', 'Currency'),
    unmappedAmount: money('未识别列金额', 'Unrecognised columns', { default: '0' }),
    unmapped: json<Readonly<Record<string, string>>>('未识别的列', 'Unrecognised columns'),
    ...(Object.fromEntries(transactionColumns.map(c => [c, money(c, c)])) as Record<TransactionColumn, ReturnType<typeof money>>),
    marketplace: text('站点', 'Marketplace'),
    accountType: text('账户', 'Account'),
    fulfillment: text('配送', 'Fulfilment'),
    city: text('城市', 'City'),
    state: text('省州', 'State'),
    postal: text('邮编', 'Postal'),
    taxModel: text('税', 'Tax model'),
    deferred: flag('递延', 'Deferred'),
    releasedAt: dateTime('释放时间', 'Released at', { optional: true }),
  },
  storage: { kind: 'shop', unlogged: true, primary: ['shopId', 'importId', 'lineNo'] },
})
export const summaryStaging = resource('amazon_summary_staging', {
  title: ['汇总暂存', 'Summary staging'],
  access: { scope: serverOnly },
  fields: {
    ...staging,
    postedOn: date('发生日期', 'Posted on'),
    lineKey: hash('行标识', 'Key'),
    ordinal: integer('序号', 'Ordinal', { default: 1 }),
    orderId: text('订单号', 'Order id'),
    sku: text('SKU', 'SKU'),
    description: text('名称', 'Title'),
    quantity: integer('数量', 'Quantity', { optional: true }),
    amount: money('金额', 'Amount'),
    currency: text('币种', 'Currency'),
  },
  storage: { kind: 'shop', unlogged: true, primary: ['shopId', 'importId', 'lineNo'] },
})
