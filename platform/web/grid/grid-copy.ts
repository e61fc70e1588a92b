/** A range of cells as the clipboard takes it. Pure. */
import { escaped } from '#platform/format/text.ts'
import type { Copied, GridColumn } from './grid-columns.ts'
import type { Box } from './grid-range.ts'

/** Tabs and line ends inside a cell would begin another: such a cell is quoted, as spreadsheets do. */
const quoted = (text: string): string => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Cells of the range, line by line; columns that can't be copied (check boxes, actions) are left out. */
export function copiedCells<R>(rows: readonly R[], columns: readonly GridColumn<R>[], box: Box): readonly (readonly Copied[])[] {
  const copies = columns.slice(box.left, box.right + 1).flatMap(one => (one.copy === undefined ? [] : [one.copy]))
  if (copies.length === 0) return []
  return rows.slice(Math.max(0, box.top), box.bottom + 1).map(row => copies.map(copy => copy(row)))
}

/** Tab-separated, for text fields and spreadsheets. */
export const asTsv = (cells: readonly (readonly Copied[])[]): string =>
  cells.map(line => line.map(one => quoted(one.text)).join('\t')).join('\r\n')

/**
 * The same as a table: spreadsheets prefer it, and `mso-number-format` keeps order numbers of 20 digits and texts that begin with = as they
 * are.
 */
export function asHtml(cells: readonly (readonly Copied[])[]): string {
  const cell = ({ text, isText }: Copied): string => `<td${isText ? ' style="mso-number-format:\'\\@\'"' : ''}>${escaped(text)}</td>`
  return `<table>${cells.map(line => `<tr>${line.map(cell).join('')}</tr>`).join('')}</table>`
}
