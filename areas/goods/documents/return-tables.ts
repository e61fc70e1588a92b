/** 采购退货: what goes back to a supplier, out of the layer of its receipt. */
import { approval } from '#platform/declare/approval.ts'
import { choice, reference, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { granted } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { batch, kept, label, outboundFields, outboundStates, outboundSteps, product, quantity, warehouse, warehouseOf } from './words.ts'

export const returnWays = { refund: [1, '退款', 'Refund', 'info'], exchange: [2, '换货', 'Exchange', 'warn'] } as const
const shipping = ['remark', 'attachments', 'carrier', 'trackingNo'] as const

export const purchaseReturn = document('purchase_return', {
  type: 'purchaseReturn',
  title: ['采购退货', 'Return to the supplier'],
  number: 'CGTH',
  access: { scope: granted('warehouse_id', 'warehouses') },
  fields: {
    supplierId: reference('供应商', 'Supplier', 'supplier', { filter: 'select', editDisabled: true, sort: true, width: 200 }),
    warehouseId: warehouse(),
    way: choice('方式', 'Way', returnWays, { default: 1, filter: 'select', as: 'radio', width: 90 }),
    state: choice('状态', 'State', outboundStates, { default: 0, filter: 'select', width: 100 }),
    carrier: text('承运商', 'Carrier', { max: 60, optional: true, show: false, width: 120 }),
    trackingNo: text('运单号', 'Waybill', { max: 60, optional: true, filter: 'equals', width: 150 }),
    ...outboundFields(),
  },
  list: { empty: ['破损、错货、不合格的货退给供应商，退款或换货', 'What goes back to suppliers, for a refund or an exchange'] },
  storage: {
    index: [
      ['supplierId', '-businessOn'],
      ['warehouseId', 'state', '-businessOn'],
    ],
  },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        asked: { pendingApproval: 'approve' },
        open: { edit: shipping },
        held: { edit: shipping },
        picking: { edit: shipping },
        picked: { edit: shipping },
        shipped: { edit: shipping, final: true },
        reversed: { final: true },
        voided: { final: true },
      },
      steps: outboundSteps,
    }),
    approval: approval(
      { submit: { title: ['采购退货', 'Return to the supplier'], steps: ['submit'] } },
      { figures: ['no', 'supplierId', 'way'] },
    ),
    posts: { step: 'ship', reversed: 'reversed', but: [...shipping, 'toPutBack', 'isLack'] },
  },
})

export const purchaseReturnLine = lines('purchase_return_line', {
  type: 'purchaseReturnLine',
  title: ['采购退货明细', 'Return line'],
  of: { returnId: reference('采购退货', 'Return', 'purchase_return', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 500,
  draws: [
    {
      from: 'goods_in_line',
      by: 'inLineId',
      measure: 'quantity',
      counter: 'returned',
      when: ['posted'],
      counts: ['asked', 'open', 'held', 'picking', 'picked', 'shipped'],
      same: ['supplierId', 'warehouseId', 'productId', 'labelId', 'batchId'],
    },
  ],
  access: { permission: 'purchaseReturn' },
  fields: {
    warehouseId: warehouseOf('returnId.warehouseId'),
    inLineId: reference('入库行', 'Receipt line', 'goods_in_line', { show: false, width: 150 }),
    productId: product(),
    quantity: quantity(),
    held: kept('已配', 'Allocated'),
    exchanged: kept('已换回', 'Exchanged'),
    labelId: label(),
    batchId: batch(),
    locationId: reference('库位', 'Location', 'goods_location', {
      optional: true,
      filter: 'select',
      narrowedBy: { warehouseId: 'warehouseId' },
      width: 140,
      help: ['不填时从入库的库位或不良品区出', 'Empty: where it was received, or the area of defective goods'],
    }),
  },
  list: { search: false },
  record: { label: 'productId' },
  storage: { index: [['productId'], ['batchId'], ['locationId']] },
})

export const returnTables = { purchaseReturn, purchaseReturnLine }
