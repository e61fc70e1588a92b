/** The states of a work order, from the request to the rating. */
import { longText, text } from '#platform/declare/fields.ts'
import { byAny, byField, byMember, byProgram, machine } from '#platform/declare/states.ts'
import { instantMs } from '#platform/format/instants.ts'

const requester = byField('requesterId')
const handler = byField('handlerId')
const team = byAny(handler, byMember('work_catalog_employee', { record: 'catalogId', of: 'catalogId' }))
const reason = text('原因', 'Reason', { max: 200 })

export const orderMachine = machine('state', {
  states: {
    fresh: {
      edit: ['title', 'priority', 'requirement', 'watcherIds', 'planDate', 'attchmentList', 'sendMsg'],
      remove: true,
    },
    accepted: { edit: ['priority', 'watcherIds', 'planDate', 'attchmentList'] },
    working: { edit: ['priority', 'watcherIds', 'planDate', 'attchmentList'] },
    waiting: { edit: ['watcherIds', 'attchmentList'] },
    solved: { edit: ['watcherIds'] },
    finished: { edit: ['watcherIds'], final: true },
    rated: { final: true },
    rejected: { final: true },
    withdrawn: { final: true },
  },
  steps: {
    accept: {
      title: ['受理', 'Accept'],
      from: ['fresh'],
      to: 'accepted',
      may: team,
      input: { antipateDeliveryDate: 'optional' },
      set: {
        handlerId: 'employee',
        allocateStatus: { value: 1 },
        allocateDate: 'now',
        respondedAt: ({ row, now }) => (row['respondedAt'] as string | null) ?? now.toISOString(),
      },
      tell: ['requesterId', 'watcherIds'],
      tone: 'primary',
    },
    start: { title: ['开始处理', 'Start'], from: ['accepted'], to: 'working', may: handler, tell: ['requesterId'], tone: 'primary' },
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
    solve: {
      title: ['提交解决', 'Solved'],
      from: ['working'],
      to: 'solved',
      may: handler,
      input: { solution: 'required', deliveryStatus: 'optional', changeOrderNo: 'optional' },
      set: { solvedAt: ({ row, now }) => (row['solvedAt'] as string | null) ?? now.toISOString(), finishedAt: 'now' },
      tell: ['requesterId', 'watcherIds'],
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
    reopen: {
      title: ['重新打开', 'Reopen'],
      from: ['finished', 'rated'],
      to: 'working',
      may: requester,
      input: { reason },
      note: 'reason',
      guards: [
        {
          holds: ({ row, now }) => typeof row['reopenUntil'] === 'string' && now.getTime() < instantMs(row['reopenUntil']),
          reason: ['完成超过 15 个工作日的工单不能重新打开，请另提一张', 'Finished more than 15 working days ago: ask for it anew'],
        },
      ],
      tell: ['handlerId'],
    },
    handOver: {
      title: ['转派', 'Hand over'],
      from: ['accepted', 'working', 'waiting'],
      to: 'fresh',
      may: handler,
      input: { handlerId: 'required', reason: { ...reason, options: { ...reason.options, optional: true } } },
      note: 'reason',
      set: { allocateStatus: { value: 0 } },
      tell: ['handlerId', 'requesterId'],
    },
    revise: {
      title: ['变更需求', 'Change the requirement'],
      from: ['working', 'waiting', 'solved'],
      to: 'accepted',
      may: byAny(requester, handler),
      input: { requirement: 'required', reason },
      note: 'reason',
      set: { requirementVersion: ({ row }) => Number(row['requirementVersion']) + 1 },
      tell: ['requesterId', 'handlerId'],
    },
  },
})
