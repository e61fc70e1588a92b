/** States of an activity and of a sign-up; pure values. Full is worked out and no state. */
import { byAny, byField, byOperation, byProgram, machine, type Guard } from '#platform/declare/states.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'

export const activityStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  open: [1, '报名中', 'Open for sign-up', 'good'],
  archived: [2, '已存档', 'Archived', 'quiet'],
  closed: [3, '已截止', 'Sign-up closed', 'warn'],
  held: [4, '已举行', 'Held', 'info'],
  settled: [5, '已结算', 'Settled', 'info'],
  cancelled: [6, '已取消', 'Cancelled', 'bad'],
} as const
export const signUpStates = {
  signedUp: [1, '已报名', 'Signed up', 'good'],
  waiting: [2, '候补', 'Waiting', 'warn'],
  checkedIn: [3, '已签到', 'Checked in', 'info'],
  cancelled: [4, '已取消', 'Cancelled', 'quiet'],
} as const

export const manageOperation = 100
const organises = byAny(byField('ownerId'), byOperation(manageOperation, ['组织活动', 'Organise activities']))
const notBegun: Guard = {
  test: ({ row, now }) => instantMs(asText(row['startAt'])) > now.getTime(),
  reason: ['活动已经开始', 'The activity has begun'],
}
const stillOpen: Guard = {
  test: ({ row, now }) => instantMs(asText(row['signUpUntil'])) > now.getTime(),
  reason: ['报名截止时间已过，请先改到以后', 'The time to sign up is over: set a later one first'],
}

export const activityMachine = machine('state', {
  editBy: organises,
  states: {
    draft: { edit: 'all', remove: true },
    open: { edit: ['title', 'cover', 'content', 'place', 'startAt', 'endAt', 'signUpUntil', 'capacity', 'points'] },
    closed: { edit: ['content', 'place', 'startAt', 'endAt', 'signUpUntil', 'capacity', 'points'] },
    held: { edit: ['points'] },
    settled: { final: true },
    cancelled: { final: true },
    archived: { final: true },
  },
  steps: {
    open: {
      title: ['发布报名', 'Open for sign-up'],
      from: ['draft'],
      to: 'open',
      may: organises,
      guards: [stillOpen, { where: 'end_at > start_at', reason: ['结束时间须晚于开始时间', 'It ends after it begins'] }],
      tone: 'primary',
    },
    close: { title: ['截止报名', 'Close sign-up'], from: ['open'], to: 'closed', may: organises },
    closeDue: { title: ['到时截止', 'Closed when due'], from: ['open'], to: 'closed', may: byProgram },
    reopen: { title: ['恢复报名', 'Open again'], from: ['closed'], to: 'open', may: organises, guards: [notBegun, stillOpen] },
    hold: { title: ['已举行', 'Held'], from: ['open', 'closed'], to: 'held', may: organises },
    holdDue: { title: ['到时举行', 'Held when due'], from: ['open', 'closed'], to: 'held', may: byProgram },
    settle: {
      title: ['结算积分', 'Settle points'],
      from: ['held'],
      to: 'settled',
      may: organises,
      confirm: ['给选中 {n} 个活动已签到的员工发放积分，只发一次，确定吗？', 'Grant the points of {n} activities, once and for all?'],
      tone: 'primary',
    },
    cancel: {
      title: ['取消活动', 'Cancel'],
      from: ['open', 'closed'],
      to: 'cancelled',
      may: organises,
      input: { reason: 'required' },
      note: 'reason',
      tone: 'danger',
    },
    archive: { title: ['存档', 'Archive'], from: ['settled', 'cancelled', 'held'], to: 'archived', may: organises },
  },
})
