/** Which rows and columns are near the window: only those are drawn. */
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { Placement } from './grid-columns.ts'
import type { InnerSize } from './use-inner-size.ts'

/** Beyond the edges, so that a quick scroll meets no blank. */
const rowsBeyond = 8
const columnsBeyond = 2
/** px of the shell around a list (specification, section 9): a good guess where the browser does not say */
const heightAround = 280

/** `to` is not included */
export interface RowRange {
  readonly from: number
  readonly to: number
}

export interface GridWindow {
  readonly rows: RowRange
  /** of the columns that scroll, as places among all columns */
  readonly columns: RowRange
}

/** px that the scroller stands away from its beginning */
export interface Position {
  readonly top: number
  readonly left: number
}

export interface WindowOn {
  readonly room: InnerSize
  readonly rows: number
  readonly rowHeight: number
  readonly headHeight: number
  readonly placement: Placement<never>
}

/** What lies near the window at a position: neither below the head nor below columns that are kept. */
export function windowAt({ top, left }: Position, { room, rows, rowHeight, headHeight, placement }: WindowOn): GridWindow {
  const { columns, middleFrom, middleTo, keptLeft, keptRight } = placement
  const from = Math.floor(top / rowHeight) - rowsBeyond
  const to = Math.ceil((top + room.height - headHeight) / rowHeight) + rowsBeyond
  const middle = columns.slice(middleFrom, middleTo)
  const first = middle.findIndex(one => one.start + one.width > left + keptLeft)
  const last = middle.findLastIndex(one => one.start < left + room.width - keptRight)
  return {
    rows: { from: clamp(from, 0, rows), to: clamp(to, 0, rows) },
    columns: {
      from: clamp(middleFrom + (first < 0 ? middle.length : first) - columnsBeyond, middleFrom, middleTo),
      to: clamp(middleFrom + last + 1 + columnsBeyond, middleFrom, middleTo),
    },
  }
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

const isSame = (a: GridWindow, b: GridWindow): boolean =>
  a.rows.from === b.rows.from && a.rows.to === b.rows.to && a.columns.from === b.columns.from && a.columns.to === b.columns.to

interface WindowOf extends Omit<WindowOn, 'room'> {
  readonly scroller: RefObject<HTMLDivElement | null>
  /** null: not measured yet */
  readonly room: InnerSize | null
}

export function useGridWindow({ scroller, room, rows, rowHeight, headHeight, placement }: WindowOf): GridWindow {
  const [position, setPosition] = useState<Position>({ top: 0, left: 0 })
  const on = useMemo(() => ({ room: seenOf(room), rows, rowHeight, headHeight, placement }), [room, rows, rowHeight, headHeight, placement])
  const near = useMemo(() => windowAt(position, on), [position, on])
  const drawn = useRef({ on, near, position })
  useLayoutEffect(() => {
    // other rows or columns at a position that was not worth drawing anew before
    const at = drawn.current.position
    drawn.current = { on, near, position: at }
    if (!isSame(windowAt(at, on), near)) setPosition(at)
  }, [on, near])
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const follow = (): void => {
      const at = { top: element.scrollTop, left: element.scrollLeft }
      drawn.current.position = at
      if (!isSame(windowAt(at, drawn.current.on), drawn.current.near)) setPosition(at)
    }
    follow()
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [scroller])
  return near
}

const seenOf = (room: InnerSize | null): InnerSize => ({
  width: room === null || room.width === 0 ? window.innerWidth : room.width,
  height: room === null || room.height === 0 ? window.innerHeight - heightAround : room.height,
})
