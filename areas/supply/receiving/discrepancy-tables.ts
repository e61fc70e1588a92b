/** 到货差异: what came otherwise than it was noticed, what was decided, and what became of that. */
import { choice, date, money, reference, referenceBy } from '#platform/declare/fields.ts'
import { document } from '#platform/declare/document.ts'
import { operations } from '#platform/declare/operations.ts'
import { anyOf, granted, ownedBy, when } from '#platform/declare/scope.ts'
import { byOperation, machine } from '#platform/declare/states.ts'
import { product, programStep, quantity } from '#areas/goods/index.ts'
import { priceRight, supplierChoice } from '../orders/words.ts'

export const differenceKinds = {
  short: [1, '少货', 'Short', 'warn'],
  over: [2, '多货', 'Over', 'info'],
  broken: [3, '破损', 'Broken', 'bad'],
  wrong: [4, '错货', 'Wrong', 'bad'],
  rejected: [5, '不合格', 'Rejected', 'bad'],
} as const
export const decisions = {
  resend: [1, '补发', 'Send again', 'info'],
  deduct: [2, '扣款', 'Deduct', 'warn'],
  accept: [3, '接收', 'Accept', 'good'],
  sendBack: [4, '退货', 'Return', 'bad'],
  exchange: [5, '换货', 'Exchange', 'warn'],
} as const
export const differenceStates = {
  open: [1, '待处理', 'To decide', 'warn'],
  decided: [2, '已决定', 'Decided', 'info'],
  done: [3, '已结', 'Settled', 'good'],
  voided: [9, '已撤销', 'Taken back', 'quiet'],
} as const
const made = { optional: true, computed: true, width: 150 } as const

export const receiptDiscrepancy = document('receipt_discrepancy', {
  type: 'receiptDiscrepancy',
  title: ['到货差异', 'Difference at receipt'],
  number: 'DHCY',
  // what is deducted is owed less: whoever sees balances sees it
  access: { scope: anyOf(ownedBy('buyerId'), granted('warehouse_id', 'warehouses'), when('decision', decisions.deduct[0])) },
  fields: {
    kind: choice('差异', 'Difference', differenceKinds, { default: 4, filter: 'select', width: 90 }),
    state: choice('状态', 'State', differenceStates, { default: 1, filter: 'select', width: 90 }),
    productId: product(),
    quantity: quantity({ total: false }),
    supplierId: supplierChoice(),
    warehouseId: reference('仓库', 'Warehouse', 'warehouse', { filter: 'select', choosableWhere: { status: 1 }, width: 140 }),
    inLineId: reference('入库行', 'Receipt line', 'goods_in_line', { optional: true, show: false, width: 150 }),
    deliveryLineId: reference('到货通知行', 'Delivery line', 'purchase_delivery_line', { ...made, show: false }),
    /** of parts at a subcontractor */
    countId: reference('盘点单', 'Stock count', 'goods_count', { ...made, filter: 'select', show: false }),
    decision: choice('处理', 'Decision', decisions, { optional: true, computed: true, filter: 'select', width: 90 }),
    amount: money('扣款金额', 'Deducted', { optional: true, computed: true, currency: 'currency', see: priceRight, width: 110 }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { default: 'CNY', computed: true, show: false, width: 80 }),
    /** the supplier's statement had settled the deduction, and it was taken back */
    undoneOn: date('扣款撤回日', 'Deduction taken back on', { optional: true, computed: true, show: false, width: 110 }),
    resendId: reference('补发通知', 'Sent again by', 'purchase_delivery', made),
    returnId: reference('采购退货', 'Return', 'purchase_return', made),
    buyerId: reference('采购员', 'Buyer', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
  },
  list: {
    empty: ['少货、多货、破损和错货在这里决定补发、扣款、接收、退货或换货', 'What came otherwise than it was noticed is decided here'],
  },
  storage: {
    index: [
      ['supplierId', '-businessOn'],
      ['warehouseId', 'state'],
      ['buyerId', 'state'],
      ['deliveryLineId'],
      ['inLineId'],
      { on: ['countId'], where: 'count_id is not null' },
      ['resendId'],
      ['returnId'],
    ],
  },
  life: {
    states: machine('state', {
      states: {
        open: { edit: ['remark', 'attachments', 'quantity'], remove: true },
        decided: { edit: ['remark', 'attachments'] },
        done: { final: true },
        voided: { final: true },
      },
      steps: {
        decided: programStep(['已决定', 'Decided'], ['open'], 'decided'),
        settle: programStep(['已执行', 'Settled'], ['open', 'decided'], 'done'),
        reopen: programStep(['重新处理', 'To decide anew'], ['decided', 'done'], 'open'),
        wait: programStep(['执行已撤回', 'Taken back'], ['done'], 'decided'),
        gone: programStep(['来源已冲销', 'Source taken back'], ['open'], 'voided'),
        void: { title: ['作废', 'Void'], from: ['open'], to: 'voided', may: byOperation(operations.edit), tone: 'danger' },
      },
    }),
  },
})

export const discrepancyTables = { receiptDiscrepancy }
