/** What is told of a list's import before anything is written. */
import type { ImportDetails, Option } from './wire.ts'

/** A cell of an uploaded file that a person has corrected: line of the file, place of the cell, its text. */
export interface Correction {
  readonly line: number
  readonly column: number
  readonly value: string
}

/** Answer of /fileImport/preview: a dry run over the whole file. Nothing is written. */
export interface ImportPreview {
  readonly fileName: string
  readonly columns: readonly {
    /** as the file has it; empty where the head cell is empty */
    readonly head: string
    /** field it goes to, null: not imported */
    readonly field: string | null
    /** how that is known; `system`: a column of the list that nobody fills in */
    readonly by: 'hand' | 'remembered' | 'title' | 'system' | null
    /** a few values of the column */
    readonly sample: readonly string[]
  }[]
  /** what a column may go to */
  readonly fields: readonly { readonly name: string; readonly title: string; readonly required: boolean }[]
  /** what the head lacks or has twice; while it is not empty no row has been looked at */
  readonly headFaults: readonly string[]
  /** whether rows without a fault may be imported alone */
  readonly partial: boolean
  /** the first rows as they would be stored, then those further below that have a fault */
  readonly rows: readonly ImportPreviewRow[]
  /** null while the columns are not settled */
  readonly counts: {
    readonly read: number
    readonly inserted: number
    readonly updated: number
    readonly unchanged: number
    readonly refused: number
  } | null
  /** the first faults of the whole file, and how many there are */
  readonly errors: ImportDetails['errors']
  readonly errorsTotal: number
  readonly notes: readonly string[]
}
export interface ImportPreviewRow {
  readonly line: number
  readonly state: 'inserted' | 'updated' | 'unchanged' | 'refused'
  /** by field name */
  readonly cells: Readonly<Record<string, string>>
  readonly faults: readonly { readonly field: string | null; readonly reason: string }[]
}

/** Answer of a call that suggests a layout: what the file is like, and what the layout as it stands makes of it. Nothing is written. */
export interface LayoutSuggestion {
  /** line of the head in the file */
  readonly headLine: number
  readonly columns: readonly { readonly head: string; readonly sample: readonly string[] }[]
  /** what the contents suggest, by fields of the layout: heads of columns, words, codes of choices */
  readonly values: Readonly<Record<string, string>>
  /** fields of the layout in their order; `isHead`: filled by a column */
  readonly items: readonly {
    readonly field: string
    readonly title: string
    readonly help: string | null
    readonly options: readonly Option[]
    readonly required: boolean
    readonly isHead: boolean
  }[]
  /** texts of a line, as columns of the preview */
  readonly texts: readonly { readonly name: string; readonly title: string }[]
  /** the first lines as they would be imported */
  readonly rows: readonly {
    readonly line: number
    readonly day: string
    readonly income: string | null
    readonly outgo: string | null
    readonly neutral: string | null
    readonly currency: string
    readonly balance: string | null
    readonly texts: Readonly<Record<string, string>>
  }[]
  /** lines of the whole file; null: the layout does not say enough to read by */
  readonly read: number | null
  readonly faults: readonly {
    readonly line: number | null
    readonly column: string | null
    readonly value: string | null
    readonly reason: string
  }[]
  readonly faultsTotal: number
  readonly doubts: readonly { readonly what: string; readonly line: number | null; readonly stated: string; readonly found: string }[]
  readonly notes: readonly string[]
}
