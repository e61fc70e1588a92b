/** States of topics and reports, and who moves them. Pure values. */

import { byAny, byAuthor, byMember, byOperation, byProgram, machine, type Step } from '#platform/declare/states.ts'

export const topicStates = {
  normal: [1, '正常', 'Open', 'good'],
  closed: [2, '已关闭', 'Closed', 'quiet'],
  hidden: [3, '已隐藏', 'Hidden', 'warn'],
  deleted: [4, '已删除', 'Deleted', 'bad'],
} as const
export const reportStates = {
  waiting: [1, '待处理', 'Waiting', 'warn'],
  upheld: [2, '成立', 'Upheld', 'bad'],
  rejected: [3, '不成立', 'Rejected', 'quiet'],
} as const

/** moderators of the section, and whoever looks after the whole board */
const moderates = byAny(
  byMember('bbs_moderator', { record: 'sectionId', of: 'sectionId' }),
  byOperation(100, ['管理帖子', 'Moderate the board']),
)
/** told to the author */
const withReason = { may: moderates, input: { reason: 'required' }, note: 'reason', tell: ['authorId'] } as const satisfies Partial<Step>

export const topicMachine = machine('state', {
  states: {
    normal: { edit: 'all', final: true },
    closed: { final: true },
    hidden: { final: true },
    deleted: { final: true },
  },
  editBy: byAuthor,
  steps: {
    stick: { title: ['置顶', 'Stick'], from: ['normal'], to: 'normal', sameState: true, may: moderates, set: { sticky: { value: true } } },
    unstick: {
      title: ['取消置顶', 'Unstick'],
      from: ['normal'],
      to: 'normal',
      sameState: true,
      may: moderates,
      guards: [{ where: 'sticky', reason: ['这个帖子没有置顶', 'This topic is not sticky'] }],
      set: { sticky: { value: false } },
    },
    close: { title: ['关闭', 'Close'], from: ['normal'], to: 'closed', ...withReason },
    reopen: { title: ['重新开放', 'Open again'], from: ['closed'], to: 'normal', may: moderates, set: { reason: null } },
    hide: { title: ['隐藏', 'Hide'], from: ['normal', 'closed'], to: 'hidden', ...withReason, tone: 'danger' },
    hideReported: { title: ['因举报隐藏', 'Hidden as reported'], from: ['normal', 'closed'], to: 'hidden', ...withReason, may: byProgram },
    show: {
      title: ['取消隐藏', 'Show again'],
      from: ['hidden'],
      to: 'normal',
      may: moderates,
      set: { reason: null },
      tell: ['authorId'],
    },
    withdraw: {
      title: ['删除', 'Delete'],
      from: ['normal', 'closed'],
      to: 'deleted',
      may: byAuthor,
      guards: [{ where: 'replies = 0', reason: ['已有人回复，不能删除；可以请版主关闭', 'It was answered: ask a moderator to close it'] }],
      confirm: ['删除后不能恢复，确定删除选中的 {n} 个帖子吗？', 'Delete the {n} topics for good?'],
      tone: 'danger',
    },
    takeDown: {
      title: ['移除', 'Take down'],
      from: ['hidden'],
      to: 'deleted',
      ...withReason,
      confirm: ['移除后不能恢复，确定移除选中的 {n} 个帖子吗？', 'Take down the {n} topics for good?'],
      tone: 'danger',
    },
  },
})

const settled = { may: moderates, note: 'answer', tell: ['reporterId'], set: { handledById: 'employee', handledAt: 'now' } } as const

export const reportMachine = machine('state', {
  states: { waiting: {}, upheld: { final: true }, rejected: { final: true } },
  steps: {
    uphold: {
      title: ['成立，隐藏内容', 'Upheld: hide it'],
      from: ['waiting'],
      to: 'upheld',
      ...settled,
      input: { answer: 'required' },
      tone: 'primary',
    },
    reject: { title: ['不成立', 'Rejected'], from: ['waiting'], to: 'rejected', ...settled, input: { answer: 'required' } },
  },
})
