/** Work orders: what one asks of another, by type, with a clock, until it is done and rated. */
import { approval } from '#platform/declare/approval.ts'
import {
  choice,
  computed,
  date,
  dateTime,
  decimal,
  files,
  flag,
  integer,
  items,
  links,
  longText,
  reference,
  text,
} from '#platform/declare/fields.ts'
import { lines } from '#platform/declare/document.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { anyOf, member, ownedBy, through } from '#platform/declare/scope.ts'
import { catalogTables, priorities } from './catalog-tables.ts'
import { orderStates } from './order-codes.ts'
import { orderMachine } from './order-states.ts'

const orderWords = { editDisabled: true, filter: 'select' } as const
const order = () => reference('工单', 'Work order', 'work_order', orderWords)

export const workOrder = resource('work_order', {
  type: 'workOrder',
  title: ['工单', 'Work order'],
  access: {
    scope: anyOf(
      ownedBy('requesterId'),
      ownedBy('handlerId'),
      member('work_order_watcher', { record: 'workOrderId' }),
      member('work_catalog_employee', { record: 'catalogId', of: 'catalogId' }),
    ),
    forEverybody: true,
  },
  fields: {
    no: text('工单编号', 'No.', { max: 20, optional: true, filter: 'equals', sort: true, set: { onAdd: { number: 'GD' } }, width: 140 }),
    title: text('标题', 'Title', { max: 100, filter: 'contains', width: 180 }),
    state: choice('状态', 'Status', orderStates, { default: 1, filter: 'select', width: 80 }),
    /** kept with the clock: the next instant by which something is due; empty while it waits and after it was solved */
    dueAt: dateTime('截止时间', 'Due', { optional: true, computed: true, sort: true, filter: 'range', width: 205, due: true }),
    catalogId: reference('工单类型', 'Type', 'work_catalog', { filter: 'select', editDisabled: true, width: 90 }),
    priority: choice('优先级', 'Priority', priorities, { default: 2, filter: 'select', sort: true, width: 70 }),
    values: items('类型字段', 'Fields of the type', {
      itemsOf: { by: 'catalogId', from: 'work_catalog_field', of: 'catalogId' },
      show: false,
    }),
    requesterId: reference('申请人', 'Requester', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 100 }),
    handlerId: reference('处理人', 'Handler', 'employee', { optional: true, filter: 'select', computed: true, width: 100 }),
    ownerId: reference('类型负责人', 'Owner of the type', 'employee', { optional: true, atCreation: 'catalogId.ownerId', show: false }),
    orderType: choice(
      '类别',
      'Kind',
      { designChange: [1, '设计变更', 'Design change'] },
      { optional: true, atCreation: 'catalogId.type', filter: 'select', show: false },
    ),
    requirement: longText('需求说明', 'Requirement', { as: 'richText', max: 1_000_000, show: false }),
    watcherIds: links('关注人', 'Watchers', 'employee', {
      optional: true,
      filter: 'select',
      show: false,
      rowsIn: 'work_order_watcher',
    }),
    planDate: date('计划日期', 'Planned date', { optional: true, filter: 'range', sort: true, show: false }),
    antipateDeliveryDate: date('预计交付日期', 'Expected delivery', { optional: true, computed: true, filter: 'range', sort: true }),
    allocateStatus: choice(
      '分配状态',
      'Allocation',
      { no: [0, '未分配', 'Not allocated'], yes: [1, '已分配', 'Allocated'] },
      { default: 0, computed: true, filter: 'select', show: false },
    ),
    allocateDate: date('分配日期', 'Allocated on', { optional: true, computed: true, show: false }),
    pickDate: date('领料日期', 'Materials picked on', { optional: true, computed: true, show: false }),
    isLack: choice(
      '是否缺料',
      'Shortage',
      { no: [0, '不缺料', 'No shortage'], yes: [1, '缺料', 'Shortage', 'bad'] },
      { default: 0, computed: true, filter: 'select', show: false },
    ),
    dataStatus: choice(
      '资料状态',
      'Data',
      {
        waiting: [1, '待上传资料', 'Waiting for data', 'warn'],
        uploaded: [2, '已上传资料', 'Data uploaded'],
        pictures: [3, '已上传（含装箱图）', 'With packing pictures'],
        packing: [4, '已上传（含装箱信息）', 'With packing info'],
      },
      { default: 1, computed: true, filter: 'select', show: false },
    ),
    deliveryStatus: choice(
      '交付状态',
      'Delivery',
      { none: [0, '未交付', 'Not delivered'], part: [1, '部分交付', 'Partly', 'info'], whole: [2, '已交付', 'Delivered', 'good'] },
      { default: 0, computed: true, filter: 'select', show: false },
    ),
    sendMsg: flag('同时发聊天消息', 'Tell by chat too', { default: false, computed: true, show: false }),
    attchmentList: files('附件', 'Attachments', { optional: true, max: 20, show: false }),
    packingPictures: files('装箱图', 'Packing pictures', { accept: 'image', optional: true, max: 20, computed: true, show: false }),
    solution: longText('解决方案', 'Solution', { optional: true, computed: true, show: false }),
    rejectReason: text('驳回原因', 'Reason of rejection', { max: 200, optional: true, computed: true, show: false }),
    stars: integer('评价', 'Stars', { min: 1, max: 5, optional: true, computed: true, sort: true, filter: 'range', width: 70 }),
    changeOrderNo: text('变更单号', 'Change order', { max: 40, optional: true, computed: true, filter: 'equals', show: false }),
    changeReason: text('变更原因', 'Reason of the change', { max: 200, optional: true, computed: true, show: false }),
    requirementVersion: integer('需求版本', 'Requirement version', { default: 1, computed: true, identifier: true, show: false }),
    createdOn: date('提出日期', 'Asked on', { set: { onAdd: 'now' }, filter: 'range', sort: true }),
    urgedAt: dateTime('催办时间', 'Urged at', { optional: true, computed: true, show: false }),
    respondedAt: dateTime('响应时间', 'Responded at', { optional: true, computed: true, show: false }),
    solvedAt: dateTime('首次解决时间', 'First solved at', { optional: true, computed: true, sort: true, show: false }),
    finishedAt: dateTime('完成时间', 'Finished at', { optional: true, computed: true, show: false }),
    spentHours: computed.sql(
      decimal('处理时长（小时）', 'Hours taken', 1, { sort: true, filter: 'range', decimals: 1, width: 130, show: false }),
      "round((date_part('epoch', finished_at - created_at) / 3600)::numeric, 1)",
    ),
    responseDueAt: dateTime('响应截止', 'Respond by', { optional: true, computed: true, sort: true, show: false }),
    solutionDueAt: dateTime('解决截止', 'Solve by', { optional: true, computed: true, sort: true, show: false }),
    /** kept with the clock: until when it may be reopened, and when it is confirmed by itself */
    reopenUntil: dateTime('可重新打开至', 'May be reopened until', { optional: true, computed: true, show: false }),
    confirmDueAt: dateTime('自动确认时间', 'Confirmed by itself at', { optional: true, computed: true, show: false }),
  },
  list: {
    find: 'no',
    shownAs: {
      card: { title: 'title', subtitle: 'no', tags: ['priority', 'catalogId'], person: 'handlerId', due: 'dueAt' },
      board: { by: 'state' },
      calendar: { from: 'dueAt' },
    },
    views: [
      { name: 'asked', title: ['我提出的', 'Asked by me'], me: 'requesterId' },
      { name: 'handled', title: ['我处理的', 'Handled by me'], me: 'handlerId' },
      { name: 'watched', title: ['我关注的', 'Watched by me'], me: 'watcherIds' },
      { name: 'overdue', title: ['已超时', 'Overdue'], past: 'dueAt' },
    ],
    sort: { field: 'createdOn', way: 'DESC' },
    empty: ['需要别的同事帮忙时，提一张工单', 'Ask a colleague for something by a work order'],
  },
  record: {
    label: 'no',
    option: { search: ['title'], detail: ['title'] },
    thread: { closedIn: ['rated', 'rejected', 'withdrawn'], keepsAnswered: true },
    recordPage: {
      head: ['state', 'priority', 'catalogId', 'requesterId', 'handlerId', 'dueAt'],
      groups: [
        {
          title: ['需求', 'Requirement'],
          fields: ['title', 'requirement', 'values', 'planDate', 'watcherIds', 'requirementVersion', 'changeReason'],
        },
        {
          title: ['处理', 'Handling'],
          fields: [
            'solution',
            'antipateDeliveryDate',
            'deliveryStatus',
            'isLack',
            'pickDate',
            'dataStatus',
            'changeOrderNo',
            'rejectReason',
            'stars',
          ],
        },
        {
          title: ['时限', 'Clock'],
          fields: ['createdOn', 'responseDueAt', 'respondedAt', 'solutionDueAt', 'solvedAt', 'confirmDueAt', 'finishedAt', 'reopenUntil'],
        },
      ],
    },
  },
  storage: {
    key: ['no'],
    index: [
      ['orgId', '-createdOn', '-id'],
      ['requesterId', '-createdOn', '-id'],
      ['handlerId', '-createdOn', '-id'],
      ['catalogId', '-createdOn', '-id'],
      { on: ['orgId', 'dueAt'], where: 'due_at is not null' },
      { on: ['orgId', 'responseDueAt'], where: 'state = 1' },
      { on: ['orgId', 'solutionDueAt'], where: 'state in (2, 3)' },
      { on: ['orgId', 'confirmDueAt'], where: 'state = 5' },
    ],
  },
  life: {
    approval: approval(
      { accept: { title: ['受理设计变更', 'Accept a design change'], steps: ['accept'], when: { orderType: [1] } } },
      { figures: ['no', 'catalogId', 'requesterId', 'priority', 'planDate'] },
    ),
    states: orderMachine,
  },
})

/** Who watches an order sees it. */
export const workOrderWatcher = resource('work_order_watcher', {
  title: ['工单关注人', 'Watcher of a work order'],
  access: { scope: through('workOrderId') },
  fields: { workOrderId: order(), employeeId: reference('关注人', 'Watcher', 'employee') },
  storage: { key: ['workOrderId', 'employeeId'], index: [['employeeId']] },
})

/** What was asked for, version by version. */
export const workOrderRequirement = resource('work_order_requirement', {
  type: 'workOrderRequirement',
  title: ['工单需求版本', 'Requirement of a work order'],
  access: { scope: through('workOrderId'), forEverybody: true },
  fields: {
    workOrderId: reference('工单', 'Work order', 'work_order', { ...orderWords, goes: true }),
    versionNo: integer('版本', 'Version', { identifier: true, sort: true, computed: true }),
    requirement: longText('需求说明', 'Requirement', { as: 'richText', max: 1_000_000, computed: true }),
    reason: text('变更原因', 'Reason', { max: 200, optional: true, computed: true }),
    byEmployeeId: reference('变更人', 'Changed by', 'employee', { optional: true, computed: true }),
    at: dateTime('变更时间', 'Changed at', { computed: true }),
  },
  record: { label: 'versionNo' },
  storage: { key: ['workOrderId', 'versionNo'], index: [['orgId', '-id']] },
})

const side = (zh: string, en: string) => decimal(zh, en, 2, { optional: true, min: 0, width: 90 })
/** Packing list: the cartons of an order, and what is in them. */
export const workOrderCarton = lines('work_order_carton', {
  type: 'workOrderCarton',
  title: ['工单装箱信息', 'Packing of a work order'],
  of: { workOrderId: order() },
  max: 500,
  editedSeparately: true,
  access: { forEverybody: true },
  fields: {
    sku: text('SKU', 'SKU', { max: 100, filter: 'equals', width: 180 }),
    qty: integer('数量', 'Quantity', { min: 1, max: 1_000_000, total: true, width: 90 }),
    cartonNo: text('箱号', 'Carton', { max: 40, width: 110 }),
    length: side('长（cm）', 'Length (cm)'),
    width: side('宽（cm）', 'Width (cm)'),
    height: side('高（cm）', 'Height (cm)'),
    weight: decimal('重量（kg）', 'Weight (kg)', 2, { optional: true, min: 0, total: true, width: 100 }),
  },
  record: { label: 'cartonNo' },
})

const named = { workOrder, workOrderWatcher, workOrderCarton, workCatalog: catalogTables.workCatalog }
export const workOrderTables = { ...named, ...catalogTables, workOrderRequirement, workOrderCarton }
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
