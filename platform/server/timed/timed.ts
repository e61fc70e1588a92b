/** Timed work: what an area declares to be done at times, for each organisation or once for the installation. */
import { type Wording } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { House } from '../contract/house.ts'
import type { Reminder } from './reminder.ts'
import type { When } from './when.ts'

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

interface Common {
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
export interface OrganisationTimed extends Common {
  readonly of: 'organisation'
  readonly work: OrganisationWork
  readonly reminder?: Reminder
}
export interface InstallationTimed extends Common {
  readonly of: 'installation'
  readonly work: InstallationWork
}
export type Timed = OrganisationTimed | InstallationTimed

type Words = When & Pick<Common, 'calendar' | 'missed'> & { readonly again?: readonly number[] }
const againUsual = [1, 5, 15, 60]

function commonOf(name: string, title: Title, { calendar, missed, again = againUsual, ...when }: Words): Common {
  return { name, title, when, again, ...(calendar && { calendar }), ...(missed && { missed }) }
}

/** For each organisation, on its own clock. */
export const timed = (name: string, title: Title, { work, ...words }: Words & { readonly work: OrganisationWork }): OrganisationTimed => ({
  ...commonOf(name, title, words),
  of: 'organisation',
  work,
})

/** Once for the installation, on the clock of the company's home. */
export const housekeeping = (
  name: string,
  title: Title,
  { work, ...words }: Words & { readonly work: InstallationWork },
): InstallationTimed => ({
  ...commonOf(name, title, words),
  of: 'installation',
  work,
})
