/** 假期规则 with their source, 额度 of each person and the ledger of what became of them, and what a leave takes of each day. */
import { choice, date, decimal, integer, longText, reference, text } from '#platform/declare/fields.ts'
import { expiry } from '#platform/declare/expiry.ts'
import { ledger } from '#platform/declare/ledger.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { ofPeople, person } from '../words.ts'
import { leaveCounts } from './split.ts'

const type = () => reference('假期类型', 'Kind', 'leave_type', { filter: 'select', editDisabled: true, width: 100 })

/** a year holds all that is asked for in it; of how many children is not known: that is as each time */
export const leavePeriods = {
  event: [1, '每次', 'Event'],
  year: [2, '每年', 'Year'],
  child: [3, '每子女每年', 'Child and year'],
} as const
export const leaveRule = resource('leave_rule', {
  type: 'leaveRule',
  title: ['假期规则', 'Leave rule'],
  access: { scope: ownOrganisation, permission: 'leaveType' },
  fields: {
    typeId: type(),
    region: text('地区', 'Region', {
      max: 30,
      default: '全国',
      filter: 'contains',
      width: 100,
      help: ['全国或省份', 'National, or a province'],
    }),
    caseName: text('情形', 'Case', { max: 30, default: '一般', filter: 'contains', width: 120 }),
    days: decimal('天数', 'Days', 1, { min: 0, max: 400, width: 80 }),
    counts: choice('按', 'Counted by', leaveCounts, { default: 2, width: 90 }),
    dailyMinutes: integer('每天分钟', 'Minutes a day', {
      optional: true,
      min: 1,
      max: 480,
      editDisabled: true,
      width: 90,
      help: [
        '哺乳时间等每天只给几分钟：从开始的钟点算起，到三期保护截止日为止',
        'As time to nurse: so many minutes of each day, until the protection of the person ends',
      ],
    }),
    per: choice('周期', 'Per', leavePeriods, { default: 1, width: 110 }),
    condition: longText('条件', 'Condition', { max: 500, optional: true, show: false }),
    source: longText('依据', 'Source', { max: 500, width: 260 }),
    checkedOn: date('核实日期', 'Checked on', {
      optional: true,
      filter: 'range',
      width: 110,
      help: ['人事核对原文后填写；没有填的规则显示待核实', 'Filled in once HR has read the text; until then it is unchecked'],
    }),
    checkedById: reference('核实人', 'Checked by', 'employee', { optional: true, show: false }),
    validFrom: date('开始日期', 'From', { sort: true, width: 110 }),
    validTo: date('结束日期', 'To', { optional: true, width: 110 }),
  },
  list: {
    sort: { field: 'validFrom', way: 'DESC' },
    tabOf: { leaveType: { by: { typeId: 'id' } } },
    empty: [
      '各地各种情形的天数和依据；全国与省的天数相加',
      'Days of each case and region with their source; national and provincial days add up',
    ],
  },
  record: { label: 'caseName', option: { detail: ['region', 'days'] } },
  storage: { key: ['typeId', 'region', 'caseName', 'validFrom'], index: [['orgId', '-validFrom']] },
  life: { validity: { per: ['typeId', 'region', 'caseName'], from: 'validFrom', to: 'validTo' } },
})

export const entitlementSources = {
  annual: [1, '法定年假', 'Statutory'],
  lieu: [2, '加班调休', 'Overtime'],
  byHand: [3, '手工', 'By hand'],
  moved: [4, '延期', 'Moved'],
} as const
const days = (zh: string, en: string, more: object = {}) =>
  decimal(zh, en, 2, { default: 0, computed: true, total: true, width: 90, ...more })
export const leaveEntitlement = resource('leave_entitlement', {
  type: 'leaveEntitlement',
  title: ['假期额度', 'Leave entitlement'],
  access: { scope: ofPeople, forEverybody: true },
  fields: {
    employeeId: person(),
    typeId: type(),
    label: text('标签', 'Label', { max: 40, editDisabled: true, width: 120, help: ['例如 2026 年假', 'As annual leave 2026'] }),
    fromOn: date('可用自', 'From', { editDisabled: true, sort: true, width: 110 }),
    toOn: date('可用至', 'To', { editDisabled: true, sort: true, filter: 'range', width: 110 }),
    expiry: expiry('toOn'),
    days: decimal('天数', 'Days', 2, { min: 0, max: 400, total: true, width: 80 }),
    freeDays: days('剩余', 'Left'),
    heldDays: days('占用', 'Held'),
    usedDays: days('已用', 'Used'),
    expiredDays: days('过期', 'Expired', { show: false }),
    basis: text('依据', 'Basis', { max: 300, optional: true, width: 260 }),
    source: choice('来源', 'Source', entitlementSources, { default: 3, computed: true, filter: 'select', width: 100 }),
  },
  list: {
    sort: { field: 'toOn', way: 'DESC' },
    search: false,
    views: [{ name: 'expiring', title: ['将到期', 'Ends soon'], expires: 'expiry' }],
    shownAs: { card: { title: 'employeeId', subtitle: 'label', tags: ['expiry'], due: 'toOn' } },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    empty: [
      '每人每种假的额度，各有最后一天；年假每年自动发放',
      'What each person has of each leave, with its last day; annual leave comes by itself',
    ],
  },
  record: { label: 'label' },
  storage: {
    key: ['employeeId', 'typeId', 'label'],
    index: [
      ['orgId', '-toOn'],
      ['employeeId', '-toOn'],
    ],
    checks: ['from_on <= to_on'],
  },
})

/** Minutes; a day is 480. What is reserved for a day of a request is spent when its month is locked. */
export const leaveLedger = ledger('leave', {
  title: ['假期额度明细', 'Leave entries'],
  type: 'leaveEntry',
  permission: 'leaveEntitlement',
  scope: ofPeople,
  cell: {
    employeeId: person(),
    entitlementId: reference('额度', 'Entitlement', 'leave_entitlement', { width: 130 }),
  },
  amount: integer('分钟', 'Minutes', { total: true, sort: true }),
  kinds: {
    earn: ['发放', 'Granted'],
    reserve: ['占用', 'Held'],
    release: ['释放', 'Released'],
    spend: ['使用', 'Used'],
    expire: ['过期', 'Expired'],
    correct: ['调整', 'Corrected'],
  },
  extraFields: {
    requestId: reference('请假单', 'Request', 'leave_request', { width: 130 }),
    day: date('请假日期', 'Day of leave', { width: 110 }),
    note: text('说明', 'Note', { max: 200, width: 180 }),
  },
  floor: 0,
  reserve: true,
  idempotent: true,
  lots: { order: 'expiry', againDays: 0 },
  empty: ['每次发放、占用、使用、过期都是一条明细', 'Each grant, hold, use and expiry is an entry'],
})

export const leaveDayStates = { held: [1, '占用', 'Held'], spent: [2, '已使用', 'Used'] } as const
/** Written with the requests: what each day takes, and from which entitlement. */
export const leaveDay = resource('leave_day', {
  title: ['请假日', 'Day of leave'],
  access: { scope: ofPeople },
  fields: {
    employeeId: person(),
    requestId: reference('请假单', 'Request', 'leave_request', { goes: true }),
    day: date('日期', 'Day', { sort: true }),
    minutes: integer('分钟', 'Minutes'),
    entitlementId: reference('额度', 'Entitlement', 'leave_entitlement', { optional: true }),
    hold: text('占用', 'Hold', { max: 100, optional: true, hidden: true }),
    state: choice('状态', 'State', leaveDayStates, { default: 1 }),
  },
  list: { search: false, sort: { field: 'day', way: 'DESC' } },
  record: { label: 'day' },
  storage: {
    key: ['requestId', 'day', 'entitlementId'],
    index: [['employeeId', 'day'], ['orgId', '-day'], ['entitlementId']],
  },
})
