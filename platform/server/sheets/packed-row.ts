/**
 * A row as one text: before each cell a mark that says whether it needs care. Whoever reads millions of rows from the database gets them so, because
 * forty values apiece cost more than the writing. Pure.
 */

/** before a cell of anybody's text: it may look like a formula, hold a separator, or end in a space */
export const TEXT_MARK = '\u001e'
/** before a cell that the database has formatted: digits, a date, nothing */
export const FIGURE_MARK = '\u001f'
/** marks and what packers use inside a cell: none of them may come from a text itself */
export const MARKS = '\u001c\u001d\u001e\u001f'

/** Cells of a row, each behind its mark. */
export type PackedRow = string

// eslint-disable-next-line no-control-regex -- the marks are control characters, that no cell may hold
const anyMark = /[\u001e\u001f]/
// eslint-disable-next-line no-control-regex -- as above
const everyMark = /[\u001e\u001f]/g

export function unpacked(row: PackedRow): string[] {
  const cells = row.split(anyMark)
  // what stands before the first mark: nothing
  cells.shift()
  return cells
}

/** The cells with a separator between. */
export const joined = (row: PackedRow, separator: string): string => row.slice(1).replace(everyMark, separator)
