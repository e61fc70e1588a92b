/** The head: titles that order the rows, edges that draw the columns wider. */
import { CaretDownOutlined, CaretUpOutlined, DownOutlined } from '@ant-design/icons'
import { memo, type MouseEvent } from 'react'
import { t } from '../i18n/t.ts'
import type { PlacedColumn } from './grid-columns.ts'
import type { GridOrder } from './grid-order.ts'
import { CheckAll, cellId, checkKey, laidOut, type DrawnColumns } from './grid-row.tsx'
import type { ColumnDrag } from './use-column-drag.ts'
import type { Widths } from './use-widths.ts'

interface GridHeadProps<R> {
  readonly id: string
  readonly height: number
  readonly drawn: DrawnColumns<R>
  readonly orders: readonly GridOrder[]
  readonly widths: Widths<R>
  /** column of the active cell, -1: none in the head */
  readonly active: number
  /** rows of the page that are checked */
  readonly isAll: boolean
  readonly isSome: boolean
  readonly onOrder: (column: PlacedColumn<R>, adds: boolean) => void
  readonly onDrag: ColumnDrag<R> | undefined
  /** opens the menu of a column below its head */
  readonly onMenu: ((column: PlacedColumn<R>, head: Element) => void) | undefined
}

function Head<R>({ id, height, drawn, orders, widths, active, isAll, isSome, onOrder, onDrag, onMenu }: GridHeadProps<R>) {
  return (
    <div role="rowgroup" className="zg-grid-head" style={{ height }}>
      <div role="row" aria-rowindex={1} className="zg-grid-line">
        {laidOut(drawn, column => {
          const place = orders.findIndex(one => one.field === column.key)
          const way = orders[place]?.way
          return (
            <div
              key={column.key}
              id={cellId(id, -1, column.at)}
              role="columnheader"
              aria-colindex={column.at + 1}
              {...(column.isSortable === true && place <= 0
                ? { 'aria-sort': way === undefined ? ('none' as const) : way === 'ASC' ? ('ascending' as const) : ('descending' as const) }
                : {})}
              className={column.at === active ? `${column.className} zg-grid-active` : column.className}
              style={column.style}
              {...(column.isMovable === true && onDrag !== undefined ? { onPointerDown: event => onDrag(event, column) } : {})}
              {...(column.isMovable === true && onMenu !== undefined
                ? {
                    onContextMenu: (event: MouseEvent<HTMLElement>) => {
                      event.preventDefault()
                      onMenu(column, event.currentTarget)
                    },
                  }
                : {})}
            >
              {column.key === checkKey ? (
                <CheckAll isAll={isAll} isSome={isSome} />
              ) : (
                <>
                  {column.extra}
                  <Title column={column} way={way} place={orders.length > 1 ? place + 1 : 0} onOrder={onOrder} />
                </>
              )}
              {column.isMovable === true && onMenu !== undefined && (
                <button
                  type="button"
                  tabIndex={-1}
                  className="zg-grid-menu"
                  aria-haspopup="menu"
                  aria-label={t('{name} 列菜单', { name: column.name })}
                  title={t('列菜单（右键或 Alt+↓）')}
                  onClick={event => onMenu(column, event.currentTarget.parentElement ?? event.currentTarget)}
                >
                  <DownOutlined aria-hidden />
                </button>
              )}
              {column.isFixed !== true && (
                <span
                  className="zg-grid-edge"
                  title={t('拖动调整列宽，双击适合内容')}
                  onPointerDown={event => widths.onHandle(event, column)}
                  onDoubleClick={() => widths.fit(column)}
                />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Drawn anew only when something of it changes, not with each row that scrolls by. */
export const GridHead = memo(Head) as typeof Head

interface TitleProps<R> {
  readonly column: PlacedColumn<R>
  readonly way: GridOrder['way'] | undefined
  /** which of several orders it is, from 1 on; 0: the only one, or none */
  readonly place: number
  readonly onOrder: (column: PlacedColumn<R>, adds: boolean) => void
}

function Title<R>({ column, way, place, onOrder }: TitleProps<R>) {
  const text = (
    <span className={column.over === undefined ? 'zg-grid-title' : 'zg-grid-title zg-grid-two'}>
      {column.over !== undefined && <small>{column.over} </small>}
      {column.name}
      {column.note}
    </span>
  )
  if (column.isSortable !== true) return text
  return (
    <button
      type="button"
      tabIndex={-1}
      className="zg-grid-sort"
      title={t('{name}：点击排序，按住 Shift 再点另一列可多列排序', {
        name: column.over === undefined ? column.name : `${column.over} ${column.name}`,
      })}
      onClick={event => onOrder(column, event.shiftKey)}
    >
      {text}
      <span className="zg-grid-arrow" aria-hidden>
        {way === undefined ? null : way === 'ASC' ? <CaretUpOutlined aria-hidden /> : <CaretDownOutlined aria-hidden />}
        {way !== undefined && place > 0 && <sub>{place}</sub>}
      </span>
    </button>
  )
}
