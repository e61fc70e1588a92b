/** Which rows and columns are near the window: only those are drawn. */
import { observeElementRect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, type RefObject } from 'react'
import type { Placement } from './grid-columns.ts'

/** Beyond the edges, so that a quick scroll meets no blank. */
const rowsBeyond = 8
const columnsBeyond = 2
/** px of the shell around a list (specification, section 9): a good guess until the browser has said */
const heightAround = 280

export interface GridWindow {
  /** first and last drawn row, `to` not included */
  readonly rows: { readonly from: number; readonly to: number }
  /** of the columns that scroll, as places among all columns */
  readonly columns: { readonly from: number; readonly to: number }
}

type Rect = Parameters<Parameters<typeof observeElementRect>[1]>[0]

/** A hidden page has no size: it keeps what it drew. */
function observeShown(instance: Virtualizer<HTMLDivElement, Element>, tell: (rect: Rect) => void): (() => void) | undefined {
  return observeElementRect(instance, rect => {
    if (rect.height > 0) tell(rect)
  })
}

interface WindowOf {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: number
  readonly rowHeight: number
  readonly headHeight: number
  readonly placement: Placement<never>
}

export function useGridWindow({ scroller, rows, rowHeight, headHeight, placement }: WindowOf): GridWindow {
  const common = {
    getScrollElement: () => scroller.current,
    initialRect: { width: window.innerWidth, height: window.innerHeight - heightAround },
    observeElementRect: observeShown,
    // both directions in one drawing
    useFlushSync: false,
    useScrollendEvent: true,
  }
  // the rule is about React's compiler, which is not used here; nothing of the answers is kept beyond the drawing
  // oxlint-disable-next-line react/incompatible-library
  const rowWindow = useVirtualizer<HTMLDivElement, Element>({
    ...common,
    count: rows,
    estimateSize: () => rowHeight,
    // another key function makes it reckon anew: sizes are the caller's, not measured
    getItemKey: useCallback((at: number) => `${rowHeight} ${at}`, [rowHeight]),
    paddingStart: headHeight,
    overscan: rowsBeyond,
  })
  const { columns, middleFrom, middleTo } = placement
  const columnWindow = useVirtualizer<HTMLDivElement, Element>({
    ...common,
    horizontal: true,
    count: middleTo - middleFrom,
    estimateSize: at => columns[middleFrom + at]?.width ?? 0,
    getItemKey: useCallback((at: number) => columns[middleFrom + at]?.key ?? at, [columns, middleFrom]),
    paddingStart: columns.slice(0, middleFrom).reduce((sum, one) => sum + one.width, 0),
    overscan: columnsBeyond,
  })
  const shownRows = rowWindow.getVirtualItems()
  const shownColumns = columnWindow.getVirtualItems()
  return {
    rows: { from: shownRows[0]?.index ?? 0, to: (shownRows.at(-1)?.index ?? -1) + 1 },
    columns: { from: middleFrom + (shownColumns[0]?.index ?? 0), to: middleFrom + (shownColumns.at(-1)?.index ?? -1) + 1 },
  }
}
