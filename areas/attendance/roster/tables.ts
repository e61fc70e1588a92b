/** 排班: the shift of a person on a day, where it is not that of his group. */
import { date, flag, reference, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ofKept, person } from '../words.ts'

export const rosterDay = resource('roster_day', {
  type: 'rosterDay',
  title: ['排班', 'Roster'],
  access: { scope: ofKept },
  fields: {
    employeeId: person({ choosableWhere: { status: 1 } }),
    day: date('日期', 'Day', { sort: true, filter: 'range', editDisabled: true, width: 110 }),
    shiftId: reference('班次', 'Shift', 'attendance_shift', {
      optional: true,
      filter: 'select',
      inline: true,
      width: 160,
      help: ['不填是休息', 'Empty: rest'],
    }),
    published: flag('已发布', 'Published', { default: false, computed: true, filter: 'select', width: 90 }),
    remark: text('备注', 'Remark', { max: 100, optional: true }),
    protectedReason: text('特殊保护人员夜班原因', 'Why a protected person', {
      max: 200,
      optional: true,
      show: false,
      help: ['孕期、哺乳期和未成年员工上夜班才填写', 'Only of nights of pregnant and nursing women and of minors'],
    }),
  },
  list: {
    sort: { field: 'day', way: 'DESC' },
    bound: { field: 'day', days: 31 },
    shownAs: {
      grid: { row: 'employeeId', column: 'day', cell: 'shiftId', mark: 'published' },
      calendar: { from: 'day' },
      card: { title: 'employeeId', subtitle: 'shiftId', due: 'day' },
      first: 'grid',
    },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    empty: ['与考勤组的固定班次不同的日子才要排；没有排的日子按组的班次', 'Only days that differ from the shifts of the group'],
  },
  record: { label: 'day' },
  storage: { key: ['employeeId', 'day'], index: [['orgId', '-day'], ['shiftId']] },
})
