/** Recognising a settlement flat file by its column names, which Amazon writes in English everywhere. Pure. */
import type { FileMatch, SourceRow } from '#platform/declare/file-kind.ts'

/** Columns every layout has. */
const common = [
  'settlement-id',
  'settlement-start-date',
  'settlement-end-date',
  'total-amount',
  'currency',
  'transaction-type',
  'order-id',
  'posted-date',
] as const

/** Finds the header among the first rows; `isLayout` tells by the columns a layout has. */
export function recogniseSettlement(
  firstRows: readonly SourceRow[],
  isLayout: (has: (name: string) => boolean) => boolean,
): FileMatch | null {
  for (const row of firstRows.slice(0, 20)) {
    const columns: Record<string, number> = {}
    row.cells.forEach((cell, index) => {
      const name = columnName(cell)
      if (name !== '' && columns[name] === undefined) columns[name] = index
    })
    const has = (name: string): boolean => columns[name] !== undefined
    if (common.every(has) && isLayout(has)) return { headerLine: row.line, columns, language: null, confidence: 1 }
  }
  return null
}

/** Some downloads write the names with blanks or underscores. */
function columnName(cell: string): string {
  return cell
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
}
