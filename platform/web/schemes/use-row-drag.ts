/** Rows put in another place by hand: the handle is pressed, moved over another row, and let go there. */
import { useCallback, useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'

/** Near the edge of the box it scrolls on. */
const edgePx = 32
const stepPx = 12

export interface Drag {
  readonly from: number
  readonly to: number
}

/** The row whose lower edge lies below the pointer; the last one shown where none does. Rows carry their place as `data-at`. */
function rowAt(box: HTMLElement, y: number): number | null {
  const rows = [...box.querySelectorAll<HTMLElement>('tr[data-at]')]
  const row = rows.find(one => one.getBoundingClientRect().bottom > y) ?? rows.at(-1)
  return row === undefined ? null : Number(row.dataset['at'])
}

/** `box`: what scrolls. The same is done by buttons for whoever has no pointer. */
export function useRowDrag(
  box: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
): { readonly drag: Drag | null; readonly begin: (at: number) => (event: PointerEvent) => void } {
  const [drag, setDrag] = useState<Drag | null>(null)
  const latest = useRef(onMove)
  useEffect(() => {
    latest.current = onMove
  })
  // the row that is dragged may leave the rows that are drawn: the window listens, not the handle
  const end = useRef<(() => void) | null>(null)
  useEffect(() => () => end.current?.(), [])
  const begin = useCallback(
    (from: number) => (event: PointerEvent) => {
      if (event.button !== 0) return
      event.preventDefault()
      let now: Drag = { from, to: from }
      const move = ({ clientY }: globalThis.PointerEvent): void => {
        const scroller = box.current
        if (scroller === null) return
        const { top, bottom } = scroller.getBoundingClientRect()
        if (clientY < top + edgePx) scroller.scrollBy(0, -stepPx)
        if (clientY > bottom - edgePx) scroller.scrollBy(0, stepPx)
        now = { from, to: rowAt(scroller, clientY) ?? now.to }
        setDrag(now)
      }
      const stop = (): void => {
        window.removeEventListener('pointermove', move)
        window.removeEventListener('pointerup', drop)
        window.removeEventListener('pointercancel', stop)
        end.current = null
        setDrag(null)
      }
      const drop = (): void => {
        stop()
        if (now.to !== now.from) latest.current(now.from, now.to)
      }
      end.current = stop
      window.addEventListener('pointermove', move)
      window.addEventListener('pointerup', drop)
      window.addEventListener('pointercancel', stop)
      setDrag(now)
    },
    [box],
  )
  return { drag, begin }
}
