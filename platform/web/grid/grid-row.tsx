/** One row: kept cells at both sides, between them those near the window. Drawn anew only when something of it changes. */
import { memo, type ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import type { PlacedColumn } from './grid-columns.ts'

/** Key of the column of check boxes. */
export const checkKey = 'zg-check'

/** The columns that are drawn and the px of those that are not. */
export interface DrawnColumns<R> {
  readonly columns: readonly PlacedColumn<R>[]
  /** px left out before and after the middle ones; they stand at these places among `columns` */
  readonly before: { readonly at: number; readonly width: number }
  readonly after: { readonly at: number; readonly width: number }
}

export interface RowMarks {
  /** columns of the drawn range, -1 where the row has no part in it */
  readonly from: number
  readonly to: number
  /** column of the active cell, -1: another row */
  readonly active: number
}

export const noMarks: RowMarks = { from: -1, to: -1, active: -1 }

/** What a row is beyond its cells: its level in a tree, whether it is open, whether it is the chosen one. */
export interface RowState {
  /** from 1 on; absent: no tree */
  readonly level?: number
  /** absent: nothing below it */
  readonly isOpen?: boolean
  readonly isChosen?: boolean
}

interface GridRowProps<R> extends RowMarks, RowState {
  readonly id: string
  readonly row: R
  readonly at: number
  readonly height: number
  readonly drawn: DrawnColumns<R>
  /** null: rows can't be chosen */
  readonly isChecked: boolean | null
  readonly checkName: string
  /** the open control of a cell */
  readonly editing: { readonly key: string; readonly node: ReactNode } | null
}

export const cellId = (grid: string, row: number, column: number): string => `${grid}-${row}-${column}`

/** Cells with the px between them that are left out. */
export function laidOut<R>(drawn: DrawnColumns<R>, cell: (column: PlacedColumn<R>) => ReactNode): ReactNode[] {
  const nodes: ReactNode[] = []
  drawn.columns.forEach((column, at) => {
    if (at === drawn.before.at && drawn.before.width > 0)
      nodes.push(<span key="zg-before" className="zg-grid-gap" style={{ width: drawn.before.width }} />)
    if (at === drawn.after.at && drawn.after.width > 0)
      nodes.push(<span key="zg-after" className="zg-grid-gap" style={{ width: drawn.after.width }} />)
    nodes.push(cell(column))
  })
  return nodes
}

const isBetween = (at: number, from: number, to: number): boolean => from >= 0 && at >= from && at <= to

interface CellProps<R> {
  readonly column: PlacedColumn<R>
  /** null: not the active cell */
  readonly activeId: string | null
  readonly isInRange: boolean
}

const markedClass = ({ column, activeId, isInRange }: CellProps<never>): string =>
  `${column.className}${isInRange ? ' zg-grid-in-range' : ''}${activeId === null ? '' : ' zg-grid-active'}`

interface DataCellProps<R> extends CellProps<R> {
  readonly row: R
  /** the control that is open in it; undefined: none */
  readonly editor: ReactNode
}

/** Text stands in the cell itself; sideways only the columns that came near are drawn. */
function DrawnCell<R>({ row, editor, ...cell }: DataCellProps<R>) {
  const { column, activeId } = cell
  const plain = editor === undefined ? (column.plain?.(row) ?? null) : null
  const look = plain !== null ? ` zg-grid-plain ${plain.look}` : editor === undefined ? '' : ' zg-grid-editing'
  return (
    <div
      {...(activeId === null ? {} : { id: activeId })}
      role="gridcell"
      aria-colindex={column.at + 1}
      className={markedClass(cell) + look}
      style={column.style}
      {...(plain?.title == null ? {} : { title: plain.title })}
    >
      {plain === null ? (editor ?? column.render(row)) : plain.text}
    </div>
  )
}
const DataCell = memo(DrawnCell) as typeof DrawnCell

interface CheckCellProps extends CellProps<never> {
  readonly isChecked: boolean
  readonly name: string
}

const CheckCell = memo(function CheckCell({ isChecked, name, ...cell }: CheckCellProps) {
  const { column, activeId } = cell
  return (
    <div
      {...(activeId === null ? {} : { id: activeId })}
      role="gridcell"
      aria-colindex={column.at + 1}
      className={markedClass(cell)}
      style={column.style}
    >
      <label className="zg-grid-check">
        <input type="checkbox" tabIndex={-1} aria-label={name} checked={isChecked} readOnly />
      </label>
    </div>
  )
})

function Row<R>({ id, row, at, height, drawn, from, to, active, isChecked, checkName, editing, level, isOpen, isChosen }: GridRowProps<R>) {
  const isSelected = isChosen ?? isChecked
  return (
    <div
      role="row"
      aria-rowindex={at + 2}
      {...(level === undefined ? {} : { 'aria-level': level })}
      {...(isOpen === undefined ? {} : { 'aria-expanded': isOpen })}
      {...(isSelected === null ? {} : { 'aria-selected': isSelected })}
      className={isSelected === true ? 'zg-grid-row zg-grid-checked' : 'zg-grid-row'}
      style={{ top: at * height, height }}
    >
      {laidOut(drawn, column =>
        column.key === checkKey ? (
          <CheckCell
            key={checkKey}
            column={column}
            activeId={column.at === active ? cellId(id, at, column.at) : null}
            isInRange={isBetween(column.at, from, to)}
            isChecked={isChecked === true}
            name={checkName}
          />
        ) : (
          <DataCell
            key={column.key}
            row={row}
            column={column}
            activeId={column.at === active ? cellId(id, at, column.at) : null}
            isInRange={isBetween(column.at, from, to)}
            editor={editing?.key === column.key ? editing.node : undefined}
          />
        ),
      )}
    </div>
  )
}

export const GridRow = memo(Row) as typeof Row

/** The box above the check boxes: all rows of the page. */
export function CheckAll({ isAll, isSome }: { isAll: boolean; isSome: boolean }) {
  return (
    <label className="zg-grid-check">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t('选择本页全部行')}
        checked={isAll}
        readOnly
        ref={box => {
          if (box !== null) box.indeterminate = isSome && !isAll
        }}
      />
    </label>
  )
}
