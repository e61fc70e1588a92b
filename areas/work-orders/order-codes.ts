import { codesOf } from '#platform/declare/codes.ts'

/** States of a work order: codes of the specification. */
export const orderStates = {
  fresh: [1, '新建', 'New', 'info'],
  accepted: [2, '已受理', 'Accepted', 'info'],
  working: [3, '处理中', 'In progress', 'info'],
  waiting: [4, '待补充', 'Waiting', 'warn'],
  solved: [5, '待确认', 'To be confirmed', 'warn'],
  finished: [6, '已完成', 'Finished', 'good'],
  rated: [7, '已评价', 'Rated', 'good'],
  rejected: [8, '已驳回', 'Rejected', 'bad'],
  withdrawn: [9, '已撤回', 'Withdrawn', 'quiet'],
} as const

export const orderCodes = codesOf(orderStates)
