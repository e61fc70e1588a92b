/** Views of a list on the wire: which there are, and what they rest on. Types only. */
import type { ListView } from './shown-as.ts'
import type { Tone } from './tone.ts'

export type { ListView } from './shown-as.ts'

/** Both days included; at most 400 days. */
export interface During {
  readonly from: string
  readonly to: string
}

/** What a row shows as a card, on a phone. Fields are those that this person sees. */
export interface CardDefinition {
  readonly title: string
  readonly subtitle: readonly string[]
  readonly amount: string | null
  readonly state: string | null
}

/** Fields are those that this person sees. */
export interface ShownAsDefinition {
  /** in the order in which they are offered, the table first */
  readonly views: readonly ListView[]
  /** the view that the list opens with */
  readonly first: ListView
  readonly card: {
    readonly title: string
    readonly subtitle: string | null
    readonly tags: readonly string[]
    readonly person: string | null
    readonly due: string | null
  }
  /** `value` null: records without one */
  readonly board?: { readonly by: string; readonly columns: readonly { readonly value: number | null; readonly title: string }[] }
  readonly checklist?: { readonly by: string; readonly done: readonly number[]; readonly required: string | null }
  readonly calendar?: { readonly from: string; readonly to: string | null }
  readonly gantt?: {
    readonly from: string
    readonly to: string
    readonly progress: string | null
    readonly dependsOn: string | null
    readonly parent: string | null
  }
  readonly tree?: { readonly parent: string }
  readonly grid?: { readonly isWritten: boolean }
}

export interface GridCell {
  readonly text: string
  /** the record that it shows; absent: it follows from something else */
  readonly id?: string
  readonly tone?: Tone
  /** not what `mark` of the grid asks for: not published */
  readonly isMarked?: true
}
export interface GridLine {
  readonly id: string
  readonly name: string
  /** a second text beside the name */
  readonly note: string
  /** by day; null: there is none */
  readonly cells: readonly (GridCell | null)[]
  readonly sum: string
}
/** A month of a grid, of a portion of its rows. */
export interface GridAnswer {
  readonly days: readonly { readonly day: string; readonly isOff: boolean }[]
  readonly rows: readonly GridLine[]
  /** of each day, below the rows */
  readonly sums: readonly string[]
  readonly total: number
  /** what can be written into a cell, with what it means */
  readonly values: readonly { readonly text: string; readonly title: string }[]
  /** what narrows the rows */
  readonly groups: { readonly title: string; readonly options: readonly { readonly value: string; readonly label: string }[] }
}
/** Cells side by side of one row, from a day on. */
export interface GridBlock {
  readonly row: string
  readonly column: string
  readonly texts: readonly string[]
  /** what the cells showed, cell by cell: one that shows something else by now refuses the writing; absent: whatever they show */
  readonly seen?: readonly string[]
}
