/** What the lists of attendance have in common: the person, who sees his rows, and the life of a request. Pure values. */
import { approval } from '#platform/declare/approval.ts'
import { choice, reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { anyOf, member, ownedBy, self, tasked } from '#platform/declare/scope.ts'
import { byAny, byAuthor, byField, byOperation, byProgram, machine, type Machine } from '#platform/declare/states.ts'
import type { Title } from '#platform/declare/title.ts'

/** a head sees his people, HR all, everybody himself */
export const ofPeople = anyOf(self('employeeId'), ownedBy('employeeId'))
/** whoever keeps the group of a person, as his membership says */
const keptBy = member('attendance_member', { record: 'employeeId', person: 'keeperId', of: 'employeeId' })
export const ofKept = anyOf(self('employeeId'), ownedBy('employeeId'), keptBy)
/** and who decides sees what he decides on */
export const ofAsked = anyOf(self('employeeId'), ownedBy('employeeId'), keptBy, tasked)

/** whom a line is about: chosen by whoever keeps the list */
export const person = (more: object = {}) =>
  reference('员工', 'Employee', 'employee', { filter: 'select', editDisabled: true, width: 110, ...more })
/** whom a request is about */
export const asker = () =>
  person({ optional: true, help: ['不填是本人；考勤管理员可以代为申请', 'Empty: yourself; who keeps attendance may ask for others'] })

export const requestStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  asked: [1, '审批中', 'In approval', 'warn'],
  approved: [2, '已批准', 'Approved', 'good'],
  withdrawn: [3, '已撤销', 'Withdrawn', 'quiet'],
} as const
export const requestState = () => choice('状态', 'State', requestStates, { default: 0, filter: 'select', width: 90 })
/** the person himself, who wrote it for him, and who keeps attendance */
export const mayAsk = byAny(byAuthor, byField('employeeId'), byOperation(operations.audit, ['代为申请和撤销', 'Ask for others']))
const kept = ['remark', 'attachments'] as const

/** 销假: what is approved ends earlier, and gives back what is free again. */
export const endsEarly: Machine['steps'] = {
  endEarly: {
    title: ['销假', 'End earlier'],
    from: ['approved'],
    to: 'approved',
    sameState: true,
    may: mayAsk,
    input: { toAt: 'required' },
    confirm: ['填写新的结束时间，之后的时间恢复上班', 'From the new end on it is working time again'],
  },
}
/** A request counts once it is approved; without a published flow that is at once. */
export const requestLife = (
  title: Title,
  figures: readonly string[],
  more: Machine['steps'] = {},
): { states: Machine; approval: ReturnType<typeof approval> } => ({
  states: machine('state', {
    editBy: mayAsk,
    states: {
      draft: { edit: 'all', remove: true },
      asked: { pendingApproval: 'approve' },
      approved: { edit: kept, final: true },
      withdrawn: { final: true },
    },
    steps: {
      submit: { title: ['提交', 'Submit'], from: ['draft'], to: 'asked', may: mayAsk, tone: 'primary' },
      approve: { title: ['审批通过', 'Approved'], from: ['asked'], to: 'approved', may: byProgram },
      back: { title: ['审批退回', 'Sent back'], from: ['asked'], to: 'draft', may: byProgram },
      withdraw: { title: ['撤销', 'Withdraw'], from: ['draft', 'approved'], to: 'withdrawn', may: mayAsk, tone: 'danger' },
      ...more,
    },
  }),
  approval: approval({ submit: { title, steps: ['submit'] } }, { figures }),
})
