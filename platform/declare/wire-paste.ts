/** What the server tells the browser about a range that is pasted into the cells of a list. Types only. */
import type { Row } from './wire-values.ts'

/** A range as it comes from the clipboard, over the rows it is meant for; a cell that is null stays as it is. */
export interface PasteAsk {
  readonly type: string
  readonly fields: readonly string[]
  readonly rows: readonly { readonly id: string; readonly version?: number; readonly cells: readonly (string | null)[] }[]
  /** says what would become of each cell, and writes nothing */
  readonly preview?: boolean
}

export interface PasteResult {
  /** cells that change or would change; the others have the value already */
  readonly changed: readonly { readonly id: string; readonly field: string }[]
  /** cells that must stay as they are, with the reason */
  readonly refused: readonly { readonly id: string; readonly field: string; readonly reason: string }[]
  /** the rows as they are, or would be, afterwards */
  readonly rows: readonly Row[]
  /** for a day `undo` takes it back; null: it can't be */
  readonly batchId: string | null
}
