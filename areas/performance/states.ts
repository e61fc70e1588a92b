/** States of performance; pure values. */
import { byAll, byField, byMember, byOperation, byProgram, machine, notBy } from '#platform/declare/states.ts'
import { operations } from '#platform/declare/operations.ts'

export const yearStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  active: [1, '活跃', 'Active', 'good'],
  archived: [2, '已存档', 'Archived', 'quiet'],
} as const
export const performanceStates = {
  planned: [0, '已计划', 'Planned', 'quiet'],
  running: [1, '进行中', 'Running', 'info'],
  scored: [2, '已评分', 'Scored', 'info'],
  confirmed: [3, '已确认', 'Confirmed', 'good'],
  published: [4, '已发布', 'Published', 'good'],
} as const
export const adjustmentStates = {
  asked: [1, '待审批', 'Asked', 'warn'],
  passed: [2, '已生效', 'In force', 'good'],
  rejected: [3, '已驳回', 'Rejected', 'bad'],
} as const

export const publishOperation = 100
const auditor = byOperation(operations.audit)
const publisher = byOperation(publishOperation, ['发布绩效', 'Publish performance'])

export const performanceMachine = machine('state', {
  states: {
    planned: { edit: ['target'], remove: true },
    running: { edit: ['target'] },
    scored: { edit: ['target'] },
    confirmed: { final: true },
    published: { final: true },
  },
  steps: {
    run: { title: ['开始', 'Begin'], from: ['planned'], to: 'running', may: byProgram },
    score: { title: ['评分', 'Score'], from: ['planned', 'running'], to: 'scored', may: byProgram },
    confirm: {
      title: ['确认', 'Confirm'],
      from: ['scored'],
      to: 'confirmed',
      may: auditor,
      guards: [{ where: 'rate is not null', reason: ['没有目标，不能确认', 'There is no target, so it can’t be confirmed'] }],
      tone: 'primary',
    },
    back: { title: ['退回', 'Send back'], from: ['confirmed'], to: 'scored', may: auditor },
    publish: {
      title: ['发布', 'Publish'],
      from: ['confirmed'],
      to: 'published',
      may: publisher,
      guards: [{ where: 'not is_estimate', reason: ['月份还没有结账，不能发布', 'The month is not closed, so it can’t be published'] }],
      confirm: ['发布选中的 {n} 条绩效？发布后不再重算', 'Publish {n} results? They are not computed again'],
      tone: 'primary',
    },
    withdraw: { title: ['撤回发布', 'Withdraw'], from: ['published'], to: 'scored', may: publisher },
  },
})

export const adjustmentMachine = machine('state', {
  states: { asked: { edit: ['reason', 'papers'] }, passed: { final: true }, rejected: { final: true } },
  steps: {
    pass: {
      title: ['同意', 'Approve'],
      from: ['asked'],
      to: 'passed',
      may: byAll(
        auditor,
        notBy(byField('askedBy')),
        notBy(byMember('performance_group_member', { record: 'groupId', person: 'employeeId', of: 'groupId' })),
      ),
      set: { answeredBy: 'employee' },
      tone: 'primary',
    },
    reject: {
      title: ['驳回', 'Reject'],
      from: ['asked'],
      to: 'rejected',
      may: byAll(auditor, notBy(byField('askedBy'))),
      set: { answeredBy: 'employee' },
    },
  },
})
