/** What the server tells the browser about a batch and its undo. Types only. */

/** Answer of a batch edit or delete, and of its preview: what became, or would become, of each row. */
export interface BatchResult {
  readonly total: number
  readonly changed: number
  readonly unchanged: number
  /** the first 10,000; over a filter a preview names none */
  readonly refused: readonly { readonly id: string; readonly reason: string }[]
  /** how many rows were refused for which reason */
  readonly reasons: readonly { readonly reason: string; readonly rows: number }[]
  /** for a day `undo` takes it back; null: it can't be */
  readonly batchId?: string | null
}
/** Answer of an undo: rows that changed again since the batch are left and named. */
export interface UndoResult {
  readonly total: number
  readonly restored: number
  readonly refused: readonly { readonly id: string; readonly reason: string }[]
}
/** Many rows: the work goes on in the task centre. */
export interface BatchTask {
  readonly taskId: string
}
