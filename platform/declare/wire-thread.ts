/** A record's conversation on the wire. Types only. */
import type { Call, UploadedFile } from './wire-values.ts'

/** `record`: under which name the call takes the record's id. */
export interface ThreadCall extends Call {
  readonly record: string
}

/** The calls of a list's conversations. Whoever sees a record may make all of them. */
export interface ThreadDefinition {
  readonly list: ThreadCall
  readonly people: ThreadCall
  readonly seen: ThreadCall
  readonly add: ThreadCall
  readonly update: ThreadCall
  readonly remove: ThreadCall
  /** characters of a comment */
  readonly max: number
  /** files of a comment */
  readonly filesMax: number
}

export interface ThreadPerson {
  /** null: nobody may know who it is, or the program */
  readonly accountId: string | null
  readonly name: string
  /** link of the picture */
  readonly avatar: string | null
  /** department and position; null where it does not help */
  readonly detail?: string | null
}

/** A comment or, with `parentId`, an answer to one. */
export interface ThreadComment {
  readonly kind: 'comment'
  readonly id: string
  readonly version: number
  readonly parentId: string | null
  /** instant */
  readonly at: string
  readonly by: ThreadPerson
  readonly isMine: boolean
  /** plain text; `@[name](account)` mentions somebody */
  readonly content: string
  readonly files: readonly UploadedFile[]
  readonly isEdited: boolean
  /** its place stays for its answers: without content, files and author */
  readonly isDeleted: boolean
}

/** A step of the record between its states. */
export interface ThreadMove {
  readonly kind: 'move'
  readonly at: string
  readonly by: ThreadPerson
  /** what was done, and the states in words; `from` null: the record was made */
  readonly title: string
  readonly from: string | null
  readonly to: string
  readonly note: string | null
}

export type ThreadEntry = ThreadComment | ThreadMove

/** Oldest first. Comments that entries of the page answer are there too. */
export interface ThreadPage {
  readonly list: readonly ThreadEntry[]
  /** sent as `before` for the page of what is older; null: nothing is */
  readonly next: string | null
  /** comments of others that this person has not seen, 100 at most; null: not kept of these records */
  readonly unread: number | null
  /** the last comment that this person has seen; null: none */
  readonly seenId: string | null
  /** why nothing can be written here now; null: it can */
  readonly closed: string | null
}

/** Answer to a comment that was written or edited. */
export interface ThreadWritten {
  readonly id: string
  readonly version: number
  /** people who were mentioned, may not see the record and were therefore told nothing */
  readonly notTold: readonly { readonly accountId: string; readonly name: string }[]
  /** the same as a sentence; null: all were told */
  readonly notice: string | null
}
