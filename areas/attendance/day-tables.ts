/** 日结果: what a day of a person is, worked out from all that is known of it; and which days are to be worked out again. */
import { choice, choices, date, dateTime, integer, reference } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { dayKinds } from './day/input.ts'
import { ofKept, person } from './words.ts'

export const dayStates = {
  running: [1, '进行中', 'Running', 'info'],
  waiting: [2, '待设备数据', 'Waits for a device', 'warn'],
  done: [3, '完成', 'Done', 'quiet'],
} as const
export const dayMarks = {
  noIn: [1, '缺上班卡', 'No punch in', 'bad'],
  noOut: [2, '缺下班卡', 'No punch out', 'bad'],
  longOvertime: [3, '加班超过 3 小时', 'Overtime above 3 h', 'warn'],
  late: [5, '迟到早退', 'Late or early', 'warn'],
  absent: [6, '旷工', 'Absent', 'bad'],
  protected: [7, '特殊保护人员夜班或加班', 'Night or overtime of a protected person', 'warn'],
  noPermit: [4, '特殊工时批复已过期', 'Permit has ended', 'warn'],
} as const
const minutes = (zh: string, en: string, more: object = {}) =>
  integer(`${zh}（分）`, `${en} (min)`, { default: 0, total: true, width: 90, ...more })

export const attendanceDay = resource('attendance_day', {
  type: 'attendanceDay',
  title: ['考勤日结果', 'Attendance day'],
  access: { scope: ofKept, forEverybody: true },
  fields: {
    employeeId: person(),
    day: date('日期', 'Day', { sort: true, filter: 'range', width: 110 }),
    groupId: reference('考勤组', 'Group', 'attendance_group', { filter: 'select', show: false, width: 120 }),
    shiftId: reference('班次', 'Shift', 'attendance_shift', { optional: true, filter: 'select', width: 120 }),
    kind: choice('日期类型', 'Kind of day', dayKinds, { filter: 'select', width: 100 }),
    state: choice('状态', 'State', dayStates, { filter: 'select', width: 100 }),
    marks: choices('异常', 'Marks', dayMarks, { optional: true, filter: 'select', width: 160 }),
    scheduled: minutes('应出勤', 'Scheduled'),
    worked: minutes('出勤', 'Worked'),
    forgiven: minutes('宽限', 'Forgiven', { show: false }),
    late: minutes('迟到', 'Late', { filter: 'range' }),
    early: minutes('早退', 'Early', { filter: 'range' }),
    absent: minutes('旷工', 'Absent', { filter: 'range' }),
    missing: minutes('缺卡', 'Missing', { filter: 'range' }),
    firstIn: dateTime('最早打卡', 'First punch', { optional: true, width: 170 }),
    lastOut: dateTime('最晚打卡', 'Last punch', { optional: true, width: 170 }),
    leave: minutes('请假', 'Leave'),
    trip: minutes('出差', 'Trip', { show: false }),
    outing: minutes('外出', 'Outing', { show: false }),
    otWork: minutes('工作日加班', 'Overtime x1.5'),
    otRest: minutes('休息日加班', 'Overtime x2'),
    otHoliday: minutes('节假日加班', 'Overtime x3'),
    lieu: minutes('调休', 'Time off earned'),
    holidayWorked: minutes('节假日出勤', 'Worked on holidays', { show: false }),
    night: minutes('夜班', 'Night', { show: false }),
    /** by what the report adds days up: the department of that day (0: none), whether it was due and he was late */
    deptKey: reference('部门', 'Department', 'department', { noForeignKey: true, computed: true, hidden: true, default: '0' }),
    daysDue: integer('应出勤天数', 'Days due', { default: 0, computed: true, hidden: true }),
    lateTimes: integer('迟到次数', 'Times late', { default: 0, computed: true, hidden: true }),
  },
  list: {
    sort: { field: 'day', way: 'DESC' },
    bound: { field: 'day', days: 31 },
    search: false,
    views: [
      { name: 'odd', title: ['异常', 'Odd'], field: 'marks', codes: [1, 2, 5, 6] },
      { name: 'waiting', title: ['待设备数据', 'Waits for a device'], field: 'state', codes: [2] },
    ],
    shownAs: {
      calendar: { from: 'day' },
      grid: { row: 'employeeId', column: 'day', cell: 'worked' },
      card: { title: 'employeeId', subtitle: 'state', tags: ['marks', 'kind'], state: 'marks', amount: 'worked', due: 'day' },
    },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    empty: ['每天由排班、打卡和申请自动算出', 'Each day follows from roster, punches and requests'],
  },
  record: { label: 'day' },
  storage: {
    key: ['employeeId', 'day'],
    index: [['orgId', '-day'], ['employeeId', '-day'], ['groupId', 'day'], ['shiftId']],
    checks: ['scheduled = worked + forgiven + late + early + absent + missing + leave + trip + outing or state <> 3'],
  },
})

export const attendanceStale = resource('attendance_stale', {
  title: ['待算考勤', 'Days to work out'],
  access: { scope: ofKept },
  fields: { employeeId: person(), day: date('日期', 'Day', { sort: true }) },
  list: { search: false, sort: { field: 'day', way: 'ASC' } },
  record: { label: 'day' },
  storage: { key: ['employeeId', 'day'], index: [['orgId', 'day']] },
})
