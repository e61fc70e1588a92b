/** Which levels of a report are open, and their rows. Levels are asked for when they are opened. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReportAnswer, ReportDefinition } from '../../declare/wire.ts'
import { levelQuery, pathId, type RowPath } from './report-query.ts'
import type { ReportState } from './report-state.ts'
import { linesOf, type Line, type OpenLevel } from './tree.ts'
import { useLevels } from './use-report-data.ts'
import { useStateFor } from './use-state-for.ts'

export interface TreeHook {
  readonly lines: readonly Line[]
  toggle(path: RowPath): void
  /** the next page of the level below `path` */
  more(path: RowPath | null): void
  retry(path: RowPath | null, pageNum: number): void
}

const pageKey = (path: RowPath | null, pageNum: number): string => `${path === null ? '' : pathId(path)}#${pageNum}`

const isBelow = (path: RowPath, above: RowPath): boolean =>
  path.currency === above.currency &&
  above.steps.every((step, at) => path.steps[at]?.dimension === step.dimension && path.steps[at]?.value === step.value)

const nothingOpen: ReadonlyMap<string, OpenLevel> = new Map()

/**
 * `first`: the first page of the first level, asked by the page itself. `rows` names what decides which rows there are: another closes all
 * levels.
 */
export function useTree(definition: ReportDefinition, state: ReportState, first: UseQueryResult<ReportAnswer>, rows: string): TreeHook {
  const [open, setOpen] = useStateFor(rows, nothingOpen)
  const [rootPages, setRootPages] = useStateFor(rows, 1)
  const asked = useMemo(() => {
    const places: { path: RowPath | null; pageNum: number }[] = []
    for (let pageNum = 2; pageNum <= rootPages; pageNum += 1) places.push({ path: null, pageNum })
    for (const { path, pages } of open.values()) for (let pageNum = 1; pageNum <= pages; pageNum += 1) places.push({ path, pageNum })
    return places.flatMap(place => {
      const query = levelQuery(state, place.path, place.pageNum)
      return query === null ? [] : [{ key: pageKey(place.path, place.pageNum), query }]
    })
  }, [state, open, rootPages])
  const results = useLevels(
    definition,
    asked.map(one => one.query),
  )
  const byKey = new Map(asked.map((one, at) => [one.key, results[at]]))
  const lines = linesOf({
    by: state.by,
    rootPages,
    open,
    page(path, pageNum) {
      const result = path === null && pageNum === 1 ? first : byKey.get(pageKey(path, pageNum))
      return { answer: result?.data, error: result?.isError === true ? result.error : null }
    },
  })
  return {
    lines,
    toggle: path =>
      setOpen(before => {
        if (!before.has(pathId(path))) return new Map([...before, [pathId(path), { path, pages: 1 }]])
        return new Map([...before].filter(([, level]) => !isBelow(level.path, path)))
      }),
    more(path) {
      if (path === null) setRootPages(pages => pages + 1)
      else
        setOpen(
          before => new Map([...before].map(([id, level]) => [id, id === pathId(path) ? { ...level, pages: level.pages + 1 } : level])),
        )
    },
    retry: (path, pageNum) => void byKey.get(pageKey(path, pageNum))?.refetch(),
  }
}
