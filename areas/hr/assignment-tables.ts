/** 任职: where a person works from a day to a day; made by personnel actions and by changes of the employee. */
import { date, reference } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ofPeople, person, placeFields } from './words.ts'

export const hrAssignment = resource('hr_assignment', {
  type: 'hrAssignment',
  title: ['任职', 'Assignment'],
  access: { scope: ofPeople },
  fields: {
    employeeId: person({ goes: true }),
    ...placeFields(),
    validFrom: date('开始日期', 'From', { sort: true, filter: 'range', width: 110 }),
    validTo: date('结束日期', 'To', { optional: true, sort: true, filter: 'range', width: 110 }),
    actionId: reference('异动单', 'Personnel action', 'personnel_action', { optional: true, computed: true, width: 150 }),
  },
  list: {
    sort: { field: 'validFrom', way: 'DESC' },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    empty: [
      '每个人从哪天到哪天在哪个部门、什么职位，由异动单和员工资料的变更形成',
      'Who worked where from when to when; made by personnel actions',
    ],
  },
  record: { label: 'validFrom', editable: [] },
  storage: { index: [['orgId', '-validFrom'], ['deptId'], ['actionId']] },
  life: { validity: { per: ['employeeId'], from: 'validFrom', to: 'validTo' } },
})
