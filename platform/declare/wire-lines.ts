/** Lines of a document on the wire. Types only. */
import type { FieldDefinition } from './wire.ts'
import type { FormItem } from './wire-form.ts'

/** What the browser is told of the lines of a document. They are read by `POST /listField/lines`. */
export interface LinesDefinition {
  /** list type of the lines, and of the document they stand in */
  readonly type: string
  readonly of: string
  readonly title: string
  /** their field that refers to the document */
  readonly by: string
  readonly max: number
  /** not in the form of the document: an action asks for them */
  readonly apart?: true
  /** columns that are shown, the editable ones among them */
  readonly fields: readonly FieldDefinition[]
  /** what a person fills in, cell by cell */
  readonly form: readonly FormItem[]
}

export type LineValues = Readonly<Record<string, unknown>>

/**
 * What a person changed: only that travels, never the whole list. `id` of an added line is the sender's own and comes back in the faults of
 * its cells, `lines[id].field`; `version` is that which was seen.
 */
export interface LineChanges {
  readonly added?: readonly (LineValues & { readonly id?: string })[]
  readonly changed?: readonly (LineValues & { readonly id: string; readonly version: number })[]
  readonly removed?: readonly { readonly id: string; readonly version?: number }[]
}
