/** What is told of a list's import before anything is written. */
import type { ImportDetails } from './wire.ts'

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
  /** the first rows as they would be stored */
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
