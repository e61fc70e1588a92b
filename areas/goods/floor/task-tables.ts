/** 作业: what somebody does with his hands, line by line: put away, pick, count, put back. 波次: documents that are picked together. */
import { choice, dateTime, decimal, integer, reference, text } from '#platform/declare/fields.ts'
import { lines } from '#platform/declare/document.ts'
import { resource } from '#platform/declare/resource.ts'
import { granted } from '#platform/declare/scope.ts'
import { goodsRights, priorities } from '../documents/words.ts'

export const taskKinds = {
  receive: [1, '收货', 'Receive', 'info'],
  putAway: [2, '上架', 'Put away', 'info'],
  pick: [3, '拣货', 'Pick', 'info'],
  pack: [4, '打包复核', 'Pack', 'info'],
  count: [5, '盘点', 'Count', 'quiet'],
  move: [7, '移位', 'Move', 'quiet'],
  putBack: [8, '退回上架', 'Put back', 'warn'],
} as const
export const taskStates = {
  open: [1, '待领', 'Open', 'warn'],
  underWay: [2, '进行中', 'Under way', 'info'],
  done: [3, '完成', 'Done', 'good'],
  odd: [4, '异常', 'Done, with differences', 'bad'],
  cancelled: [5, '取消', 'Cancelled', 'quiet'],
} as const
export const shortReasons = {
  missing: [1, '缺货', 'Missing', 'bad'],
  damaged: [2, '破损', 'Damaged', 'warn'],
  misplaced: [3, '错位', 'In another place', 'warn'],
  otherCode: [4, '条码不符', 'Other code', 'warn'],
} as const

const shown = { computed: true } as const
const maybe = { computed: true, optional: true } as const
const permission = 'goodsTask'
const warehouse = () => reference('仓库', 'Warehouse', 'warehouse', { ...shown, filter: 'select', width: 140 })

export const goodsWave = resource('goods_wave', {
  type: 'goodsWave',
  title: ['波次', 'Wave'],
  access: { scope: granted('warehouse_id', 'warehouses') },
  fields: {
    no: text('波次号', 'Wave', { max: 20, optional: true, filter: 'equals', sort: true, set: { onAdd: { number: 'BC' } }, width: 165 }),
    warehouseId: warehouse(),
    documents: integer('单据数', 'Documents', { ...shown, default: 0, sort: true, total: true, width: 90 }),
    lineCount: integer('明细行', 'Lines', { ...shown, default: 0, total: true, width: 90 }),
    shippedCount: integer('已发运', 'Shipped', { ...shown, default: 0, total: true, width: 90 }),
  },
  list: {
    find: 'no',
    scans: [{ field: 'no', kind: 'document' }],
    sort: { field: 'id', way: 'DESC' },
    empty: ['在出库单里选已配货的单据，点“生成波次”', 'Waves are made of allocated issues, in their list'],
  },
  record: { label: 'no' },
  storage: { key: ['no'], index: [['orgId', '-id'], ['warehouseId']] },
})

export const goodsTask = resource('goods_task', {
  type: permission,
  title: ['作业', 'Task'],
  access: { scope: granted('warehouse_id', 'warehouses') },
  fields: {
    no: text('作业号', 'Task', { max: 20, optional: true, filter: 'equals', sort: true, set: { onAdd: { number: 'ZY' } }, width: 165 }),
    kind: choice('类型', 'Kind', taskKinds, { ...shown, filter: 'select', width: 90 }),
    warehouseId: warehouse(),
    state: choice('状态', 'State', taskStates, { ...shown, default: 1, filter: 'select', width: 90 }),
    priority: choice('优先级', 'Priority', priorities, { default: 2, filter: 'select', sort: true, inline: true, width: 90 }),
    assigneeId: reference('作业人', 'Assignee', 'employee', { ...maybe, filter: 'select', width: 110 }),
    waveId: reference('波次', 'Wave', 'goods_wave', { ...maybe, filter: 'select', width: 150 }),
    docNo: text('单号', 'Document', { max: 20, ...maybe, filter: 'equals', width: 165 }),
    lineCount: integer('行数', 'Lines', { ...shown, default: 0, width: 70 }),
    doneCount: integer('已完成', 'Done', { ...shown, default: 0, width: 80 }),
    dueAt: dateTime('要求完成', 'Due', { optional: true, due: true, sort: true, width: 150 }),
    startedAt: dateTime('开始时间', 'Begun', { ...maybe, show: false, width: 150 }),
    /** last scan or confirmation: what nobody has touched for a while is free again */
    touchedAt: dateTime('最近操作', 'Last touched', { ...maybe, show: false, width: 150 }),
    doneAt: dateTime('完成时间', 'Done at', { ...maybe, show: false, width: 150 }),
    docType: text('单据类型', 'Document type', { max: 30, ...maybe, hidden: true }),
    docId: text('单据', 'Document', { max: 20, ...maybe, hidden: true }),
  },
  list: {
    find: 'no',
    scans: [{ field: 'no', kind: 'document' }],
    search: ['docNo'],
    sort: { field: 'id', way: 'DESC' },
    views: [
      { name: 'mine', title: ['我的', 'Mine'], me: 'assigneeId' },
      { name: 'late', title: ['逾期', 'Late'], past: 'dueAt' },
    ],
    shownAs: {
      board: { by: 'state', without: [3, 5] },
      card: { title: 'no', subtitle: 'docNo', tags: ['kind', 'priority'], person: 'assigneeId', due: 'dueAt' },
    },
    empty: [
      '按作业管理的仓库，入库、拣货、盘点和取消都在这里生成作业',
      'Receipts, releases, counts and cancellations of warehouses with tasks',
    ],
  },
  record: { label: 'no' },
  storage: {
    key: ['no'],
    index: [
      ['orgId', '-id'],
      ['warehouseId', 'state'],
      ['docType', 'docId'],
      { on: ['waveId'], where: 'wave_id is not null' },
      ['assigneeId'],
    ],
  },
})

export const goodsTaskLine = lines('goods_task_line', {
  type: 'goodsTaskLine',
  title: ['作业明细', 'Task line'],
  of: { taskId: reference('作业', 'Task', 'goods_task', { ...shown, filter: 'select', width: 150 }) },
  max: 5_000,
  access: { permission },
  fields: {
    productId: reference('商品', 'Product', 'product', { ...shown, filter: 'select', linkTo: 'goodsStockByItem', width: 220 }),
    fromId: reference('从库位', 'From', 'goods_location', { ...maybe, filter: 'select', width: 130 }),
    toId: reference('到库位', 'To', 'goods_location', { ...maybe, filter: 'select', width: 130 }),
    /** of a count: none, so that nobody learns what the books say */
    quantity: decimal('数量', 'Quantity', 6, { ...maybe, width: 100 }),
    doneQty: decimal('完成数量', 'Done', 6, { ...shown, default: '0', width: 100 }),
    batchId: reference('批次', 'Batch', 'goods_batch', { ...maybe, filter: 'select', width: 130 }),
    labelId: reference('标签（MSKU）', 'Label (seller SKU)', 'sku_map', { ...maybe, noForeignKey: true, width: 150 }),
    reason: choice('差异原因', 'Why short', shortReasons, { ...maybe, filter: 'select', width: 100 }),
    scannedAt: dateTime('确认时间', 'Confirmed at', { ...maybe, width: 150 }),
    /** line of the count */
    lineId: text('单据行', 'Line', { max: 20, ...maybe, hidden: true }),
  },
  list: { search: false },
  record: { label: 'productId' },
  storage: { index: [['productId'], ['fromId'], { on: ['toId'], where: 'to_id is not null' }, ['batchId']] },
})

/** taking over what another person has, and giving it on */
export const takesOver = goodsRights.decide
export const floorTables = { goodsTask, goodsTaskLine, goodsWave }
