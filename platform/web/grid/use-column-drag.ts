/**
 * Drawing a column elsewhere by its head. While it is drawn nothing is drawn anew: a line shows where it would stand. On a screen that is
 * touched the head scrolls the table; the column settings do the same there.
 */
import { useCallback, useEffect, useRef, type PointerEvent, type RefObject } from 'react'
import type { PlacedColumn, Placement } from './grid-columns.ts'

/** px after which a press is no click any more */
const startPx = 6
/** px from an edge within which the table scrolls along, and by how much each time */
const scrollZone = 48
const scrollStep = 16

export type ColumnDrag<R> = (event: PointerEvent<HTMLElement>, column: PlacedColumn<R>) => void

/** Columns among which one may be put: those kept at the left, or those that scroll. */
export function siblingsOf<R>({ columns }: Placement<R>, { pin }: PlacedColumn<R>): readonly PlacedColumn<R>[] {
  return columns.filter(one => one.isMovable === true && one.pin === pin)
}

/** The sibling before which a column would stand at this place; null: behind the last. `left`: px scrolled. */
export function dropBefore<R>(siblings: readonly PlacedColumn<R>[], x: number, left: number): PlacedColumn<R> | null {
  return siblings.find(one => x < startOf(one, left) + one.width / 2) ?? null
}

/** px from the left edge of the table. */
const startOf = ({ kept, start }: PlacedColumn<never>, left: number): number => kept ?? start - left

/** Whether a column stands there already: before itself or before its neighbour. */
export function isSamePlace<R>(siblings: readonly PlacedColumn<R>[], column: PlacedColumn<R>, before: PlacedColumn<R> | null): boolean {
  const at = siblings.findIndex(one => one.key === column.key)
  return before?.key === column.key || (before?.key ?? null) === (siblings[at + 1]?.key ?? null)
}

/** The sibling beside it in a direction, as the place to stand before; undefined: there is none. */
export function besideOf<R>(placement: Placement<R>, column: PlacedColumn<R>, by: -1 | 1): string | null | undefined {
  const siblings = siblingsOf(placement, column)
  const at = siblings.findIndex(one => one.key === column.key)
  if (at < 0 || at + by < 0 || at + by >= siblings.length) return undefined
  return siblings[by < 0 ? at - 1 : at + 2]?.key ?? null
}

interface DragOf<R> {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly placement: () => Placement<R>
  readonly onMove: ((key: string, before: string | null) => void) | undefined
}

/** A line over the table, moved without any drawing of React. */
function lineIn(scroller: HTMLElement): HTMLElement {
  const line = document.createElement('div')
  line.className = 'zg-grid-drop'
  line.setAttribute('aria-hidden', 'true')
  scroller.append(line)
  return line
}

export function useColumnDrag<R>({ scroller, placement, onMove }: DragOf<R>): ColumnDrag<R> | undefined {
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  const begin = useCallback<ColumnDrag<R>>(
    (event, column) => {
      const element = scroller.current
      const isControl = event.target instanceof Element && event.target.closest('.zg-grid-edge, .zg-grid-menu') !== null
      if (element === null || onMove === undefined || event.button !== 0 || event.pointerType === 'touch' || isControl) return
      const head = event.currentTarget
      const { left, width } = element.getBoundingClientRect()
      const from = event.clientX
      const over = new AbortController()
      let line: HTMLElement | null = null
      let before: PlacedColumn<R> | null = null
      let x = from
      const siblings = siblingsOf(placement(), column)
      const draw = (): void => {
        if (line === null) return
        if (column.kept === null && x - left < placement().keptLeft + scrollZone) element.scrollLeft -= scrollStep
        else if (column.kept === null && x - left > width - placement().keptRight - scrollZone) element.scrollLeft += scrollStep
        before = dropBefore(siblings, x - left, element.scrollLeft)
        const last = siblings.at(-1)
        const at =
          before === null ? (last === undefined ? 0 : startOf(last, element.scrollLeft) + last.width) : startOf(before, element.scrollLeft)
        line.style.transform = `translate(${at + element.scrollLeft}px, ${element.scrollTop}px)`
      }
      const move = (moved: globalThis.PointerEvent): void => {
        x = moved.clientX
        if (line === null) {
          if (Math.abs(x - from) < startPx) return
          line = lineIn(element)
          head.classList.add('zg-grid-drawn')
          element.classList.add('zg-grid-dragging')
        }
        draw()
      }
      const end = (ended: Event): void => {
        over.abort()
        stop.current = null
        head.classList.remove('zg-grid-drawn')
        element.classList.remove('zg-grid-dragging')
        const isDrawn = line !== null
        line?.remove()
        if (!isDrawn) return
        // the button that is let go must not order the rows
        window.addEventListener('click', click => click.stopPropagation(), { capture: true, once: true, signal: AbortSignal.timeout(50) })
        if (ended.type === 'pointerup' && !isSamePlace(siblings, column, before)) onMove(column.key, before?.key ?? null)
      }
      stop.current = () => end(new Event('cancel'))
      window.addEventListener('pointermove', move, { signal: over.signal })
      window.addEventListener('pointerup', end, { signal: over.signal })
      window.addEventListener('pointercancel', end, { signal: over.signal })
      window.addEventListener('keydown', key => key.key === 'Escape' && end(key), { signal: over.signal, capture: true })
    },
    [scroller, placement, onMove],
  )
  return onMove === undefined ? undefined : begin
}
