/** States of books: codes of the specification. Pure. */
import { codesOf } from '#platform/declare/codes.ts'

export const copyStates = {
  shelf: [1, '在架', 'On the shelf', 'good'],
  lent: [2, '借出', 'Lent', 'info'],
  lost: [3, '遗失', 'Lost', 'bad'],
  off: [4, '下架', 'Taken off', 'quiet'],
} as const

export const borrowingStates = {
  applied: [1, '待审核', 'Asked for', 'warn'],
  lent: [2, '借阅中', 'Lent', 'info'],
  returned: [3, '已归还', 'Returned', 'good'],
  rejected: [4, '已驳回', 'Rejected', 'bad'],
  withdrawn: [5, '已撤回', 'Withdrawn', 'quiet'],
  queued: [6, '排队中', 'Waiting', 'info'],
  lost: [7, '已遗失', 'Lost', 'bad'],
} as const

export const delayStates = {
  asked: [1, '待审核', 'Asked for', 'warn'],
  granted: [2, '同意', 'Granted', 'good'],
  refused: [3, '驳回', 'Refused', 'bad'],
} as const

export const copyCodes = codesOf(copyStates)
export const borrowingCodes = codesOf(borrowingStates)
export const delayCodes = codesOf(delayStates)

/** What one renewal adds, and how many there are. */
export const renewDays = 14
export const renewalsMax = 2
/** working days for which a freed copy is held for the first in line */
export const holdDays = 3
/** longest delay that can be asked for, days */
export const delayDaysMax = 30
