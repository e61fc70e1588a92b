/** States of a work order: codes of the specification. */
export const orderStates = {
  fresh: [1, '新建', 'New'],
  accepted: [2, '已受理', 'Accepted'],
  working: [3, '处理中', 'In progress'],
  waiting: [4, '待补充', 'Waiting'],
  solved: [5, '待确认', 'To be confirmed'],
  finished: [6, '已完成', 'Finished'],
  rated: [7, '已评价', 'Rated'],
  rejected: [8, '已驳回', 'Rejected'],
  withdrawn: [9, '已撤回', 'Withdrawn'],
} as const

export const orderCodes = Object.fromEntries(Object.entries(orderStates).map(([name, [code]]) => [name, code])) as {
  readonly [State in keyof typeof orderStates]: (typeof orderStates)[State][0]
}
