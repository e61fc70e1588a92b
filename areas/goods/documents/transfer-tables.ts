/** 调拨单: from one warehouse to another, in two steps: what was shipped is in transit until it is received or lost. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, reference, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { anyOf, granted } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import {
  batch,
  kept,
  label,
  outboundFields,
  outboundStates,
  outboundSteps,
  product,
  programStep,
  quantity,
  warehouse,
  worker,
} from './words.ts'

const { shipped, reversed, voided, ...before } = outboundStates
const shipping = ['remark', 'attachments', 'expectedOn'] as const

export const goodsTransfer = document('goods_transfer', {
  type: 'goodsTransfer',
  title: ['调拨单', 'Transfer'],
  number: 'DB',
  access: { scope: anyOf(granted('from_warehouse_id', 'warehouses'), granted('to_warehouse_id', 'warehouses')) },
  fields: {
    fromWarehouseId: warehouse('调出仓库', 'From'),
    toWarehouseId: warehouse('调入仓库', 'To'),
    state: choice(
      '状态',
      'State',
      { ...before, shipped, part: [7, '部分收货', 'Partly received', 'warn'], done: [10, '已完成', 'Done', 'good'], reversed, voided },
      { default: 0, filter: 'select', width: 100 },
    ),
    expectedOn: date('预计到达', 'Expected', { optional: true, filter: 'range', sort: true, width: 110 }),
    ...outboundFields(),
  },
  list: { empty: ['仓库之间的调拨，发运后在途，到货后在这里收货', 'From one warehouse to another: in transit until it is received'] },
  storage: {
    index: [
      ['fromWarehouseId', 'state', '-businessOn'],
      ['toWarehouseId', 'state', '-businessOn'],
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
        shipped: { edit: shipping },
        part: { edit: shipping },
        done: { edit: ['remark', 'attachments'], final: true },
        reversed: { final: true },
        voided: { final: true },
      },
      steps: {
        ...outboundSteps,
        receive: {
          title: ['全部收货', 'Receive all'],
          from: ['shipped', 'part'],
          to: 'done',
          may: worker,
          tone: 'primary',
          confirm: ['在途的货物全部收到收货区？', 'Receive all that is in transit?'],
        },
        arrive: programStep(['部分收货', 'Partly received'], ['shipped'], 'part'),
        finish: programStep(['收货完成', 'Received'], ['part'], 'done'),
        reopen: programStep(['撤销收货', 'Arrival undone'], ['done'], 'part'),
        unarrive: programStep(['撤销收货', 'Arrival undone'], ['part'], 'shipped'),
      },
    }),
    approval: approval(
      { submit: { title: ['调拨', 'Transfer'], steps: ['submit'] } },
      { figures: ['no', 'fromWarehouseId', 'toWarehouseId'] },
    ),
    posts: { step: 'ship', reversed: 'reversed', after: ['part', 'done'], but: [...shipping, 'toPutBack', 'isLack'] },
  },
})

export const goodsTransferLine = lines('goods_transfer_line', {
  type: 'goodsTransferLine',
  title: ['调拨明细', 'Transfer line'],
  of: { transferId: reference('调拨单', 'Transfer', 'goods_transfer', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 500,
  access: { permission: 'goodsTransfer' },
  fields: {
    productId: product(),
    quantity: quantity(),
    held: kept('已配', 'Allocated'),
    shipped: kept('已发', 'Shipped'),
    received: kept('已收', 'Received'),
    lost: kept('丢失', 'Lost'),
    labelId: label(),
    batchId: batch(),
    lostReason: text('丢失原因', 'Why lost', { max: 200, optional: true, computed: true, show: false }),
  },
  list: { search: false },
  record: { label: 'productId' },
  storage: { index: [['productId'], ['batchId']] },
})

export const transferTables = { goodsTransfer, goodsTransferLine }
