/** Answers of the calls of books, as the browser gets them. */
import type { Row } from '#platform/declare/wire.ts'

export interface Applied {
  readonly id: string
  readonly no: string
  /** 1 waits for the keeper, 6 stands in line */
  readonly state: number
  /** how many stand in line before */
  readonly ahead: number
}

export interface ReaderNote {
  readonly id: string
  readonly name: string
  readonly note: string
  /** instant */
  readonly at: string
}

export type BookView = Row & {
  /** newest first, 50 at most */
  readonly notes: readonly ReaderNote[]
  /** the asker's own open borrowing of it */
  readonly mine: { readonly id: string; readonly state: number; readonly ahead: number } | null
}

export interface RankRow {
  /** equal figures have equal ranks */
  readonly rank: number
  readonly id: string
  readonly name: string
  /** author, or department */
  readonly detail: string
  /** times borrowed in the period */
  readonly times: number
  /** the asker himself */
  readonly mine: boolean
}

export interface Ranking {
  readonly year: number
  readonly month: number | null
  readonly list: readonly RankRow[]
}
