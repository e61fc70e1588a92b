/**
 * A family of files: kinds whose lines are the same and go into the same tables. The area says how a line becomes a staging row and how
 * staged lines are merged; the import does everything around it: reading in a worker thread, staging, refusals, transaction, control
 * totals, report.
 */
import type { Wording } from '#platform/declare/sentence.ts'
import type { Kysely, Transaction } from 'kysely'
import type { ControlTotal, FileKind, Survey } from '#platform/declare/file-kind.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Database } from './database.ts'
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
  /** staging columns written per line, beside import_id, shop_id, line_no and kind_no */
  readonly columns: readonly string[]
  /** values in the order of `columns`; `lineNo` is unique within the file */
  row(line: Line, currency: string): { readonly lineNo: number; readonly values: readonly StagedValue[] }
  /** kind of the line, first: the one its row carries; further ones are only interned */
  kindsOf(line: Line): readonly LineKind[]
}

export interface ShopFacts {
  readonly id: string
  readonly name: string
  readonly marketplaceCode: string
  readonly currency: string
  readonly zone: string
}

/** What the merge is given; everything runs in one transaction. */
export interface MergeTask<Head = unknown> {
  readonly house: House
  readonly tx: Transaction<Database>
  readonly orgId: string
  readonly shop: ShopFacts
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

export interface FileFamily<Head = unknown> {
  readonly code: string
  readonly permission: string
  /** URL of the module whose default export is the FamilyReader */
  readonly reader: string
  readonly stagingTable: string
  /** identities across shops that its staged rows carry; claimed in the merge's transaction before anything is written */
  readonly identities: readonly (Identified & { readonly of: Identity })[]
  /** partitioned tables whose months must exist before the merge */
  readonly monthTables: readonly string[]
  readonly kinds: readonly FileKind[]
  /** The shop a file belongs to: the chosen one held against the file, or the only one that fits. Throws ImportRefused. */
  shopOf(ask: {
    readonly db: Kysely<Database>
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
  zoneOf(db: Kysely<Database>, marketplaces: readonly string[]): Promise<string | null>
  merge(task: MergeTask<Head>): Promise<MergeOutcome>
  /**
   * Removes what an import brought, or hands it on to an import that met the same lines. Throws Refusal while a line is audited or its
   * month closed.
   */
  remove(task: {
    readonly house: House
    readonly tx: Transaction<Database>
    readonly orgId: string
    readonly shopId: string
    readonly importId: string
    readonly now: Date
  }): Promise<{ readonly removed: number; readonly handedOn: number }>
}
