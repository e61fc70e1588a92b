/**
 * A family of files: kinds whose lines are the same and go into the same tables. The area says how a line becomes a staging row and how
 * staged lines are merged; the import does everything around it: reading in a worker thread, staging, refusals, transaction, control
 * totals, report.
 */
import type { Wording } from '#platform/declare/sentence.ts'
import type { ControlTotal, FileKind, KindWords, Survey } from '#platform/declare/file-kind.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { SheetLayout } from '#platform/declare/sheet-layout.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Context } from './context.ts'
import type { Db, Tx } from './database.ts'
import type { House } from './house.ts'

/** Value of one staging column as COPY takes it. */
export type StagedValue = string | number | boolean | null

/** A distinct kind of line found in a file; its number stands on the staged rows. Kept as plain values: it crosses threads. */
export interface LineKind {
  readonly key: string
  readonly values: Readonly<Record<string, string>>
}

/** The part of a family that runs in the worker thread: a module of its own, default export. */
export interface FamilyReader<Line = unknown> {
  readonly kinds: readonly FileKind[]
  /** kinds made of the layouts that people taught */
  taught?(layouts: readonly unknown[]): readonly FileKind[]
  /** staging columns written per line, beside import_id, the owner's (shop_id, else owner_id), line_no and kind_no */
  readonly columns: readonly string[]
  /** values in the order of `columns`; `lineNo` is unique within the file */
  row(line: Line, currency: string): { readonly lineNo: number; readonly values: readonly StagedValue[] }
  /** kind of the line, first: the one its row carries; further ones are only interned */
  kindsOf(line: Line): readonly LineKind[]
}

/** What a file belongs to, as the import knows it: a shop, a bank account, a warehouse. */
export interface OwnerFacts {
  readonly id: string
  readonly name: string
  /** of its lines where the file names none */
  readonly currency: string
  /** in which its days are counted */
  readonly zone: string
  /** only this employee and those above him see the owner, and with it the import; absent: whoever has the right */
  readonly keeperId?: string | null
}
export interface ShopFacts extends OwnerFacts {
  readonly marketplaceCode: string
}

/** What the merge is given; everything runs in one transaction. */
export interface MergeTask<Head = unknown> extends OwnedMerge<Head> {
  readonly shop: ShopFacts
}
export interface OwnedMerge<Head = unknown> {
  readonly house: House
  readonly tx: Tx
  readonly orgId: string
  readonly owner: OwnerFacts
  readonly importId: string
  readonly head: Head
  readonly kinds: readonly LineKind[]
  readonly controlTotals: readonly ControlTotal[]
  readonly now: Date
}

export interface MergedTotal extends ControlTotal {
  readonly merged: string
  readonly unchanged: string
}

export interface MergeOutcome {
  readonly merged: number
  readonly unchanged: number
  readonly controlTotals: readonly MergedTotal[]
  readonly unmapped: {
    readonly types: readonly { title: string; lines: number; amount: string }[]
    readonly skus: readonly { sku: string; lines: number }[]
  }
  readonly notes: readonly Wording[]
  /** balances before and after the lines of the file, where it tells */
  readonly statements?: readonly StatementEdge[]
}
/** A statement as what comes before and after it must join: one of each currency. */
export interface StatementEdge {
  readonly currency: string
  readonly firstDay: string
  readonly lastDay: string
  readonly opening: string
  readonly closing: string
}

/**
 * What belongs to one shop of an organisation only (a settlement, an order): the same money under two shops would count twice. The first
 * import that brings a value claims it for its shop, see `claims.ts`.
 */
export interface Identity {
  /** name in `import_claim`; families that tell of the same thing share the identity */
  readonly name: string
  /** what a refusal calls it */
  readonly title: Title
  /** lines that keep it: the proof reads them, and a claim ends with the last of them */
  readonly facts: readonly (Identified & { readonly of: Resource })[]
}
export interface Identified {
  /** field that holds the value; empty: the row has none */
  readonly field: string
  /** rows that have this field filled are known by another identity */
  readonly unless?: string
}

/** What families of every owner say. */
interface FamilyWords {
  readonly code: string
  readonly permission: string
  /** URL of the module whose default export is the FamilyReader */
  readonly reader: string
  readonly stagingTable: string
  /** partitioned tables whose months must exist before the merge */
  readonly monthTables: readonly string[]
  readonly kinds: readonly FileKind[]
  /** of what the lines of a control total are; absent: the first of `monthTables` */
  readonly factTable?: string
}

interface Removal {
  readonly house: House
  readonly tx: Tx
  readonly orgId: string
  readonly importId: string
  readonly now: Date
}
interface Removed {
  readonly removed: number
  readonly handedOn: number
}

/** Files of shops. */
export interface FileFamily<Head = unknown> extends FamilyWords {
  readonly ownerOf?: undefined
  /** no real file was ever seen: the first one of an organisation waits for a person's yes, who sees its columns, words and totals */
  readonly unseen?: true
  /** identities across shops that its staged rows carry; claimed in the merge's transaction before anything is written */
  readonly identities: readonly (Identified & { readonly of: Identity })[]
  /** The shop a file belongs to: the chosen one held against the file, or the only one that fits. Throws ImportRefused. */
  shopOf(ask: {
    readonly db: Db
    readonly orgId: string
    readonly shops: readonly string[]
    readonly chosenShopId: string | null
    readonly survey: Survey<unknown>
    readonly kind: FileKind
  }): Promise<ShopFacts>
  /**
   * Zone in which the marketplace that the file names counts days; null where it names none that is known. For a month shown before the
   * shop is chosen.
   */
  zoneOf(db: Db, marketplaces: readonly string[]): Promise<string | null>
  merge(task: MergeTask<Head>): Promise<MergeOutcome>
  /**
   * Removes what an import brought, or hands it on to an import that met the same lines. Throws Refusal while a line is audited or its
   * month closed.
   */
  remove(task: Removal & { readonly shopId: string }): Promise<Removed>
  /**
   * Takes from the staged lines of an import that is there what its lines lack, because the reader did not tell it when they were imported
   * (platform/server/imports/read-anew.ts)
   */
  readonly anew?: { readonly kinds: readonly string[]; take(task: MergeTask): Promise<void> }
}

/** Works on in the transaction that merged or removed a file of a shop. */
export interface FilesFollower {
  /** partitioned tables it writes, whose months must exist before */
  readonly monthTables: readonly string[]
  /** `isRemoval`: the lines of the import are gone already. Answers notes of the import. Throws Refusal where lines must stay. */
  follow(task: Removal & { readonly shopId: string; readonly isRemoval: boolean }): Promise<readonly Wording[]>
}

/** Files of any other owner. A total that does not follow waits for a person's yes instead of refusing the file. */
export interface OwnedFamily<Head = unknown> extends FamilyWords {
  readonly ownerOf: OwnerWord
  /** layouts that people taught, plain values handed to the reader's `taught` */
  taught?(context: Context): Promise<readonly SheetLayout[]>
  merge(task: OwnedMerge<Head>): Promise<MergeOutcome>
  remove(task: Removal & { readonly ownerId: string }): Promise<Removed>
}
export interface OwnerWord {
  /** table of the owners; its scope says whose files a person may import, see and take back */
  readonly table: string
  /**
   * The owner a file belongs to: the chosen one held against what the file says, or the only one of the caller's that fits. Throws
   * ImportRefused.
   */
  find(ask: {
    readonly context: Context
    readonly chosenId: string | null
    readonly survey: Survey<unknown>
    readonly kind: KindWords
  }): Promise<OwnerFacts>
}
export type AnyFamily = FileFamily | OwnedFamily
