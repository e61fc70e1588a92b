/** For tests: a machine of each shape. Tickets go between people, posts in a circle by rights, claims through an approval. */
import { choice, date, dateTime, integer, longText, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { byAll, byAny, byAuthor, byField, byOperation, byProgram, machine, notBy, type Who } from '#platform/declare/states.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import type { Caller, Context } from '#platform/server/contract/context.ts'

export const employee = resource('employee', {
  type: 'employee',
  title: ['员工', 'Employee'],
  access: { scope: ownOrganisation },
  fields: { name: text('姓名', 'Name') },
}) as unknown as Resource

const handler = byField('handlerId')
const requester = byField('requesterId')
export const ticket = resource('ticket', {
  type: 'ticket',
  title: ['工单', 'Ticket'],
  access: { scope: ownOrganisation },
  fields: {
    no: text('编号', 'No.', { max: 20, filter: 'equals', editDisabled: true }),
    title: text('标题', 'Title', { max: 100, inline: true }),
    remark: text('备注', 'Remark', { max: 100, optional: true, inline: true }),
    amount: integer('金额', 'Amount', { default: 1 }),
    planDate: date('计划日期', 'Planned', { optional: true }),
    requesterId: reference('申请人', 'Requester', 'employee', { set: { onAdd: 'employee' } }),
    handlerId: reference('处理人', 'Handler', 'employee', { optional: true, computed: true }),
    acceptedAt: dateTime('受理时间', 'Accepted at', { optional: true, computed: true }),
    solvedAt: dateTime('解决时间', 'Solved at', { optional: true, computed: true }),
    solution: longText('解决方案', 'Solution', { optional: true, computed: true }),
    stars: integer('评价', 'Stars', { min: 1, max: 5, optional: true, computed: true }),
    state: choice(
      '状态',
      'State',
      {
        fresh: [1, '新建', 'New'],
        accepted: [2, '已受理', 'Accepted'],
        solved: [3, '待确认', 'To be confirmed'],
        rated: [4, '已评价', 'Rated'],
        rejected: [5, '已驳回', 'Rejected'],
      },
      { default: 1, filter: 'select' },
    ),
  },
  record: { label: 'no' },
  storage: { key: ['no'] },
  life: {
    states: machine('state', {
      states: {
        fresh: { edit: 'all', remove: true },
        accepted: { edit: ['remark'] },
        solved: {},
        rated: { final: true },
        rejected: { final: true },
      },
      steps: {
        accept: {
          title: ['受理', 'Accept'],
          from: ['fresh'],
          to: 'accepted',
          may: byOperation(100),
          input: { planDate: 'optional' },
          set: { handlerId: 'employee', acceptedAt: 'now' },
          tell: ['requesterId'],
          tone: 'primary',
        },
        solve: {
          title: ['解决', 'Solve'],
          from: ['accepted'],
          to: 'solved',
          may: handler,
          input: { solution: 'required' },
          set: { solvedAt: ({ row, now }) => (row['solvedAt'] as string | null) ?? now.toISOString() },
          tell: ['requesterId'],
        },
        handOver: {
          title: ['转交', 'Hand over'],
          from: ['accepted'],
          to: 'fresh',
          may: byAny(handler, byOperation(100)),
          input: { handlerId: 'required', reason: text('原因', 'Reason', { max: 50 }) },
          note: 'reason',
          tell: ['handlerId', 'requesterId'],
        },
        rate: {
          title: ['评价', 'Rate'],
          from: ['solved'],
          to: 'rated',
          may: requester,
          input: { stars: 'required' },
        },
        reopen: {
          title: ['重新打开', 'Reopen'],
          from: ['solved', 'rated'],
          to: 'accepted',
          may: requester,
          guards: [
            {
              test: ({ row, now }) => asText(row['planDate'] ?? '9999') >= now.toISOString().slice(0, 10),
              reason: ['计划日期已过，不能重新打开', 'The planned day is over'],
            },
          ],
        },
        reject: {
          title: ['驳回', 'Reject'],
          from: ['fresh', 'accepted'],
          to: 'rejected',
          may: byAll(byOperation(100), notBy(requester)),
          input: { reason: text('原因', 'Reason', { max: 50 }) },
          note: 'reason',
          guards: [{ where: 'amount > 0', reason: ['金额为零的工单不能驳回', 'Nothing to reject'] }],
          tone: 'danger',
          confirm: ['确定要驳回这 {n} 条吗？', 'Reject {n}?'],
        },
      },
    }),
  },
}) as unknown as Resource

export const post = resource('post', {
  type: 'post',
  title: ['公告', 'Post'],
  access: { scope: ownOrganisation },
  fields: {
    title: text('标题', 'Title', { max: 50 }),
    status: choice(
      '状态',
      'State',
      { draft: [0, '草稿', 'Draft'], live: [1, '已发布', 'Live'], kept: [2, '已存档', 'Kept'] },
      { default: 0 },
    ),
  },
  record: { label: 'title' },
  life: {
    states: machine('status', {
      states: { draft: { edit: 'all', remove: true }, live: { edit: ['title'] }, kept: {} },
      steps: {
        publish: { title: ['发布', 'Publish'], from: ['draft', 'kept'], to: 'live', may: byOperation(100) },
        archive: { title: ['存档', 'Archive'], from: ['live'], to: 'kept', may: byOperation(100) },
        withdraw: { title: ['撤回', 'Withdraw'], from: ['live'], to: 'draft', may: byAuthor },
      },
    }),
  },
}) as unknown as Resource

export const claim = resource('claim', {
  type: 'claim',
  title: ['费用', 'Claim'],
  access: { scope: ownOrganisation },
  fields: {
    title: text('事由', 'What for', { max: 50 }),
    state: choice(
      '状态',
      'State',
      { draft: [0, '草稿', 'Draft'], approving: [1, '审批中', 'In approval'], approved: [2, '已通过', 'Approved'] },
      { default: 0 },
    ),
  },
  record: { label: 'title' },
  life: {
    states: machine('state', {
      states: { draft: { edit: 'all', remove: true }, approving: { pendingApproval: true }, approved: { final: true } },
      steps: {
        submit: { title: ['提交', 'Submit'], from: ['draft'], to: 'approving', may: byAuthor },
        approve: { title: ['通过', 'Approve'], from: ['approving'], to: 'approved', may: byProgram },
        sendBack: { title: ['退回', 'Send back'], from: ['approving'], to: 'draft', may: byProgram },
      },
    }),
  },
}) as unknown as Resource

export const sealedNote = resource('sealed_note', {
  type: 'sealedNote',
  title: ['来信', 'Letter'],
  access: { scope: ownOrganisation, sealedAuthor: true },
  fields: {
    title: text('标题', 'Title', { max: 50 }),
    withdrawnById: reference('撤回人', 'Withdrawn by', 'employee', { optional: true, computed: true }),
    state: choice('状态', 'State', { sent: [1, '已发送', 'Sent'], withdrawn: [2, '已撤回', 'Withdrawn'] }, { default: 1 }),
  },
  record: { label: 'title' },
  life: {
    states: machine('state', {
      states: { sent: {}, withdrawn: { final: true } },
      steps: {
        withdraw: { title: ['撤回', 'Withdraw'], from: ['sent'], to: 'withdrawn', may: byAuthor, set: { withdrawnById: 'employee' } },
      },
    }),
  },
}) as unknown as Resource

type Person = Pick<Caller, 'accountId' | 'employeeId'> & { readonly operations: readonly number[] }
export const personWithoutRights: Person = { accountId: '99', employeeId: '99', operations: [] }

/** Somebody who may, of a record whose fields of employees and author are given; `not` of somebody is left to the record. */
export function personFor(who: Who, named: Readonly<Record<string, string | null>>, authorId: string): Person {
  switch (who.by) {
    case 'operation':
      return { ...personWithoutRights, operations: [who.operation] }
    case 'field':
      return { ...personWithoutRights, employeeId: named[who.field] ?? null }
    case 'author':
      return { ...personWithoutRights, accountId: authorId }
    case 'any':
      return who.of[0] === undefined ? personWithoutRights : personFor(who.of[0], named, authorId)
    case 'all': {
      const all = who.of.map(one => personFor(one, named, authorId))
      return {
        accountId: all.find(one => one.accountId !== personWithoutRights.accountId)?.accountId ?? personWithoutRights.accountId,
        employeeId: all.find(one => one.employeeId !== personWithoutRights.employeeId)?.employeeId ?? personWithoutRights.employeeId,
        operations: all.flatMap(one => one.operations),
      }
    }
    default:
      return personWithoutRights
  }
}

/** The same context as another person, who is no administrator. */
export const asPerson = (context: Context, r: Resource, { operations, ...who }: Person, name = '李雷'): Context => ({
  ...context,
  caller: {
    ...context.caller,
    ...who,
    name,
    systemAdmin: false,
    permissions: new Map([[r.type ?? r.table, new Set([2, 3, ...operations])]]),
  },
})

export const mayOf = (row: Row | undefined): readonly string[] => (row?.['may'] ?? []) as readonly string[]
