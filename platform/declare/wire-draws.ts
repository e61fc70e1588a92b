/** Lines drawn from others, on the wire. Types only. */
import type { Tone } from './tone.ts'
import type { Call } from './wire-values.ts'

/** Lines of a document can be drawn from open lines of this list. */
export interface DrawDefinition {
  /** what the button is called: 从订单取 */
  readonly title: string
  /** list type of the lines that are drawn from */
  readonly from: string
  /** lists what is open: `{ from, header, query }` -> rows with `open` */
  readonly call: Call
  /** fields of the new line: what it refers to by, how much it takes, and which others take the value of the same name */
  readonly by: string
  readonly measure: string
  readonly shared: readonly string[]
  /** field of a source line that names it */
  readonly label: string
  /** fields of the document by which the answer is narrowed */
  readonly same: readonly string[]
}

/** A document upstream or downstream of a record. */
export interface ChainLink {
  /** list type and id */
  readonly type: string
  readonly id: string
  readonly title: string
  readonly label: string
  readonly state: { readonly label: string; readonly tone: Tone | null } | null
  /** `YYYY-MM-DD`, where the document has a business date */
  readonly day: string | null
  /** draws between it and the record */
  readonly steps: number
}

/** Answer of POST /listField/chain: what a document was drawn from, and what was drawn from it, over all steps; the nearest first. */
export interface Chain {
  readonly up: readonly ChainLink[]
  readonly down: readonly ChainLink[]
  /** there are more than are told */
  readonly isMore: boolean
}
