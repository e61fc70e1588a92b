/** The history of a record on the wire. */

export interface HistoryChange {
  readonly field: string
  readonly title: string
  /** as a person reads it; null: empty */
  readonly before: string | null
  readonly after: string | null
}

export interface HistoryEntry {
  readonly id: string
  readonly at: string
  readonly by: string
  /** add, update, remove and what areas name themselves */
  readonly verb: string
  readonly verbTitle: string
  /** what kind of record it is about */
  readonly subjectTitle: string
  readonly address: string | null
  /** call or job that did it */
  readonly via: string | null
  readonly requestId: string | null
  readonly changes: readonly HistoryChange[]
  /** what was said of it: why a step was taken */
  readonly note: string | null
  /** the record can be brought back to what it was after this entry */
  readonly canRestore?: true
}

/** What bringing a record back to an earlier version would change, or has changed: answer of POST /auditTrail/restore. */
export interface Restoring {
  readonly id: string
  /** of the record now */
  readonly version: number | null
  readonly changes: readonly HistoryChange[]
  /** titles of fields that differ and stay: never edited again, masked, moved by steps alone */
  readonly kept: readonly string[]
  /** after it is done: what takes it back for a day */
  readonly batchId?: string
}
