/** Statements of documents that banks share as rows of cells: what is said of one above the head, then its lines. Pure. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { SourceRow } from '#platform/declare/file-kind.ts'

/** A balance with its sign. */
export interface Balance {
  readonly currency: string
  readonly amount: string
}
export interface StatementRecord {
  readonly line: number
  /** by head */
  readonly cells: Readonly<Record<string, string>>
}
export interface Statement {
  readonly account: string
  readonly opening: Balance | null
  readonly closing: Balance | null
  readonly records: readonly StatementRecord[]
}
export type StatementRows =
  | { readonly ok: true; readonly rows: readonly SourceRow[]; readonly notes: readonly Wording[]; readonly parts: number }
  | { readonly ok: false; readonly reason: Wording }

/** A document of one form, as far as it can be read. */
export type Statements =
  | { readonly ok: true; readonly statements: readonly (Statement & { readonly notes?: readonly Wording[] })[] }
  | { readonly ok: false; readonly reason: Wording }

export const documentCut = sentence`文件不完整，请重新下载`

const said = (name: string, of: Balance | null): string =>
  of === null ? '' : `${name}=${of.amount.replace('-', '')} ${of.amount.startsWith('-') ? 'DBIT' : 'CRDT'}`

/** `part`: which of several statements with lines, from 1. */
export function statementRows(read: Statements, heads: readonly string[], part: number): StatementRows {
  if (!read.ok) return read
  const { statements } = read
  const filled = statements.filter(one => one.records.length > 0)
  const statement = filled[part - 1]
  if (!statement) {
    const [why] = statements.flatMap(one => one.notes ?? [])
    const none = sentence`文件里没有数据行，请确认下载的日期范围`
    return { ok: false, reason: why === undefined ? none : sentence`${none}（${why}）` }
  }
  // the rows are counted by the lines of the file; the head stands before the first record
  const headLine = Math.max(0, (statement.records[0]?.line ?? 1) - 1)
  const above = [`account=${statement.account}`, said('opening', statement.opening), said('closing', statement.closing)]
  const others = statements.length - filled.length
  return {
    ok: true,
    rows: [
      ...above.map((cell): SourceRow => ({ line: headLine - 1, cells: [cell] })),
      { line: headLine, cells: heads },
      ...statement.records.map(({ line, cells }): SourceRow => ({ line, cells: heads.map(head => cells[head] ?? '') })),
    ],
    parts: filled.length,
    notes: [...(statement.notes ?? []), ...(others > 0 ? [sentence`文件里另有 ${others} 个账户没有流水，未导入`] : [])],
  }
}
