/** Drawing a column wider or narrower: by its edge, by a double click on it, or by keys. */
import { useCallback, useMemo, useRef, useState, type PointerEvent } from 'react'
import { textWidth } from '#platform/format/text.ts'
import { clampWidth, type GridColumn, type PlacedColumn, type Placement } from './grid-columns.ts'

/** px of a cell beside its text */
const cellPadding = 18
/** px of a head beside its title: the sign of the order */
const headPadding = 34
/** a half-width character, where nothing can be measured */
const characterWidth = 8
/** the widest by count are measured, the others can't be wider by much */
const measuredMax = 8

const byWidth = (a: string, b: string): number => textWidth(b) - textWidth(a)

/** Px of the widest of some texts in the look of an element. */
function widest(texts: readonly string[], within: HTMLElement | null): number {
  const candidates = [...new Set(texts)].sort(byWidth).slice(0, measuredMax)
  if (candidates.length === 0) return 0
  const ruler = document.createElement('span')
  ruler.className = 'zg-grid-ruler'
  within?.append(ruler)
  const widths = candidates.map(text => {
    ruler.textContent = text
    return ruler.offsetWidth > 0 ? ruler.offsetWidth : textWidth(text) * characterWidth
  })
  ruler.remove()
  return Math.max(...widths)
}

/** Width at which neither the head nor a cell of these rows is cut. */
function fittingWidth<R>(column: GridColumn<R>, rows: readonly R[], within: HTMLElement | null): number {
  const { shown } = column
  const cells = shown === undefined ? 0 : widest(rows.map(shown), within) + cellPadding
  return clampWidth(Math.max(widest([column.name], within) + headPadding, cells))
}

export interface Widths<R> {
  /** widths as drawn, from the moment one of them was taken hold of */
  readonly held: ReadonlyMap<string, number>
  onHandle(event: PointerEvent<HTMLElement>, column: PlacedColumn<R>): void
  fit(column: PlacedColumn<R>): void
  change(column: PlacedColumn<R>, byPx: number): void
}

interface WidthsOf<R> {
  readonly rows: readonly R[]
  /** the placement as last drawn */
  readonly placement: () => Placement<R>
  readonly ruled: () => HTMLElement | null
  readonly onWidth: (key: string, width: number) => void
}

export function useWidths<R>({ rows, placement, ruled, onWidth }: WidthsOf<R>): Widths<R> {
  const [held, setHeld] = useState<ReadonlyMap<string, number>>(new Map())
  const drag = useRef<{ readonly key: string; readonly from: number; readonly width: number } | null>(null)
  // the others stay as they are drawn: the edge must follow the hand
  const hold = useCallback(
    (key: string, width: number) =>
      setHeld(
        before => new Map([...(before.size > 0 ? before : placement().columns.map(one => [one.key, one.width] as const)), [key, width]]),
      ),
    [placement],
  )
  const set = useCallback(
    (key: string, width: number) => {
      hold(key, width)
      onWidth(key, width)
    },
    [hold, onWidth],
  )
  return useMemo(
    () => ({
      held,
      onHandle(event, column) {
        event.preventDefault()
        event.stopPropagation()
        const handle = event.currentTarget
        drag.current = { key: column.key, from: event.clientX, width: column.width }
        handle.setPointerCapture(event.pointerId)
        const widthAt = (x: number): number => clampWidth((drag.current?.width ?? 0) + x - (drag.current?.from ?? 0))
        const over = new AbortController()
        const move = (moved: globalThis.PointerEvent): void => hold(column.key, widthAt(moved.clientX))
        const end = (ended: globalThis.PointerEvent): void => {
          over.abort()
          if (ended.type === 'pointerup' && ended.clientX !== drag.current?.from) set(column.key, widthAt(ended.clientX))
          drag.current = null
        }
        handle.addEventListener('pointermove', move, { signal: over.signal })
        handle.addEventListener('pointerup', end, { signal: over.signal })
        handle.addEventListener('pointercancel', end, { signal: over.signal })
      },
      fit: column => set(column.key, fittingWidth(column, rows, ruled())),
      change: (column, byPx) => set(column.key, clampWidth(column.width + byPx)),
    }),
    [held, hold, set, rows, ruled],
  )
}
