/** Codes of letters and replies. Pure. */
import { codesOf } from '#platform/declare/codes.ts'

export const letterStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  sent: [1, '已发送', 'Sent', 'info'],
  withdrawn: [2, '已撤回', 'Withdrawn', 'quiet'],
  read: [3, '已读', 'Read', 'good'],
  replied: [4, '已回复', 'Replied', 'good'],
} as const
export const replyStates = {
  draft: letterStates.draft,
  sent: letterStates.sent,
  withdrawn: letterStates.withdrawn,
  read: letterStates.read,
} as const
export const letterKinds = {
  advice: [1, '建议', 'Advice', 'info'],
  complaint: [2, '投诉', 'Complaint', 'warn'],
  question: [3, '咨询', 'Question', 'info'],
  praise: [4, '表扬', 'Praise', 'good'],
  report: [5, '举报', 'Report', 'bad'],
} as const

/** states of letters and replies alike */
export const letterCodes = codesOf(letterStates)
/** of the pages of both sides, and of letters, so that they are known as pages of sealed records */
export const mailboxPermission = 'bossMailbox'
/** characters of a letter or a reply */
export const contentMax = 20_000
export const subjectMax = 100
export const filesMax = 8
/** days for which what was deleted can be had back */
export const keptDays = 30
/** letters and replies that a call names at once */
export const chosenMax = 200
