/** A project: who takes part in it, from when to when, how far it is. */
import { codesOf } from '#platform/declare/codes.ts'
import { choice, date, files, links, reference, richText, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { anyOf, member, ownedBy, through } from '#platform/declare/scope.ts'
import { byAny, byField, machine } from '#platform/declare/states.ts'
import { figures, hoursGroup, managing, roles } from './words.ts'

const projectStates = {
  proposed: [1, '立项', 'Proposed', 'quiet'],
  active: [2, '进行中', 'Active', 'info'],
  paused: [3, '暂停', 'Paused', 'warn'],
  acceptance: [4, '验收', 'Acceptance', 'warn'],
  closed: [5, '关闭', 'Closed', 'good'],
  cancelled: [6, '取消', 'Cancelled', 'quiet'],
} as const
export const projectCodes = codesOf(projectStates)

const may = byAny(byField('managerId'), managing)
const reason = { reason: text('原因', 'Reason', { max: 200 }) }
const tell = ['managerId', 'memberIds']

const projectMachine = machine('state', {
  editBy: may,
  states: {
    proposed: { edit: 'all', remove: true },
    active: { edit: 'all' },
    paused: { edit: ['memberIds', 'content', 'attachments', 'endOn'] },
    acceptance: { edit: ['memberIds', 'content', 'attachments'] },
    closed: { final: true },
    cancelled: { final: true, remove: true },
  },
  steps: {
    start: { title: ['启动', 'Start'], from: ['proposed'], to: 'active', may, tell, tone: 'primary' },
    pause: { title: ['暂停', 'Pause'], from: ['active'], to: 'paused', may, input: reason, note: 'reason', tell },
    resume: { title: ['恢复', 'Resume'], from: ['paused'], to: 'active', may, tell, tone: 'primary' },
    deliver: { title: ['提交验收', 'Hand over'], from: ['active'], to: 'acceptance', may, tell, tone: 'primary' },
    sendBack: { title: ['退回', 'Send back'], from: ['acceptance'], to: 'active', may, input: reason, note: 'reason', tell },
    close: {
      title: ['关闭', 'Close'],
      from: ['acceptance'],
      to: 'closed',
      may,
      guards: [
        { where: 'estimate_hours = done_hours', reason: ['还有未完成的任务，不能关闭项目', 'Tasks are still open: finish them first'] },
      ],
      set: { closedOn: 'now' },
      tell,
      tone: 'primary',
    },
    cancel: {
      title: ['取消项目', 'Cancel the project'],
      from: ['proposed', 'active', 'paused'],
      to: 'cancelled',
      may,
      input: reason,
      note: 'reason',
      tell,
      tone: 'danger',
    },
  },
})

export const project = resource('project', {
  type: 'project',
  title: ['项目', 'Project'],
  access: { scope: anyOf(ownedBy('managerId'), member('project_member', { record: 'projectId' })), forEverybody: true },
  fields: {
    no: text('项目编号', 'No.', {
      max: 20,
      optional: true,
      filter: 'equals',
      sort: true,
      set: { onAdd: { number: 'XM', each: 'year' } },
      width: 120,
    }),
    name: text('项目名称', 'Name', { max: 100, filter: 'contains', sort: true, width: 200 }),
    state: choice('状态', 'Status', projectStates, { default: 1, filter: 'select', width: 90 }),
    managerId: reference('项目经理', 'Manager', 'employee', { filter: 'select', width: 100 }),
    memberIds: links('成员', 'Members', 'employee', { optional: true, filter: 'select', show: false }),
    deptId: reference('部门', 'Department', 'department', { optional: true, filter: 'select', width: 110 }),
    startOn: date('开始日期', 'Starts', { sort: true, filter: 'range', rangeTo: 'endOn', rangeTitle: ['计划时间', 'Planned'] }),
    endOn: date('结束日期', 'Ends', { sort: true, filter: 'range' }),
    ...figures,
    closedOn: date('关闭日期', 'Closed on', { optional: true, computed: true, show: false }),
    content: richText('项目说明', 'Description', { max: 1_000_000, optional: true }),
    attachments: files('附件', 'Attachments', { optional: true, max: 20, show: false }),
  },
  list: {
    find: 'no',
    shownAs: {
      card: { subtitle: 'no', tags: ['deptId'], person: 'managerId', due: 'endOn' },
      board: { by: 'state' },
      calendar: { from: 'startOn', to: 'endOn' },
      gantt: { from: 'startOn', to: 'endOn', progress: 'progress' },
    },
    views: [{ name: 'led', title: ['我负责的', 'Led by me'], me: 'managerId' }],
    sort: { field: 'startOn', way: 'DESC' },
    empty: ['把一件要几个人做几周的事立成项目', 'What takes several people several weeks is a project'],
  },
  record: {
    option: { search: ['no'], detail: ['no'] },
    thread: { closedIn: ['closed', 'cancelled'] },
    recordPage: {
      head: ['state', 'managerId', 'startOn', 'endOn', 'progress'],
      groups: [
        { title: ['基本信息', 'Basic data'], fields: ['name', 'no', 'managerId', 'memberIds', 'deptId', 'startOn', 'endOn', 'content'] },
        hoursGroup,
      ],
    },
  },
  storage: { key: ['no'], index: [['managerId', '-id'], ['orgId', '-id'], ['orgId', '-startOn', '-id'], ['deptId']] },
  life: { states: projectMachine },
})

/** Who takes part, kept from the fields of the project: whoever does sees it and all that belongs to it. */
export const projectMember = resource('project_member', {
  title: ['项目成员', 'Member of a project'],
  access: { scope: through('projectId') },
  fields: {
    projectId: reference('项目', 'Project', 'project', { noForeignKey: true }),
    employeeId: reference('成员', 'Member', 'employee'),
    role: choice('角色', 'Role', roles),
  },
  storage: { key: ['projectId', 'employeeId'], index: [['employeeId']] },
})
