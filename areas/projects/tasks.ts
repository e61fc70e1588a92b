/**
 * A task: who does what until when, for how many hours. Tasks are a tree; what stands above others has their sums, days and state. A task
 * begins after its predecessors are finished; those it only starts together with need to have begun.
 */
import { codesOf } from '#platform/declare/codes.ts'
import { choice, date, decimal, files, flag, integer, links, reference, richText, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { through } from '#platform/declare/scope.ts'
import { byAny, byField, byProgram, machine } from '#platform/declare/states.ts'
import { manager } from './words.ts'

const taskStates = {
  todo: [1, '待办', 'To do', 'quiet'],
  working: [2, '进行中', 'In progress', 'info'],
  testing: [3, '待测', 'To be tested', 'warn'],
  finished: [4, '完成', 'Finished', 'good'],
  blocked: [5, '阻塞', 'Blocked', 'bad'],
} as const
export const taskCodes = codesOf(taskStates)

const may = byAny(byField('assigneeId'), manager)
const tell = ['assigneeId']
/** What stands above others moves with them. */
const leaf = {
  where: 'not is_parent',
  reason: ['有下级任务的任务，状态由下级任务决定', 'Its state follows from the tasks below it'],
} as const
const free = {
  where: 'waits_for = 0',
  reason: [
    '前置任务尚未完成（或同步任务尚未开始），请先处理它们或修改依赖',
    'It waits for other tasks: finish them, or change what it depends on',
  ],
} as const
const follows = { may: byProgram, title: ['随下级任务更新', 'Follows the tasks below'] } as const

const taskMachine = machine('state', {
  editBy: may,
  states: {
    todo: { edit: 'all', remove: true },
    working: { edit: 'all' },
    testing: { edit: 'all' },
    finished: { final: true, edit: ['spentHours', 'content', 'attachments'] },
    blocked: { edit: 'all' },
  },
  steps: {
    start: { title: ['开始', 'Start'], from: ['todo'], to: 'working', may, guards: [leaf, free], tone: 'primary' },
    submit: { title: ['提交测试', 'Submit for test'], from: ['working'], to: 'testing', may, guards: [leaf], tell, tone: 'primary' },
    finish: {
      title: ['完成', 'Finish'],
      from: ['todo', 'working', 'testing'],
      to: 'finished',
      may,
      guards: [leaf, free],
      input: { spentHours: 'optional' },
      set: { progress: { value: '100' }, finishedOn: 'now' },
      tell,
      tone: 'primary',
    },
    sendBack: {
      title: ['退回修改', 'Send back'],
      from: ['testing'],
      to: 'working',
      may,
      input: { reason: text('原因', 'Reason', { max: 200 }) },
      note: 'reason',
      tell,
    },
    block: {
      title: ['标记阻塞', 'Blocked'],
      from: ['todo', 'working', 'testing'],
      to: 'blocked',
      may,
      guards: [leaf],
      input: { blockedBy: 'required' },
      note: 'blockedBy',
      tell,
      tone: 'danger',
    },
    unblock: { title: ['解除阻塞', 'Unblock'], from: ['blocked'], to: 'todo', may, set: { blockedBy: null }, tell, tone: 'primary' },
    reopen: {
      title: ['重新打开', 'Reopen'],
      from: ['finished'],
      to: 'working',
      may,
      guards: [leaf],
      input: {
        left: decimal('当前进度（%）', 'Progress (%)', 2, { min: 0, max: 99 }),
        reason: text('原因', 'Reason', { max: 200 }),
      },
      note: 'reason',
      set: { progress: ({ input }) => String(input['left']), finishedOn: null },
      tell,
    },
    waitAll: { ...follows, from: ['working', 'testing', 'finished', 'blocked'], to: 'todo', set: { finishedOn: null } },
    workOn: { ...follows, from: ['todo', 'testing', 'finished', 'blocked'], to: 'working', set: { finishedOn: null } },
    finishAll: { ...follows, from: ['todo', 'working', 'testing', 'blocked'], to: 'finished', set: { finishedOn: 'now' } },
  },
})

export const projectTask = resource('project_task', {
  type: 'projectTask',
  title: ['任务', 'Task'],
  access: { scope: through('projectId'), forEverybody: true, permission: 'project' },
  fields: {
    title: text('任务', 'Task', { max: 100, filter: 'contains', width: 200 }),
    projectId: reference('项目', 'Project', 'project', { filter: 'select', editDisabled: true, width: 130 }),
    requireId: reference('需求', 'Requirement', 'project_require', {
      optional: true,
      filter: 'select',
      narrowedBy: { projectId: 'projectId' },
      width: 140,
    }),
    parentId: reference('上级任务', 'Parent task', 'project_task', {
      optional: true,
      filter: 'select',
      narrowedBy: { projectId: 'projectId' },
      show: false,
    }),
    state: choice('状态', 'Status', taskStates, { default: 1, filter: 'select', width: 80 }),
    assigneeId: reference('负责人', 'Assignee', 'employee', { optional: true, filter: 'select', width: 90 }),
    startOn: date('开始日期', 'Starts', { sort: true, filter: 'range', rangeTo: 'endOn', rangeTitle: ['计划时间', 'Planned'] }),
    endOn: date('结束日期', 'Ends', { sort: true, filter: 'range' }),
    // no totals: what stands above others would be counted twice
    estimateHours: decimal('预计工时', 'Estimate (h)', 2, { min: 0.1, max: 10_000, total: true, width: 90 }),
    spentHours: decimal('实际工时', 'Spent (h)', 2, { min: 0, max: 10_000, default: '0', total: true, width: 90 }),
    progress: decimal('进度（%）', 'Progress (%)', 2, {
      min: 0,
      max: 100,
      default: '0',
      sort: true,
      filter: 'range',
      inline: true,
      width: 90,
    }),
    predecessorIds: links('前置任务（完成后开始）', 'Predecessors (finish to start)', 'project_task', {
      optional: true,
      max: 20,
      show: false,
    }),
    startWithIds: links('同步任务（开始后开始）', 'Starts with (start to start)', 'project_task', { optional: true, max: 20, show: false }),
    blockedBy: text('阻塞原因', 'Blocked by', { max: 200, optional: true, computed: true, show: false }),
    finishedOn: date('完成日期', 'Finished on', { optional: true, computed: true, filter: 'range', sort: true, show: false }),
    content: richText('任务说明', 'Description', { max: 100_000, optional: true }),
    attachments: files('附件', 'Attachments', { optional: true, max: 20, show: false }),
    // kept by keep-figures.ts
    doneHours: decimal('完成工时', 'Earned (h)', 6, { computed: true, default: '0', show: false }),
    planId: reference('计划', 'Plan', 'project_plan', { optional: true, computed: true, filter: 'select', show: false }),
    workOrderId: reference('来源工单', 'From work order', 'work_order', { optional: true, computed: true, filter: 'select', show: false }),
    /** the end of what is not finished, empty after it */
    dueOn: date('到期日', 'Due', { optional: true, computed: true, show: false }),
    waitsFor: integer('等待的任务数', 'Waits for', { default: 0, computed: true, show: false }),
    isParent: flag('有下级任务', 'Has tasks below', { default: false, computed: true, show: false }),
  },
  list: {
    shownAs: {
      card: { subtitle: 'projectId', tags: ['requireId'], person: 'assigneeId', due: 'dueOn' },
      board: { by: 'state' },
      calendar: { from: 'startOn', to: 'endOn' },
      gantt: { from: 'startOn', to: 'endOn', progress: 'progress', dependsOn: 'predecessorIds', parent: 'parentId' },
      tree: true,
    },
    views: [
      { name: 'mine', title: ['我的任务', 'Mine'], me: 'assigneeId' },
      { name: 'overdue', title: ['已逾期', 'Overdue'], past: 'dueOn' },
    ],
    sort: { field: 'startOn', way: 'DESC' },
    empty: ['把需求分成几天之内能做完的任务', 'Cut requirements into tasks of a few days'],
  },
  record: {
    tree: 'parentId',
    label: 'title',
    option: { group: 'projectId' },
    thread: true,
    recordPage: {
      head: ['state', 'projectId', 'requireId', 'assigneeId', 'endOn', 'progress'],
      groups: [
        { title: ['任务', 'Task'], fields: ['title', 'assigneeId', 'startOn', 'endOn', 'blockedBy', 'finishedOn', 'content'] },
        { title: ['工时', 'Hours'], fields: ['estimateHours', 'spentHours', 'progress', 'doneHours'] },
        { title: ['依赖', 'Dependencies'], fields: ['parentId', 'predecessorIds', 'startWithIds', 'waitsFor'] },
        { title: ['来龙去脉', 'Trail'], fields: ['workOrderId', 'requireId', 'planId', 'projectId'] },
      ],
    },
  },
  storage: {
    index: [
      ['projectId', 'startOn'],
      ['parentId'],
      ['requireId'],
      ['planId'],
      ['workOrderId'],
      ['assigneeId', 'endOn'],
      ['orgId', '-startOn', '-id'],
      ['orgId', '-id'],
      { on: ['orgId', 'dueOn'], where: 'due_on is not null' },
    ],
  },
  life: { states: taskMachine },
})
