/** States of a claim; pure values. */
import { operations } from '#platform/declare/operations.ts'
import { byAll, byAuthor, byOperation, byProgram, machine, notBy } from '#platform/declare/states.ts'

export const expenseStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  waiting: [1, '审批中', 'Waiting for approval', 'warn'],
  passed: [2, '已通过', 'Passed', 'good'],
  paid: [3, '已支付', 'Paid', 'info'],
  rejected: [4, '已驳回', 'Rejected', 'bad'],
} as const

export const payOperation = 100
const audits = byAll(byOperation(operations.audit, ['审核报销', 'Audit claims']), notBy(byAuthor))

export const expenseMachine = machine('state', {
  editBy: byAuthor,
  states: {
    draft: { edit: 'all', remove: true },
    waiting: {},
    passed: {},
    paid: { final: true },
    rejected: { edit: 'all' },
  },
  steps: {
    /** after its amount was held against the budget (submit.ts) */
    submit: { title: ['提交', 'Submit'], from: ['draft', 'rejected'], to: 'waiting', may: byProgram },
    withdraw: { title: ['撤回', 'Withdraw'], from: ['waiting'], to: 'draft', may: byAuthor },
    pass: {
      title: ['通过', 'Pass'],
      from: ['waiting'],
      to: 'passed',
      may: audits,
      guards: [
        {
          where: 'not over_budget',
          reason: ['超出预算，须先发布审批流程，由流程通过', 'It is above the budget: only a flow of approvals can pass it'],
          onlyWithoutApproval: true,
        },
      ],
      tell: ['claimantId'],
      tone: 'primary',
    },
    reject: {
      title: ['驳回', 'Reject'],
      from: ['waiting'],
      to: 'rejected',
      may: audits,
      input: { reason: 'required' },
      note: 'reason',
      tell: ['claimantId'],
      tone: 'danger',
    },
    pay: {
      title: ['已支付', 'Paid'],
      from: ['passed'],
      to: 'paid',
      may: byOperation(payOperation, ['支付报销', 'Pay claims']),
      tell: ['claimantId'],
    },
  },
})
