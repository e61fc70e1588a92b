/** 研发工时: days that somebody worked for a project in a month. */
import { date, decimal, integer, month, reference, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { anyOf, ownedBy, through } from '#platform/declare/scope.ts'
import { project, staff } from './words.ts'

export const rdTime = resource('rd_time', {
  type: 'rdTime',
  title: ['研发工时', 'Days worked'],
  access: { scope: anyOf(ownedBy('employeeId'), through('projectId')) },
  fields: {
    month: month('月份', 'Month', { filter: 'range', sort: true, width: 90 }),
    employeeId: staff('员工', 'Employee'),
    projectId: project(),
    days: decimal('天数', 'Days', 2, { min: 0, max: 31, total: true, inline: true, width: 80 }),
    /** for figures: one entry, first day of the month, and whoever leads the project */
    counted: integer('计入', 'Counted', { default: 1, computed: true, hidden: true }),
    day: date('日期', 'Day', { computed: true, optional: true, hidden: true }),
    managerId: reference('项目负责人', 'Manager', 'employee', { computed: true, optional: true, hidden: true }),
    note: text('说明', 'Note', { max: 200, optional: true, width: 200 }),
  },
  list: {
    sort: { field: 'month', way: 'DESC' },
    empty: ['每人每月在每个项目上的天数，可以粘贴表格', 'Days by person, project and month; paste a sheet'],
  },
  record: { label: 'month' },
  storage: {
    key: ['month', 'employeeId', 'projectId'],
    index: [['orgId', '-month'], ['employeeId', 'month'], ['projectId'], ['managerId', 'day']],
  },
})
