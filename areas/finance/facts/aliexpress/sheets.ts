/**
 * What AliExpress reports of order items paid out, refunds, stock and removals. No file of it was found: these are sheets with a template,
 * their columns named as the open platform names them or in Chinese. Pure.
 */
import { text, type Field } from '#platform/declare/fields.ts'
import { shopSheet, type SheetColumn } from '#platform/declare/shop-sheet.ts'
import { listOf, objectOf, pagesOf, textOf, type Json } from '#platform/format/parsed-json.ts'
import { amount, count, currency, day, needed, word } from '../fba/words.ts'
import { refundRows } from './refunds-json.ts'

/** By the subject of the menus that their pages stand in. */
export const aliexpressPermissions = {
  payout: 'finance.aliexpress.payout',
  refund: 'finance.aliexpress.refund',
  stock: 'finance.aliexpress.stock',
} as const
const common = { origin: 'columns' } as const

const order = needed(['orderId', '订单号'], '订单号', 'Order no.', { filter: 'equals', width: 160, linkTo: 'order' })
const child = needed(['childOrderId', '子订单号'], '子订单号', 'Child order', { filter: 'equals', width: 170 })
const product = word(['productId', '商品编号'], '商品编号', 'Item', { filter: 'equals', width: 130, show: false })
const sku: SheetColumn = [
  ['skuCode', 'MSKU', '平台 SKU', 'SKU'],
  text('MSKU', 'Seller SKU', { default: '', filter: 'contains', width: 140 }) as Field,
]
const loanHeads = ['releasedDatetime', 'orderId', 'childOrderId', 'productId', 'skuCode', 'loanStatus', 'waitLoanReson'] as const
const loanAmounts = ['loanAmount', 'realLoanAmount', 'escrowFee', 'affiliateCommission'] as const
/** fees that were not taken may be left out */
const untold: ReadonlySet<string> = new Set(['escrowFee', 'affiliateCommission'])
/** Pay-outs of child orders as the open platform answers them, pages in an array or one alone: names by underscores or by capitals. */
function loansOf(document: unknown): string[][] | null {
  const loans = pagesOf(document).flatMap(page => {
    const answer = Object.entries(page).find(([name]) => /^aliexpress_.*loan.*_response$/.test(name))?.[1]
    const { order_list: list } = objectOf(objectOf(answer)['result'])
    return listOf(list)
  })
  if (loans.length === 0) return null
  const named = (loan: Json, name: string): unknown => loan[name] ?? loan[name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)]
  const amountIn = (value: unknown): string => textOf(value) || textOf(objectOf(value)['amount'])
  const rows = loans.map(loan => [
    textOf(named(loan, 'releasedDatetime')).slice(0, 10),
    ...loanHeads.slice(1).map(name => textOf(named(loan, name))),
    textOf(named(loan, 'currency')) || textOf(objectOf(named(loan, 'loanAmount'))['currency_code']),
    ...loanAmounts.map(name => amountIn(named(loan, name)) || (untold.has(name) ? '0' : '')),
  ])
  return [[...loanHeads, 'currency', ...loanAmounts], ...rows]
}

export const orderItems = shopSheet('aliexpress_order_item', {
  ...common,
  permission: aliexpressPermissions.payout,
  code: 'aliexpressOrderItems',
  type: 'aeOrderItem',
  title: ['速卖通订单明细（放款）', 'AliExpress order items paid out'],
  day: 'releasedOn',
  columns: {
    releasedOn: day(['releasedDatetime', '放款日期'], '放款日期', 'Paid out on'),
    orderId: order,
    childOrderId: child,
    productId: product,
    sku,
    status: word(['loanStatus', '放款状态'], '放款状态', 'Pay-out state', { filter: 'equals', width: 110 }),
    waitReason: word(['waitLoanReson', '待放款原因'], '待放款原因', 'Why it waits', { width: 150, show: false }),
    currency: currency(['currency', '币种']),
    loanAmount: amount(['loanAmount', '放款金额'], '放款金额', 'Pay-out'),
    paidAmount: amount(['realLoanAmount', '实际放款金额'], '实际放款金额', 'Paid out'),
    escrowFee: amount(['escrowFee', '手续费'], '手续费', 'Commission'),
    affiliateFee: amount(['affiliateCommission', '联盟佣金'], '联盟佣金', 'Affiliate commission'),
  },
  identity: ['childOrderId', 'releasedOn'],
  state: ['status', 'waitReason'],
  fromJson: loansOf,
  index: [
    ['shopId', 'childOrderId'],
    ['shopId', 'orderId'],
  ],
  find: 'orderId',
  claims: { field: 'childOrderId', title: ['速卖通子订单', 'AliExpress child order'] },
  empty: ['导入放款明细后，这里显示每个子订单的放款', 'Pay-outs of child orders appear here'],
})

export const refunds = shopSheet('aliexpress_refund', {
  ...common,
  permission: aliexpressPermissions.refund,
  code: 'aliexpressRefunds',
  type: 'aeRefund',
  title: ['速卖通退款', 'AliExpress refunds'],
  day: 'refundedOn',
  fromJson: refundRows,
  columns: {
    refundedOn: day(['refundTime', '退款日期'], '退款日期', 'Refunded on'),
    orderId: order,
    childOrderId: child,
    sku,
    reason: word(['refundReason', '退款原因'], '退款原因', 'Reason', { filter: 'equals', width: 150 }),
    currency: currency(['currency', '币种']),
    refundAmount: amount(['refundAmount', '退款金额'], '退款金额', 'Refund'),
    paidAmount: amount(['realRefundAmount', '实际退款金额'], '实际退款金额', 'Refunded'),
  },
  index: [
    ['shopId', 'childOrderId'],
    ['shopId', 'orderId'],
  ],
  find: 'orderId',
  empty: ['导入退款明细后，这里显示每一笔退款', 'Refunds appear here'],
})

export const inventory = shopSheet('aliexpress_inventory', {
  ...common,
  permission: aliexpressPermissions.stock,
  code: 'aliexpressInventory',
  type: 'aeInventory',
  title: ['速卖通库存', 'AliExpress stock'],
  day: 'countedOn',
  columns: {
    countedOn: day(['snapshotTime', '库存日期'], '库存日期', 'Stock of'),
    warehouse: needed(['warehouse', '仓库'], '仓库', 'Warehouse', { filter: 'equals', width: 120 }),
    sku: needed(['skuCode', 'MSKU', '平台 SKU'], 'MSKU', 'Seller SKU', { filter: 'contains', width: 150 }),
    sellable: count(['sellableQuantity', '可售数量'], '可售数量', 'Sellable'),
    frozen: count(['frozenQuantity', '冻结数量'], '冻结数量', 'Frozen'),
    inTransit: count(['inTransitQuantity', '在途数量'], '在途数量', 'In transit'),
  },
  identity: ['countedOn', 'warehouse', 'sku'],
  shownAs: { card: { title: 'sku', subtitle: 'warehouse' } },
  empty: ['导入库存表后，这里显示各仓库的库存', 'Stock by warehouse appears here'],
})

export const removals = shopSheet('aliexpress_removal', {
  ...common,
  permission: aliexpressPermissions.stock,
  code: 'aliexpressRemovals',
  type: 'aeRemoval',
  title: ['速卖通移除', 'AliExpress removals'],
  day: 'removedOn',
  columns: {
    removedOn: day(['removalTime', '移除日期'], '移除日期', 'Removed on'),
    removalNo: needed(['removalOrderId', '移除单号'], '移除单号', 'Removal no.', { filter: 'equals', width: 150 }),
    warehouse: word(['warehouse', '仓库'], '仓库', 'Warehouse', { filter: 'equals', width: 120 }),
    way: word(['removalType', '移除方式'], '移除方式', 'Way', { filter: 'equals', width: 110 }),
    sku: needed(['skuCode', 'MSKU', '平台 SKU'], 'MSKU', 'Seller SKU', { filter: 'contains', width: 150 }),
    quantity: count(['quantity', '数量'], '数量', 'Quantity'),
    status: word(['status', '状态'], '状态', 'State', { filter: 'equals', width: 110 }),
    currency: currency(['currency', '币种']),
    fee: amount(['removalFee', '移除费'], '移除费', 'Fee'),
  },
  identity: ['removalNo', 'sku'],
  state: ['status'],
  empty: ['导入移除明细后，这里显示每张移除单', 'Removals appear here'],
})

/** The list of each, as the specification calls it. */
export const aliexpressSheets = [
  [orderItems, 'orderItem'],
  [refunds, 'refund'],
  [inventory, 'inventory'],
  [removals, 'removal'],
] as const
