/** A requirement: what is wished for, often by a work order, until it is live. */
import { codesOf } from '#platform/declare/codes.ts'
import { choice, date, files, integer, reference, richText, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { anyOf, ownedBy, through } from '#platform/declare/scope.ts'
import { byAny, byField, machine } from '#platform/declare/states.ts'
import { figures, hoursGroup, manager } from './words.ts'

const requirementStates = {
  proposed: [1, '提出', 'Proposed', 'quiet'],
  review: [2, '评审', 'In review', 'warn'],
  scheduled: [3, '排期', 'Scheduled', 'info'],
  development: [4, '开发', 'In development', 'info'],
  testing: [5, '测试', 'In test', 'info'],
  acceptance: [6, '验收', 'In acceptance', 'warn'],
  live: [7, '上线', 'Live', 'good'],
  rejected: [8, '驳回', 'Rejected', 'bad'],
  suspended: [9, '挂起', 'Suspended', 'warn'],
} as const
export const requirementCodes = codesOf(requirementStates)

const may = byAny(byField('ownerId'), manager)
const reason = { reason: text('原因', 'Reason', { max: 200 }) }
const onward = { may, tell: ['ownerId', 'proposerId'], tone: 'primary' } as const
const back = { may, input: reason, note: 'reason', tell: ['ownerId', 'proposerId'] } as const

const requirementMachine = machine('state', {
  editBy: byAny(byField('ownerId'), byField('proposerId'), manager),
  states: {
    proposed: { edit: 'all', remove: true },
    review: { edit: 'all' },
    scheduled: { edit: 'all' },
    development: { edit: ['planId', 'priority', 'ownerId', 'points', 'content', 'attachments'] },
    testing: { edit: ['planId', 'priority', 'ownerId', 'attachments'] },
    acceptance: { edit: ['planId', 'attachments'] },
    live: { final: true },
    rejected: { final: true, remove: true },
    suspended: { edit: ['planId', 'priority', 'ownerId'] },
  },
  steps: {
    review: { ...onward, title: ['提交评审', 'Submit for review'], from: ['proposed'], to: 'review' },
    schedule: {
      ...onward,
      title: ['排期', 'Schedule'],
      from: ['review'],
      to: 'scheduled',
      input: { planId: 'required', ownerId: 'required' },
    },
    develop: { ...onward, title: ['开始开发', 'Start development'], from: ['scheduled'], to: 'development' },
    test: { ...onward, title: ['提交测试', 'Submit for test'], from: ['development'], to: 'testing' },
    failTest: { ...back, title: ['测试不通过', 'Test failed'], from: ['testing'], to: 'development' },
    accept: { ...onward, title: ['提交验收', 'Submit for acceptance'], from: ['testing'], to: 'acceptance' },
    decline: { ...back, title: ['验收不通过', 'Not accepted'], from: ['acceptance'], to: 'development' },
    goLive: {
      ...onward,
      title: ['上线', 'Go live'],
      from: ['acceptance'],
      to: 'live',
      guards: [{ where: 'estimate_hours = done_hours', reason: ['还有未完成的任务，不能上线', 'Tasks of it are still open'] }],
      set: { liveOn: 'now' },
      tell: ['ownerId', 'proposerId', 'requesterId'],
    },
    reject: { ...back, title: ['驳回', 'Reject'], from: ['proposed', 'review'], to: 'rejected', tone: 'danger' },
    suspend: { ...back, title: ['挂起', 'Suspend'], from: ['scheduled', 'development', 'testing'], to: 'suspended' },
    resume: { ...onward, title: ['恢复排期', 'Schedule again'], from: ['suspended'], to: 'scheduled' },
  },
})

export const projectRequirement = resource('project_require', {
  type: 'projectRequire',
  title: ['项目需求', 'Requirement'],
  access: {
    // whoever asked for it by a work order sees what becomes of it
    scope: anyOf(through('projectId'), ownedBy('requesterId')),
    forEverybody: true,
    permission: 'project',
  },
  fields: {
    no: text('需求编号', 'No.', { max: 20, optional: true, filter: 'equals', sort: true, set: { onAdd: { number: 'XQ' } }, width: 140 }),
    title: text('标题', 'Title', { max: 100, filter: 'contains', width: 200 }),
    projectId: reference('项目', 'Project', 'project', { filter: 'select', editDisabled: true, width: 160 }),
    state: choice('状态', 'Status', requirementStates, { default: 1, filter: 'select', width: 90 }),
    priority: choice(
      '优先级',
      'Priority',
      { low: [1, '低', 'Low'], middle: [2, '中', 'Medium'], high: [3, '高', 'High'], urgent: [4, '紧急', 'Urgent'] },
      { default: 2, filter: 'select', sort: true, width: 80 },
    ),
    planId: reference('计划', 'Plan', 'project_plan', {
      optional: true,
      filter: 'select',
      narrowedBy: { projectId: 'projectId' },
      width: 140,
    }),
    ownerId: reference('负责人', 'Owner', 'employee', { optional: true, filter: 'select', width: 90 }),
    points: integer('故事点', 'Points', { min: 0, max: 1_000, optional: true, total: true, width: 80 }),
    workOrderId: reference('来源工单', 'From work order', 'work_order', {
      optional: true,
      filter: 'select',
      editDisabled: true,
      width: 150,
    }),
    requesterId: reference('工单申请人', 'Requester', 'employee', {
      optional: true,
      filter: 'select',
      atCreation: 'workOrderId.requesterId',
      show: false,
    }),
    proposerId: reference('提出人', 'Proposed by', 'employee', { optional: true, filter: 'select', set: { onAdd: 'employee' }, width: 90 }),
    ...figures,
    createdOn: date('提出日期', 'Proposed on', { set: { onAdd: 'now' }, filter: 'range', sort: true }),
    liveOn: date('上线日期', 'Live on', { optional: true, computed: true, filter: 'range', sort: true }),
    content: richText('需求内容', 'Content', { max: 1_000_000, optional: true }),
    attachments: files('附件', 'Attachments', { optional: true, max: 20, show: false }),
  },
  list: {
    find: 'no',
    shownAs: { card: { subtitle: 'no', tags: ['priority', 'planId'], person: 'ownerId' }, board: { by: 'state' } },
    views: [
      { name: 'owned', title: ['我负责的', 'Owned by me'], me: 'ownerId' },
      { name: 'proposed', title: ['我提出的', 'Proposed by me'], me: 'proposerId' },
    ],
    sort: { field: 'createdOn', way: 'DESC' },
    empty: ['项目要做到的事，可以由工单转来', 'What a project shall achieve; it may come from a work order'],
  },
  record: {
    label: 'title',
    option: { search: ['no'], detail: ['no'], group: 'projectId' },
    thread: { closedIn: ['rejected'] },
    recordPage: {
      head: ['state', 'priority', 'no', 'projectId', 'planId', 'ownerId', 'progress'],
      groups: [
        { title: ['需求', 'Requirement'], fields: ['title', 'points', 'proposerId', 'createdOn', 'liveOn', 'content'] },
        { title: ['来龙去脉', 'Trail'], fields: ['workOrderId', 'requesterId', 'projectId', 'planId'] },
        hoursGroup,
      ],
    },
  },
  storage: {
    key: ['no'],
    index: [
      ['projectId', '-createdOn', '-id'],
      ['orgId', '-createdOn', '-id'],
      ['orgId', '-id'],
      ['planId'],
      ['workOrderId'],
      ['ownerId'],
      ['requesterId'],
      ['proposerId'],
    ],
  },
  life: { states: requirementMachine },
})
