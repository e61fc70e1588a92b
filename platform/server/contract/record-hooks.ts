/** What hooks, followers and locks are given of a changing record. */
import type { Wording } from '#platform/declare/sentence.ts'
import type { RawBuilder } from 'kysely'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from './context.ts'
import type { AnyDb } from './database.ts'
import type { Tx } from './database.ts'

/** What a person typed, or columns to be written, by name. */
export type Values = Record<string, unknown>

/** One record changed through the generic verbs; `before` is null for a new record, `after` null for a deleted one. */
export interface RecordChange {
  readonly id: string
  readonly before: Row | null
  readonly after: Row | null
}
/** Hears of everything that one write changed: a record, or a portion of a batch or an import. Set by set, never a query a record. */
export type Follower = (context: Context, tx: Tx, changes: readonly RecordChange[]) => Promise<void>

/**
 * Rows that stay as they are, and why: a month that is closed, a document that was sent. A form is refused with the reason, a batch leaves
 * the row and names it, an import names its line. It holds what a row becomes as well: nothing may be put where nothing may be changed.
 */
export interface Lock {
  readonly where: RawBuilder<boolean>
  readonly reason: Wording
  /** a row may become so, by the action that locks it */
  readonly onlyAsItWas?: true
}

/** Records of a table that must stay as they are, and why, whoever writes (records/locks.ts). Set by set, as `Follower`. */
export type RowLock = (context: Context, db: AnyDb, isRemoval: boolean) => Promise<readonly Lock[]>

/** What a verb of one resource does beyond writing the row. */
export interface Hooks {
  /** the new record's id, where its scope is its own id and had to be known before */
  readonly id?: string
  /** fields that the server sets besides those that were given, by name */
  readonly besides?: Readonly<Values>
  /** the caller does more than the rows show: nobody can take it back from them */
  readonly undoable?: false
  /** rows that must stay as they are, besides audited ones */
  readonly rowLocks?: RowLock
  /** inside the transaction, after the row is written */
  readonly written?: Follower
}

/** A document that is posted, or taken back. */
export interface Posting {
  readonly id: string
  /** as the list shows it, after its step */
  readonly row: Row
  /** the day it is entered on: of a reversal that of the posting, or the first day of the first open month */
  readonly day: string
  /** it is taken back: exactly what was entered goes */
  readonly reverses: boolean
  /** one for each posting and each reversal of a document, whoever repeats it: unique where entries are kept */
  readonly key: string
}
/** Enters a document, in the transaction of its step: what it throws leaves the step undone. */
export type Poster = (context: Context, tx: Tx, posting: Posting) => Promise<void>
