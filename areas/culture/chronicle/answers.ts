/** Answers of the culture area's own calls, as the browser gets them. */
import type { Row } from '#platform/declare/wire.ts'

/** The events of one year, newest first. */
export interface ChronicleYear {
  readonly year: string
  readonly list: readonly Row[]
}
