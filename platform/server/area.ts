/** Area: a business folder's registration. What a route line, a resource or a job belongs to. */
import type { HomeCard } from '#platform/declare/home-card.ts'
import type { Notice } from '#platform/declare/notice.ts'
import type { Module } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { House } from './house.ts'
import type { English } from './http/english.ts'
import type { RouteMap } from './http/verbs.ts'
import type { FileFamily } from './imports/family.ts'
import type { Follower, Locker } from './lists/record-hooks.ts'
import type { ReportFace } from './registry.ts'
import type { Timed } from './timed/timed.ts'

/** Runs in a job: payload as enqueued; `signal` aborts on shutdown or cancel. */
export type JobHandler = (house: House, payload: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<void>

export interface Area {
  readonly name: string
  readonly title: Title
  readonly resources: readonly Resource[]
  readonly modules?: readonly Module[]
  readonly routes: RouteMap
  /** English of its refusals, keyed by the Chinese source */
  readonly english?: English
  /** what it shows on the home page, in this order */
  readonly homeCards?: readonly HomeCard[]
  readonly reports?: readonly ReportFace[]
  readonly families?: readonly FileFamily[]
  readonly jobs?: Readonly<Record<string, JobHandler>>
  /** what is done at times */
  readonly timed?: readonly Timed[]
  /** what it tells people, beside what its steps and reminders tell */
  readonly notices?: readonly Notice[]
  /** table of any area -> what this area does, in the same transaction, when records of it change: areas that need not know each other */
  readonly follows?: Readonly<Record<string, Follower>>
  /** table of any area -> which of its records must stay, for this area's reasons: a month that is closed */
  readonly locks?: Readonly<Record<string, Locker>>
  /** when the jobs of this process run: orders what must go on, e.g. work that a stopped process left undone */
  readonly begin?: (house: House) => Promise<void>
}
