/** Answers of the activities' own calls, as the browser gets them. */
import type { Row } from '#platform/declare/wire.ts'

/** An activity as whoever may sign up sees it. */
export interface OpenActivity extends Row {
  /** where the asker stands (states of a sign-up); null: not signed up */
  readonly mine: number | null
  /** place in the queue, from 1; null: not waiting */
  readonly queuePlace: number | null
  readonly people: readonly { readonly id: string; readonly name: string; readonly state: number }[]
  /** of the organisers alone */
  readonly code: string | null
}
