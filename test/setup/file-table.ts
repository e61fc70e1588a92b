/** For tests: a file of lines as a table, and what may be wrong with one: a line that stands twice, another amount. */
import type { FileKind, SourceRow } from '#platform/declare/file-kind.ts'
import { rowSplitter } from '#platform/server/imports/text-lines.ts'

export interface Table {
  readonly rows: readonly (readonly string[])[]
  /** first row of lines */
  readonly from: number
  readonly separator: '\t' | ','
}
export function tableOf(content: string, kind: FileKind | undefined): Table | null {
  if (/^\s*[{[]/.test(content)) return null
  const separator = content.includes('\t') ? '\t' : ','
  const splitter = rowSplitter(separator, separator === '\t' ? 'none' : 'full')
  const text = content.replace(/^\uFEFF/, '')
  const found: SourceRow[] = [...splitter.push(text), ...splitter.end()]
  const rows = Array.from({ length: found.at(-1)?.line ?? 0 }, (_, at) => found.find(row => row.line === at + 1)?.cells ?? [])
  return { rows, from: kind?.recognise(found)?.headerLine ?? 1, separator }
}
const quoted = (cell: string, separator: string): string =>
  separator !== '\t' && /[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
export const textOf = (rows: readonly (readonly string[])[], separator: string): string =>
  `${rows.map(row => row.map(cell => quoted(cell, separator)).join(separator)).join('\r\n')}\r\n`

/** The last line with money, told again; an amount of it made another one. */
const isMoney = (cell: string): boolean => /^-?\$?-?\d[\d,]*\.\d\d$/.test(cell)
export function changedAmount(table: Table): string {
  const line = table.rows.findLastIndex((row, at) => at >= table.from && row.some(isMoney))
  const at = table.rows[line]?.findIndex(isMoney) ?? -1
  const cells = table.rows.map((row, i) =>
    i === line ? row.map((cell, j) => (j === at ? cell.replace(/\d$/, last => String((Number(last) + 1) % 10)) : cell)) : row,
  )
  return textOf(cells, table.separator)
}

/** Its last line that is no sum. */
export const lastLine = (table: Table): number =>
  table.rows.findLastIndex((row, at) => at >= table.from && row.filter(cell => cell !== '').length > 3)
/** That line twice. */
export function doubledLine(table: Table): (readonly string[])[] {
  const line = lastLine(table)
  return table.rows.flatMap((row, at) => (at === line ? [row, row] : [row]))
}
