/** Messages of the house to one person, as the message centre shows them. Types only. */

/** What a message is about: 1 long work that ended, 2 something shared, 3 own rights, 4 the system, 5 the business, 6 approvals. */
export type MessageKind = 1 | 2 | 3 | 4 | 5 | 6

/** What a message opens. */
export type MessageTarget =
  /** a page of the product, with its query */
  | { readonly page: string }
  /** the page of a list or report, by its type; with an id that of the record, or its list where it has none */
  | { readonly list: string; readonly id?: string }
  /** the report of these imports */
  | { readonly imports: readonly string[] }
  /** an approval, of which the message is one of the kinds of /approvalNotice */
  | { readonly approval: { readonly formCode: string; readonly keyValue: string; readonly kind: 1 | 2 | 3 | 4 | 5 | 6 } }
  /** a stored file, for as long as it is kept */
  | { readonly file: string; readonly name: string }

export interface Message {
  readonly id: string
  readonly kind: MessageKind
  readonly title: string
  readonly detail: string | null
  readonly target: MessageTarget | null
  readonly isRead: boolean
  readonly createdAt: string
}

/** Answer of POST /notify/list: newest first; `unread` counts all of the person's, whatever the filter. */
export interface MessageList {
  readonly list: readonly Message[]
  readonly total: number
  readonly pageNum: number
  readonly pageSize: number
  readonly unread: number
}

/** mail: 0 none, 1 at once, 2 in the digest of the day */
export interface NoticePreference {
  readonly code: string
  readonly name: string
  readonly kind: MessageKind
  readonly mail: 0 | 1 | 2
}
/** POST /noticePreference/list. Times are HH:mm on the clock of `zone`. */
export interface NoticePreferences {
  readonly mailTo: string | null
  /** mails are carried out */
  readonly mailReaches: boolean
  readonly zone: string
  readonly quietFrom: string | null
  readonly quietTo: string | null
  readonly digestAt: string
  /** 1 Chinese, 2 English */
  readonly language: 1 | 2
  readonly list: readonly NoticePreference[]
}

/** A chat robot of the organisation: which group is told what. Its address is told to nobody. */
export interface NoticeRobot {
  readonly id: string
  readonly name: string
  readonly platform: string
  /** notices that concern the asker */
  readonly notices: readonly string[]
}
