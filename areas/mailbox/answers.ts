/** Answers of the calls of the mailbox, as the browser gets them. Ids of the writer's side are marks that only he can use. */

export interface MailFile {
  readonly id: string
  readonly name: string
  /** bytes */
  readonly size: number
  readonly type: string
  readonly link: string
}

/** A line of a box. */
export interface MailRow {
  readonly id: string
  readonly subject: string
  /** the beginning of the text */
  readonly excerpt: string
  readonly kind: number | null
  readonly isAnonymous: boolean
  readonly state: number
  /** of inboxes */
  readonly isRead: boolean
  readonly isReplied: boolean
  /** who wrote it, as the asker may know; empty: nobody is named */
  readonly from: string
  readonly hasFiles: boolean
  /** when it was sent, else last changed: an instant; of what its writer has, and of anonymous letters, the day alone */
  readonly at: string
  /** instant */
  readonly trashedAt: string | null
}

export interface MailPage {
  readonly list: readonly MailRow[]
  readonly total: number
  readonly pageNum: number
  readonly pageSize: number
}

/** One letter or reply. */
export interface Mail extends Omit<MailRow, 'excerpt' | 'hasFiles'> {
  readonly version: number
  readonly content: string
  readonly files: readonly MailFile[]
  /** what it answers, or what was answered to it, oldest first */
  readonly others: readonly { readonly id: string; readonly from: string; readonly at: string; readonly content: string }[]
}

export interface Saved {
  readonly id: string
  readonly version: number
  readonly state: number
}
