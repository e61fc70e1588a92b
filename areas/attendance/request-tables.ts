/** 请假, 补卡, 外出, 出差, 加班: asked for by the person, decided by his head, and what of it keeps him away from work. */
import { choice, dateTime, decimal, files, flag, integer, longText, reference, text } from '#platform/declare/fields.ts'
import { document } from '#platform/declare/document.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { leaveCounts, leaveUnits } from './leave/split.ts'
import { asker, endsEarly, ofAsked, ofKept, person, requestLife, requestState } from './words.ts'

export const payKinds = { full: [1, '全薪', 'Full'], part: [2, '按比例', 'Part'], none: [3, '无薪', 'None'] } as const
export const balances = { free: [1, '不限', 'Without limit'], entitled: [2, '按额度', 'By entitlement'] } as const
export const leaveType = resource('leave_type', {
  type: 'leaveType',
  title: ['假期类型', 'Kind of leave'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('代码', 'Code', { max: 20, filter: 'contains', sort: true, width: 90 }),
    name: text('名称', 'Name', { max: 50, filter: 'contains' }),
    unit: choice('单位', 'Unit', leaveUnits, { default: 1, width: 80 }),
    counts: choice('按', 'Counted by', leaveCounts, { default: 1, width: 100 }),
    balance: choice('额度', 'Entitlement', balances, { default: 1, filter: 'select', width: 100 }),
    pay: choice('工资', 'Pay', payKinds, { default: 1, filter: 'select' }),
    payPercent: decimal('工资比例（%）', 'Pay share (%)', 2, { optional: true, min: 0, max: 100, show: false }),
    sex: choice('只给', 'Only for', { male: [1, '男员工', 'Men'], female: [2, '女员工', 'Women'] }, { optional: true, show: false }),
    inProbation: flag('试用期可请', 'In probation too', { default: true, show: false }),
    proofFromDays: integer('几天起要证明', 'Proof from days', { optional: true, min: 0, max: 366 }),
    status: choice(
      '状态',
      'Status',
      { on: [1, '启用', 'In use', 'good'], off: [2, '停用', 'Stopped', 'quiet'] },
      { default: 1, filter: 'select' },
    ),
  },
  list: {
    sort: { field: 'code', way: 'ASC' },
    empty: ['年假、事假、病假等，点“载入常用类型”', 'Annual, personal, sick leave: bring the usual kinds'],
  },
  record: { label: 'name' },
  storage: { key: ['code'] },
})

const stretch = {
  fromAt: dateTime('开始时间', 'From', { sort: true, filter: 'range', width: 170 }),
  toAt: dateTime('结束时间', 'To', { width: 170 }),
}
const reason = (more: object = {}) => longText('事由', 'Reason', { max: 500, width: 200, ...more })
const index = [['employeeId', '-fromAt'], ['fromAt'], ['orgId', '-businessOn']] as const
const card = { title: 'employeeId', tags: ['state'], due: 'fromAt' } as const

export const leaveRequest = document('leave_request', {
  type: 'leaveRequest',
  title: ['请假', 'Leave'],
  number: 'QJ',
  access: { scope: ofAsked, forEverybody: true },
  fields: {
    employeeId: asker(),
    state: requestState(),
    typeId: reference('假期类型', 'Kind', 'leave_type', { filter: 'select', choosableWhere: { status: 1 }, width: 100 }),
    ...stretch,
    minutes: integer('工作时间（分钟）', 'Working minutes', { default: 0, computed: true, total: true, width: 130 }),
    days: decimal('天数', 'Days', 2, { default: 0, computed: true, total: true, filter: 'range', width: 80 }),
    ruleId: reference('情形', 'Case', 'leave_rule', {
      optional: true,
      show: false,
      narrowedBy: { typeId: 'typeId' },
      help: ['婚假、产假等按情形有天数上限', 'Marriage, maternity and others are limited by their case'],
    }),
    isUnchecked: flag('规则待核实', 'Rule unchecked', { default: false, computed: true, show: false }),
    handOverId: reference('工作交接给', 'Handed over to', 'employee', {
      optional: true,
      show: false,
      choosableWhere: { status: 1 },
      help: ['请假期间由谁代为审批', 'Who approves in your place meanwhile'],
    }),
    reason: reason(),
    proof: files('证明材料', 'Proof', { optional: true, max: 8, show: false }),
  },
  list: {
    shownAs: { calendar: { from: 'fromAt', to: 'toAt' }, card },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    views: [{ name: 'asked', title: ['审批中', 'In approval'], field: 'state', codes: [1] }],
    empty: ['年假、事假、病假等在这里申请', 'Ask for leave here'],
  },
  storage: { index: [...index, ['typeId']] },
  life: requestLife(['请假', 'Leave'], ['typeId', 'fromAt', 'toAt', 'days'], endsEarly),
})

export const supplement = document('supplement', {
  type: 'supplement',
  title: ['补卡', 'Missed punch'],
  number: 'BK',
  access: { scope: ofAsked, forEverybody: true },
  fields: {
    employeeId: asker(),
    state: requestState(),
    at: dateTime('补卡时间', 'Punch at', { sort: true, filter: 'range', width: 170 }),
    reason: reason(),
  },
  list: {
    shownAs: { card: { ...card, due: 'at' } },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    empty: ['忘记打卡时在这里补，批准后成为打卡记录', 'A punch that was forgotten; approved it becomes one'],
  },
  storage: {
    index: [
      ['employeeId', '-at'],
      ['orgId', '-businessOn'],
    ],
  },
  life: requestLife(['补卡', 'Missed punch'], ['at', 'reason']),
})

export const outing = document('outing', {
  type: 'outing',
  title: ['外出', 'Outing'],
  number: 'WC',
  access: { scope: ofAsked, forEverybody: true },
  fields: {
    employeeId: asker(),
    state: requestState(),
    ...stretch,
    place: text('地点', 'Place', { max: 100, width: 140 }),
    reason: reason(),
  },
  list: {
    shownAs: { calendar: { from: 'fromAt', to: 'toAt' }, card },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    empty: ['上班时间去客户、仓库等，不用打卡', 'At a customer or a warehouse in working hours: no punch is needed'],
  },
  storage: { index },
  life: requestLife(['外出', 'Outing'], ['place', 'fromAt', 'toAt']),
})

export const trip = document('trip', {
  type: 'trip',
  title: ['出差', 'Business trip'],
  number: 'CC',
  access: { scope: ofAsked, forEverybody: true },
  fields: {
    employeeId: asker(),
    state: requestState(),
    place: text('目的地', 'Destination', { max: 100, filter: 'contains', width: 140 }),
    ...stretch,
    reason: reason(),
  },
  list: {
    shownAs: { calendar: { from: 'fromAt', to: 'toAt' }, card },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    empty: ['去外地的天数按出勤算', 'Days elsewhere count as attended'],
  },
  storage: { index },
  life: requestLife(['出差', 'Business trip'], ['place', 'fromAt', 'toAt'], endsEarly),
})

/** of who is protected: why he works overtime or at night all the same */
export const protectedReason = () =>
  text('特殊保护人员加班原因', 'Why a protected person', {
    max: 200,
    optional: true,
    show: false,
    help: ['孕期、哺乳期和未成年员工加班才填写', 'Only of pregnant and nursing women and of minors'],
  })
export const compensations = { pay: [1, '加班费', 'Pay'], lieu: [2, '调休', 'Time off'] } as const
export const overtimeOrder = document('overtime_order', {
  type: 'overtimeOrder',
  title: ['加班', 'Overtime'],
  number: 'JB',
  access: { scope: ofAsked, forEverybody: true },
  fields: {
    employeeId: asker(),
    state: requestState(),
    ...stretch,
    compensation: choice('补偿', 'Paid by', compensations, {
      default: 1,
      filter: 'select',
      width: 90,
      help: ['法定节假日一律付加班费', 'Statutory holidays are always paid'],
    }),
    unpunched: flag('不用打卡', 'Without punches', { default: false, show: false }),
    reason: reason(),
    protectedReason: protectedReason(),
  },
  list: {
    shownAs: { calendar: { from: 'fromAt', to: 'toAt' }, card },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    empty: ['先申请再加班；按审批和打卡计算', 'Ask first; what is ordered and present counts'],
  },
  storage: { index },
  life: requestLife(['加班', 'Overtime'], ['fromAt', 'toAt', 'compensation']),
})

export const awaySources = {
  leave: [1, '请假', 'Leave'],
  trip: [2, '出差', 'Business trip'],
  outing: [3, '外出', 'Outing'],
} as const
/** Written with the requests; no two of a person overlap. */
export const away = resource('away', {
  title: ['不在岗时间', 'Away'],
  access: { scope: ofKept },
  fields: {
    employeeId: person(),
    source: choice('来源', 'Source', awaySources, { filter: 'select' }),
    docId: text('单据', 'Document', { max: 20, hidden: true }),
    no: text('单号', 'No', { max: 30 }),
    fromAt: dateTime('开始时间', 'From', { sort: true }),
    toAt: dateTime('结束时间', 'To'),
    approved: flag('已批准', 'Approved', { default: false }),
  },
  list: { search: false, sort: { field: 'fromAt', way: 'DESC' } },
  record: { label: 'no' },
  storage: {
    key: ['source', 'docId', 'fromAt'],
    index: [
      ['employeeId', 'fromAt'],
      ['orgId', '-fromAt'],
    ],
  },
})
export const requestTables = { leaveRequest, supplement, outing, trip, overtimeOrder }
