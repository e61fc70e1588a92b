/** 考勤月报: what the days of a month of a person add up to, confirmed by him and locked by group; the basis of pay. */
import { choice, date, dateTime, files, integer, longText, month, reference, text } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { byField, byOperation, byProgram, machine } from '#platform/declare/states.ts'
import { ofKept, person } from '../words.ts'

export const monthRights = { lock: 103, reopen: 104 } as const
export const monthStates = {
  running: [1, '计算中', 'Running', 'info'],
  asked: [2, '待确认', 'To confirm', 'warn'],
  objected: [3, '有异议', 'Objected', 'bad'],
  confirmed: [4, '已确认', 'Confirmed', 'good'],
  locked: [5, '已锁定', 'Locked', 'quiet'],
} as const
export const confirmations = {
  self: [1, '本人确认', 'By the person'],
  due: [2, '到期默认确认', 'By the day'],
  paper: [3, '纸质签字', 'On paper'],
} as const
const sum = (zh: string, en: string, more: object = {}) => integer(zh, en, { default: 0, computed: true, total: true, width: 90, ...more })
const minutes = (zh: string, en: string, more: object = {}) => sum(`${zh}（分）`, `${en} (min)`, more)
const keeper = byOperation(operations.audit, ['确认和答复考勤', 'Confirm and answer for others'])

export const attendanceMonth = resource('attendance_month', {
  type: 'attendanceMonth',
  title: ['考勤月报', 'Attendance month'],
  access: { scope: ofKept, forEverybody: true },
  fields: {
    employeeId: person({ computed: true }),
    month: month('月份', 'Month', { computed: true, filter: 'range', sort: true, width: 90 }),
    groupId: reference('考勤组', 'Group', 'attendance_group', { computed: true, filter: 'select', width: 120 }),
    state: choice('状态', 'State', monthStates, { default: 1, filter: 'select', width: 90 }),
    confirmedBy: choice('确认方式', 'Confirmed', confirmations, { optional: true, computed: true, filter: 'select', width: 110 }),
    confirmDue: date('确认截止', 'Confirm by', { optional: true, computed: true, width: 110 }),
    objection: longText('异议', 'Objection', { max: 500, optional: true, computed: true, width: 160 }),
    answer: longText('答复', 'Answer', { max: 500, optional: true, computed: true, width: 160 }),
    daysDue: sum('应出勤天数', 'Days due'),
    daysCame: sum('出勤天数', 'Days attended'),
    scheduled: minutes('应出勤', 'Scheduled', { show: false }),
    worked: minutes('出勤', 'Worked', { show: false }),
    forgiven: minutes('宽限', 'Forgiven', { show: false }),
    late: minutes('迟到', 'Late'),
    lateTimes: sum('迟到次数', 'Times late'),
    early: minutes('早退', 'Early'),
    absent: minutes('旷工', 'Absent'),
    missing: minutes('缺卡', 'Missing'),
    missingTimes: sum('缺卡次数', 'Times missing', { show: false }),
    leave: minutes('请假', 'Leave'),
    leaveByType: text('各类请假', 'Leave by kind', { max: 300, optional: true, computed: true, width: 160 }),
    trip: minutes('出差', 'Trip', { show: false }),
    outing: minutes('外出', 'Outing', { show: false }),
    otWork: minutes('加班 1.5 倍', 'Overtime x1.5'),
    otRest: minutes('加班 2 倍', 'Overtime x2'),
    otHoliday: minutes('加班 3 倍', 'Overtime x3'),
    holidayWorked: minutes('节假日出勤（3 倍）', 'Worked on holidays (x3)', { show: false }),
    lieu: minutes('调休', 'Time off earned'),
    night: minutes('夜班', 'Night', { show: false }),
    openDays: sum('未完成天数', 'Days open', { show: false }),
    signedSheet: files('签字扫描件', 'Signed sheet', { optional: true, max: 4, computed: true, show: false }),
    lockedAt: dateTime('锁定时间', 'Locked at', { optional: true, computed: true, show: false }),
    lockNo: integer('锁定次数', 'Times locked', { default: 0, computed: true, show: false }),
    reopenReason: text('重开原因', 'Reopened because', { max: 200, optional: true, computed: true, show: false }),
  },
  list: {
    sort: { field: 'month', way: 'DESC' },
    search: false,
    views: [
      { name: 'asked', title: ['待确认', 'To confirm'], field: 'state', codes: [2] },
      { name: 'objected', title: ['有异议', 'Objected'], field: 'state', codes: [3] },
      { name: 'pay', title: ['薪资依据', 'Basis of pay'], field: 'state', codes: [5] },
    ],
    shownAs: { card: { title: 'employeeId', subtitle: 'month', tags: ['state'], due: 'confirmDue' } },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    empty: ['每人每月一行，由日结果自动合计', 'One row a person and month, summed from the days'],
  },
  record: { label: 'month' },
  storage: {
    key: ['employeeId', 'month'],
    index: [
      ['orgId', '-month'],
      ['employeeId', '-month'],
      ['groupId', 'month'],
    ],
  },
  life: {
    states: machine('state', {
      editBy: byProgram,
      states: { running: {}, asked: {}, objected: {}, confirmed: {}, locked: { final: true } },
      steps: {
        ask: {
          title: ['请本人确认', 'Ask for confirmation'],
          from: ['running'],
          to: 'asked',
          may: byProgram,
          tell: ['employeeId'],
        },
        confirm: {
          title: ['确认无误', 'Confirm'],
          from: ['asked', 'objected'],
          to: 'confirmed',
          may: byField('employeeId'),
          set: { confirmedBy: { value: confirmations.self[0] } },
          tone: 'primary',
        },
        object: {
          title: ['提出异议', 'Object'],
          from: ['asked', 'confirmed'],
          to: 'objected',
          may: byField('employeeId'),
          input: { objection: 'required' },
          set: { confirmedBy: null },
        },
        reply: {
          title: ['答复异议', 'Answer'],
          from: ['objected'],
          to: 'asked',
          may: keeper,
          input: { answer: 'required' },
          tell: ['employeeId'],
        },
        sign: {
          title: ['登记纸质确认', 'Signed on paper'],
          from: ['asked'],
          to: 'confirmed',
          may: keeper,
          set: { confirmedBy: { value: confirmations.paper[0] } },
          confirm: ['{n} 人已在考勤确认表上签字', '{n} people have signed'],
        },
        scan: {
          title: ['附签字扫描件', 'Attach the signed sheet'],
          from: ['confirmed'],
          to: 'confirmed',
          sameState: true,
          may: keeper,
          input: { signedSheet: 'required' },
        },
        pass: {
          title: ['到期默认确认', 'Confirmed by the day'],
          from: ['asked'],
          to: 'confirmed',
          may: byProgram,
          set: { confirmedBy: { value: confirmations.due[0] } },
        },
        lock: { title: ['锁定', 'Lock'], from: ['confirmed'], to: 'locked', may: byProgram, set: { lockedAt: 'now' } },
        reopen: { title: ['重开', 'Reopen'], from: ['locked'], to: 'confirmed', may: byProgram, set: { lockedAt: null } },
      },
    }),
  },
})
