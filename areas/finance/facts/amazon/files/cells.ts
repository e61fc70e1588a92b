/** Small readers of cells that all kinds share. Pure. */
import { sentence } from '#platform/declare/sentence.ts'
import type { FileMatch, Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import { proofOf, type DecimalMark } from './numbers.ts'

/** Text of a column, '' where the row is shorter or the file has no such column. */
export function textAt(row: SourceRow, index: number | undefined): string {
  return index === undefined ? '' : (row.cells[index] ?? '').trim()
}

export function isBlank(row: SourceRow): boolean {
  return row.cells.every(cell => cell.trim() === '')
}

export function columnOf(match: FileMatch, name: string): number | undefined {
  return match.columns[name]
}

/** Why a cell is no amount in the file's format, in words for the person who uploaded it. */
export function moneyRefusal(line: number, column: string, cell: string, mark: DecimalMark): Refusal {
  const value = detached(cell)
  if (cell === '') return { line, column, value, reason: sentence`金额为空` }
  if (/^\d{4}-\d\d-\d\d(?: |$)/.test(cell))
    return { line, column, value, reason: sentence`金额成了日期，多半是 Excel 改的，请直接上传平台下载的原始文件` }
  const other = mark === '.' ? ',' : '.'
  if (proofOf(cell) === other) return { line, column, value, reason: sentence`金额的小数点与文件其他行不一致：本文件的小数点是“${mark}”` }
  return { line, column, value, reason: sentence`不是金额，或小数超过4位、整数超过14位` }
}

/** Whole number, null where blank, 'no' where it is something else. */
export function quantityOf(cell: string): number | null | 'no' {
  if (cell === '') return null
  if (cell === '1') return 1
  return /^[-\u2212]?\d{1,9}$/.test(cell) ? Number(cell.replace('\u2212', '-')) : 'no'
}

/** A copy that does not keep the megabyte of text it was cut from alive: for the few values that outlive their row. */
export function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

/** Counts values, most frequent first. */
export class Tally {
  readonly #counts = new Map<string, number>()

  add(value: string): void {
    const count = this.#counts.get(value)
    if (count === undefined) this.#counts.set(detached(value), 1)
    else this.#counts.set(value, count + 1)
  }

  get values(): string[] {
    return [...this.#counts].sort((a, b) => b[1] - a[1]).map(([value]) => value)
  }
}
