/** 考勤: minutes of days by department, person, group, month and kind of day, down to the days. */
import { choice, date, integer, month, reference } from '#platform/declare/fields.ts'
import { key, plus, ratio, report, sum, times } from '#platform/declare/report.ts'
import { rollup } from '#platform/declare/rollup.ts'
import { ownedBy } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import { figures } from '#platform/server/reports.ts'
import { dayKinds } from './day/input.ts'
import { attendanceDay, dayStates } from './day-tables.ts'

const scope = ownedBy('employeeId')
/** name of the sum, which is that of the field of a day */
const sums = {
  scheduled: ['应出勤', 'Scheduled'],
  daysDue: ['应出勤天数', 'Days due'],
  worked: ['出勤', 'Worked'],
  forgiven: ['宽限', 'Forgiven'],
  late: ['迟到', 'Late'],
  lateTimes: ['迟到次数', 'Times late'],
  early: ['早退', 'Early'],
  absent: ['旷工', 'Absent'],
  missing: ['缺卡', 'Missing'],
  leave: ['请假', 'Leave'],
  trip: ['出差', 'Trip'],
  outing: ['外出', 'Outing'],
  otWork: ['加班 1.5 倍', 'Overtime x1.5'],
  otRest: ['加班 2 倍', 'Overtime x2'],
  otHoliday: ['加班 3 倍', 'Overtime x3'],
  lieu: ['调休', 'Time off earned'],
  holidayWorked: ['节假日出勤', 'Worked on holidays'],
  night: ['夜班', 'Night'],
} as const satisfies Readonly<Record<string, Title>>
type Sum = keyof typeof sums
const names = Object.keys(sums) as Sum[]

export const daysSummed = rollup('attendance_sum', {
  title: ['考勤汇总', 'Attendance sums'],
  scope,
  owner: 'employeeId',
  keys: {
    employeeId: reference('员工', 'Employee', 'employee'),
    day: date('日期', 'Day'),
    month: month('月份', 'Month'),
    /** 0: none */
    deptKey: reference('部门', 'Department', 'department', { noForeignKey: true }),
    groupId: reference('考勤组', 'Group', 'attendance_group'),
    kind: choice('日期类型', 'Kind of day', dayKinds),
  },
  sums: Object.fromEntries(names.map(name => [name, integer(sums[name][0], sums[name][1])])) as Record<Sum, ReturnType<typeof integer>>,
  count: ['天数', 'Days'],
  grains: [
    ['employeeId', 'month', 'deptKey', 'groupId', 'kind'],
    ['employeeId', 'day', 'deptKey', 'groupId', 'kind'],
  ],
  from: [
    {
      name: 'days',
      title: attendanceDay.title,
      fact: attendanceDay,
      booked: 'day',
      sums: Object.fromEntries(names.map(name => [name, name])),
      only: { field: 'state', is: dayStates.done[0] },
      check: 'scheduled',
      lines: {},
    },
  ],
})

const label = (table: string) => ({ table, on: 'id', column: 'name' })
const none: Title = ['未填', 'None']
const from: Title = ['考勤日结果，只算已完成的日子。', 'Days of attendance that are complete.']
const counts: ReadonlySet<Sum> = new Set(['daysDue', 'lateTimes'])
const unit = (name: Sum): Title => (counts.has(name) ? sums[name] : [`${sums[name][0]}（分）`, `${sums[name][1]} (min)`])
const measure = (name: Sum, more: object = {}) => sum(daysSummed, name, { title: unit(name), source: from, kind: 'integer', ...more })
const down = { better: 'down' } as const

export const attendanceReport = report('attendanceReport', {
  title: ['考勤', 'Attendance'],
  scope,
  permission: 'attendanceDay.report',
  dimensions: {
    dept: key('deptKey', {
      title: ['部门', 'Department'],
      kind: 'reference',
      label: label('department'),
      target: 'department',
      tree: { table: 'department', parent: 'parentId' },
      emptyLabel: none,
      unmatchedLabel: none,
    }),
    employee: key('employeeId', { title: ['员工', 'Employee'], kind: 'reference', label: label('employee'), target: 'employee' }),
    group: key('groupId', {
      title: ['考勤组', 'Group'],
      kind: 'reference',
      label: label('attendance_group'),
      target: 'attendanceGroup',
    }),
    kind: key('kind', { title: ['日期类型', 'Kind of day'], kind: 'choice', choices: dayKinds }),
    ...times('day', 'week', 'month', 'quarter', 'year'),
  },
  measures: {
    daysDue: measure('daysDue'),
    scheduled: measure('scheduled'),
    worked: measure('worked'),
    forgiven: measure('forgiven'),
    late: measure('late', down),
    lateTimes: measure('lateTimes', down),
    early: measure('early', down),
    absent: measure('absent', down),
    missing: measure('missing', down),
    leave: measure('leave'),
    trip: measure('trip'),
    outing: measure('outing'),
    otWork: measure('otWork'),
    otRest: measure('otRest'),
    otHoliday: measure('otHoliday'),
    lieu: measure('lieu'),
    holidayWorked: measure('holidayWorked'),
    night: measure('night'),
    attended: {
      ...plus(['worked', 'forgiven', 'trip', 'outing'], {
        title: ['到岗（分）', 'Attended (min)'],
        source: ['出勤、宽限、出差与外出之和。', 'Worked, forgiven, trips and outings.'],
      }),
      kind: 'integer',
    },
    rate: ratio('attended', 'scheduled', {
      title: ['出勤率', 'Attendance rate'],
      source: ['到岗 ÷ 应出勤。', 'Attended ÷ scheduled.'],
      better: 'up',
    }),
    overtime: {
      ...plus(['otWork', 'otRest', 'otHoliday', 'lieu'], {
        title: ['加班合计（分）', 'Overtime (min)'],
        source: ['各倍数加班与换调休的加班之和。', 'Overtime of each rate, and that for time off.'],
      }),
      kind: 'integer',
    },
    overtimeEach: {
      ...ratio('overtime', 'daysDue', {
        title: ['人均日加班（分）', 'Overtime a head and day (min)'],
        source: ['加班合计 ÷ 应出勤天数（人天）。', 'Overtime ÷ days due, of all people.'],
      }),
      kind: 'decimal',
    },
  },
  main: ['scheduled', 'rate', 'lateTimes', 'absent', 'missing', 'leave', 'overtime'],
  keyFigures: ['rate', 'lateTimes', 'absent', 'overtimeEach'],
  by: ['dept'],
  time: 'month',
  compare: ['before', 'yearBefore'],
  paths: {
    rows: '/attendanceReport/report',
    lines: '/attendanceReport/lines',
    export: '/attendanceReport/export',
    compute: '/attendanceReport/compute',
  },
})
export const attendanceFigures = figures([attendanceReport])
