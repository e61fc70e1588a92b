/** Answers of the board's own calls, as the browser gets them. */
import type { Row } from '#platform/declare/wire.ts'

/** A section as readers see it. */
export interface BoardSection {
  readonly id: string
  readonly name: string
  readonly intro: string | null
  readonly allowAnonymous: boolean
  readonly moderates: boolean
  readonly topics: number
}

/** A topic that was opened. */
export interface BoardTopic extends Row {
  readonly content: string
  readonly isMine: boolean
  readonly liked: boolean
  readonly moderates: boolean
  readonly bestReply: { readonly id: string; readonly by: string; readonly content: string } | null
}

/** Likes of a reply; of those that have some. */
export interface ReplyLikes {
  readonly replyId: string
  readonly likes: number
  /** the asker's is among them */
  readonly liked: boolean
}
