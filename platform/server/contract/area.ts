/** Area: a business folder's registration. What a route line, a resource or a job belongs to. */
import type { CloseGroup } from '#platform/declare/close-groups.ts'
import type { WaitingPart } from '#platform/declare/wire-home.ts'
import type { HomeCard } from '#platform/declare/home-card.ts'
import type { Notice } from '#platform/declare/notice.ts'
import type { Module } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { English, Part, Wording } from '#platform/declare/sentence.ts'
import type { Preset } from '#platform/declare/preset.ts'
import type { MenuModule, TabsFor } from '#platform/declare/subject.ts'
import type { Title } from '#platform/declare/title.ts'
import type { UnreadKind } from '#platform/declare/wire.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import type { Caller, Context } from './context.ts'
import type { Tx } from './database.ts'
import type { House } from './house.ts'
import type { RouteMap } from './route.ts'
import type { AnyFamily, FilesFollower } from './file-family.ts'
import type { Follower, RowLock, Poster } from './record-hooks.ts'
import type { Flows, ReportFace } from './registry.ts'
import type { Timed } from './timed.ts'

/**
 * What a job waits behind: work that a person has asked for, stored figures that follow, timed work, and what waits for nobody (the clock
 * of timed work, the sealing of the trail). Each lane has places of its own (jobs/lanes.ts).
 */
export type JobLane = 'people' | 'figures' | 'timed' | 'steady' | 'files'
/** Runs in a job: payload as enqueued; `signal` aborts on shutdown or cancel. Without a lane it is work of people. */
export interface JobHandler {
  (house: House, payload: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<void>
  readonly lane?: JobLane
  /** what waits of the same payload is done with it */
  readonly isMerged?: true
}

/** Who makes demo data: each as himself, with the rights he has. */
export interface DemoPeople {
  readonly now: Date
  /** the person of this account in his first organisation; `at`: as if it were then */
  as(username: string, at?: Date): Promise<Context>
  /** keeps what of a shop nobody downloaded, for its connection; absent: no marketplace is stood for, all files are there at once */
  readonly leave?: (left: LeftFiles) => void
}
export interface LeftFiles {
  readonly shop: { readonly id: string; readonly name: string; readonly marketplaceCode: string }
  /** the first day that its people have no file of */
  readonly from: string
  readonly files: readonly LeftFile[]
}
export interface LeftFile {
  /** what it is fetched as */
  readonly report: string
  /** the marketplace has it since this day or instant */
  readonly since?: string
  /** as the marketplace would answer it: a file, or rows of an answer in JSON */
  readonly text: string
}

/** A roll-up as its area keeps it: what goes with its refresh (reports/store/refresh.ts). */
export interface Book {
  readonly rollup: Rollup
  /** computes lines of its own before the grains are added up (cost lines from units sold) */
  readonly before?: (tx: Tx, context: Context, ownerId: string, days: readonly string[]) => Promise<void>
  /** computes what is stored beside the grains after them (counts of orders by brand) */
  readonly after?: (tx: Tx, context: Context, ownerId: string, days: readonly string[]) => Promise<void>
  /** its days are those of what stands beside the grains alone: these are as they should be */
  readonly isBeside?: true
  /** roll-ups that stand on this one: their same days are recomputed in the same transaction */
  readonly followers?: readonly Book[]
  /** inside the transaction of each step, e.g. tells open pages */
  readonly changed?: (tx: Tx, context: Context, ownerId: string) => Promise<void>
  /** inside the transaction of whoever asks to have its days worked out anew */
  readonly asked?: (
    tx: Tx,
    context: Context,
    ask: { readonly owners: readonly string[]; readonly startDate: string; readonly endDate: string },
  ) => Promise<void>
  /** kinds of the tasks of those who asked for a refresh: they end with it */
  readonly tasks?: readonly string[]
}

/** Who tells: the organisation is the caller's. */
export interface CarrierAsk {
  readonly house: House
  readonly caller: Pick<Caller, 'orgId'>
}
/** A chat group that hears a notice. It is told what the account that answers for it may see. */
export interface ChatGroup {
  readonly id: string
  readonly accountId: string
}

/**
 * Takes notices out of the message centre, to mail and chat groups; all of it inside the transaction that tells. One area has it; without
 * it there is the message centre alone.
 */
export interface Carrier {
  /** the notice in the words of the organisation */
  reworded(ask: CarrierAsk, tx: Tx, notice: Notice): Promise<Notice>
  groups(ask: CarrierAsk, tx: Tx, code: string): Promise<readonly ChatGroup[]>
  /** messages that were just written, and the notice they are of */
  toPersons(ask: CarrierAsk, tx: Tx, code: string, messages: readonly { readonly id: string; readonly accountId: string }[]): Promise<void>
  toGroups(
    ask: CarrierAsk,
    tx: Tx,
    code: string,
    said: readonly { readonly group: ChatGroup; readonly title: Wording; readonly detail?: Part | null }[],
  ): Promise<void>
}

export interface CloseAsk {
  /** YYYY-MM */
  readonly month: string
  /** its first and last day, and the first of the next */
  readonly first: string
  readonly last: string
  readonly next: string
  /** shops that are asked about: of one company, or all that the asker sees */
  readonly shopIds: readonly string[]
}

/** What is lacking, and the page that mends it. */
export interface CloseGap {
  readonly text: Title
  readonly path: string
}

/**
 * An item of the checklist by which a month of the books is closed: what of an area belongs to a month and may be lacking. Whoever closes
 * sees the items of all areas, each with its owner.
 */
export interface CloseItem {
  /** kept with what people said of it, so it never changes */
  readonly code: string
  readonly title: Title
  /** where in the order of working it stands */
  readonly group: CloseGroup
  /** asked for each company by its shops, or once for the organisation */
  readonly by: 'company' | 'organisation'
  /** clean: nothing may be lacking; reason: or somebody says why it may; look: somebody has to look, also where nothing is lacking */
  readonly needs: 'clean' | 'reason' | 'look'
  /** reads the facts of the month: asked when the month is checked and closed, not by the list of months; may be asked shop by shop */
  readonly isLong?: true
  /** the page where one looks */
  readonly path: string
  gaps(books: Context, ask: CloseAsk): Promise<readonly CloseGap[]>
}

/** What a new company needs before the product can tell it anything; shown to system administrators on the home page. */
export interface SetupStep {
  /** unique over all areas */
  readonly code: string
  /** steps are shown by it, smallest first */
  readonly order: number
  readonly title: Title
  readonly why: Title
  /** the page where it is done */
  readonly path: string
  /** of the caller's organisation; asked at each load of his home page */
  isDone(context: Context): Promise<boolean>
}

/**
 * In the server's name and by its day alone; `payload` as it was left. In the transaction in which it comes `take` takes it away; false:
 * another process was first, and nothing is done.
 */
export type Arrival = (context: Context, payload: Readonly<Record<string, unknown>>, take: (tx: Tx) => Promise<boolean>) => Promise<void>

/** Texts of a table that stand under a key of SECRET_KEY: what changes them to a new one (`npm run rotate-key`). */
export interface KeyedTable {
  readonly title: Title
  readonly table: string
  /** what a row is found by, in this order */
  readonly key: readonly string[]
  /** what `reseal` reads, beside the key */
  readonly columns: readonly string[]
  /** The texts under `to`; null: they stand under it already. Throws where neither key opens them. */
  reseal(row: Readonly<Record<string, string | null>>, from: string, to: string): Readonly<Record<string, string>> | null
}

/** Days of a shop that come by themselves: all from `from` to `to` are there, also those on which nothing happened. */
export interface Feed {
  readonly shopId: string
  readonly from: string
  /** null: none is there yet */
  readonly to: string | null
  /** when it is looked at next; null: nothing is planned */
  readonly nextAt: string | null
  /** why it stands still */
  readonly fault: Part | null
}

/** Days of shops, of files of these families, that somebody wants again. */
export interface FetchAsk {
  readonly shopIds: readonly string[]
  readonly families: readonly string[]
  readonly from: string
  readonly to: string
}

export interface Area {
  readonly name: string
  readonly title: Title
  readonly resources: readonly Resource[]
  /** its pages, by the module that declares them: part of their menu ids */
  readonly modules?: readonly Module[]
  /** subjects of the side menu, by module, with the pages they name */
  readonly menu?: readonly MenuModule[]
  /** what kinds of work need of the subjects: roles begin with them */
  readonly presets?: readonly Preset[]
  /** what it adds to subjects of others */
  readonly tabsFor?: readonly TabsFor[]
  readonly routes: RouteMap
  /** English of the sentences that it says, by key (declare/sentence.ts) */
  readonly english?: English
  /** what it shows on the home page, in this order */
  readonly homeCards?: readonly HomeCard[]
  /** what of it waits for the person, by name: sources of cards (`queue`); null: he has no part in it */
  readonly waits?: Readonly<Record<string, (context: Context) => Promise<WaitingPart | null>>>
  /** what comes by itself, of files of these families and shops that the caller sees; `days`: no next instant and no fault is asked for */
  readonly feeds?: (context: Context, families: readonly string[], of: 'all' | 'days') => Promise<readonly Feed[]>
  /** asks marketplaces anew; answers how many windows of days are fetched */
  readonly fetches?: (context: Context, ask: FetchAsk) => Promise<number>
  readonly reports?: readonly ReportFace[]
  readonly families?: readonly AnyFamily[]
  /** its roll-ups, in the order in which they are refreshed */
  readonly books?: readonly Book[]
  readonly jobs?: Readonly<Record<string, JobHandler>>
  /** counts what the caller has not read of a kind, where no stored number may tell whose it is */
  readonly unread?: Partial<Readonly<Record<UnreadKind, (context: Context) => Promise<number>>>>
  /** its texts that are encrypted otherwise than by the field */
  readonly keyed?: readonly KeyedTable[]
  /** what comes of acts of sealed authors, later than they were done (db/sealed-later.ts), by name */
  readonly arrivals?: Readonly<Record<string, Arrival>>
  /** what is done at times */
  readonly timed?: readonly Timed[]
  /** what it tells people, beside what its steps and reminders tell */
  readonly notices?: readonly Notice[]
  /** takes what people are told to mail and chat groups */
  readonly channel?: Carrier
  /** the nearest head of each of these employees who has one: one area knows them */
  readonly heads?: (context: Context, tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** table of any area -> what this area does, in the same transaction, when records of it change: areas that need not know each other */
  readonly follows?: Readonly<Record<string, Follower>>
  /** table of a document that posts -> what enters it into the books and takes it back, inside its step (declare/posts.ts) */
  readonly posts?: Readonly<Record<string, Poster>>
  /** last day of the last closed month, held until the transaction ends; null: all are open. One area has months that are closed. */
  readonly closedUntil?: (context: Context, tx: Tx) => Promise<string | null>
  /** table of any area -> which of its records must stay, for this area's reasons: a month that is closed */
  readonly rowLocks?: Readonly<Record<string, RowLock>>
  /** code of a file family of any area -> what this area makes of the lines that a file of it brings or takes away */
  readonly filesFollow?: Readonly<Record<string, FilesFollower>>
  /** approvals of records of all areas: one area brings them */
  readonly flows?: Flows
  /** what of it must be in order before a month of the books is closed */
  readonly closeItems?: readonly CloseItem[]
  /** what of it a new company needs first */
  readonly setupSteps?: readonly SetupStep[]
  /** what it tells of the person in his profile, by name; asked at each load of the shell */
  readonly profile?: (context: Context) => Promise<Readonly<Record<string, unknown>>>
  /** when the jobs of this process run: orders what must go on, e.g. work that a stopped process left undone */
  readonly begin?: (house: House) => Promise<void>
  /** its part of the demo company, by people who are there already: see `DemoPeople` */
  readonly demo?: (people: DemoPeople) => Promise<void>
  /** what people made of the figures, step by step: once the files of the demo company are imported and computed */
  readonly demoFigures?: readonly ((people: DemoPeople) => Promise<void>)[]
}
