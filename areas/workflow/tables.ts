/** Flows by version, approvals under way, their tasks, and who stands in for whom. */
import { bigInteger, choice, date, dateTime, files, flag, integer, json, longText, reference, text } from '#platform/declare/fields.ts'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { anyOf, ownedBy, ownedByAccount, ownOrganisation } from '#platform/declare/scope.ts'
import { byOperation, byProgram, machine } from '#platform/declare/states.ts'
import type { CardFigure, Wanted } from '#platform/declare/approval.ts'
import type { EngineState } from './engine/state.ts'

/** the right of the administrators of flows */
export const flowsOperation = 100
const byAdministrators = byOperation(flowsOperation, ['管理审批流程', 'Manage flows'])

export const workflowSetting = resource('workflow_setting', {
  type: 'workflowSetting',
  title: ['审批流程', 'Approval flow'],
  access: { scope: ownOrganisation },
  fields: {
    formCode: text('业务', 'Form', { max: 80, filter: 'equals', sort: true, editDisabled: true, width: 160 }),
    name: text('流程名称', 'Name', { max: 100, filter: 'contains', sort: true, width: 240 }),
    versionNo: integer('版本', 'Version', { default: 1, computed: true, sort: true, identifier: true, width: 80 }),
    status: choice(
      '状态',
      'Status',
      { draft: [0, '草稿', 'Draft', 'quiet'], published: [1, '已发布', 'Published', 'good'], old: [2, '旧版', 'Old version', 'quiet'] },
      { default: 0, filter: 'select', width: 90 },
    ),
    remark: text('说明', 'Remark', { max: 200, optional: true, width: 240 }),
    publishedAt: dateTime('发布时间', 'Published at', { optional: true, computed: true, sort: true, width: 160 }),
    /** at most a few hundred kilobytes: see flowNodesMax */
    definition: json<FlowDefinition>('定义', 'Definition'),
  },
  list: {
    sort: { field: 'formCode', way: 'ASC' },
    search: ['name', 'formCode'],
    empty: ['先选业务，再画出谁按什么顺序审批', 'Choose what is approved, then draw who approves in which order'],
  },
  storage: { kind: 'reference', key: ['formCode', 'versionNo'], index: [{ on: ['orgId', 'formCode'], where: 'status = 1' }] },
  life: {
    states: machine('status', {
      states: { draft: { edit: 'all', remove: true }, published: { final: true }, old: { final: true } },
      steps: {
        publish: {
          title: ['发布', 'Publish'],
          from: ['draft'],
          to: 'published',
          may: byAdministrators,
          set: { publishedAt: 'now' },
          tone: 'primary',
        },
        supersede: { title: ['被新版本替代', 'Superseded'], from: ['published'], to: 'old', may: byProgram },
        retire: {
          title: ['停用', 'Retire'],
          from: ['published'],
          to: 'old',
          may: byAdministrators,
          confirm: ['停用后新的申请不再需要审批，确定停用吗？', 'New requests need no approval after that. Retire it?'],
          tone: 'danger',
        },
      },
    }),
  },
})

export const instanceStates = {
  running: [1, '审批中', 'In approval', 'info'],
  passed: [2, '通过', 'Approved', 'good'],
  back: [3, '退回', 'Sent back', 'warn'],
  withdrawn: [4, '撤回', 'Withdrawn', 'quiet'],
  ended: [5, '终止', 'Ended', 'bad'],
} as const

export const taskStates = {
  open: [1, '待办', 'To do', 'info'],
  agreed: [2, '同意', 'Agreed', 'good'],
  back: [3, '退回', 'Sent back', 'warn'],
  transferred: [4, '转交', 'Handed on', 'quiet'],
  cancelled: [5, '取消', 'Cancelled', 'quiet'],
  copied: [6, '抄送', 'Copied', 'quiet'],
} as const

/** One approval of one record, over all its rounds. */
export const approvalInstance = resource('approval_instance', {
  title: ['审批', 'Approval'],
  access: { scope: ownOrganisation },
  fields: {
    formCode: text('业务', 'Form', { max: 80 }),
    /** table of the record */
    subject: text('表', 'Table', { max: 80 }),
    /** empty: the record is written when it is approved */
    recordId: bigInteger('记录', 'Record', { optional: true }),
    settingId: reference('审批流程', 'Approval flow', 'workflow_setting'),
    applicantId: reference('申请人', 'Applicant', 'employee'),
    applicantAccount: bigInteger('申请账号', 'Account'),
    state: choice('状态', 'State', instanceStates, { default: 1 }),
    round: integer('轮次', 'Round', { default: 1 }),
    /** what of the record is asked for, and what it becomes */
    matter: text('事项', 'Matter', { max: 60 }),
    wanted: json<Wanted>('申请内容', 'Wanted'),
    title: text('标题', 'Title', { max: 300 }),
    figures: json<readonly CardFigure[]>('摘要', 'Figures'),
    engine: json<EngineState>('进度', 'Progress'),
    /** names of the steps that are asked now */
    step: text('当前步骤', 'Step', { max: 300, optional: true }),
    urgedAt: dateTime('催办时间', 'Urged at', { optional: true }),
    endedAt: dateTime('结束时间', 'Ended at', { optional: true }),
    /** why it ended before its time, as it is stored (declare/sentence.ts) */
    reason: text('原因', 'Reason', { optional: true }),
  },
  storage: {
    index: [
      { on: ['subject', 'recordId'], where: 'state in (1, 3)' },
      ['subject', 'recordId', '-id'],
      ['applicantId', '-id'],
      ['settingId'],
    ],
  },
})

/** What the copy of a task or the record as an approver saw it keeps: fields by name. */
export type Seen = Readonly<Record<string, unknown>>

export const approvalTask = resource('approval_task', {
  title: ['审批任务', 'Approval task'],
  access: { scope: ownOrganisation },
  fields: {
    instanceId: reference('审批', 'Approval', 'approval_instance'),
    subject: text('表', 'Table', { max: 80 }),
    recordId: bigInteger('记录', 'Record', { optional: true }),
    formCode: text('业务', 'Form', { max: 80 }),
    processId: text('步骤', 'Step', { max: 60 }),
    processName: text('步骤名称', 'Name of the step', { max: 100 }),
    round: integer('轮次', 'Round'),
    /** number within the approval */
    no: integer('序号', 'No.'),
    /** who is asked */
    employeeId: reference('审批人', 'Approver', 'employee'),
    /** who answered, where it was not himself: a stand-in */
    actorId: reference('经办人', 'Answered by', 'employee', { optional: true }),
    state: choice('状态', 'State', taskStates, { default: 1 }),
    /** its turn has not come */
    isWaiting: flag('未轮到', 'Waiting', { default: false }),
    isExtra: flag('加签', 'Countersign', { default: false }),
    isAuto: flag('自动通过', 'Passed by itself', { default: false }),
    arrivedAt: dateTime('到达时间', 'Arrived at'),
    dueAt: dateTime('截止时间', 'Due at', { optional: true }),
    remindAt: dateTime('提醒时间', 'To be reminded at', { optional: true }),
    remindedAt: dateTime('已提醒', 'Reminded at', { optional: true }),
    escalatedAt: dateTime('已升级', 'Escalated at', { optional: true }),
    endedAt: dateTime('处理时间', 'Answered at', { optional: true }),
    opinion: longText('意见', 'Opinion', { max: 2_000, optional: true }),
    files: files('附件', 'Files', { optional: true }),
    /** the record as he saw it when he answered */
    seen: json<Seen>('所见内容', 'What he saw'),
  },
  storage: {
    index: [
      ['employeeId', 'state', '-id'],
      ['actorId', '-id'],
      ['subject', 'recordId', 'employeeId'],
      ['instanceId', 'id'],
      { on: ['dueAt'], where: 'state = 1 and due_at is not null and escalated_at is null' },
      { on: ['remindAt'], where: 'state = 1 and remind_at is not null and reminded_at is null' },
    ],
  },
})

export const noteKinds = {
  submit: [11, '提交', 'Submitted'],
  again: [12, '重新提交', 'Submitted again'],
  withdraw: [13, '撤回', 'Withdrawn'],
  comment: [14, '评论', 'Comment'],
  urge: [15, '催办', 'Urged'],
  countersign: [16, '加签', 'Countersign'],
  escalate: [17, '超时升级', 'Escalated'],
  end: [18, '终止', 'Ended'],
  pass: [19, '审批通过', 'Approved'],
} as const

/** What happened beside answers: asked, asked again, taken back, a word, urging. */
export const approvalNote = resource('approval_note', {
  title: ['审批记录', 'Approval note'],
  access: { scope: ownOrganisation },
  fields: {
    instanceId: reference('审批', 'Approval', 'approval_instance'),
    kind: choice('类型', 'Kind', noteKinds),
    round: integer('轮次', 'Round'),
    processId: text('步骤', 'Step', { max: 60, optional: true }),
    processName: text('步骤名称', 'Name of the step', { max: 100, optional: true }),
    employeeId: reference('人员', 'Person', 'employee', { optional: true }),
    actingForId: reference('代谁', 'Acting for', 'employee', { optional: true }),
    /** a person's words, or a stored sentence */
    text: longText('内容', 'Text', { max: 4_000, optional: true }),
    files: files('附件', 'Files', { optional: true }),
    at: dateTime('时间', 'At'),
  },
  storage: { index: [['instanceId', 'id']] },
})

/** While somebody is away another one answers in his place, and whoever stands in for that one. */
export const approvalStandIn = resource('approval_stand_in', {
  type: 'approvalStandIn',
  title: ['审批代理', 'Stand-in'],
  access: { scope: anyOf(ownedBy('employeeId'), ownedBy('standInId')), forEverybody: true },
  fields: {
    employeeId: reference('本人', 'Away', 'employee', { filter: 'select', width: 140, editDisabled: true }),
    standInId: reference('代理人', 'Stand-in', 'employee', { filter: 'select', width: 140 }),
    fromOn: date('开始日期', 'From', { rangeTo: 'toOn', rangeTitle: ['代理期间', 'Period'], sort: true, width: 120 }),
    toOn: date('结束日期', 'Until', { width: 120 }),
    reason: text('原因', 'Reason', { max: 100, optional: true, width: 200 }),
  },
  list: { sort: { field: 'fromOn', way: 'DESC' }, empty: ['出差或休假时由谁代为审批', 'Who approves in your place while you are away'] },
  record: { label: 'reason' },
  storage: {
    index: [
      ['employeeId', '-fromOn'],
      ['standInId', '-fromOn'],
      ['orgId', '-fromOn', '-id'],
    ],
  },
})

/** A link of a mail to one task, for the account that the mail went to: opened once, by that account alone. */
export const approvalLink = resource('approval_link', {
  title: ['审批链接', 'Approval link'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: bigInteger('账号', 'Account'),
    taskId: reference('审批任务', 'Task', 'approval_task'),
    /** of the mail: a mail that is sent again holds the same link */
    messageId: bigInteger('消息', 'Message'),
    expiresAt: dateTime('有效期至', 'Valid until'),
    usedAt: dateTime('打开时间', 'Opened at', { optional: true }),
  },
  storage: { key: ['messageId'], index: [['expiresAt'], ['taskId']] },
})

export const workflowTables = { workflowSetting, approvalInstance, approvalTask, approvalNote, approvalStandIn, approvalLink }

declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof workflowTables> {}
}
