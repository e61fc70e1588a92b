/** 入离职清单: what is to be done when somebody joins, becomes regular or leaves, from a template, with owners and days. */
import { choice, date, flag, integer, reference, text } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { anyOf, ownedBy, ownOrganisation, self } from '#platform/declare/scope.ts'
import { byAny, byField, byOperation, byProgram, machine } from '#platform/declare/states.ts'

export const taskKinds = {
  join: [1, '入职', 'Joining'],
  regularise: [2, '转正', 'Regularisation'],
  leave: [3, '离职', 'Leaving'],
} as const
export const taskOwners = {
  person: [1, '本人', 'The person'],
  manager: [2, '直接上级', 'The manager'],
  named: [3, '指定的人', 'Somebody named'],
} as const
export const taskStates = {
  open: [0, '未完成', 'Open', 'warn'],
  done: [1, '已完成', 'Done', 'good'],
  dropped: [2, '已取消', 'Dropped', 'quiet'],
} as const

export const hrTaskTemplate = resource('hr_task_template', {
  type: 'hrTaskTemplate',
  title: ['清单模板', 'Checklist template'],
  access: { scope: ownOrganisation, permission: 'hrTask' },
  fields: {
    kind: choice('用于', 'For', taskKinds, { filter: 'select', sort: true, width: 90 }),
    item: text('事项', 'Item', { max: 100, filter: 'contains', width: 240 }),
    ownerBy: choice('负责', 'Done by', taskOwners, { default: 3, width: 110 }),
    ownerId: reference('负责人', 'Owner', 'employee', { optional: true, choosableWhere: { status: 1 }, width: 110 }),
    days: integer('到期（相对生效日，天）', 'Due (days from the day)', {
      default: 0,
      min: -60,
      max: 365,
      help: ['-3 是提前三天；离职的生效日是最后工作日', '-3: three days before; of leaving it is the last day'],
    }),
    required: flag('必做', 'Required', { default: true, width: 70 }),
    sort: integer('顺序', 'Order', { default: 0, min: 0, show: false }),
  },
  list: {
    sort: { field: 'kind', way: 'ASC' },
    empty: ['入职、转正、离职各要办哪些事、谁办、什么时候前', 'What is to be done, by whom, by when'],
  },
  record: { label: 'item' },
  storage: { key: ['kind', 'item'], index: [['orgId', 'kind'], ['ownerId']] },
})

export const hrTask = resource('hr_task', {
  type: 'hrTask',
  title: ['入离职清单', 'Checklists'],
  access: { scope: anyOf(self('ownerId'), self('employeeId'), ownedBy('employeeId')), forEverybody: true },
  fields: {
    employeeId: reference('员工', 'Employee', 'employee', { filter: 'select', editDisabled: true, width: 110 }),
    kind: choice('清单', 'Checklist', taskKinds, { filter: 'select', width: 90 }),
    item: text('事项', 'Item', { max: 100, filter: 'contains', width: 220 }),
    ownerId: reference('负责人', 'Owner', 'employee', { filter: 'select', width: 110 }),
    dueOn: date('到期', 'Due', { sort: true, filter: 'range', width: 110 }),
    required: flag('必做', 'Required', { default: true, width: 70 }),
    state: choice('状态', 'State', taskStates, { default: 0, filter: 'select', width: 90 }),
    doneOn: date('完成日期', 'Done on', { optional: true, computed: true, width: 110 }),
    note: text('备注', 'Note', { max: 200, optional: true, width: 200 }),
    actionId: reference('异动单', 'Personnel action', 'personnel_action', { optional: true, computed: true, show: false }),
  },
  list: {
    sort: { field: 'dueOn', way: 'ASC' },
    search: false,
    tabOf: { hrMine: { by: { employeeId: 'employeeId' } }, hrFile: { by: { employeeId: 'employeeId' } } },
    views: [
      { name: 'open', title: ['未完成', 'Open'], field: 'state', codes: [0] },
      { name: 'overdue', title: ['已过期', 'Overdue'], past: 'dueOn' },
    ],
    shownAs: {
      card: { title: 'item', tags: ['kind', 'state'], person: 'ownerId', due: 'dueOn' },
      checklist: { by: 'kind', done: [1, 2], required: 'required' },
      calendar: { from: 'dueOn' },
    },
    empty: ['有人入职、转正或离职时，要办的事按模板列在这里', 'What is to be done when somebody joins or leaves'],
  },
  record: { label: 'item' },
  storage: { index: [['employeeId'], ['ownerId'], ['actionId'], ['orgId', 'dueOn'], ['state', 'dueOn']] },
  life: {
    states: machine('state', {
      editBy: byOperation(operations.edit),
      states: {
        open: { edit: 'all', remove: true },
        done: { edit: ['note'], final: true },
        dropped: { final: true },
      },
      steps: {
        finish: {
          title: ['完成', 'Done'],
          from: ['open'],
          to: 'done',
          may: byAny(byField('ownerId'), byOperation(operations.edit)),
          input: { note: 'optional' },
          set: { doneOn: 'now' },
          tone: 'primary',
        },
        reopen: {
          title: ['重新打开', 'Reopen'],
          from: ['done'],
          to: 'open',
          may: byAny(byField('ownerId'), byOperation(operations.edit)),
          set: { doneOn: null },
        },
        drop: { title: ['取消', 'Drop'], from: ['open'], to: 'dropped', may: byProgram },
      },
    }),
  },
})
