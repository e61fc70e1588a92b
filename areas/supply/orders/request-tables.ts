/** 采购申请: what somebody needs bought; its lines become lines of orders. */
import { approval } from '#platform/declare/approval.ts'
import { choice, date, reference } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { byProgress } from '#platform/declare/draws.ts'
import { ownedBy } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { drawnState } from '#platform/format/drawn.ts'
import { kept, label, product, quantity } from '#areas/goods/index.ts'
import { standardSteps, statesOf, supplierChoice } from './words.ts'

const running = ['remark', 'attachments'] as const

export const purchaseRequest = document('purchase_request', {
  type: 'purchaseRequest',
  title: ['采购申请', 'Purchase request'],
  number: 'CGSQ',
  access: { scope: ownedBy('ownerId') },
  fields: {
    reason: choice(
      '原因',
      'Reason',
      {
        replenish: [1, '补货', 'Replenishment', 'info'],
        manual: [3, '手工', 'By hand', 'quiet'],
        safety: [4, '安全库存', 'Safety stock', 'warn'],
        sample: [5, '打样', 'Sample', 'quiet'],
        planning: [6, '需求计划', 'Requirements', 'info'],
      },
      { default: 3, filter: 'select', width: 100 },
    ),
    state: choice('状态', 'State', statesOf(['待采购', 'To order'], ['部分转单', 'Partly ordered'], ['已转单', 'Ordered']), {
      default: 0,
      filter: 'select',
      width: 100,
    }),
    ownerId: reference('申请人', 'Asked by', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
    deptId: reference('部门', 'Department', 'department', { optional: true, atCreation: 'ownerId.deptId', filter: 'select', width: 120 }),
  },
  list: { empty: ['需要采购的商品先提申请，审批后由采购转成采购单', 'What is needed is asked for here and becomes orders'] },
  storage: {
    index: [
      ['ownerId', 'state', '-businessOn'],
      ['deptId', '-businessOn'],
    ],
  },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        asked: { pendingApproval: 'approve' },
        open: { edit: running },
        part: { edit: running },
        done: { edit: running },
        closed: { final: true },
        voided: { final: true },
      },
      steps: { ...standardSteps(['提交', 'Submit']), ...byProgress('open', 'part', 'done') },
    }),
    approval: approval(
      { submit: { title: ['采购申请', 'Purchase request'], steps: ['submit'] } },
      { figures: ['no', 'reason', 'ownerId'] },
    ),
  },
})

export const purchaseRequestLine = lines('purchase_request_line', {
  type: 'purchaseRequestLine',
  title: ['采购申请明细', 'Request line'],
  of: { requestId: reference('采购申请', 'Request', 'purchase_request', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 500,
  progress: drawnState(['open', 'part', 'done'], 'quantity', 'ordered', 'closedQty'),
  access: { permission: 'purchaseRequest' },
  fields: {
    productId: product(),
    quantity: quantity(),
    needOn: date('需求日期', 'Needed on', { filter: 'range', sort: true, width: 110 }),
    // who asks, and replenishment, name warehouses that they were not granted; an order is made with the right to it
    warehouseId: reference('入库仓库', 'Warehouse', 'warehouse', {
      ofOrganisation: 'warehouse.code',
      filter: 'select',
      choosableWhere: { status: 1 },
      width: 140,
    }),
    supplierId: supplierChoice({ optional: true, help: ['指定供应商时填写', 'Where one is wished for'] }),
    labelId: label(),
    ordered: kept('已转单', 'Ordered'),
    closedQty: kept('已关闭', 'Closed early'),
  },
  list: { search: false },
  record: { label: 'productId' },
  storage: { index: [['productId'], ['warehouseId'], ['supplierId']] },
})

export const requestTables = { purchaseRequest, purchaseRequestLine }
