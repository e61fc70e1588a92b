/** What the server tells the browser about a batch and its undo. Types only. */
import type { Call, Row } from './wire-values.ts'

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
  /** of a preview: the first rows that would change, and the values that all of them would have */
  readonly sample?: { readonly before: readonly Row[]; readonly after: Row }
}
/** Answer of an undo: rows that changed again since the batch are left and named. */
export interface UndoResult {
  readonly total: number
  readonly restored: number
  readonly refused: readonly { readonly id: string; readonly reason: string }[]
}
/** What the caller has changed in the last 24 hours: answer of POST /task/changes. */
export interface OwnChange {
  readonly batchId: string
  readonly title: string
  readonly at: string
  /** list type of the records; null: they have no list */
  readonly type: string | null
  /** null: it has been taken back */
  readonly undo: Call | null
}
/** Many rows: the work goes on in the task centre. */
export interface BatchTask {
  readonly taskId: string
}
