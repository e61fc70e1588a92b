/** Recognising a settlement flat file by its column names, which Amazon writes in English everywhere. Pure. */
import type { Title } from '#platform/declare/title.ts'
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
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
    const columns = columnsOf(row)
    const has = (name: string): boolean => columns[name] !== undefined
    if (common.every(has) && isLayout(has)) return { headerLine: row.line, columns, language: null, confidence: 1 }
  }
  return null
}

function columnsOf(row: SourceRow): Record<string, number> {
  const columns: Record<string, number> = Object.create(null) as Record<string, number>
  row.cells.forEach((cell, index) => {
    const name = columnName(cell)
    if (name !== '' && columns[name] === undefined) columns[name] = index
  })
  return columns
}

/** more of a layout's needed columns are missing: it is another file */
const missingMax = 3

/**
 * Which of its columns a settlement lacks; null where no row is the header of one. `ofLayout`: what the layout needs beside the common
 * columns.
 */
export function explainSettlement(
  firstRows: readonly SourceRow[],
  title: Title,
  ofLayout: readonly string[],
  isLayout: (has: (name: string) => boolean) => boolean,
): Wording | null {
  for (const row of firstRows.slice(0, 20)) {
    const columns = columnsOf(row)
    const has = (name: string): boolean => columns[name] !== undefined
    const missing = [...common, ...ofLayout].filter(name => !has(name))
    if (missing.length === 0 || missing.length > missingMax || !isLayout(has)) continue
    return sentence`这是${title}，但缺少列${listed(missing.map(name => `“${name}”`))}，请重新下载完整的原始文件`
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
