/**
 * File kind: how a file becomes typed lines. Pure: a kind sees rows of cells and answers values; reading bytes and writing tables is the
 * import's work.
 */
import type { KindOrigin } from './kind-origin.ts'
import type { Wording } from './sentence.ts'
import type { Title } from './title.ts'

/** One row of a source file. `line` is the 1-based physical line (text) or row (sheet) as a person would count it. */
export interface SourceRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** Why one line, or (line null) the whole file, is refused. Says what to change. */
export interface Refusal {
  readonly line: number | null
  readonly column: string | null
  readonly value: string | null
  readonly reason: Wording
}

/** Documents that banks share, see imports/tagged-rows.ts. */
export type TaggedForm = 'camt' | 'ofx' | 'mt940'

/** What recognition concluded from the first rows. */
export interface FileMatch {
  /** 1-based line of the column header */
  readonly headerLine: number
  /** canonical column name -> cell index */
  readonly columns: Readonly<Record<string, number>>
  /** language of the header where the kind has several, else null */
  readonly language: string | null
  /** how sure, 0..1: several kinds may claim a file, the surest takes it */
  readonly confidence: number
  /** columns whose heads are not known and were told by their place */
  readonly guessed?: readonly string[]
}

export interface ControlTotal {
  /** what is totalled, e.g. `total` */
  readonly name: string
  readonly currency: string
  /** exact decimal, as the file states it (settlement header) or null where the file states none */
  readonly stated: string | null
  /** exact decimal sum over the file's lines */
  readonly summed: string
}

/** A statement of the file that does not follow from its lines. */
export interface Doubt {
  /** what was stated: a total, the balance after a line */
  readonly what: Wording
  readonly line: number | null
  readonly currency: string
  /** exact decimals: as the file states it, and as it follows */
  readonly stated: string
  readonly found: string
  /** shown with the first file of a kind alone, whose genuine files nobody has read */
  readonly isOfFirst?: true
}

/** What a survey (first pass over all rows) concluded; `format` is the kind's own and is handed back to `read`. */
export interface Survey<Format> {
  readonly format: Format | null
  readonly refusals: readonly Refusal[]
  /** marketplaces as the file names them, in order of frequency */
  readonly marketplaces: readonly string[]
  readonly currencies: readonly string[]
  /** first and last day of the lines as they are printed, YYYY-MM-DD, null when empty */
  readonly firstDay: string | null
  readonly lastDay: string | null
  /** the period that its lines are of, where they say more than days: whole months */
  readonly period?: { readonly from: string; readonly to: string } | undefined
  /** first and last instant of the lines, ms since 1970 UTC; null where a line has a day without a clock */
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly lineCount: number
  /** outer number of the document (settlement id) where the file has one */
  readonly documentId: string | null
  /** how the file names its owner (an account number, maybe with stars), where it does */
  readonly ownerMarks?: readonly string[]
}

/** Receives what the second pass finds, in file order. */
export interface LineSink<Line> {
  line(line: Line): void
  refuse(refusal: Refusal): void
}

/** Second pass: fed row by row, ends with control totals. */
export interface LineReader<Head> {
  row(row: SourceRow): void
  /** called once after the last row */
  end(): {
    readonly head: Head | null
    readonly controlTotals: readonly ControlTotal[]
    readonly linesRead: number
    /** what a person should know of the file although it is taken */
    readonly notes?: readonly Wording[]
    /** what does not follow: the file waits for a person's yes */
    readonly doubts?: readonly Doubt[]
  }
}

export interface FileSurveyor<Format> {
  row(row: SourceRow): void
  end(): Survey<Format>
}

/** What the importer knows about where the file belongs when the second pass begins. */
export interface ReadAsk {
  /** IANA zone in which a line's day is counted */
  readonly zone: string
  readonly currency: string
  /** code of the shop's marketplace; empty or absent: the owner is no shop */
  readonly marketplace?: string
}

/** What a kind says of itself as plain values, which cross threads. */
export interface KindWords {
  readonly code: string
  readonly title: Title
  /** absent: a layout that a person taught from a file of his own */
  readonly origin?: KindOrigin
  /** whose files look so (the code of a bank), which the owner is held against */
  readonly source?: string
  /** a layout that was taught for the files of this owner */
  readonly ownerId?: string
  /** one for owners with this currency, null: with none */
  readonly ownerCurrency?: string | null
  /** 'one': every line lies in one month, which the upload dialog shows prefilled; 'crossing': never asks */
  readonly month: 'one' | 'crossing'
}

export interface FileKind<Format = unknown, Head = unknown, Line = unknown> extends KindWords {
  /** files of one family carry the same lines and share a staging table */
  readonly family: string
  /** a document of statements instead of a table */
  readonly tagged?: TaggedForm
  /** names of the columns for the template a user can download, in order */
  readonly template: readonly string[]
  /**
   * A JSON document as rows, its head first; null: it is none of this kind's. Every number in it is the text of the file. `isAsked`: the
   * call by which it came takes this kind, and not all.
   */
  fromJson?(document: unknown, isAsked: boolean): readonly (readonly string[])[] | null
  recognise(firstRows: readonly SourceRow[]): FileMatch | null
  /** Whether a row ends the file rightly although it has fewer cells than the lines: a closing line with sums. */
  closes?(lastRow: SourceRow, match: FileMatch): boolean
  /** Of rows that no kind recognises: what is missing or what they are instead, with what to do; null where it can't tell. */
  explain?(firstRows: readonly SourceRow[]): Wording | null
  survey(match: FileMatch): FileSurveyor<Format>
  read(match: FileMatch, format: Format, ask: ReadAsk, sink: LineSink<Line>): LineReader<Head>
}
