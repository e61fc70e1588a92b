/** 对账单: what came, went back, was deducted, billed and paid of a supplier in a month, with the balance before and after it. */
import { choice, computed, date, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { voidStep } from '#areas/goods/index.ts'
import { buyer, priceRight } from '../orders/words.ts'

export const statementStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  sent: [1, '待供应商确认', 'To be confirmed', 'warn'],
  confirmed: [2, '已确认', 'Confirmed', 'good'],
  voided: [9, '已作废', 'Void', 'quiet'],
} as const
export const statementKinds = {
  received: [1, '入库', 'Received', 'good'],
  returned: [2, '退货', 'Returned', 'warn'],
  deducted: [3, '扣款', 'Deducted', 'warn'],
  paid: [4, '付款', 'Paid', 'info'],
} as const
const seen = { see: priceRight, currency: 'currency', computed: true, width: 120 } as const

export const supplierStatement = document('supplier_statement', {
  type: 'supplierStatement',
  title: ['对账单', 'Supplier statement'],
  number: 'DZD',
  access: { scope: ownOrganisation },
  fields: {
    supplierId: reference('供应商', 'Supplier', 'supplier', { filter: 'select', editDisabled: true, sort: true, width: 200 }),
    month: month('月份', 'Month', { filter: 'range', editDisabled: true, sort: true, width: 90 }),
    state: choice('状态', 'State', statementStates, { default: 0, filter: 'select', width: 110 }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { default: 'CNY', editDisabled: true, filter: 'select', show: false }),
    opening: money('期初应付', 'Opening', { default: '0', ...seen }),
    change: computed.sum(money('本期发生', 'Of the month', { see: priceRight, currency: 'currency', width: 120 }), 'amount'),
    closing: money('期末应付', 'Closing', { default: '0', ...seen, width: 140 }),
  },
  list: {
    empty: ['每月和供应商对一次账：入库、退货、扣款和付款', 'What came, went back and was paid, supplier by supplier and month by month'],
  },
  storage: {
    index: [
      ['supplierId', 'month'],
      ['orgId', 'month'],
    ],
  },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: ['remark', 'attachments'], remove: true },
        sent: { edit: ['remark', 'attachments'] },
        confirmed: { edit: ['remark', 'attachments'], final: true },
        voided: { final: true },
      },
      steps: {
        send: { title: ['发给供应商', 'Send'], from: ['draft'], to: 'sent', may: buyer, tone: 'primary' },
        confirm: {
          title: ['供应商已确认', 'Confirmed'],
          from: ['sent'],
          to: 'confirmed',
          may: buyer,
          tone: 'primary',
          confirm: ['确认后不开票的入库按对账单结算，确定？', 'Receipts without invoice are settled by it. Go on?'],
        },
        void: { ...voidStep(['draft', 'sent']), may: buyer },
      },
    }),
  },
})

export const supplierStatementLine = lines('supplier_statement_line', {
  type: 'supplierStatementLine',
  title: ['对账单明细', 'Statement line'],
  of: { statementId: reference('对账单', 'Statement', 'supplier_statement', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 5_000,
  access: { permission: 'supplierStatement' },
  fields: {
    kind: choice('事项', 'What', statementKinds, { computed: true, default: 1, filter: 'select', width: 80 }),
    day: date('日期', 'Day', { computed: true, filter: 'range', width: 110 }),
    reference: text('单号', 'Document', { max: 40, computed: true, default: '', filter: 'contains', width: 160 }),
    productId: reference('商品', 'Product', 'product', { optional: true, computed: true, filter: 'select', width: 220 }),
    quantity: text('数量', 'Quantity', { max: 30, computed: true, default: '', width: 100 }),
    amount: money('金额', 'Amount', { computed: true, default: '0', total: true, see: priceRight, width: 120 }),
  },
  list: { search: false },
  record: { label: 'reference' },
})

export const statementTables = { supplierStatement, supplierStatementLine }
