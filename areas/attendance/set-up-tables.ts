/** 班次, 考勤组 and their rules: when people work, and how a day is judged. */
import { choice, date, dateTime, files, flag, integer, longText, reference, text, texts } from '#platform/declare/fields.ts'
import { expiry } from '#platform/declare/expiry.ts'
import { resource } from '#platform/declare/resource.ts'
import { anyOf, ownedBy, ownOrganisation, self } from '#platform/declare/scope.ts'
import { person } from './words.ts'

export const attendanceShift = resource('attendance_shift', {
  type: 'attendanceShift',
  title: ['班次', 'Shift'],
  access: { scope: ownOrganisation },
  fields: {
    code: text('班次代码', 'Code', { max: 20, filter: 'contains', sort: true, width: 90 }),
    name: text('名称', 'Name', { max: 50, filter: 'contains' }),
    spans: text('上班时段', 'Spans', {
      max: 60,
      width: 220,
      help: [
        '例如 09:00-13:00 14:00-18:00，夜班写 22:00-26:00 26:30-30:00',
        'As 09:00-13:00 14:00-18:00; a night is 22:00-26:00 26:30-30:00',
      ],
    }),
    mealBreaks: text('用餐时段', 'Meal breaks', {
      max: 60,
      optional: true,
      show: false,
      help: ['这些时段不算加班', 'No overtime in these'],
    }),
    flexMinutes: integer('弹性分钟', 'Flexible minutes', {
      default: 0,
      min: 0,
      max: 240,
      help: ['早到早走、晚到晚走最多多少分钟，0 是固定班次', 'How much earlier or later one may come and go; 0: fixed'],
    }),
    pairs: flag('每段打卡', 'Punch each span', { default: false }),
    validFrom: date('启用日期', 'From', { sort: true, width: 110 }),
    validTo: date('停用日期', 'To', { optional: true, width: 110 }),
  },
  list: {
    sort: { field: 'code', way: 'ASC' },
    empty: ['每天几点上班、几点下班；改时间请新建同代码的一行', 'When work begins and ends; new times are a new line of the same code'],
  },
  record: { label: 'name', option: { detail: ['spans'] } },
  storage: { key: ['code', 'validFrom'] },
  life: { validity: { per: ['code'], from: 'validFrom', to: 'validTo', opens: 'today' } },
})

const shiftOf = (zh: string, en: string, isUsual: boolean) =>
  reference(isUsual ? `周${zh}` : `大小周：周${zh}`, isUsual ? en : `Other week: ${en}`, 'attendance_shift', {
    optional: true,
    show: false,
    help: ['不填是休息', 'Empty: rest'],
  })

export const hoursSystems = {
  standard: [1, '标准工时', 'Standard'],
  comprehensive: [2, '综合工时', 'Comprehensive'],
  free: [3, '不定时', 'Free'],
} as const
export const attendanceGroup = resource('attendance_group', {
  type: 'attendanceGroup',
  title: ['考勤组', 'Attendance group'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('考勤组', 'Group', { max: 50, filter: 'contains', sort: true }),
    workplaceId: reference('工作地点', 'Workplace', 'hr_workplace', { filter: 'select', width: 140 }),
    keeperId: reference('考勤员', 'Keeper', 'employee', {
      optional: true,
      filter: 'select',
      width: 110,
      choosableWhere: { status: 1 },
      help: ['看得到本组人的排班、考勤和申请', 'Sees rosters, days and requests of its people'],
    }),
    hoursSystem: choice('工时制', 'Working hours', hoursSystems, { default: 1, filter: 'select', width: 100 }),
    permitTo: date('特殊工时批复至', 'Permit to', {
      optional: true,
      filter: 'range',
      width: 120,
      help: ['综合、不定时工时制要有劳动部门的批复', 'Comprehensive and free hours need a permit'],
    }),
    expiry: expiry('permitTo'),
    mon: shiftOf('一', 'Monday', true),
    tue: shiftOf('二', 'Tuesday', true),
    wed: shiftOf('三', 'Wednesday', true),
    thu: shiftOf('四', 'Thursday', true),
    fri: shiftOf('五', 'Friday', true),
    sat: shiftOf('六', 'Saturday', true),
    sun: shiftOf('日', 'Sunday', true),
    altFrom: date('大小周起', 'Other weeks from', {
      optional: true,
      show: false,
      help: ['这一天所在的周和之后每隔一周按“大小周”的班次', 'The week of this day and each second one after it have the other shifts'],
    }),
    altSat: shiftOf('六', 'Saturday', false),
    altSun: shiftOf('日', 'Sunday', false),
    followsHolidays: flag('按法定节假日放假', 'Keeps holidays', { default: true }),
    publishedMonths: texts('已发布排班的月份', 'Months of rosters that are published', { optional: true, hidden: true }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    views: [{ name: 'expiring', title: ['批复将到期', 'Permit ends'], expires: 'expiry' }],
    empty: ['同一套班次和规则的人放在一个考勤组里', 'People with the same shifts and rules'],
  },
  storage: { key: ['name'], index: [['orgId', 'permitTo'], ['keeperId']] },
})

export const overtimeBy = {
  both: [1, '审批与打卡取交集', 'Ordered and present'],
  order: [2, '按审批', 'As ordered'],
  punches: [3, '按打卡', 'As punched'],
} as const
const minutes = (zh: string, en: string, value: number, more: object = {}) =>
  integer(zh, en, { default: value, min: 0, max: 1_440, show: false, ...more })
export const attendanceRule = resource('attendance_rule', {
  type: 'attendanceRule',
  title: ['考勤规则', 'Attendance rule'],
  access: { scope: ownOrganisation, permission: 'attendanceGroup' },
  fields: {
    groupId: reference('考勤组', 'Group', 'attendance_group', { filter: 'select', editDisabled: true, width: 130 }),
    validFrom: date('开始日期', 'From', { sort: true, width: 110 }),
    validTo: date('结束日期', 'To', { optional: true, width: 110 }),
    lateGrace: minutes('迟到宽限（分钟）', 'Late grace (min)', 0, { show: true }),
    earlyGrace: minutes('早退宽限（分钟）', 'Early grace (min)', 0, { show: true }),
    absentAfter: minutes('超过多少分钟算旷工', 'Absent above (min)', 120, { show: true }),
    mergeMinutes: minutes('重复打卡合并（分钟）', 'Punches are one within (min)', 5, { max: 60 }),
    turnsAt: text('换日时刻', 'The day turns at', { max: 5, default: '04:00', show: false }),
    overtimeBy: choice('加班依据', 'Overtime by', overtimeBy, { default: 1 }),
    overtimeMin: minutes('加班起算（分钟）', 'Overtime from (min)', 30),
    overtimeUnit: minutes('加班单位（分钟）', 'Overtime unit (min)', 30, { min: 1 }),
    lieuOnWorkdays: flag('工作日加班可调休', 'Time off for workdays', {
      default: false,
      show: false,
      help: ['劳动法要求工作日加班付加班费', 'The law asks for pay of workdays'],
    }),
    lieuOnRestDays: flag('休息日加班可调休', 'Time off for rest days', { default: true, show: false }),
    holidayPay: flag('不定时也付法定节假日三倍', 'Free hours are paid holidays', { default: false, show: false }),
    supplementsAMonth: integer('每月补卡次数', 'Supplements a month', { default: 3, min: 0, max: 31, show: false }),
    supplementDays: integer('几天内可补卡', 'Supplements within days', { default: 7, min: 0, max: 62, show: false }),
    confirmDays: integer('几天内确认月报', 'Months confirmed within days', { default: 3, min: 1, max: 31, show: false }),
  },
  list: {
    sort: { field: 'validFrom', way: 'DESC' },
    tabOf: { attendanceGroup: { by: { groupId: 'id' } } },
    empty: ['迟到宽限、旷工、加班和补卡的规则；没有规则的组按默认值', 'Grace, absence, overtime; a group without one goes by the defaults'],
  },
  record: { label: 'validFrom' },
  storage: { key: ['groupId', 'validFrom'], index: [['orgId', '-validFrom']] },
  life: { validity: { per: ['groupId'], from: 'validFrom', to: 'validTo' } },
})

export const attendanceMember = resource('attendance_member', {
  type: 'attendanceMember',
  title: ['考勤组员', 'Group member'],
  access: { scope: anyOf(self('employeeId'), ownedBy('employeeId'), ownedBy('keeperId')), permission: 'attendanceGroup' },
  fields: {
    employeeId: person({ choosableWhere: { status: 1 } }),
    groupId: reference('考勤组', 'Group', 'attendance_group', { filter: 'select', width: 130 }),
    validFrom: date('开始日期', 'From', { sort: true, filter: 'range', width: 110 }),
    validTo: date('结束日期', 'To', { optional: true, filter: 'range', width: 110 }),
    /** of the group; a while after the end of the membership nobody */
    keeperId: reference('考勤员', 'Keeper', 'employee', { optional: true, computed: true, width: 110 }),
  },
  list: {
    sort: { field: 'validFrom', way: 'DESC' },
    tabOf: { attendanceGroup: { by: { groupId: 'id' } }, hrFile: { by: { employeeId: 'employeeId' } } },
    empty: ['谁从哪天起在哪个考勤组', 'Who belongs to which group from when'],
  },
  record: { label: 'validFrom' },
  storage: {
    key: ['employeeId', 'validFrom'],
    index: [
      ['orgId', '-validFrom'],
      ['groupId', 'validFrom'],
      ['keeperId', 'employeeId'],
    ],
  },
  life: { validity: { per: ['employeeId'], from: 'validFrom', to: 'validTo' } },
})

export const deviceKinds = {
  zk: [1, '中控', 'ZKTeco'],
  deli: [2, '得力', 'Deli'],
  dingtalk: [3, '钉钉', 'DingTalk'],
  wecom: [4, '企业微信', 'WeCom'],
  lark: [5, '飞书', 'Lark'],
  other: [6, '其他', 'Other'],
} as const
export const attendanceDevice = resource('attendance_device', {
  type: 'attendanceDevice',
  title: ['考勤机', 'Attendance device'],
  access: { scope: ownOrganisation, permission: 'attendanceGroup' },
  fields: {
    name: text('设备', 'Device', { max: 50, filter: 'contains', sort: true }),
    workplaceId: reference('工作地点', 'Workplace', 'hr_workplace', { filter: 'select', width: 140 }),
    kind: choice('类型', 'Kind', deviceKinds, {
      default: 6,
      filter: 'select',
      width: 100,
      help: ['选了类型，别的设备的文件会被退回；“其他”都收', 'Files of another kind are refused; other takes all'],
    }),
    serial: text('序列号', 'Serial number', { max: 50, optional: true, show: false }),
    completeUntil: dateTime('数据截至', 'Complete until', { optional: true, computed: true, width: 170 }),
    remark: longText('备注', 'Remark', { max: 500, optional: true, width: 320 }),
    attachments: files('附件', 'Files', { optional: true, max: 8, show: false }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    empty: ['数据没有到的日子显示“待设备数据”，不会算成旷工', 'Days without data wait: nobody is absent because a device is silent'],
  },
  storage: { key: ['name'], index: [['workplaceId']] },
})
