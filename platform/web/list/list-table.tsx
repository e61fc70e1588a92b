/** The table of a list: fills the window, scrolls inside itself, head and totals stay in sight. */
import { useMemo, type ReactNode } from 'react'
import type { FieldDefinition, ListAnswer, ListDefinition, Row } from '../../declare/wire.ts'
import { DataGrid } from '../grid/data-grid.tsx'
import type { GridColumn } from '../grid/grid-columns.ts'
import type { GridOrder } from '../grid/grid-order.ts'
import { useIsMobile } from '../shell/layout/use-is-mobile.ts'
import { dataColumns } from './columns.tsx'
import { presentOrders, type ListState } from './list-state.ts'
import { rowName } from './list-texts.ts'
import { useRecordUrls } from './record-link.tsx'
import { hasTotals } from './totals.tsx'
import type { ColumnLayout } from './use-column-layout.ts'
import type { InlineEdit } from './use-inline-edit.tsx'
import type { Selection } from './use-selection.ts'

interface ListTableProps {
  readonly definition: ListDefinition
  readonly title: string
  readonly columns: readonly FieldDefinition[]
  readonly layout: ColumnLayout
  readonly state: ListState
  readonly answer: ListAnswer | undefined
  /** the rows are those of the query before */
  readonly isStale: boolean
  /** shown in place of rows */
  readonly notice: ReactNode
  readonly actionColumn: GridColumn<Row> | null
  /** null: rows can't be selected */
  readonly selection: Selection | null
  readonly onOpen: (row: Row) => void
  readonly inline: InlineEdit
  readonly onOrders: (orders: readonly GridOrder[]) => void
}

/** Leaving the list's own order would lead back to it: it turns round instead. */
function turned(definition: ListDefinition, state: ListState, orders: readonly GridOrder[]): readonly GridOrder[] {
  const own = definition.defaultSort
  const isOwn = own !== null && orders.length === 0 && presentOrders(state, own)[0]?.way === own.way && state.sort?.field !== own.field
  return isOwn ? [{ field: own.field, way: own.way === 'ASC' ? 'DESC' : 'ASC' }] : orders
}

export function ListTable(props: ListTableProps) {
  const { definition, columns, layout, state, answer, isStale, notice, actionColumn, selection, onOpen, inline } = props
  const isMobile = useIsMobile()
  const { canEdit } = inline
  const urlOf = useRecordUrls()
  const gridColumns = useMemo(() => {
    const data = dataColumns({ definition, shown: columns, state, layout, answer, isMobile, onOpen, canEdit, urlOf })
    return actionColumn === null ? data : [...data, actionColumn]
  }, [definition, columns, state, layout, answer, isMobile, onOpen, canEdit, urlOf, actionColumn])
  const ids = useMemo(() => new Set(selection?.ids), [selection?.ids])

  return (
    // the height is list.css: viewport height minus 280 (specification, section 9), head and totals included
    <div className="zg-list-table">
      <DataGrid<Row>
        label={props.title}
        rows={answer?.list ?? noRows}
        columns={gridColumns}
        density={isMobile ? 'comfortable' : layout.density}
        isStale={isStale}
        question={JSON.stringify(state)}
        notice={notice}
        totalRows={hasTotals(answer) ? 1 : 0}
        orders={presentOrders(state, definition.defaultSort)}
        onOrders={orders => props.onOrders(turned(definition, state, orders))}
        onWidth={layout.setWidth}
        selection={selection === null ? null : { ids, nameOf: row => rowName(columns, row), onRows: selection.mark }}
        isNarrow={isMobile}
        onEnter={onOpen}
        onEdit={inline.begin}
        editing={inline.editing}
      />
    </div>
  )
}

const noRows: readonly Row[] = []
