/** The opened levels of a report as lines of one table. Pure. */
import type { ReportAnswer, ReportRow } from '../../declare/wire.ts'
import { pathId, pathOfRow, type RowPath } from './report-query.ts'

export interface OpenLevel {
  readonly path: RowPath
  /** pages asked for so far */
  readonly pages: number
}

/** What is known of one page of a level. */
export interface LevelPage {
  readonly answer: ReportAnswer | undefined
  readonly error: unknown
}

export type Line =
  | {
      readonly kind: 'row'
      readonly id: string
      readonly depth: number
      readonly path: RowPath
      readonly row: ReportRow
      readonly rates: ReportAnswer['missingRates']
      readonly isOpen: boolean
      readonly canOpen: boolean
    }
  | { readonly kind: 'more'; readonly id: string; readonly depth: number; readonly path: RowPath | null; readonly left: number }
  | { readonly kind: 'loading' | 'empty'; readonly id: string; readonly depth: number }
  | {
      readonly kind: 'failed'
      readonly id: string
      readonly depth: number
      readonly path: RowPath | null
      readonly pageNum: number
      readonly error: unknown
    }

export interface Tree {
  readonly by: readonly string[]
  /** pages of the first level asked for so far */
  readonly rootPages: number
  readonly open: ReadonlyMap<string, OpenLevel>
  page(path: RowPath | null, pageNum: number): LevelPage
}

/** Lines from top to bottom: each row, below it its opened level, at a level's end what is still to come. */
export function linesOf(tree: Tree, path: RowPath | null = null, pages = tree.rootPages): Line[] {
  const depth = path?.steps.length ?? 0
  if (depth >= tree.by.length) return []
  const id = path === null ? '' : pathId(path)
  const lines: Line[] = []
  let shown = 0
  for (let pageNum = 1; pageNum <= pages; pageNum += 1) {
    const { answer, error } = tree.page(path, pageNum)
    if (answer === undefined) {
      const place = { id: `${id}#${pageNum}`, depth }
      return [...lines, error === null ? { kind: 'loading', ...place } : { kind: 'failed', ...place, path, pageNum, error }]
    }
    for (const row of answer.list) {
      const own = pathOfRow(path, row)
      const rowId = pathId(own)
      const opened = tree.open.get(rowId)
      const canOpen = depth + 1 < tree.by.length
      lines.push({ kind: 'row', id: rowId, depth, path: own, row, rates: answer.missingRates, isOpen: opened !== undefined, canOpen })
      if (opened !== undefined) lines.push(...linesOf(tree, own, opened.pages))
    }
    shown += answer.list.length
    if (pageNum === pages && shown < answer.total) lines.push({ kind: 'more', id: `${id}#more`, depth, path, left: answer.total - shown })
  }
  return shown === 0 && path !== null ? [{ kind: 'empty', id: `${id}#empty`, depth }] : lines
}
