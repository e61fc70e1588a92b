/** For tests: orders, receipts drawn from them, bills drawn from receipts. */
import { document, lines } from '#platform/declare/document.ts'
import { byProgress } from '#platform/declare/draws.ts'
import { choice, decimal, reference, text } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { byAnyone, machine } from '#platform/declare/states.ts'
import { drawnState } from '#platform/format/drawn.ts'

const quantity = (zh: string, en: string) => decimal(zh, en, 6, { min: 0, total: true })
const counter = (zh: string, en: string) => decimal(zh, en, 6, { computed: true, default: 0 })

export const order = document('test_order', {
  type: 'testOrder',
  title: ['订单', 'Order'],
  number: 'DD',
  access: { scope: ownOrganisation },
  fields: {
    supplier: text('供应商', 'Supplier', { max: 20, filter: 'equals' }),
    state: choice(
      '状态',
      'State',
      {
        draft: [0, '草稿', 'Draft'],
        open: [2, '生效', 'In force'],
        part: [3, '部分收货', 'Partly received'],
        done: [4, '全部收货', 'Received'],
        closed: [5, '提前关闭', 'Closed early'],
        void: [6, '已作废', 'Void'],
      },
      { default: 0, filter: 'select' },
    ),
  },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        open: { edit: ['remark'] },
        part: { edit: ['remark'] },
        done: { final: true },
        closed: { final: true },
        void: { final: true },
      },
      steps: {
        submit: { title: ['提交', 'Submit'], from: ['draft'], to: 'open', may: byAnyone },
        change: { title: ['改单', 'Change'], from: ['open'], to: 'draft', may: byAnyone, undrawn: true },
        close: { title: ['关闭', 'Close'], from: ['open', 'part'], to: 'closed', may: byAnyone },
        void: { title: ['作废', 'Make void'], from: ['open', 'part', 'done'], to: 'void', may: byAnyone, undrawn: true },
        ...byProgress('open', 'part', 'done'),
      },
    }),
  },
}) as unknown as Resource

export const orderLine = lines('test_order_line', {
  type: 'testOrderLine',
  title: ['订单明细', 'Order line'],
  of: { orderId: reference('订单', 'Order', 'test_order', { editDisabled: true }) },
  max: 100,
  progress: drawnState(['open', 'part', 'done'], 'quantity', 'received', 'closed'),
  access: { permission: 'testOrder' },
  fields: {
    item: text('商品', 'Item', { max: 20, filter: 'equals' }),
    quantity: quantity('数量', 'Quantity'),
    over: decimal('可超收（%）', 'Above, %', 4, { default: 0 }),
    received: counter('已收', 'Received'),
    closed: counter('已关闭', 'Closed early'),
  },
  list: { search: false },
  record: { label: 'item' },
}) as unknown as Resource

const simple = choice(
  '状态',
  'State',
  { draft: [0, '草稿', 'Draft'], posted: [1, '已过账', 'Posted'], void: [2, '已作废', 'Void'] },
  { default: 0, filter: 'select' },
)
const simpleMachine = machine('state', {
  states: { draft: { edit: 'all', remove: true }, posted: { edit: 'all', remove: true }, void: { final: true } },
  steps: {
    post: { title: ['过账', 'Post'], from: ['draft'], to: 'posted', may: byAnyone },
    void: { title: ['作废', 'Make void'], from: ['posted'], to: 'void', may: byAnyone, undrawn: true },
  },
})

export const receipt = document('test_receipt', {
  type: 'testReceipt',
  title: ['入库单', 'Receipt'],
  number: 'RK',
  access: { scope: ownOrganisation },
  fields: { supplier: text('供应商', 'Supplier', { max: 20, filter: 'equals' }), state: simple },
  life: { states: simpleMachine },
}) as unknown as Resource

export const receiptLine = lines('test_receipt_line', {
  type: 'testReceiptLine',
  title: ['入库明细', 'Receipt line'],
  of: { receiptId: reference('入库单', 'Receipt', 'test_receipt', { editDisabled: true }) },
  max: 100,
  draws: [
    {
      from: 'test_order_line',
      by: 'orderLineId',
      measure: 'quantity',
      counter: 'received',
      over: 'over',
      closed: 'closed',
      when: ['open', 'part', 'done'],
      counts: ['posted'],
      same: ['supplier', 'item'],
    },
  ],
  access: { permission: 'testReceipt' },
  fields: {
    orderLineId: reference('订单行', 'Order line', 'test_order_line', { optional: true }),
    item: text('商品', 'Item', { max: 20 }),
    quantity: decimal('数量', 'Quantity', 6, { total: true }),
    billed: counter('已开票', 'Billed'),
  },
  list: { search: false },
  record: { label: 'item' },
}) as unknown as Resource

/** a document without states: its lines count at once */
export const bill = document('test_bill', {
  type: 'testBill',
  title: ['发票', 'Bill'],
  number: 'FP',
  access: { scope: ownOrganisation },
  fields: { supplier: text('供应商', 'Supplier', { max: 20 }) },
}) as unknown as Resource

export const billLine = lines('test_bill_line', {
  type: 'testBillLine',
  title: ['发票明细', 'Bill line'],
  of: { billId: reference('发票', 'Bill', 'test_bill', { editDisabled: true }) },
  max: 100,
  draws: [
    {
      from: 'test_receipt_line',
      by: 'receiptLineId',
      measure: 'billedQuantity',
      of: 'quantity',
      counter: 'billed',
      when: ['posted'],
      same: ['supplier'],
    },
  ],
  access: { permission: 'testBill' },
  fields: {
    receiptLineId: reference('入库行', 'Receipt line', 'test_receipt_line'),
    item: text('商品', 'Item', { max: 20 }),
    billedQuantity: decimal('开票数量', 'Quantity', 6, { total: true }),
  },
  list: { search: false },
  record: { label: 'item' },
}) as unknown as Resource

export const drawnDocuments: readonly Resource[] = [order, orderLine, receipt, receiptLine, bill, billLine]
