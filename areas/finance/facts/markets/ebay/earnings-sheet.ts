/**
 * eBay's order earnings report: what eBay says that each order brought, in all its life. It is no money of its own, the transactions of the
 * order are: it is held against them (prove-earnings.ts). Built from the list of its columns that public importers agree on. Of an order of
 * several items they find a row of totals without item and a row an item. Pure, but for the sheet it declares.
 */
import { shopSheet, type SheetColumn } from '#platform/declare/shop-sheet.ts'
import { amount, aside, count, currency, day, needed, word } from '../../fba/words.ts'

const optional = { optional: true } as const
const figure = (head: string, zh: string, en: string, options: object = {}): SheetColumn =>
  amount(head, zh, en, { ...optional, ...options })
const fee = (head: string, zh: string, en: string): SheetColumn => figure(head, zh, en, aside)

export const ebayEarnings = shopSheet('ebay_earning', {
  code: 'ebayEarnings',
  type: 'ebayEarning',
  title: ['eBay 订单收益', 'eBay order earnings'],
  permission: 'finance.market.line',
  origin: 'columns',
  day: 'orderedOn',
  columns: {
    orderedOn: day('Order creation date', '下单日期', 'Order creation date'),
    orderNo: needed('Order number', '订单号', 'Order no.', { filter: 'equals', width: 150, linkTo: 'order' }),
    itemId: word('Item ID', '商品编号', 'Item', { filter: 'equals', width: 130 }),
    title: word('Item title', '商品名称', 'Item title', { width: 220 }),
    quantity: count('Quantity', '数量', 'Quantity', optional),
    currency: currency('Payout currency'),
    transactionCurrency: word('Transaction currency', '交易币种', 'Transaction currency', aside),
    subtotal: figure('Item subtotal', '商品小计', 'Item subtotal', { total: false }),
    shipping: figure('Shipping and handling', '运费', 'Shipping and handling', { total: false }),
    sellerTax: fee('Seller collected tax', '卖家代收税', 'Seller collected tax'),
    ebayTax: fee('eBay collected tax', 'eBay 代收税', 'eBay collected tax'),
    discount: fee('Discount', '折扣', 'Discount'),
    gross: figure('Gross amount', '总额', 'Gross amount'),
    fixedFee: fee('Final Value Fee - fixed', '成交费（固定）', 'Final value fee, fixed'),
    variableFee: fee('Final Value Fee - variable', '成交费（比例）', 'Final value fee, variable'),
    standardFee: fee('Below standard performance fee', '表现不达标费', 'Below standard performance fee'),
    notAsDescribedFee: fee('Very high "item not as described" fee', '货不对版率过高费', 'Not as described fee'),
    internationalFee: fee('International fee', '国际费', 'International fee'),
    depositFee: fee('Deposit processing fee', '定金处理费', 'Deposit processing fee'),
    regulatoryFee: fee('Regulatory operating fee', '监管运营费', 'Regulatory operating fee'),
    promotedFee: fee('Promoted Listing Standard fee', '标准推广费', 'Promoted listing fee'),
    donation: fee('Charity donation', '慈善捐款', 'Charity donation'),
    labels: fee('Shipping labels', '运单费', 'Shipping labels'),
    disputeFee: fee('Payment Dispute Fee', '付款争议费', 'Payment dispute fee'),
    expenses: figure('Expenses', '费用合计', 'Expenses'),
    refunds: figure('Refunds', '退款', 'Refunds'),
    earnings: amount('Order earnings', '订单收益', 'Order earnings', { default: '0' }),
  },
  identity: ['orderedOn', 'orderNo', 'itemId', 'title'],
  // refunds and late fees change an order: the later report tells
  state: [
    'quantity',
    'currency',
    'transactionCurrency',
    'subtotal',
    'shipping',
    'sellerTax',
    'ebayTax',
    'discount',
    'gross',
    'fixedFee',
    'variableFee',
    'standardFee',
    'notAsDescribedFee',
    'internationalFee',
    'depositFee',
    'regulatoryFee',
    'promotedFee',
    'donation',
    'labels',
    'disputeFee',
    'expenses',
    'refunds',
    'earnings',
  ],
  aside: [
    'Buyer name',
    'Ship to city',
    'Ship to province/region/state',
    'Ship to zip',
    'Ship to country',
    'Item price',
    'Your cost',
    'Net order earnings',
  ],
  index: [['shopId', 'orderNo']],
  find: 'orderNo',
  empty: [
    '导入 eBay 订单收益报告后，这里显示每个订单的收益',
    'What each order brought appears here once an order earnings report is imported',
  ],
})
