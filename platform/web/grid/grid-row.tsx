/** One row: kept cells at both sides, between them those near the window. Drawn anew only when something of it changes. */
import { memo, type CSSProperties, type ReactNode } from 'react'
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

export function cellStyle(column: PlacedColumn<never>): CSSProperties {
  const { width, kept, pin } = column
  if (kept === null) return { width }
  return pin === 'left' ? { width, position: 'sticky', left: kept } : { width, position: 'sticky', right: kept }
}

export const cellClass = (column: PlacedColumn<never>, more = ''): string =>
  `zg-grid-cell${column.align === 'right' ? ' zg-grid-right' : ''}${column.kept === null ? '' : ` zg-grid-kept-${column.pin}`}${more}`

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
      {laidOut(drawn, column => {
        const isEditing = editing?.key === column.key
        const inRange = column.at >= from && column.at <= to && from >= 0
        const look = `${inRange ? ' zg-grid-in-range' : ''}${column.at === active ? ' zg-grid-active' : ''}${isEditing ? ' zg-grid-editing' : ''}`
        return (
          <div
            key={column.key}
            {...(column.at === active ? { id: cellId(id, at, column.at) } : {})}
            role="gridcell"
            aria-colindex={column.at + 1}
            className={cellClass(column, look)}
            style={cellStyle(column)}
          >
            {column.key === checkKey ? (
              <label className="zg-grid-check">
                <input type="checkbox" tabIndex={-1} aria-label={checkName} checked={isChecked === true} readOnly />
              </label>
            ) : isEditing ? (
              editing.node
            ) : (
              column.render(row)
            )}
          </div>
        )
      })}
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
