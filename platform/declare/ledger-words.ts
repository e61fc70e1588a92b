/** What the database needs to know of a ledger (declare/ledger.ts) to write it. Pure types. */
export interface LedgerWords {
  readonly name: string
  /** fields of the cell */
  readonly cell: readonly string[]
  /** fields that entries have besides */
  readonly extraFields: readonly string[]
  readonly reserve: boolean
  readonly idempotent: boolean
  /** days; null: no lots */
  readonly againDays: number | null
  readonly capped: string | null
}
