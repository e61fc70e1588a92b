/** Reports that are uploaded in place of the one that a kind reads, told by their heads: a person hears which one is wanted. Pure. */
import type { SourceRow } from './file-kind.ts'
import type { Wording } from './sentence.ts'

export interface OtherReport {
  /** each is found in some head of one row */
  readonly heads: readonly RegExp[]
  /** what it is, and which report is wanted and where it is downloaded */
  readonly say: Wording
}
const rowsSeen = 20

export function explainOther(others: readonly OtherReport[], rows: readonly SourceRow[]): Wording | null {
  for (const row of rows.slice(0, rowsSeen)) {
    const heads = row.cells.map(cell => cell.replaceAll('\uFEFF', '').trim())
    const found = others.find(other => other.heads.every(head => heads.some(cell => head.test(cell))))
    if (found) return found.say
  }
  return null
}
