/**
 * Opening of sealed authors: two people together, the one as system administrator, the other as general manager. Pure values; worked out in
 * platform/server/sealed. What a sealed author is stands at `sealedAuthor` of a resource.
 */

/** the right to ask for an opening, to agree to one and to learn the author, for those two alone */
export const openingPermission = 'sealedOpening'
export const openingOperation = 100
/** hours in which the second person may agree */
export const openingHours = 24

export const openingStates = {
  waiting: [1, '待确认', 'Waiting for the second person', 'warn'],
  opened: [2, '已开启', 'Opened', 'good'],
  refused: [3, '已拒绝', 'Refused', 'quiet'],
} as const

/** In which office somebody takes part. */
export const openingOffices = {
  administrator: [1, '系统管理员', 'System administrator'],
  manager: [2, '总经理', 'General manager'],
} as const

/** What the author of a sealed record is told, as his page shows it. */
export interface SealedNotice {
  readonly id: string
  /** list type of the record, and its id */
  readonly list: string | null
  readonly recordId: string
  readonly title: string
  readonly detail: string | null
  readonly at: string
  readonly isRead: boolean
}
