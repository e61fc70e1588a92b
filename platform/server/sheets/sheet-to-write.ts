/** What an export consists of: the same for xlsx and CSV. */
import type { Tone } from '#platform/declare/tone.ts'
import type { CopiedRows } from './copied-rows.ts'

export type ColumnKind =
  | 'text'
  /** exact decimal text; written as a number where Excel keeps all its digits, else as text */
  | 'money'
  | 'number'
  | 'integer'
  /** a whole number that names something (a line, a year): no thousand separators */
  | 'serial'
  /** a ratio: "0.123" shows 12.3% */
  | 'percent'
  /** 'YYYY-MM-DD' */
  | 'date'
  /** 'YYYY-MM-DD HH:mm:ss', or ISO 8601 whose clock time is taken as it is printed */
  | 'datetime'

export interface ColumnToWrite {
  readonly title: string
  readonly kind: ColumnKind
  /** in characters */
  readonly width?: number
  /** heads above the title, outermost first; neighbours with equal heads share one merged cell */
  readonly group?: string | readonly string[]
  /** words of its cells that mean something at a glance */
  readonly tones?: readonly (readonly [words: string, tone: Tone])[]
  /** in copied rows: its cells come as looks */
  readonly isLook?: boolean
}

/** null, undefined and '' are empty cells. Money never comes as a JS number. */
export type CellToWrite = string | number | bigint | null | undefined
export type RowToWrite = readonly CellToWrite[]
/** Rows are given as their cells, or as the database copied them. */
export type GivenRows = readonly RowToWrite[] | CopiedRows

export interface SheetToWrite {
  readonly name: string
  readonly columns: readonly ColumnToWrite[]
  /** in batches, so that a cursor's pages pass through as they are */
  readonly rows: Iterable<GivenRows> | AsyncIterable<GivenRows>
  /** columns that stay when scrolling sideways; the head rows always do */
  readonly frozenColumns?: number
  /** last row, asked for when all rows have passed */
  readonly totals?: RowToWrite | (() => RowToWrite | null)
}

export interface WorkbookToWrite {
  readonly sheets: readonly SheetToWrite[]
  /** what the export is: filter, user, time … as [label, value]; stands on a last sheet 说明 */
  readonly notes?: readonly (readonly [label: string, value: string])[]
}

/**
 * First characters by which a spreadsheet takes typed or imported text for a formula; the full-width ones too, as East Asian versions do.
 */
const FORMULA_START = /^[=+\-@\t\r＝＋－＠]/

/** Whether text would be taken for a formula when it is opened as CSV or edited. */
export function looksLikeFormula(text: string): boolean {
  return FORMULA_START.test(text)
}

// eslint-disable-next-line no-control-regex -- control characters are what it is about
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff\ud800-\udfff]/

/** Text without control characters (tab and line feed stay) and without halves of characters. */
export function cleanText(text: string): string {
  if (!UNSAFE.test(text)) return text
  // eslint-disable-next-line no-control-regex -- as above
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/g, '')
}

/** Heads of a column, from the outermost to its title. */
export function headsOf(column: ColumnToWrite): readonly string[] {
  const groups = column.group === undefined ? [] : typeof column.group === 'string' ? [column.group] : column.group
  return [...groups, column.title]
}

/** The totals row, null where there is none. */
export function totalsOf(sheet: SheetToWrite): RowToWrite | null {
  return typeof sheet.totals === 'function' ? sheet.totals() : (sheet.totals ?? null)
}
