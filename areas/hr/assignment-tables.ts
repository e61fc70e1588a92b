/** 任职: where a person works from a day to a day; made by personnel actions and by changes of the employee. */
import { date, integer, reference } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ofPeople, person, placeFields } from './words.ts'

/** for figures, which have a record or 0 */
const orNone = (zh: string, en: string, to: string) =>
  reference(zh, en, to, { default: '0', computed: true, hidden: true, noForeignKey: true })

export const hrAssignment = resource('hr_assignment', {
  type: 'hrAssignment',
  title: ['任职', 'Assignment'],
  access: { scope: ofPeople },
  fields: {
    employeeId: person({ goes: true }),
    ...placeFields(),
    validFrom: date('开始日期', 'From', { sort: true, filter: 'range', width: 110 }),
    validTo: date('结束日期', 'To', { optional: true, sort: true, filter: 'range', width: 110 }),
    /** the day after the last one, and what the report adds up: a head, whether a service begins or ends with it (figures.ts) */
    positionKey: orNone('职位', 'Position', 'position'),
    workplaceKey: orNone('工作地点', 'Workplace', 'hr_workplace'),
    endedOn: date('结束次日', 'Day after', { optional: true, computed: true, hidden: true }),
    heads: integer('人数', 'Heads', { default: 1, computed: true, hidden: true }),
    joined: integer('入职', 'Joined', { default: 0, computed: true, hidden: true }),
    gone: integer('离职', 'Left', { default: 0, computed: true, hidden: true }),
    actionId: reference('异动单', 'Personnel action', 'personnel_action', { optional: true, computed: true, width: 150 }),
  },
  list: {
    sort: { field: 'validFrom', way: 'DESC' },
    shownAs: { card: { title: 'employeeId', subtitle: 'deptId', tags: ['positionId'], due: 'validTo' } },
    tabOf: { hrFile: { by: { employeeId: 'employeeId' } } },
    empty: [
      '每个人从哪天到哪天在哪个部门、什么职位，由异动单和员工资料的变更形成',
      'Who worked where from when to when; made by personnel actions',
    ],
  },
  record: { label: 'validFrom' },
  storage: { key: ['employeeId', 'validFrom'], index: [['orgId', '-validFrom'], ['deptId'], ['actionId'], ['orgId', 'endedOn']] },
  life: { validity: { per: ['employeeId'], from: 'validFrom', to: 'validTo' } },
})
