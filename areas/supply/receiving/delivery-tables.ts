/** 到货通知: what a supplier has sent, in how many boxes, by which waybill. */
import { choice, date, decimal, integer, reference, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { byProgress } from '#platform/declare/draws.ts'
import { anyOf, granted, ownedBy } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { drawnState } from '#platform/format/drawn.ts'
import { kept, label, product, quantity, voidStep } from '#areas/goods/index.ts'
import { buyer, supplierChoice } from '../orders/words.ts'

export const deliveryStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  open: [2, '在途', 'On its way', 'info'],
  part: [3, '部分收货', 'Partly received', 'warn'],
  done: [4, '已收货', 'Received', 'good'],
  voided: [9, '已作废', 'Void', 'quiet'],
} as const
const running = ['remark', 'attachments', 'expectedOn', 'carrier', 'trackingNo', 'boxes'] as const

export const purchaseDelivery = document('purchase_delivery', {
  type: 'purchaseDelivery',
  title: ['到货通知', 'Delivery'],
  number: 'DHTZ',
  access: { scope: anyOf(ownedBy('buyerId'), granted('warehouse_id', 'warehouses')) },
  fields: {
    supplierId: supplierChoice({ sort: true }),
    warehouseId: reference('入库仓库', 'Warehouse', 'warehouse', { filter: 'select', choosableWhere: { status: 1 }, width: 140 }),
    state: choice('状态', 'State', deliveryStates, { default: 0, filter: 'select', width: 100 }),
    expectedOn: date('预计到货', 'Expected', { filter: 'range', sort: true, width: 110 }),
    carrier: text('承运商', 'Carrier', { max: 60, optional: true, width: 120 }),
    trackingNo: text('运单号', 'Waybill', { max: 60, optional: true, filter: 'equals', width: 160 }),
    boxes: integer('箱数', 'Boxes', { optional: true, min: 1, max: 100_000, width: 80 }),
    buyerId: reference('采购员', 'Buyer', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
    /** made when it is on its way; the waybill leads to it */
    receiptId: reference('入库单', 'Receipt', 'goods_in', { optional: true, computed: true, noForeignKey: true, width: 150 }),
  },
  list: {
    scans: [{ field: 'trackingNo', kind: 'document', of: 'receiptId' }],
    empty: ['供应商发货后登记到货通知，扫运单号即可收货', 'What suppliers have sent; scanning the waybill opens its receipt'],
    shownAs: {
      calendar: { from: 'expectedOn', to: 'expectedOn' },
      card: { subtitle: 'supplierId', tags: ['state'], person: 'buyerId', due: 'expectedOn' },
    },
  },
  storage: {
    index: [
      ['supplierId', '-businessOn'],
      ['warehouseId', 'state', '-businessOn'],
      ['buyerId', 'state', '-businessOn'],
      ['expectedOn'],
      ['trackingNo'],
    ],
  },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        open: { edit: running },
        part: { edit: running },
        done: { edit: running, final: true },
        voided: { final: true },
      },
      steps: {
        send: { title: ['确认在途', 'On its way'], from: ['draft'], to: 'open', may: buyer, tone: 'primary' },
        ...byProgress('open', 'part', 'done'),
        void: { ...voidStep(['draft', 'open']), may: buyer },
      },
    }),
  },
})

export const deliveryLinesMax = 500
export const purchaseDeliveryLine = lines('purchase_delivery_line', {
  type: 'purchaseDeliveryLine',
  title: ['到货通知明细', 'Delivery line'],
  of: { deliveryId: reference('到货通知', 'Delivery', 'purchase_delivery', { filter: 'select', editDisabled: true, width: 150 }) },
  max: deliveryLinesMax,
  draws: [
    {
      from: 'purchase_order_line',
      by: 'orderLineId',
      measure: 'quantity',
      counter: 'noticed',
      over: 'noticeOver',
      when: ['open', 'part'],
      counts: ['open', 'part', 'done'],
      same: ['supplierId', 'warehouseId', 'productId', 'labelId'],
    },
  ],
  progress: drawnState(['open', 'part', 'done'], 'quantity', 'received', 'closedQty'),
  access: { permission: 'purchaseDelivery' },
  fields: {
    productId: product(),
    quantity: quantity(),
    received: kept('已收', 'Received'),
    closedQty: kept('已关闭', 'Closed early'),
    labelId: label(),
    orderLineId: reference('采购单行', 'Order line', 'purchase_order_line', { show: false, width: 150 }),
    /** more than was noticed may come: what may be received at all is said by the order */
    overPercent: decimal('可超收（%）', 'May exceed, %', 4, { default: '1000', computed: true, hidden: true }),
  },
  list: { search: false },
  record: { label: 'productId' },
  storage: { index: [['productId']] },
})

export const deliveryTables = { purchaseDelivery, purchaseDeliveryLine }
