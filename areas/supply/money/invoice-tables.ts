/** 采购发票: what a supplier bills, held against order and receipt; without invoices, the statement settles in its place. */
import { approval } from '#platform/declare/approval.ts'
import { choice, computed, date, decimal, flag, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { product, programStep, voidStep } from '#areas/goods/index.ts'
import { buyer, priceRight } from '../orders/words.ts'

export const invoiceKinds = {
  special: [1, '专票', 'VAT, deductible', 'info'],
  plain: [2, '普票', 'Plain', 'quiet'],
  settled: [4, '无票结算', 'Settled without invoice', 'warn'],
} as const
export const invoiceStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  asked: [1, '审批中', 'In approval', 'warn'],
  posted: [2, '已入账', 'Posted', 'good'],
  reversed: [8, '已冲销', 'Reversed', 'bad'],
  voided: [9, '已作废', 'Void', 'quiet'],
} as const
export const invoiceLinesMax = 1_000
const seen = { see: priceRight, currency: 'currency' } as const
const amount = (zh: string, en: string, more: object = {}) => money(zh, en, { total: true, width: 120, see: priceRight, ...more })
/** two who look at the books work on it */
export const currencyOf = () =>
  referenceBy('币种', 'Currency', 'currency', 'code', { default: 'CNY', filter: 'select', show: false, width: 80 })

export const purchaseInvoice = document('purchase_invoice', {
  type: 'purchaseInvoice',
  title: ['采购发票', 'Purchase invoice'],
  number: 'CGFP',
  access: { scope: ownOrganisation },
  fields: {
    supplierId: reference('供应商', 'Supplier', 'supplier', { filter: 'select', sort: true, width: 200 }),
    invoiceNo: text('发票号', 'Invoice', { max: 40, filter: 'equals', width: 160 }),
    state: choice('状态', 'State', invoiceStates, { default: 0, filter: 'select', width: 90 }),
    currency: currencyOf(),
    total: computed.sum(money('价税合计', 'Total', { total: true, width: 120, ...seen }), 'amount'),
    kind: choice('类型', 'Kind', invoiceKinds, { default: 1, filter: 'select', width: 100 }),
    tax: computed.sum(money('税额', 'Tax', { total: true, width: 100, ...seen }), 'tax'),
    expected: computed.sum(money('订单金额', 'By the order', { total: true, width: 120, ...seen }), 'expected'),
    beyond: flag('超出差异', 'Beyond tolerance', { default: false, computed: true, filter: 'select', width: 90 }),
    dueOn: date('应付日期', 'Due', {
      optional: true,
      filter: 'range',
      sort: true,
      width: 110,
      help: ['不填按供应商账期', 'Empty: by its terms'],
    }),
    /** of an order at 1688, whose payment settled what came of it */
    platformNo: text('平台单号', 'Order at 1688', { max: 40, optional: true, computed: true, filter: 'equals', show: false, width: 150 }),
    statementId: reference('对账单', 'Statement', 'supplier_statement', { optional: true, computed: true, show: false, width: 150 }),
  },
  list: {
    empty: ['收到供应商发票后登记，从入库单取明细，与采购单、入库单三方核对', 'Invoices of suppliers, matched with orders and receipts'],
  },
  storage: {
    // a number stands once, but for invoices that are void or reversed: keepInvoices holds it
    index: [
      ['supplierId', 'state', '-businessOn'],
      ['orgId', 'dueOn'],
      ['statementId'],
      ['supplierId', 'platformNo'],
      { on: ['supplierId', 'invoiceNo'], where: 'state in (0, 1, 2)' },
    ],
  },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        asked: { pendingApproval: 'approve' },
        posted: { edit: ['remark', 'attachments', 'dueOn'], final: true },
        reversed: { final: true },
        voided: { final: true },
      },
      steps: {
        submit: { title: ['核对入账', 'Match and post'], from: ['draft'], to: 'asked', may: buyer, tone: 'primary' },
        approve: programStep(['核对通过', 'Matched'], ['asked'], 'posted'),
        back: programStep(['审批退回', 'Sent back'], ['asked'], 'draft'),
        void: voidStep(['draft']),
      },
    }),
    approval: approval(
      { difference: { title: ['发票差异', 'Invoice beyond tolerance'], steps: ['submit'], when: { beyond: [true] } } },
      { figures: ['no', 'supplierId', 'total', 'expected'] },
    ),
    posts: { step: 'approve', reversed: 'reversed', but: ['remark', 'attachments', 'dueOn'] },
  },
})

export const purchaseInvoiceLine = lines('purchase_invoice_line', {
  type: 'purchaseInvoiceLine',
  title: ['采购发票明细', 'Invoice line'],
  of: { invoiceId: reference('采购发票', 'Invoice', 'purchase_invoice', { filter: 'select', editDisabled: true, width: 150 }) },
  max: invoiceLinesMax,
  draws: [
    {
      from: 'goods_in_line',
      by: 'inLineId',
      measure: 'quantity',
      counter: 'invoiced',
      when: ['posted'],
      counts: ['asked', 'posted'],
      same: ['supplierId', 'productId'],
    },
  ],
  access: { permission: 'purchaseInvoice' },
  fields: {
    inLineId: reference('入库行', 'Receipt line', 'goods_in_line', { show: false, width: 150 }),
    productId: product(),
    quantity: decimal('数量', 'Quantity', 6, { total: true, width: 100, help: ['红字发票填负数', 'Negative on a credit note'] }),
    amount: amount('价税合计', 'Amount', {
      optional: true,
      help: ['不填时按采购单，含运费和优惠', 'Empty: by the order, with freight and discount'],
    }),
    tax: amount('税额', 'Tax', { default: '0', width: 100 }),
    expected: amount('订单金额', 'By the order', { optional: true, computed: true }),
    asked: amount('已请款', 'Asked for', { default: '0', computed: true, show: false }),
  },
  list: { search: false },
  record: { label: 'productId' },
  storage: { index: [['productId']] },
})

export const invoiceTables = { purchaseInvoice, purchaseInvoiceLine }
