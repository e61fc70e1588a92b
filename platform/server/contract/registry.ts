/** Registry: every declaration of every area by name, as `registryOf` has collected and checked it. */
import type { RawBuilder } from 'kysely'
import type { RowApproval, Wanted } from '#platform/declare/approval.ts'
import type { HomeCard } from '#platform/declare/home-card.ts'
import type { Notice } from '#platform/declare/notice.ts'
import type { Module } from '#platform/declare/page.ts'
import type { Preset } from '#platform/declare/preset.ts'
import type { Report } from '#platform/declare/report.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Part } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import type { MessageTarget } from '#platform/declare/wire-messages.ts'
import type { ListDefinition, Row } from '#platform/declare/wire.ts'
import type { Context, Language } from './context.ts'
import type { AnyDb, Tx } from './database.ts'
import type { House } from './house.ts'
import type { Method, Route } from './route.ts'
import type { AnyFamily, FilesFollower } from './file-family.ts'
import type { Follower, Lock, RowLock } from './record-hooks.ts'
import type { Area, Arrival, Book, CloseItem, SetupStep } from './area.ts'
import type { Timed } from './timed.ts'

export interface BoundRoute extends Route {
  readonly method: Method
  readonly path: string
  readonly area: string
  /** what it does can be taken back for a day (batches/undo-route.ts) */
  readonly isUndoable?: true
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
  /** name -> what waits for a person (`queue` of home cards) */
  readonly waits: ReadonlyMap<string, NonNullable<Area['waits']>[string]>
  readonly presets: readonly Preset[]
  /** the checklist of a month, in the order of the areas */
  readonly closeItems: readonly CloseItem[]
  /** what a new company needs first, in order */
  readonly setupSteps: readonly SetupStep[]
  /** name -> what comes of acts of sealed authors */
  readonly arrivals: ReadonlyMap<string, Arrival>
  /** name -> what is done at times */
  readonly timed: ReadonlyMap<string, Timed>
  /** code -> what people are told */
  readonly notices: ReadonlyMap<string, Notice>
  /** A sentence, a title or a plain text in one language. */
  inWords(part: Part, language: Language): string
  readonly families: readonly AnyFamily[]
  /** by the code of a family: what areas make of its lines */
  readonly filesFollowers: ReadonlyMap<string, readonly FilesFollower[]>
  /** roll-ups of all areas with what goes with their refresh */
  readonly books: readonly Book[]
  /** table -> areas that follow its records */
  readonly followers: ReadonlyMap<string, readonly Follower[]>
  /** last day of the last closed month; absent: no area closes months */
  readonly closedUntil: NonNullable<Area['closedUntil']> | null
  /** approvals, where an area brings them */
  readonly flows: Flows | null
  /** table -> what says which of its records batches must leave */
  readonly lockers: ReadonlyMap<string, readonly RowLock[]>
}

// ---- approvals: what the rooms of the server ask of them

/** Something that a person wants to do, inside its transaction. */
export interface Wish {
  readonly resource: Resource
  readonly matter: string
  /** null: a record that is written when it is approved */
  readonly recordId: string | null
  readonly wanted: Wanted
  /** Does it, to see what the record would be; it is rolled back. Answers the record as it is then. */
  readonly trial: (inside: Context, tx: Tx) => Promise<Row | null>
}

/** Messages of one account that go out by mail, by id -> the path that the mail names: nothing for those of other matters. */
export type MailLinks = (
  house: House,
  ask: {
    readonly orgId: string
    readonly accountId: string
    readonly messages: readonly { readonly id: string; readonly target: MessageTarget | null }[]
  },
) => Promise<ReadonlyMap<string, string>>

/** An approval that waits for its answer. */
export interface DueApproval {
  readonly formCode: string
  readonly keyValue: string
  readonly title: Title
  readonly dueAt: string
}

export interface Flows {
  /** Whether a flow is published for these records: nothing is asked of the others. */
  isPublished(context: Context, r: Resource): Promise<boolean>
  /** Records that need an approval, as far as plain columns tell; null: no flow is published. */
  neededWhere(context: Context, r: Resource): Promise<RawBuilder<boolean> | null>
  /** Begins the approval and answers its number; null: none is needed, it may be done at once. */
  hold(context: Context, tx: Tx, wish: Wish): Promise<string | null>
  /** Records in approval stay as they are. */
  locks(context: Context, db: AnyDb, r: Resource): Lock[]
  /** What rows of a list say of their approvals, by id. */
  rowsIn(context: Context, r: Resource, ids: readonly string[]): Promise<ReadonlyMap<string, RowApproval>>
  /** Whether a row of the table is in approval: in one of these states, in a step whose name is like this one. */
  approvalOf(r: Resource, wanted: { readonly states?: readonly number[]; readonly step?: string }): RawBuilder<boolean>
  /** The caller with this one record open to him, where he has or had a task on it; else null. */
  opened(context: Context, r: Resource, id: string): Promise<Context | null>
  /** Whether he has or had a task on any of these records. */
  hasTask(context: Context, r: Resource): Promise<boolean>
  /** Whether the caller may have the files of an opinion or a note; null: the table is none of approvals. */
  mayHaveFiles(context: Context, table: string, recordId: string): Promise<boolean | null>
  mailLinks: MailLinks
  /** What the caller, or whom he stands in for, has to answer by an instant inside the bounds (ms, without the end), the earliest first. */
  dueBetween(context: Context, bounds: readonly [fromMs: number, toMs: number]): Promise<readonly DueApproval[]>
  /** Approvals of records of this list that are gone end. */
  follow(r: Resource): Follower
}
