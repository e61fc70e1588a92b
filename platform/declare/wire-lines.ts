/** Changes of lines of a document on the wire. Types only. */

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
