/** Registry: every declaration of every area by name, as `registryOf` has collected and checked it. */
import type { HomeCard } from '#platform/declare/home-card.ts'
import type { Notice } from '#platform/declare/notice.ts'
import type { Module } from '#platform/declare/page.ts'
import type { Report } from '#platform/declare/report.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Part } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import type { ListDefinition } from '#platform/declare/wire.ts'
import type { Context, Language } from './context.ts'
import type { Method, Route } from './route.ts'
import type { AnyFamily } from './file-family.ts'
import type { Follower, Locker } from './record-hooks.ts'
import type { Book } from './area.ts'
import type { Timed } from './timed.ts'

export interface BoundRoute extends Route {
  readonly method: Method
  readonly path: string
  readonly area: string
}

/** A report as the lists' metadata call serves it. */
export interface ReportFace {
  readonly name: string
  /** what it is made from: proofs and tests over all reports read it */
  readonly report: Report
  readonly title: Title
  definition(context: Context): ListDefinition
}

export interface Registry {
  readonly reports: ReadonlyMap<string, ReportFace>
  readonly resources: ReadonlyMap<string, Resource>
  /** table of a document -> its lines */
  readonly lines: ReadonlyMap<string, Resource>
  /** list type -> resource */
  readonly types: ReadonlyMap<string, Resource>
  readonly routes: readonly BoundRoute[]
  readonly modules: readonly Module[]
  readonly homeCards: readonly HomeCard[]
  /** name -> what is done at times */
  readonly timed: ReadonlyMap<string, Timed>
  /** code -> what people are told */
  readonly notices: ReadonlyMap<string, Notice>
  /** A sentence, a title or a plain text in one language. */
  inWords(part: Part, language: Language): string
  readonly families: readonly AnyFamily[]
  /** roll-ups of all areas with what goes with their refresh */
  readonly books: readonly Book[]
  /** table -> areas that follow its records */
  readonly followers: ReadonlyMap<string, readonly Follower[]>
  /** table -> what says which of its records batches must leave */
  readonly lockers: ReadonlyMap<string, readonly Locker[]>
}
