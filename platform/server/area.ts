/** Area: a business folder's registration. What a route line, a resource or a job belongs to. */
import type { HomeCard } from '#platform/declare/home-card.ts'
import type { Module } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from './context.ts'
import type { Tx } from './db/database.ts'
import type { House } from './house.ts'
import type { English } from './http/english.ts'
import type { RouteMap } from './http/verbs.ts'
import type { FileFamily } from './imports/family.ts'
import type { AnyDb } from './lists/columns.ts'
import type { Lock } from './lists/record.ts'
import type { ReportFace } from './registry.ts'

/** Runs in a job: payload as enqueued; `signal` aborts on shutdown or cancel. */
export type JobHandler = (house: House, payload: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<void>

/** One record changed through the generic verbs; `before` is null for a new record, `after` null for a deleted one. */
export interface RecordChange {
  readonly id: string
  readonly before: Row | null
  readonly after: Row | null
}
/** Hears of everything that one write changed: a record, or a portion of a batch or an import. Set by set, never a query a record. */
export type Follower = (context: Context, tx: Tx, changes: readonly RecordChange[]) => Promise<void>

/** Records of a table that batches must leave as they are, and why; also deletions of chosen ones. Set by set, as `Follower`. */
export type Locker = (context: Context, db: AnyDb, isRemoval: boolean) => Promise<readonly Lock[]>

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
  /** table of any area -> what this area does, in the same transaction, when records of it change: areas that need not know each other */
  readonly follows?: Readonly<Record<string, Follower>>
  /** table of any area -> which of its records must stay, for this area's reasons: a month that is closed */
  readonly locks?: Readonly<Record<string, Locker>>
  /** when the jobs of this process run: orders what must go on, e.g. work that a stopped process left undone */
  readonly begin?: (house: House) => Promise<void>
}
