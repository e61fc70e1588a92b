/** 请款单: a deposit of an order, or invoices that are due; what is open in favour of us is taken off first. */
import { approval } from '#platform/declare/approval.ts'
import { choice, computed, date, money, reference, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { programStep, voidStep } from '#areas/goods/index.ts'
import { buyer, priceRight } from '../orders/words.ts'
import { currencyOf } from './invoice-tables.ts'

export const payKinds = { ahead: [1, '预付', 'In advance', 'warn'], goods: [2, '货款', 'Goods', 'info'] } as const
export const payStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  asked: [1, '审批中', 'In approval', 'warn'],
  open: [2, '待付款', 'To pay', 'info'],
  part: [3, '部分付款', 'Partly paid', 'warn'],
  paid: [4, '已付款', 'Paid', 'good'],
  voided: [9, '已作废', 'Void', 'quiet'],
} as const
const kept = { currency: 'currency', computed: true, default: '0', see: priceRight, total: true, width: 110 } as const
const copied = { optional: true, computed: true, show: false } as const

export const paymentRequest = document('payment_request', {
  type: 'paymentRequest',
  title: ['请款单', 'Payment request'],
  number: 'QK',
  access: { scope: ownOrganisation },
  fields: {
    kind: choice('类型', 'Kind', payKinds, { default: 2, filter: 'select', as: 'radio', width: 80 }),
    supplierId: reference('供应商', 'Supplier', 'supplier', { filter: 'select', sort: true, width: 200 }),
    state: choice('状态', 'State', payStates, { default: 0, filter: 'select', width: 90 }),
    payable: money('应付金额', 'To pay', kept),
    currency: currencyOf(),
    orderId: reference('采购单', 'Order', 'purchase_order', {
      optional: true,
      filter: 'select',
      narrowedBy: { supplierId: 'supplierId' },
      width: 150,
      help: ['预付必填', 'Needed for a payment in advance'],
    }),
    ahead: money('预付金额', 'In advance', {
      optional: true,
      min: 0,
      currency: 'currency',
      see: priceRight,
      width: 110,
      help: ['不填按付款条件的下单比例', 'Empty: the part on order of its terms'],
    }),
    total: computed.sum(money('请款金额', 'Asked for', { total: true, currency: 'currency', see: priceRight, width: 110 }), 'amount'),
    applied: money('抵扣', 'Taken off', { ...kept, help: ['先抵预付、红字发票和扣款', 'Advances, credit notes and deductions first'] }),
    paid: money('已付', 'Paid', kept),
    dueOn: date('应付日期', 'Due', { filter: 'range', sort: true, width: 110 }),
    bankName: text('开户行', 'Bank', { max: 100, ...copied }),
    bankHolder: text('户名', 'Account holder', { max: 100, ...copied }),
    bankAccount: text('银行账号', 'Bank account', { max: 40, ...copied, sensitive: true, width: 190 }),
  },
  list: { empty: ['给供应商付款前先请款：预付定金，或按发票付货款', 'What is to be paid to suppliers: deposits and invoices'] },
  storage: { index: [['supplierId', 'state', '-businessOn'], ['orderId'], ['orgId', 'dueOn']] },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        asked: { pendingApproval: 'approve' },
        open: { edit: ['remark', 'attachments', 'dueOn'] },
        part: { edit: ['remark', 'attachments'] },
        paid: { edit: ['remark', 'attachments'], final: true },
        voided: { final: true },
      },
      steps: {
        submit: { title: ['提交', 'Submit'], from: ['draft'], to: 'asked', may: buyer, tone: 'primary' },
        approve: programStep(['审批通过', 'Approved'], ['asked'], 'open'),
        back: programStep(['审批退回', 'Sent back'], ['asked'], 'draft'),
        part: programStep(['部分付款', 'Partly paid'], ['open', 'paid'], 'part'),
        pay: programStep(['已付款', 'Paid'], ['open', 'part'], 'paid'),
        unpay: programStep(['付款撤回', 'Payment taken back'], ['part', 'paid'], 'open'),
        void: { ...voidStep(['draft', 'open']), may: buyer },
      },
    }),
    approval: approval(
      { submit: { title: ['请款', 'Payment request'], steps: ['submit'] } },
      { figures: ['no', 'supplierId', 'kind', 'ahead', 'total', 'payable'] },
    ),
  },
})

export const paymentRequestLine = lines('payment_request_line', {
  type: 'paymentRequestLine',
  title: ['请款明细', 'Request line'],
  of: { requestId: reference('请款单', 'Request', 'payment_request', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 500,
  draws: [
    {
      from: 'purchase_invoice_line',
      by: 'invoiceLineId',
      measure: 'amount',
      counter: 'asked',
      when: ['posted'],
      counts: ['asked', 'open', 'part', 'paid'],
      same: ['supplierId', 'currency'],
    },
  ],
  access: { permission: 'paymentRequest' },
  fields: {
    invoiceLineId: reference('发票行', 'Invoice line', 'purchase_invoice_line', { show: false, width: 150 }),
    amount: money('金额', 'Amount', { optional: true, min: 0.01, total: true, see: priceRight, width: 120 }),
    /** what the advance of its order takes off */
    ahead: money('抵预付', 'Of the advance', { default: '0', computed: true, total: true, see: priceRight, show: false, width: 110 }),
    note: text('说明', 'Note', { max: 100, optional: true, width: 160 }),
  },
  list: { search: false },
  record: { label: 'invoiceLineId' },
})

export const payTables = { paymentRequest, paymentRequestLine }
