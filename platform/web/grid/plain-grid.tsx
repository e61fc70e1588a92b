/**
 * The grid over rows that are all loaded: no order or selection of its own, columns as wide as this person draws them while the
 * page is open.
 */
import { useState, type ReactNode } from 'react'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { CardList, hasCard } from './card-list.tsx'
import { CardTotals } from './card-totals.tsx'
import { DataGrid } from './data-grid.tsx'
import type { GridColumn } from './grid-columns.ts'

interface PlainGridProps<R extends { readonly id: string }> {
  readonly label: string
  readonly rows: readonly R[]
  readonly columns: readonly GridColumn<R>[]
  /** stands in place of rows: they are on their way, could not be read, or there are none */
  readonly notice: ReactNode
  /** the rows are those of the question before */
  readonly isStale?: boolean
  /** what was asked: under another the rows begin at the top */
  readonly question?: string
  /** lines of 总计 at the foot */
  readonly totalRows?: number
  /** neither filters above nor pages below: the table takes their room */
  readonly isAlone?: boolean
}

export function PlainGrid<R extends { readonly id: string }>({ columns, notice, rows, isAlone = false, ...rest }: PlainGridProps<R>) {
  const isMobile = useIsMobile()
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map())
  if (isMobile && hasCard(columns))
    return (
      <>
        <CardList<R>
          label={rest.label}
          rows={rows}
          columns={columns}
          isStale={rest.isStale === true}
          notice={rows.length === 0 ? notice : null}
        />
        <CardTotals columns={columns} count={rest.totalRows ?? 0} />
      </>
    )
  const sized = (isMobile ? forPhone(columns) : columns).map(one => {
    const width = widths.get(one.key)
    return width === undefined ? one : { ...one, width, isSet: true }
  })
  return (
    <div className={isAlone ? 'zg-list-table zg-list-table-alone' : 'zg-list-table'}>
      <DataGrid<R>
        {...rest}
        rows={rows}
        columns={sized}
        density={isMobile ? 'comfortable' : 'compact'}
        notice={rows.length === 0 ? notice : null}
        orders={noOrders}
        onOrders={() => undefined}
        onWidth={(key, width) => setWidths(before => new Map(before).set(key, width))}
        isNarrow={isMobile}
      />
    </div>
  )
}

const noOrders: readonly never[] = []
/** px of the column that is kept: beside it another must be readable */
const narrowFirstMax = 150

/** Only the first column stays in sight. */
const forPhone = <R,>(columns: readonly GridColumn<R>[]): GridColumn<R>[] =>
  columns.map(({ pin: _pin, ...one }, at) => (at === 0 ? { ...one, pin: 'left', width: Math.min(one.width, narrowFirstMax) } : one))
