/** Area: a business folder's registration. What a route line, a resource or a job belongs to. */
import type { HomeCard } from '#platform/declare/home-card.ts'
import type { Notice } from '#platform/declare/notice.ts'
import type { Module } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { English } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import type { Context } from './context.ts'
import type { Tx } from './database.ts'
import type { House } from './house.ts'
import type { RouteMap } from './route.ts'
import type { AnyFamily } from './file-family.ts'
import type { Follower, Locker } from './record-hooks.ts'
import type { ReportFace } from './registry.ts'
import type { Timed } from './timed.ts'

/** Runs in a job: payload as enqueued; `signal` aborts on shutdown or cancel. */
export type JobHandler = (house: House, payload: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<void>

/** Who makes demo data: each as himself, with the rights he has. */
export interface DemoPeople {
  readonly now: Date
  /** the person of this account in his first organisation; `at`: as if it were then */
  as(username: string, at?: Date): Promise<Context>
}

/** A roll-up as its area keeps it: what goes with its refresh (reports/refresh.ts). */
export interface Book {
  readonly rollup: Rollup
  /** computes lines of its own before the grains are added up (cost lines from units sold) */
  readonly before?: (tx: Tx, context: Context, shopId: string, days: readonly string[]) => Promise<void>
  /** roll-ups that stand on this one: their same days are recomputed in the same transaction */
  readonly followers?: readonly Book[]
  /** inside the transaction of each step, e.g. tells open pages */
  readonly changed?: (tx: Tx, context: Context, shopId: string) => Promise<void>
  /** kinds of the tasks of those who asked for a refresh: they end with it */
  readonly tasks?: readonly string[]
}

export interface Area {
  readonly name: string
  readonly title: Title
  readonly resources: readonly Resource[]
  readonly modules?: readonly Module[]
  readonly routes: RouteMap
  /** English of the sentences that it says, by key (declare/sentence.ts) */
  readonly english?: English
  /** what it shows on the home page, in this order */
  readonly homeCards?: readonly HomeCard[]
  readonly reports?: readonly ReportFace[]
  readonly families?: readonly AnyFamily[]
  /** its roll-ups, in the order in which they are refreshed */
  readonly books?: readonly Book[]
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
  /** its part of the demo company, by people who are there already: see `DemoPeople` */
  readonly demo?: (people: DemoPeople) => Promise<void>
}
