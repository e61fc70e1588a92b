/** Timed work: what an area declares to be done at times, for each organisation or once for the installation. */
import type { Notice, Receivers } from '#platform/declare/notice.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Wording } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Context } from './context.ts'
import type { Tx } from './database.ts'
import type { House } from './house.ts'

export type When =
  /** minute, hour, day of the month, month, weekday (0 Sunday) */
  | { readonly cron: string }
  /** minutes, counted from 1970 UTC: every 60 is each full hour */
  | { readonly every: number }
  /** HH:mm, each day */
  | { readonly at: string | readonly string[] }

export interface Reminder {
  readonly of: Resource
  /** a date or an instant of the record */
  readonly on: string
  /**
   * working days or hours; less than 0: before it. calendarDays: of a date, several times (`[-90, -30, 0]`); of those that are due at once
   * the last one alone is told
   */
  readonly by: { readonly days: number } | { readonly hours: number } | { readonly calendarDays: readonly number[] }
  /** only records whose choice is one of these codes */
  readonly while?: { readonly field: string; readonly is: readonly number[] }
  readonly notice: Notice
  /** told besides from this step of `calendarDays` on (-7: a week before, and later) */
  readonly also?: { readonly from: number; readonly to: readonly Receivers[] }
}

export interface Planned {
  /** the instant it was due, or at which somebody asked for it */
  readonly at: Date
  readonly signal: AbortSignal
}

/** What one run says of itself on the page: `提醒 3 条`. */
type Said = Promise<Wording | void>

/** In one transaction, which also notes that it is done: all of it and once, or nothing. */
export type OrganisationWork = (inside: Context, tx: Tx, planned: Planned) => Said
/** With transactions of its own (bytes of files, portions, all organisations): a run that broke is run again, so it may be done twice. */
export type InstallationWork = (house: House, planned: Planned) => Said

export interface TimedCommon {
  /** stable, in lower case: what is stored under it outlives the title */
  readonly name: string
  readonly title: Title
  readonly when: When
  /** only on working days of the organisation's calendar; with `cron` and `at` */
  readonly calendar?: 'working days'
  /** what came due while no process ran: absent: once, as soon as one runs; skip: not at all */
  readonly missed?: 'skip'
  /** minutes until each further try of a run that failed; after the last one it is a dead letter */
  readonly again: readonly number[]
}
export interface OrganisationTimed extends TimedCommon {
  readonly of: 'organisation'
  readonly work: OrganisationWork
  readonly reminder?: Reminder
}
export interface InstallationTimed extends TimedCommon {
  readonly of: 'installation'
  readonly work: InstallationWork
}
export type Timed = OrganisationTimed | InstallationTimed
