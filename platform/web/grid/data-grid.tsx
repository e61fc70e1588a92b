/**
 * A table that draws only what is near the window: head, frozen columns and totals stay in sight; everything by keyboard; ranges are copied
 * with exact values.
 */
import {
  memo,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react'
import { t } from '../i18n/t.ts'
import { placed, type GridColumn, type PlacedColumn, type Placement } from './grid-columns.ts'
import { GridHead } from './grid-head.tsx'
import { clickedOrder, type GridOrder } from './grid-order.ts'
import { boxOf, headRow, type Box, type GridRange } from './grid-range.ts'
import { GridRow, cellId, checkKey, laidOut, noMarks, type DrawnColumns, type RowMarks, type RowState } from './grid-row.tsx'
import { rowHeights } from './row-heights.ts'
import { useColumnDrag } from './use-column-drag.ts'
import { useGridInput, type GridEdits } from './use-grid-input.ts'
import { useGridWindow } from './use-grid-window.ts'
import { RowMenu, useRowMenu } from './row-menu.tsx'
import { useInnerSize } from './use-inner-size.ts'
import { useTold } from './use-told.ts'
import { useWidths } from './use-widths.ts'
import './grid.css'

const headHeight = 40
const checkWidth = 40

export interface GridSelection<R> {
  readonly ids: ReadonlySet<string>
  readonly nameOf: (row: R) => string
  readonly onRows: (rows: readonly R[], on: boolean) => void
}

/** Cells that are marked, by rows and keys of columns. */
export interface MarkedCells<R> {
  readonly rows: readonly R[]
  readonly keys: readonly string[]
}

export interface DataGridProps<R extends { readonly id: string }> {
  readonly label: string
  readonly rows: readonly R[]
  readonly columns: readonly GridColumn<R>[]
  readonly density: keyof typeof rowHeights
  /** the rows are those of the question before */
  readonly isStale?: boolean
  /** what was asked: under another the rows begin at the top */
  readonly question?: string
  /** stands in place of rows */
  readonly notice?: ReactNode
  /** rows of 总计 at the foot */
  readonly totalRows?: number
  /** stands in the room that the rows leave */
  readonly below?: ReactNode
  readonly orders: readonly GridOrder[]
  readonly onOrders: (orders: readonly GridOrder[]) => void
  readonly onWidth: (key: string, width: number) => void
  /** null: rows can't be chosen */
  readonly selection?: GridSelection<R> | null
  /** the check boxes scroll away with the columns: a phone has room for one kept column */
  readonly isNarrow?: boolean
  /** a tree: what each row is in it */
  readonly stateOf?: (row: R) => RowState
  /** Enter on a cell */
  readonly onEnter?: (row: R, key: string) => void
  /** the space bar on a cell, where there are no check boxes */
  readonly onSpace?: (row: R, key: string) => void
  /** Enter, F2 or a double click on a cell; true: its control has opened */
  readonly onEdit?: (row: R, key: string, typed?: string) => boolean
  /** cells are written in: the clipboard and the keys that empty and leave them */
  readonly edits?: GridEdits
  /** a text from the clipboard, for the marked cells on; `keys`: the columns from the first marked one on */
  readonly onPaste?: (box: Box, text: string, keys: readonly string[]) => void
  /** a head was drawn before another one; null: behind the last */
  readonly onMove?: (key: string, before: string | null) => void
  /** the menu of a column shall open below its head; `mark` marks its cells */
  readonly onMenu?: (key: string, head: Element, mark: () => void) => void
  /** the marked cells: several rows or columns, or null */
  readonly onRange?: (marked: MarkedCells<R> | null) => void
  /** the marked cells by their places, a single one too; null: none */
  readonly onBox?: (box: Box | null) => void
  readonly editing?: { readonly id: string; readonly key: string; readonly node: ReactNode } | null
}

const checkColumn = <R,>(isLoose: boolean): GridColumn<R> => ({
  key: checkKey,
  name: t('选择'),
  width: checkWidth,
  pin: 'left',
  isLoose,
  isFixed: true,
  render: () => null,
})

/** Columns near the window, and the px of the others. */
function drawnOf<R>(placement: Placement<R>, from: number, to: number): DrawnColumns<R> {
  const { columns, middleFrom, middleTo } = placement
  const startOf = (at: number): number => columns[at]?.start ?? placement.total
  const drawn = [...columns.slice(0, middleFrom), ...columns.slice(from, to), ...columns.slice(middleTo)]
  return {
    columns: drawn,
    before: { at: middleFrom, width: startOf(from) - startOf(middleFrom) },
    after: { at: middleFrom + to - from, width: startOf(middleTo) - startOf(to) },
  }
}

/** The part of the range that lies in a row. */
function marksOf(range: GridRange | null, row: number): RowMarks {
  if (range === null) return noMarks
  const box = boxOf(range)
  const isSingle = box.top === box.bottom && box.left === box.right
  const inRange = !isSingle && row >= box.top && row <= box.bottom
  return {
    from: inRange ? box.left : -1,
    to: inRange ? box.right : -1,
    active: range.active.row === row ? range.active.column : -1,
  }
}

interface TotalsProps<R> {
  readonly drawn: DrawnColumns<R>
  /** rows above it */
  readonly rows: number
  readonly count: number
  readonly rowHeight: number
}

/** 总计: its cells stand below their columns and scroll with them. */
function TotalLines<R>({ drawn, rows, count, rowHeight }: TotalsProps<R>) {
  // where it stays in sight
  const label = drawn.columns.find(one => one.pin === 'left' && one.kept !== null) ?? drawn.columns[0]
  return (
    <div role="rowgroup" className="zg-grid-foot">
      {Array.from({ length: count }, (_, line) => (
        <div key={line} role="row" aria-rowindex={rows + 2 + line} className="zg-grid-line" style={{ height: rowHeight }}>
          {laidOut(drawn, column => (
            <div
              key={column.key}
              role="gridcell"
              aria-colindex={column.at + 1}
              className={column.key === checkKey ? `${column.className} zg-grid-tight` : column.className}
              style={column.style}
            >
              {column.totals?.[line] ?? (column === label ? t('总计') : null)}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

const Totals = memo(TotalLines) as typeof TotalLines

/** Checks rows, or the other way round where all of them are checked. */
function checking<R extends { readonly id: string }>(selection: GridSelection<R>): (rows: readonly R[], on: boolean | null) => void {
  return (rows, on) => selection.onRows(rows, on ?? !rows.every(one => selection.ids.has(one.id)))
}

/** A new page, order or filter begins at its first row; rows that are read anew stay where they are. */
function useTopOf(scroller: RefObject<HTMLDivElement | null>, question: string): void {
  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0
  }, [scroller, question])
}

/** When the open control of a cell is gone, the keys go on from its cell. */
function useFocusBack(scroller: RefObject<HTMLDivElement | null>, editing: string | null): void {
  const before = useRef(editing)
  useEffect(() => {
    const isClosed = before.current !== null && editing === null
    before.current = editing
    const { activeElement } = document
    if (isClosed && (activeElement === document.body || scroller.current?.contains(activeElement) === true))
      scroller.current?.focus({ preventScroll: true })
  }, [editing, scroller])
}

/** What a handler made earlier calls is that of the last drawing. */
function useKept<T>(kept: RefObject<T>, value: T): void {
  useLayoutEffect(() => {
    kept.current = value
  })
}

/** The menu of a head, with the way to mark the cells of its column. */
function useMenu<R extends { readonly id: string }>(openMenu: DataGridProps<R>['onMenu']) {
  const mark = useRef<(column: number) => void>(() => undefined)
  const onMenu = useMemo(
    () =>
      openMenu === undefined
        ? undefined
        : (column: PlacedColumn<R>, head: Element) => openMenu(column.key, head, () => mark.current(column.at)),
    [openMenu],
  )
  return { mark, onMenu }
}

/** The grid as it stands: columns in their places, what is near the window, what hands do. */
function useGrid<R extends { readonly id: string }>(props: DataGridProps<R>, scroller: RefObject<HTMLDivElement | null>) {
  const { rows: given, columns, orders, onOrders, notice = null, selection = null, isNarrow = false } = props
  const rows = notice === null ? given : none
  const rowHeight = rowHeights[props.density]
  const totalRows = notice === null ? (props.totalRows ?? 0) : 0
  const room = useInnerSize(scroller)
  const hasChecks = selection !== null
  const isMeasured = room !== null
  const width = room?.width ?? 0
  const whole = useMemo(
    () => (isMeasured ? (hasChecks ? [checkColumn<R>(isNarrow), ...columns] : columns) : none),
    [isMeasured, hasChecks, isNarrow, columns],
  )
  const last = useRef<Placement<R> | null>(null)
  const lastPlacement = useCallback(() => last.current ?? placed<R>([], 0, new Map()), [])
  const ruled = useCallback(() => scroller.current, [scroller])
  const widths = useWidths<R>({ rows, placement: lastPlacement, ruled, onWidth: props.onWidth })
  const { held } = widths
  const placement = useMemo(() => placed(whole, width, held), [whole, width, held])
  useLayoutEffect(() => {
    last.current = placement
  })
  const near = useGridWindow({ scroller, room, rows: rows.length, rowHeight, headHeight, placement })
  const { from, to } = near.columns
  const drawn = useMemo(() => drawnOf(placement, from, to), [placement, from, to])
  const onOrder = useCallback(
    (column: PlacedColumn<R>, adds: boolean): void => onOrders(clickedOrder(orders, column.key, adds, column.firstWay)),
    [orders, onOrders],
  )
  const { mark, onMenu } = useMenu<R>(props.onMenu)
  const onDrag = useColumnDrag<R>({ scroller, placement: lastPlacement, onMove: props.onMove })
  const { range, markColumn, ...handlers } = useGridInput<R>({
    scroller,
    rows,
    placement,
    rowHeight,
    headHeight,
    footHeight: totalRows * rowHeight,
    widths,
    onOrder,
    onEnter: props.onEnter,
    onSpace: props.onSpace,
    onEdit: props.onEdit,
    edits: props.edits,
    onCheck: selection === null ? undefined : checking(selection),
    onMove: props.onMove,
    onMenu,
    onPaste: props.onPaste,
  })
  useKept(mark, markColumn)
  useTold(range, rows, placement, props)
  useTopOf(scroller, props.question ?? '')
  useFocusBack(scroller, props.editing?.id ?? null)
  return {
    rows,
    rowHeight,
    totalRows,
    width,
    isMeasured,
    placement,
    near: near.rows,
    drawn,
    widths,
    onOrder,
    onDrag,
    onMenu,
    range,
    handlers,
  }
}

export function DataGrid<R extends { readonly id: string }>(props: DataGridProps<R>) {
  const { notice = null, orders, selection = null } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const { rows, rowHeight, totalRows, width, isMeasured, placement, near, drawn, widths, onOrder, onDrag, onMenu, range, handlers } =
    useGrid(props, scroller)
  const menu = useRowMenu(id, scroller, rows, placement, range)
  const ids = selection?.ids
  const checkedCount = useMemo(() => (ids === undefined ? 0 : rows.filter(one => ids.has(one.id)).length), [ids, rows])
  return (
    <div
      ref={scroller}
      role={props.stateOf === undefined ? 'grid' : 'treegrid'}
      tabIndex={0}
      data-scroll="table"
      aria-label={props.label}
      aria-rowcount={rows.length + 1 + totalRows}
      aria-colcount={placement.columns.length}
      aria-multiselectable={props.stateOf === undefined}
      aria-busy={props.isStale === true}
      {...(range === null ? {} : { 'aria-activedescendant': cellId(id, range.active.row, range.active.column) })}
      className={`zg-grid${props.isStale === true ? ' zg-grid-stale' : ''}`}
      {...handlers}
      onKeyDown={event => void (menu.onKeyDown(event) || handlers.onKeyDown(event))}
      onClick={event => void (menu.onClick(event) || handlers.onClick(event))}
      onContextMenu={menu.onContextMenu}
    >
      <div className="zg-grid-inner" style={{ width: Math.max(placement.total, width), ...rowHeightAs(rowHeight) }}>
        <GridHead
          id={id}
          height={headHeight}
          drawn={drawn}
          orders={orders}
          widths={widths}
          active={range?.active.row === headRow ? range.active.column : -1}
          isAll={rows.length > 0 && checkedCount === rows.length}
          isSome={checkedCount > 0}
          onOrder={onOrder}
          onDrag={onDrag}
          onMenu={onMenu}
        />
        <div role="rowgroup" className="zg-grid-body" style={{ height: notice === null ? rows.length * rowHeight : undefined }}>
          {notice !== null && <Notice columns={placement.columns.length}>{notice}</Notice>}
          {(isMeasured ? rows.slice(near.from, near.to) : none).map((row, place) => (
            <GridRow
              key={row.id}
              id={id}
              row={row}
              at={near.from + place}
              height={rowHeight}
              drawn={drawn}
              {...marksOf(range, near.from + place)}
              {...props.stateOf?.(row)}
              isChecked={selection === null ? null : selection.ids.has(row.id)}
              checkName={selection === null ? '' : t('选择 {name}', { name: selection.nameOf(row) })}
              editing={props.editing?.id === row.id ? props.editing : null}
            />
          ))}
        </div>
        {props.below != null && notice === null && <Below columns={placement.columns.length}>{props.below}</Below>}
        {totalRows > 0 && <Totals drawn={drawn} rows={rows.length} count={totalRows} rowHeight={rowHeight} />}
      </div>
      {menu.opened !== null && <RowMenu {...menu.opened} onClose={menu.close} />}
    </div>
  )
}

function Below({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <div role="row">
      <div role="gridcell" aria-colspan={columns} className="zg-grid-below">
        {children}
      </div>
    </div>
  )
}

/** Stands where rows would, and as wide as the window on them however wide the columns are. */
function Notice({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <div role="row">
      <div role="gridcell" aria-colspan={columns} className="zg-grid-notice">
        {children}
      </div>
    </div>
  )
}

const none: readonly never[] = []
/** for the style sheet: text stands in the middle of its line */
const rowHeightAs = (px: number): CSSProperties => ({ '--zg-grid-row': `${px}px` }) as CSSProperties
