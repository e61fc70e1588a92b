/**
 * Records that belong to a month of the books. Once it is closed the database itself refuses to add, change or delete them, whoever writes
 * (platform/server/db/closed-ddl.ts): below the locks of the one writer, which say it in words, and the merges, which book around it.
 */
export interface Closes<Name extends string = string> {
  /** the day, or the month, that puts a record into its month; empty: into none */
  readonly on: Name
  /** fields that no figure follows from: they may change in a closed month too */
  readonly but?: readonly Name[]
}
