/** 生产单: how many of a product are made by which bill, what it takes of parts, what was reported and what came. */
import { approval } from '#platform/declare/approval.ts'
import { choice, computed, date, decimal, flag, integer, longText, reference } from '#platform/declare/fields.ts'
import { document } from '#platform/declare/document.ts'
import { resource } from '#platform/declare/resource.ts'
import { anyOf, granted, ownedBy, through } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { kept, product, programStep, voidStep, warehouse, worker } from '#areas/goods/index.ts'
import { costRight, quantity } from './words.ts'

export const orderKinds = {
  standard: [1, '自制', 'Made here', 'info'],
  /** takes units of the product that were rejected, and brings them back */
  rework: [2, '返工', 'Rework', 'bad'],
  subcontract: [3, '委外', 'Subcontracted', 'warn'],
} as const
export const orderStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  asked: [1, '审批中', 'In approval', 'warn'],
  confirmed: [2, '已确认', 'Confirmed', 'info'],
  working: [3, '生产中', 'In production', 'info'],
  part: [4, '部分完工', 'Partly made', 'warn'],
  made: [7, '已完工', 'Made', 'good'],
  closed: [8, '已关闭', 'Closed', 'good'],
  voided: [9, '已作废', 'Void', 'quiet'],
} as const
const running = ['remark', 'attachments', 'dueOn'] as const

export const productionOrder = document('production_order', {
  type: 'productionOrder',
  title: ['生产单', 'Production order'],
  number: 'SC',
  access: { scope: anyOf(ownedBy('ownerId'), granted('warehouse_id', 'warehouses')) },
  fields: {
    kind: choice('类型', 'Kind', orderKinds, {
      default: 1,
      filter: 'select',
      as: 'radio',
      editDisabled: true,
      width: 90,
      help: ['返工：领用不良品区的这种商品，做好后重新入库', 'Rework: takes units out of the defective area and receives them anew'],
    }),
    productId: product(),
    state: choice('状态', 'State', orderStates, { default: 0, filter: 'select', width: 100 }),
    quantity: quantity('数量', 'Quantity', { total: true }),
    good: kept('报工良品', 'Reported good'),
    bad: kept('报工不良', 'Reported bad', { show: false }),
    done: kept('已入库', 'Received'),
    isLack: flag('缺料', 'Short', { default: false, computed: true, filter: 'select', width: 80 }),
    startOn: date('开工日期', 'Start', { filter: 'range', sort: true, opens: 'today', width: 110 }),
    dueOn: date('交期', 'Due', { filter: 'range', sort: true, width: 110 }),
    warehouseId: warehouse(),
    supplierId: reference('加工商', 'Subcontractor', 'supplier', {
      optional: true,
      filter: 'select',
      choosableWhere: { status: 2 },
      width: 160,
      help: ['委外必填', 'Needed where it is subcontracted'],
    }),
    bomId: reference('物料清单', 'Bill', 'bom', {
      optional: true,
      narrowedBy: { productId: 'productId' },
      targetWhere: { state: 2 },
      show: false,
      width: 150,
      help: ['不填时用开工日有效的版本', 'Empty: the version that holds on the day of start'],
    }),
    backflush: flag('倒冲', 'Draws by itself', {
      default: false,
      show: false,
      width: 80,
      help: [
        '完工入库时按清单自动领料，不用先领料；委外无效',
        'What is received draws its parts by the bill; not where it is subcontracted',
      ],
    }),
    /** of a subcontracted order: what is paid for it, received and billed by the purchase order */
    purchaseLineId: reference('采购单行', 'Purchase order line', 'purchase_order_line', {
      optional: true,
      computed: true,
      show: false,
      noForeignKey: true,
      width: 150,
    }),
    fee: decimal('加工费（CNY/件）', 'Fee a unit (CNY)', 8, { default: '0', computed: true, see: costRight, show: false, width: 120 }),
    ownerId: reference('负责人', 'Owner', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
  },
  list: {
    empty: ['要生产什么、多少、什么时候，按物料清单算出用料', 'What is to be made, how many and when; parts follow from the bill'],
    views: [
      { name: 'open', title: ['进行中', 'Open'], field: 'state', codes: [2, 3, 4] },
      { name: 'lack', title: ['缺料', 'Short'], field: 'isLack', codes: [1] },
    ],
    shownAs: {
      board: { by: 'state' },
      calendar: { from: 'dueOn', to: 'dueOn' },
      card: { title: 'productId', tags: ['state'], person: 'ownerId', due: 'dueOn', amount: 'quantity' },
    },
    tabOf: { goodsStockByItem: { by: { productId: 'productId' }, at: 14 } },
  },
  storage: {
    index: [
      ['warehouseId', 'state', '-businessOn'],
      ['ownerId', 'state', '-businessOn'],
      ['productId'],
      ['bomId'],
      ['supplierId'],
      ['dueOn'],
      { on: ['purchaseLineId'], where: 'purchase_line_id is not null' },
    ],
  },
  life: {
    states: machine('state', {
      states: {
        draft: { edit: 'all', remove: true },
        asked: { pendingApproval: 'approve' },
        confirmed: { edit: running },
        working: { edit: running },
        part: { edit: running },
        made: { edit: running },
        closed: { edit: ['remark', 'attachments'], final: true },
        voided: { final: true },
      },
      steps: {
        submit: { title: ['确认', 'Confirm'], from: ['draft'], to: 'asked', may: worker, tone: 'primary' },
        approve: programStep(['审批通过', 'Approved'], ['asked'], 'confirmed'),
        back: programStep(['审批退回', 'Sent back'], ['asked'], 'draft'),
        begin: programStep(['开工', 'Begun'], ['confirmed', 'part', 'made'], 'working'),
        partly: programStep(['部分完工', 'Partly made'], ['confirmed', 'working', 'made'], 'part'),
        finish: programStep(['完工', 'Made'], ['confirmed', 'working', 'part'], 'made'),
        close: {
          title: ['关闭', 'Close'],
          from: ['working', 'part', 'made'],
          to: 'closed',
          may: worker,
          confirm: ['关闭后不能再领料、报工和入库，确定？', 'Nothing is issued, reported or received afterwards. Go on?'],
        },
        void: voidStep(['draft', 'confirmed']),
      },
    }),
    approval: approval(
      { submit: { title: ['生产单', 'Production order'], steps: ['submit'] } },
      { figures: ['no', 'productId', 'quantity'] },
    ),
  },
})

const told = { computed: true } as const
const of = () => reference('生产单', 'Order', 'production_order', { ...told, filter: 'select', goes: true, width: 150 })
/** 用料, copied from the bill when the order is written */
export const productionMaterial = resource('production_material', {
  type: 'productionMaterial',
  title: ['生产用料', 'Materials'],
  access: { scope: through('orderId'), permission: 'productionOrder' },
  fields: {
    orderId: of(),
    lineNo: integer('行号', 'Line', { ...told, identifier: true, show: false, width: 70 }),
    partId: reference('物料', 'Part', 'product', { ...told, filter: 'select', linkTo: 'goodsStockByItem', width: 220 }),
    need: decimal('需要', 'Needed', 6, { ...told, width: 100 }),
    /** what a unit cost when the order was confirmed; empty: nobody knew */
    planPrice: decimal('计划单价（CNY）', 'Planned price (CNY)', 8, { ...told, optional: true, see: costRight, show: false, width: 120 }),
    held: kept('已占用', 'Held', { total: false }),
    issued: kept('已领', 'Issued', { total: false }),
    returned: kept('已退', 'Returned', { total: false }),
    used: kept('已耗用', 'Used', { total: false }),
    /** lost at a subcontractor or found to be gone; below zero: more was found */
    lost: kept('损失', 'Lost', { total: false, show: false }),
    left: computed.sql(decimal('在制', 'In production', 6, { width: 100 }), 'issued - returned - used - lost'),
    moreReason: longText('原因', 'Reason', { ...told, optional: true, max: 200, show: false, width: 150 }),
  },
  list: {
    search: false,
    sort: { field: 'id', way: 'ASC' },
  },
  record: { editable: [], label: 'partId' },
  storage: { key: ['orderId', 'lineNo'], index: [['orgId', 'id'], ['partId']] },
})

export const badReasons = {
  work: [1, '工废', 'Workmanship', 'warn'],
  material: [2, '料废', 'Material', 'warn'],
  other: [3, '其他', 'Other', 'quiet'],
} as const
/** 报工: as people count it */
export const workReport = resource('work_report', {
  type: 'workReport',
  title: ['报工', 'Report'],
  access: { scope: through('orderId'), permission: 'productionOrder' },
  fields: {
    orderId: of(),
    reportedOn: date('日期', 'Day', { ...told, filter: 'range', sort: true, width: 110 }),
    employeeId: reference('报工人', 'Reported by', 'employee', { ...told, filter: 'select', width: 100 }),
    good: decimal('良品', 'Good', 6, { ...told, total: true, width: 100 }),
    bad: decimal('不良', 'Bad', 6, { ...told, total: true, width: 100 }),
    reworked: decimal('返工转良', 'Good by rework', 6, { ...told, default: '0', total: true, width: 100 }),
    badReason: choice('不良原因', 'Why bad', badReasons, { ...told, optional: true, filter: 'select', width: 100 }),
    minutes: integer('用时（分钟）', 'Minutes', { ...told, optional: true, total: true, width: 100 }),
    voided: flag('已作废', 'Void', { ...told, default: false, filter: 'select', width: 80 }),
  },
  list: {
    search: false,
    sort: { field: 'id', way: 'DESC' },
    tabOf: { productionOrder: { by: { orderId: 'id' }, at: 1 } },
    empty: ['在生产单上点“报工”，良品和不良都记在这里', 'Good and bad units that were reported on orders'],
    shownAs: { card: { title: 'orderId', subtitle: 'reportedOn', amount: 'good' } },
  },
  record: { editable: [], label: 'orderId' },
  storage: { index: [['orgId', '-id'], ['orderId'], ['employeeId']] },
})

/** 完工入库, each a posting of its own */
export const productionReceipt = resource('production_receipt', {
  type: 'productionReceipt',
  title: ['完工入库', 'Received from production'],
  access: { scope: through('orderId'), permission: 'productionOrder' },
  fields: {
    orderId: of(),
    receivedOn: date('日期', 'Day', { ...told, filter: 'range', sort: true, width: 110 }),
    quantity: decimal('数量', 'Quantity', 6, { ...told, total: true, width: 100 }),
    batchId: reference('批次', 'Batch', 'goods_batch', { ...told, optional: true, filter: 'select', width: 140 }),
    /** of a subcontracted order that was bought: its receipt */
    inId: reference('入库单', 'Goods receipt', 'goods_in', { ...told, optional: true, filter: 'select', noForeignKey: true, width: 150 }),
    reversed: flag('已冲销', 'Reversed', { ...told, default: false, filter: 'select', width: 80 }),
  },
  list: {
    search: false,
    sort: { field: 'id', way: 'DESC' },
    tabOf: { productionOrder: { by: { orderId: 'id' }, at: 2 } },
    empty: ['在生产单上点“完工入库”后，每次入库一条', 'One for each receipt from production'],
    shownAs: { card: { title: 'orderId', subtitle: 'receivedOn', amount: 'quantity' } },
  },
  record: { editable: [], label: 'orderId' },
  storage: { index: [['orgId', '-id'], ['orderId'], ['batchId'], { on: ['inId'], where: 'in_id is not null' }] },
})
