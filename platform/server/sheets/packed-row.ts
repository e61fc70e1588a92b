/**
 * A row as one text: before each cell a mark that says whether it needs care. Whoever reads millions of rows from the database gets them so, because
 * forty values apiece cost more than the writing. Pure.
 */

/** begins every mark: no text may bring it along */
export const MARK = '\u001f'
/** before a cell of anybody's text: it may look like a formula, hold a separator, or end in a space */
export const TEXT_MARK = `${MARK}t`
/** before a cell that the database has formatted: digits, a date, nothing */
export const FIGURE_MARK = `${MARK}f`

/** Cells of a row, each behind its mark. */
export type PackedRow = string

// eslint-disable-next-line no-control-regex -- the mark is a control character, that no cell may hold
const anyMark = /\u001f[tf]/
// eslint-disable-next-line no-control-regex -- as above
const everyMark = /\u001f[tf]/g

export function unpacked(row: PackedRow): string[] {
  const cells = row.split(anyMark)
  // what stands before the first mark: nothing
  cells.shift()
  return cells
}

/** The cells with a separator between. */
export const joined = (row: PackedRow, separator: string): string => row.slice(TEXT_MARK.length).replace(everyMark, separator)
