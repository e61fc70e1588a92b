/**
 * Putting tabs in order with the mouse: dragged over its neighbours a tab changes places with them at once. A finger scrolls the row
 * instead.
 */
import { useRef, type MouseEvent, type PointerEvent } from 'react'

/** a hand is never quite still while it clicks */
const clickSlackPx = 5

/**
 * The tab that the dragged one changes places with: one whose middle the pointer has passed. Narrow over wide would else jump to and fro.
 */
export function passedBy(
  row: readonly { readonly key: string; readonly left: number; readonly right: number }[],
  dragged: string,
  x: number,
): string | null {
  const from = row.findIndex(tab => tab.key === dragged)
  const at = row.findIndex(tab => x >= tab.left && x < tab.right)
  const over = row[at]
  if (over === undefined || from < 0 || at === from) return null
  const middle = (over.left + over.right) / 2
  return (at > from ? x > middle : x < middle) ? over.key : null
}

const tabsOf = (row: HTMLElement) =>
  [...row.querySelectorAll<HTMLElement>('[data-key]')].map(element => {
    const { left, right } = element.getBoundingClientRect()
    return { key: element.dataset['key'] ?? '', left, right }
  })

/** Handlers of the row; its tabs carry `data-key`. */
export function useTabDrag(onMove: (key: string, over: string) => void) {
  const drag = useRef<{ readonly key: string; readonly x: number; isMoving: boolean } | null>(null)
  const wasMoved = useRef(false)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      wasMoved.current = false
      const tab = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null
      if (event.button !== 0 || event.pointerType === 'touch' || tab === null) return
      drag.current = { key: tab.dataset['key'] ?? '', x: event.clientX, isMoving: false }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const now = drag.current
      if (now === null || (!now.isMoving && Math.abs(event.clientX - now.x) < clickSlackPx)) return
      if (!now.isMoving) {
        now.isMoving = true
        wasMoved.current = true
        event.currentTarget.setPointerCapture?.(event.pointerId)
      }
      const over = passedBy(tabsOf(event.currentTarget), now.key, event.clientX)
      if (over !== null) onMove(now.key, over)
    },
    onPointerUp() {
      drag.current = null
    },
    onPointerCancel() {
      drag.current = null
    },
    /** the click at the end of a drag is none */
    onClickCapture(event: MouseEvent) {
      if (!wasMoved.current) return
      wasMoved.current = false
      event.stopPropagation()
      event.preventDefault()
    },
  }
}
