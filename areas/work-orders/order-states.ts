/** The states of a work order, from the request to the rating. */
import { longText, text } from '#platform/declare/fields.ts'
import { byAny, byField, byMember, byProgram, machine } from '#platform/declare/states.ts'
import { instantMs } from '#platform/format/instants.ts'

const requester = byField('requesterId')
const handler = byField('handlerId')
const owner = byField('ownerId')
const team = byAny(handler, byMember('work_catalog_employee', { record: 'catalogId', of: 'catalogId' }))
const reason = text('原因', 'Reason', { max: 200 })
const maybe = text('原因', 'Reason', { max: 200, optional: true })

/** What an order becomes by acceptance; the first answer counts. */
const accepting = {
  from: ['fresh'],
  to: 'accepted',
  input: { antipateDeliveryDate: 'optional' },
  set: {
    handlerId: 'employee',
    allocateStatus: { value: 1 },
    allocateDate: 'now',
    respondedAt: ({ row, now }: { row: Readonly<Record<string, unknown>>; now: Date }) =>
      (row['respondedAt'] as string | null) ?? now.toISOString(),
  },
  tell: ['requesterId', 'watcherIds'],
  tone: 'primary',
} as const

/** The requirement changes: what is being worked on is accepted anew, what is not stays where it is. */
const revising = {
  title: ['变更需求', 'Change the requirement'],
  may: byAny(requester, handler),
  input: { requirement: 'required', changeReason: 'required' },
  note: 'changeReason',
  tell: ['requesterId', 'handlerId'],
} as const

export const orderMachine = machine('state', {
  editBy: byAny(requester, handler),
  states: {
    fresh: {
      edit: ['title', 'priority', 'requirement', 'values', 'watcherIds', 'planDate', 'attchmentList'],
      remove: true,
    },
    accepted: { edit: ['priority', 'values', 'watcherIds', 'planDate', 'attchmentList'] },
    working: { edit: ['priority', 'values', 'watcherIds', 'planDate', 'attchmentList'] },
    waiting: { edit: ['values', 'watcherIds', 'planDate', 'attchmentList'] },
    solved: { edit: ['watcherIds', 'attchmentList'] },
    finished: { final: true },
    rated: { final: true },
    rejected: { final: true },
    withdrawn: { final: true },
  },
  steps: {
    accept: {
      ...accepting,
      title: ['受理', 'Accept'],
      may: team,
      guards: [
        {
          where: 'order_type is distinct from 1',
          reason: ['设计变更由类型负责人审批后受理', 'A design change is accepted by the owner of its type'],
          onlyWithoutApproval: true,
        },
      ],
    },
    approve: {
      ...accepting,
      title: ['审批并受理', 'Approve and accept'],
      may: owner,
      onlyWithoutApproval: true,
      guards: [{ where: 'order_type = 1', reason: ['只有设计变更需要审批', 'Only a design change is approved'] }],
    },
    start: { title: ['开始处理', 'Start'], from: ['accepted'], to: 'working', may: handler, tell: ['requesterId'], tone: 'primary' },
    solve: {
      title: ['提交解决', 'Solved'],
      from: ['working'],
      to: 'solved',
      may: handler,
      input: { solution: 'required', deliveryStatus: 'optional', changeOrderNo: 'optional' },
      set: { solvedAt: ({ row, now }) => (row['solvedAt'] as string | null) ?? now.toISOString() },
      tell: ['requesterId', 'watcherIds'],
      tone: 'primary',
    },
    progress: {
      title: ['登记进度', 'Note progress'],
      from: ['working'],
      to: 'working',
      sameState: true,
      may: handler,
      input: {
        antipateDeliveryDate: 'optional',
        pickDate: 'optional',
        isLack: 'optional',
        deliveryStatus: 'optional',
        note: longText('说明', 'Note', { max: 1_000, optional: true }),
      },
      note: 'note',
      tell: ['requesterId'],
    },
    ask: {
      title: ['要求补充', 'Ask for more'],
      from: ['working'],
      to: 'waiting',
      may: handler,
      input: { question: longText('需要补充的内容', 'What is missing', { max: 1_000 }) },
      note: 'question',
      tell: ['requesterId'],
    },
    supply: {
      title: ['已补充', 'Supplied'],
      from: ['waiting'],
      to: 'working',
      may: byAny(requester, handler),
      input: { answer: longText('补充说明', 'Answer', { max: 1_000, optional: true }) },
      note: 'answer',
      tell: ['handlerId'],
      tone: 'primary',
    },
    confirm: {
      title: ['确认完成', 'Confirm'],
      from: ['solved'],
      to: 'finished',
      may: requester,
      set: { finishedAt: 'now' },
      tell: ['handlerId', 'watcherIds'],
      tone: 'primary',
    },
    confirmDue: {
      title: ['到期自动确认', 'Confirmed when due'],
      from: ['solved'],
      to: 'finished',
      may: byProgram,
      set: { finishedAt: 'now' },
      tell: ['requesterId', 'handlerId'],
    },
    rate: {
      title: ['评价', 'Rate'],
      from: ['finished'],
      to: 'rated',
      may: requester,
      input: { stars: 'required', comment: text('评语', 'Comment', { max: 200, optional: true }) },
      note: 'comment',
      tell: ['handlerId'],
      tone: 'primary',
    },
    revise: { ...revising, from: ['working', 'waiting', 'solved'], to: 'accepted' },
    reword: { ...revising, from: ['fresh'], to: 'fresh', sameState: true },
    rewordAccepted: { ...revising, from: ['accepted'], to: 'accepted', sameState: true },
    handOver: {
      title: ['转派', 'Hand over'],
      from: ['accepted', 'working', 'waiting'],
      to: 'fresh',
      may: handler,
      input: { handlerId: 'required', reason: maybe },
      note: 'reason',
      set: { allocateStatus: { value: 0 }, allocateDate: null },
      tell: ['handlerId', 'requesterId'],
    },
    reopen: {
      title: ['重新打开', 'Reopen'],
      from: ['finished', 'rated'],
      to: 'working',
      may: requester,
      input: { reason },
      note: 'reason',
      guards: [
        {
          test: ({ row, now }) => typeof row['reopenUntil'] === 'string' && now.getTime() < instantMs(row['reopenUntil']),
          reason: ['完成超过 15 个工作日的工单不能重新打开，请另提一张', 'Finished more than 15 working days ago: ask for it anew'],
        },
      ],
      tell: ['handlerId'],
    },
    reject: {
      title: ['驳回', 'Reject'],
      from: ['fresh', 'accepted'],
      to: 'rejected',
      may: team,
      input: { rejectReason: 'required' },
      note: 'rejectReason',
      tell: ['requesterId', 'watcherIds'],
      tone: 'danger',
    },
    withdraw: {
      title: ['撤回', 'Withdraw'],
      from: ['fresh', 'accepted'],
      to: 'withdrawn',
      may: requester,
      tell: ['handlerId'],
      confirm: ['确定撤回选中的 {n} 张工单吗？', 'Withdraw {n} work orders?'],
      tone: 'danger',
    },
  },
})
