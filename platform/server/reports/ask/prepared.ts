/** What is known of lines before they are read in one statement: days, lesser witnesses, meanings. Types alone. */
import type { Mapped } from '#platform/declare/rollup.ts'

/** Days in the books: a span, both ends included, or single days. */
export type Days = { readonly from: string; readonly to: string } | { readonly days: readonly string[] }
/** Sources that count only where no other does: owner and day as posted, side by side. */
export interface OpenDays {
  readonly owners: string[]
  readonly days: string[]
}

/**
 * Only amounts of these kinds: column names and base kinds of lines that carry several amounts. A help for the index, never a condition of
 * its own.
 */
export interface Narrowed {
  readonly kinds: readonly string[]
  readonly bases: readonly string[]
  readonly columns: readonly string[]
}

/** Kinds that have a meaning from a month on and, where it ends, before another. */
export interface Meaning {
  readonly kinds: readonly string[]
  readonly since: string
  readonly until: string | null
}

/** What reading lines needs to know beforehand, so that the statement itself can be one. */
export interface Prepared {
  readonly booked: Days
  /** by source: days of a lesser witness */
  readonly open: ReadonlyMap<string, OpenDays>
  /** by source: the facts among which its lines are divided */
  readonly shares: ReadonlyMap<string, Units>
  /** part of the statement that has all these lines, with what they alone tell */
  readonly readAs?: string
}
export interface Units {
  readonly mapped: Mapped
  readonly meanings: readonly Meaning[]
  readonly only: Narrowed
  readonly prepared: Prepared
}
