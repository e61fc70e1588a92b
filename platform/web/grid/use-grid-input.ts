/** Input of the grid: keys, drawing a range by pointer, the clipboard, the check boxes. */
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import type { PlacedColumn, Placement } from './grid-columns.ts'
import { asHtml, asTsv, copiedCells } from './grid-copy.ts'
import { boxOf, clamped, headRow, moved, nextCell, single, type Bounds, type Box, type GridRange, type Place } from './grid-range.ts'
import { checkKey } from './grid-row.tsx'
import { scrollIntoView } from './scroll-into-view.ts'
import { besideOf } from './use-column-drag.ts'
import type { Widths } from './use-widths.ts'

/** px by which keys draw a column wider or narrower */
const keyStep = 10
/** Own controls inside a cell keep their clicks and keys. */
const controls = 'button, a, input, label, textarea, [role="combobox"], .zg-grid-editing, .zg-grid-edge'

/** What hands do to the cells of a grid that is written in, beside what opens a control. */
export interface GridEdits {
  /** Delete and Backspace */
  onClear(box: Box): void
  /** the open control is left by a key; false: what was typed is dropped */
  onEnd(keep: boolean): void
}

interface HandsOf<R> {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: readonly R[]
  readonly placement: Placement<R>
  readonly rowHeight: number
  readonly headHeight: number
  readonly footHeight: number
  readonly widths: Widths<R>
  readonly onOrder: (column: PlacedColumn<R>, adds: boolean) => void
  readonly onEnter: ((row: R, key: string) => void) | undefined
  readonly onSpace: ((row: R, key: string) => void) | undefined
  /** `typed`: the character that opened it, which takes the place of what was there */
  readonly onEdit: ((row: R, key: string, typed?: string) => boolean) | undefined
  readonly edits: GridEdits | undefined
  readonly onCheck: ((rows: readonly R[], on: boolean | null) => void) | undefined
  /** absent: columns stay where they are */
  readonly onMove: ((key: string, before: string | null) => void) | undefined
  readonly onMenu: ((column: PlacedColumn<R>, head: Element) => void) | undefined
  readonly onPaste: ((box: Box, text: string, keys: readonly string[]) => void) | undefined
}

export interface GridInput {
  readonly range: GridRange | null
  /** marks all cells of a column */
  markColumn(column: number): void
  onKeyDown(event: KeyboardEvent): void
  onMouseDown(event: MouseEvent): void
  onDoubleClick(event: MouseEvent): void
  onCopy(event: ClipboardEvent): void
  onPaste(event: ClipboardEvent): void
  onClick(event: MouseEvent): void
  onChange(event: FormEvent): void
  onFocus(): void
}

/** The cell an event happened in, by what its row and itself tell of their places: both count from 1, the head is the first row. */
function placeOf(target: EventTarget | null): Place | null {
  const cell = target instanceof Element ? target.closest('.zg-grid-cell') : null
  const row = cell?.closest('[aria-rowindex]')
  if (cell == null || row == null || row.closest('.zg-grid-foot') !== null) return null
  return { row: Number(row.getAttribute('aria-rowindex')) - 2, column: Number(cell.getAttribute('aria-colindex')) - 1 }
}

/** Brings a cell into sight, clear of head, foot and kept columns. */
function reveal<R>(element: HTMLElement, place: Place, of: HandsOf<R>): void {
  const { placement, rowHeight, headHeight, footHeight } = of
  if (place.row !== headRow) {
    const from = headHeight + place.row * rowHeight
    element.scrollTop = scrollIntoView(element.scrollTop, element.clientHeight, { from, to: from + rowHeight }, headHeight, footHeight)
  }
  const column = placement.columns[place.column]
  if (column === undefined || column.kept !== null) return
  const span = { from: column.start, to: column.start + column.width }
  element.scrollLeft = scrollIntoView(element.scrollLeft, element.clientWidth, span, placement.keptLeft, placement.keptRight)
}

/** A range drawn with the pressed pointer, until it is let go wherever that is. */
function useDrawing(setRange: (change: (before: GridRange | null) => GridRange | null) => void): () => void {
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  return useCallback(() => {
    const draw = (event: globalThis.MouseEvent): void => {
      const place = placeOf(event.target)
      if (place === null || place.row === headRow) return
      setRange(before =>
        before === null || (before.active.row === place.row && before.active.column === place.column)
          ? before
          : { active: place, anchor: before.anchor },
      )
    }
    const end = (): void => {
      window.removeEventListener('mousemove', draw)
      window.removeEventListener('mouseup', end)
      stop.current = null
    }
    stop.current = end
    window.addEventListener('mousemove', draw)
    window.addEventListener('mouseup', end)
  }, [setRange])
}

/** Keys in the head: Enter orders (with Shift as a further order), Shift and arrows draw the column, F2 fits it. */
function headKey<R>(event: KeyboardEvent, column: PlacedColumn<R>, of: HandsOf<R>): boolean {
  if ((event.key === 'Enter' || event.key === ' ') && column.isSortable === true) of.onOrder(column, event.shiftKey)
  else if (event.key === ' ' && column.key === checkKey) of.onCheck?.(of.rows, null)
  else if (column.isFixed === true) return false
  else if (event.shiftKey && event.key === 'ArrowLeft') of.widths.change(column, -keyStep)
  else if (event.shiftKey && event.key === 'ArrowRight') of.widths.change(column, keyStep)
  else if (event.key === 'F2') of.widths.fit(column)
  else return false
  return true
}

/** Keys on a cell: Enter edits or opens, or goes to the cell's own buttons; F2 edits; the space bar checks the rows of the range. */
function cellKey<R>(event: KeyboardEvent, range: GridRange, column: PlacedColumn<R>, element: HTMLElement, of: HandsOf<R>): boolean {
  const row = of.rows[range.active.row]
  if (row === undefined) return false
  const box = boxOf(range)
  if (event.key === ' ' && of.onCheck !== undefined) of.onCheck(of.rows.slice(Math.max(0, box.top), box.bottom + 1), null)
  else if (event.key === ' ') of.onSpace?.(row, column.key)
  else if (event.key === 'F2') return of.onEdit?.(row, column.key) === true
  else if (event.key !== 'Enter') return false
  else if (column.pin === 'right') {
    element.querySelector<HTMLElement>('.zg-grid-active button')?.focus()
  } else if (of.onEdit?.(row, column.key) !== true) of.onEnter?.(row, column.key)
  return true
}

/** Marks the range for the clipboard. Inside an open control the browser copies what is marked there. */
function copyRange<R>(event: ClipboardEvent, range: GridRange | null, { scroller, rows, placement }: HandsOf<R>): void {
  if (event.target !== scroller.current || range === null) return
  const cells = copiedCells(rows, placement.columns, boxOf(range))
  if (cells.length === 0) return
  event.preventDefault()
  event.clipboardData.setData('text/plain', asTsv(cells))
  event.clipboardData.setData('text/html', asHtml(cells))
  feedback.success(t('复制成功!'))
}

/** The check boxes: one row, with Shift all rows from the one clicked before, in the head the page. */
function useChecks<R>({ rows, onCheck }: HandsOf<R>): (event: FormEvent) => void {
  const last = useRef<number | null>(null)
  return event => {
    const box = event.target
    const place = placeOf(box)
    if (!(box instanceof HTMLInputElement) || box.closest('.zg-grid-check') === null || place === null) return
    if (place.row === headRow) return onCheck?.(rows, box.checked)
    const withShift = event.nativeEvent instanceof globalThis.MouseEvent && event.nativeEvent.shiftKey
    const from = withShift ? Math.min(last.current ?? place.row, rows.length - 1) : place.row
    last.current = place.row
    onCheck?.(rows.slice(Math.min(from, place.row), Math.max(from, place.row) + 1), box.checked)
  }
}

/** Check boxes and numbers of rows: nobody writes there. */
const passed =
  <R>({ placement }: HandsOf<R>) =>
  (column: number): boolean =>
    placement.columns[column]?.isFixed === true

/** Keys on a cell that is written in: a character, Delete, Tab from cell to cell. */
function editKey<R>(event: KeyboardEvent, range: GridRange, bounds: Bounds, of: HandsOf<R>, go: (next: GridRange) => void): boolean {
  const [row, column] = [of.rows[range.active.row], of.placement.columns[range.active.column]]
  if (of.edits === undefined || row === undefined || column === undefined || event.ctrlKey || event.metaKey) return false
  if (event.key === 'Delete' || event.key === 'Backspace') of.edits.onClear(boxOf(range))
  else if (event.key === 'Tab') {
    const next = nextCell(range.active, bounds, event.shiftKey, passed(of))
    // behind the last cell the next control of the page follows
    if (next === null) return false
    go(single(next))
  } else if (event.key.length !== 1 || event.key === ' ') return false
  else return of.onEdit?.(row, column.key, event.key) === true
  return true
}

/** Keys inside the open control: Enter goes on below, Tab beside, Esc drops what was typed. */
function endKey<R>(event: KeyboardEvent, range: GridRange | null, bounds: Bounds, of: HandsOf<R>, go: (next: GridRange) => void): boolean {
  const isOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
  if (of.edits === undefined || range === null || event.nativeEvent.isComposing || (isOpen && event.key !== 'Tab')) return false
  if (event.key === 'Escape') {
    of.edits.onEnd(false)
    return true
  }
  const { row, column } = range.active
  const back = event.shiftKey
  if (event.key === 'Enter') {
    of.edits.onEnd(true)
    go(single({ row: Math.max(0, Math.min(bounds.rows, row + (back ? -1 : 1))), column }))
  } else if (event.key === 'Tab') {
    of.edits.onEnd(true)
    go(single(nextCell(range.active, bounds, back, passed(of)) ?? range.active))
  } else return false
  return true
}

/** With Alt in the head: the arrows move the column, down opens its menu. */
function altKey<R>(
  event: KeyboardEvent,
  column: PlacedColumn<R>,
  element: HTMLElement,
  of: HandsOf<R>,
  go: (next: GridRange) => void,
): boolean {
  if (column.isMovable !== true) return false
  if (event.key === 'ArrowDown' && of.onMenu !== undefined) of.onMenu(column, element.querySelector('.zg-grid-active') ?? element)
  else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
    const by = event.key === 'ArrowLeft' ? -1 : 1
    const before = besideOf(of.placement, column, by)
    if (before === undefined || of.onMove === undefined) return false
    of.onMove(column.key, before)
    go(single({ row: headRow, column: column.at + by }))
  } else return false
  return true
}

/** What keys do on the grid itself; true: the key was one of its own. */
function pressed<R>(event: KeyboardEvent, range: GridRange, bounds: Bounds, of: HandsOf<R>, go: (next: GridRange) => void): boolean {
  const column = of.placement.columns[range.active.column]
  const element = of.scroller.current
  if (column === undefined || element === null) return false
  if (event.altKey) return range.active.row === headRow && altKey(event, column, element, of, go)
  if (range.active.row === headRow ? headKey(event, column, of) : cellKey(event, range, column, element, of)) return true
  if (editKey(event, range, bounds, of, go)) return true
  const next = moved(range, { key: event.key, shift: event.shiftKey, control: event.ctrlKey || event.metaKey }, bounds)
  if (next !== null) go(next)
  return next !== null
}

const boundsOf = <R>({ scroller, rows, placement, headHeight, footHeight, rowHeight }: HandsOf<R>): Bounds => ({
  rows: rows.length,
  columns: placement.columns.length,
  page: Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight - footHeight) / rowHeight)),
})

export function useGridInput<R>(of: HandsOf<R>): GridInput {
  const { scroller, rows, placement } = of
  const [kept, setRange] = useState<GridRange | null>(null)
  const drawing = useDrawing(setRange)
  const onChange = useChecks(of)
  const bounds = boundsOf(of)
  const range = clamped(kept, bounds)
  const go = (next: GridRange): void => {
    setRange(next)
    if (scroller.current !== null) reveal(scroller.current, next.active, of)
  }
  return {
    range,
    markColumn: column => setRange({ active: { row: bounds.rows - 1, column }, anchor: { row: bounds.rows === 0 ? headRow : 0, column } }),
    onKeyDown(event) {
      const element = scroller.current
      // what a popup of a cell hears comes by here as well
      if (element === null || !(event.target instanceof Node) || !element.contains(event.target)) return
      if (event.target !== element) {
        if (!event.defaultPrevented && endKey(event, range, bounds, of, go)) {
          event.preventDefault()
          event.stopPropagation()
        } else if (event.key === 'Escape' && !event.defaultPrevented) element.focus()
      } else if (range !== null && pressed(event, range, bounds, of, go)) event.preventDefault()
    },
    onMouseDown(event) {
      const place = placeOf(event.target)
      const element = scroller.current
      if (place === null || element === null || event.button !== 0 || !element.contains(event.target as Node)) return
      const isControl = event.target instanceof Element && event.target.closest(controls) !== null
      setRange(event.shiftKey && range !== null && place.row !== headRow && !isControl ? { ...range, active: place } : single(place))
      if (isControl) return
      event.preventDefault()
      element.focus({ preventScroll: true })
      if (place.row !== headRow) drawing()
    },
    onDoubleClick(event) {
      const place = placeOf(event.target)
      const [row, column] = [rows[place?.row ?? headRow], placement.columns[place?.column ?? -1]]
      if (row === undefined || column === undefined) return
      if (event.target instanceof Element && event.target.closest('input, textarea, .zg-grid-editing') !== null) return
      of.onEdit?.(row, column.key)
    },
    onCopy: event => copyRange(event, range, of),
    onPaste(event) {
      if (of.onPaste === undefined || range === null || range.active.row === headRow || event.target !== scroller.current) return
      event.preventDefault()
      const box = boxOf(range)
      const keys = placement.columns.slice(box.left).map(one => one.key)
      of.onPaste(box, event.clipboardData.getData('text/plain'), keys)
    },
    onClick(event) {
      // a finger has no double click and no keys
      const { pointerType } = event.nativeEvent as PointerEvent
      if (of.edits === undefined || pointerType !== 'touch') return
      const place = placeOf(event.target)
      const [row, column] = [rows[place?.row ?? headRow], placement.columns[place?.column ?? -1]]
      const isControl = event.target instanceof Element && event.target.closest(controls) !== null
      if (row !== undefined && column !== undefined && !isControl) of.onEdit?.(row, column.key)
    },
    onChange,
    onFocus() {
      // a click has said which cell it is
      const first = { row: rows.length > 0 ? 0 : headRow, column: firstPlace(placement) }
      if (placement.columns.length > 0) setRange(before => before ?? single(first))
    },
  }
}

/** The first column that holds something to read. */
const firstPlace = (placement: Placement<never>): number =>
  Math.max(
    0,
    placement.columns.findIndex(one => one.key !== checkKey),
  )
