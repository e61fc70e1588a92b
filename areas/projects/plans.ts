/** A plan: a milestone, a stage or a version of a project. A version is what is released; its note says what it contains. */
import { codesOf } from '#platform/declare/codes.ts'
import { choice, date, longText, reference, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { through } from '#platform/declare/scope.ts'
import { machine } from '#platform/declare/states.ts'
import { figures, hoursGroup, manager } from './words.ts'

export const planKinds = { milestone: [1, '里程碑', 'Milestone'], stage: [2, '阶段', 'Stage'], version: [3, '版本', 'Version'] } as const
const planStates = {
  waiting: [1, '未开始', 'Not started', 'quiet'],
  active: [2, '进行中', 'Active', 'info'],
  finished: [3, '完成', 'Finished', 'good'],
  cancelled: [4, '取消', 'Cancelled', 'quiet'],
} as const
export const planCodes = codesOf(planStates)

const planMachine = machine('state', {
  editBy: manager,
  states: {
    waiting: { edit: 'all', remove: true },
    active: { edit: 'all' },
    finished: { final: true, edit: ['releaseNote'] },
    cancelled: { final: true, remove: true },
  },
  steps: {
    start: { title: ['开始', 'Start'], from: ['waiting'], to: 'active', may: manager, tone: 'primary' },
    finish: {
      title: ['完成', 'Finish'],
      from: ['active'],
      to: 'finished',
      may: manager,
      guards: [
        { where: 'estimate_hours = done_hours', reason: ['计划内还有未完成的任务，不能完成计划', 'Tasks of the plan are still open'] },
      ],
      set: { finishedOn: 'now' },
      tell: ['ownerId'],
      tone: 'primary',
    },
    reopen: { title: ['重新打开', 'Reopen'], from: ['finished'], to: 'active', may: manager, set: { finishedOn: null } },
    cancel: {
      title: ['取消', 'Cancel'],
      from: ['waiting', 'active'],
      to: 'cancelled',
      may: manager,
      confirm: ['确定取消选中的 {n} 个计划吗？', 'Cancel {n} plans?'],
      tone: 'danger',
    },
  },
})

export const projectPlan = resource('project_plan', {
  type: 'projectPlan',
  title: ['项目计划', 'Project plan'],
  access: { scope: through('projectId'), forEverybody: true, permission: 'project' },
  fields: {
    name: text('计划名称', 'Name', { max: 100, filter: 'contains', sort: true, width: 180 }),
    projectId: reference('项目', 'Project', 'project', { filter: 'select', editDisabled: true, width: 180 }),
    kind: choice('类型', 'Kind', planKinds, { default: 2, filter: 'select', width: 80 }),
    state: choice('状态', 'Status', planStates, { default: 1, filter: 'select', width: 80 }),
    ownerId: reference('负责人', 'Owner', 'employee', { optional: true, filter: 'select', width: 90 }),
    startOn: date('开始日期', 'Starts', { sort: true, filter: 'range', rangeTo: 'endOn', rangeTitle: ['计划时间', 'Planned'] }),
    endOn: date('结束日期', 'Ends', { sort: true, filter: 'range' }),
    ...figures,
    finishedOn: date('完成日期', 'Finished on', { optional: true, computed: true, show: false }),
    /** kept: the end of what is not finished, empty after it */
    dueOn: date('到期日', 'Due', { optional: true, computed: true, show: false }),
    releaseNote: longText('发布说明', 'Release note', { max: 20_000, optional: true, show: false }),
  },
  list: {
    shownAs: {
      card: { subtitle: 'projectId', tags: ['kind'], person: 'ownerId', due: 'dueOn' },
      board: { by: 'state' },
      calendar: { from: 'startOn', to: 'endOn' },
      gantt: { from: 'startOn', to: 'endOn', progress: 'progress' },
    },
    views: [
      { name: 'owned', title: ['我负责的', 'Owned by me'], me: 'ownerId' },
      { name: 'overdue', title: ['已逾期', 'Overdue'], past: 'dueOn' },
    ],
    sort: { field: 'startOn', way: 'DESC' },
    empty: ['里程碑、阶段和要发布的版本都是计划', 'Milestones, stages and versions to be released are plans'],
  },
  record: {
    option: { group: 'projectId' },
    recordPage: {
      head: ['state', 'kind', 'projectId', 'ownerId', 'endOn', 'progress'],
      groups: [
        {
          title: ['基本信息', 'Basic data'],
          fields: ['name', 'projectId', 'kind', 'ownerId', 'startOn', 'endOn', 'finishedOn', 'releaseNote'],
        },
        hoursGroup,
      ],
    },
  },
  storage: {
    key: ['projectId', 'name'],
    index: [
      ['projectId', 'startOn'],
      ['orgId', '-startOn', '-id'],
      ['orgId', '-id'],
      ['ownerId'],
      { on: ['orgId', 'dueOn'], where: 'due_on is not null' },
    ],
  },
  life: { states: planMachine },
})
