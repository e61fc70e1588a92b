/** The rows of a list as a table or as cards, and the footer that turns their pages. */
import { startTransition, useState, type ReactNode } from 'react'
import type { ListDefinition, Row } from '../../declare/wire.ts'
import { observable } from '../api/observable.ts'
import type { MarkedCells } from '../grid/data-grid.tsx'
import { useAutoOffer } from './auto-offer.tsx'
import { HidingChips } from './hiding-chips.tsx'
import { ListFooter } from '../table/list-footer.tsx'
import { NoRows, RowsFailed, RowsLoading } from '../values/list-notices.tsx'
import { isNarrowed, withOrders, withoutFilters } from '../values/list-state.ts'
import { ListTable } from '../rows/list-table.tsx'
import { isSelectable, type RowControls } from '../values/operation-rule.ts'
import type { GridColumn } from '../grid/grid-columns.ts'
import type { ListActions } from '../actions/use-actions.tsx'
import type { ColumnLayout } from '../table/use-column-layout.ts'
import { useInlineEdit } from '../rows/use-inline-edit.tsx'
import type { ListHook } from './use-list.ts'

/** What stands in place of rows; null where there are rows. */
function noticeOf({ definition, list, begin }: Pick<TableProps, 'definition' | 'list' | 'begin'>): ReactNode {
  const { rows, state, fixed, setState } = list
  if (rows.isError) return <RowsFailed error={rows.error} onRetry={() => void rows.refetch()} />
  if (rows.data === undefined) return <RowsLoading />
  if (rows.data.list.length > 0) return null
  return (
    <NoRows
      text={definition.empty}
      isFiltered={isNarrowed(state)}
      begin={begin}
      hiding={<HidingChips {...{ definition, state, fixed }} onState={setState} />}
      onReset={() => setState(withoutFilters(state))}
    />
  )
}

interface TableProps {
  readonly definition: ListDefinition
  readonly title: string
  readonly list: ListHook
  readonly layout: ColumnLayout
  readonly actions: ListActions
  readonly controls: RowControls
  readonly rowActions: GridColumn<Row> | null
  /** on a phone: as cards, not as a table */
  readonly asCards: boolean
  /** stands in the empty list */
  readonly begin: ReactNode
  readonly onOpen: (row: Row) => void
}

export function TableAndPages({ definition, title, list, layout, actions, controls, rowActions, asCards, begin, onOpen }: TableProps) {
  const { state, rows, selection, setState } = list
  const inline = useInlineEdit(definition)
  const below = useAutoOffer({ state, layout, answer: rows.data })
  const [marked] = useState(() => observable<MarkedCells<Row> | null>(null))
  return (
    <>
      <ListTable
        definition={definition}
        columns={layout.columns}
        layout={layout}
        state={state}
        answer={rows.data}
        isStale={rows.isPlaceholderData}
        notice={noticeOf({ definition, list, begin })}
        title={title}
        below={below}
        asCards={asCards}
        actionColumn={rowActions}
        selection={isSelectable(definition, controls) ? selection : null}
        onOpen={onOpen}
        inline={inline}
        onOrders={orders => startTransition(() => setState(withOrders(state, orders)))}
        onState={setState}
        onMarked={marked.set}
        onPasted={list.refresh}
      />
      <ListFooter
        marked={marked}
        layout={layout}
        state={state}
        answer={rows.data}
        selection={selection}
        definition={definition}
        onAction={actions.run}
        onStep={actions.step}
        onRemove={controls.remove ? () => actions.removeMany(selection.rows) : null}
        onPage={(pageNum, pageSize) => setState({ ...state, pageNum: pageSize === state.pageSize ? pageNum : 1, pageSize })}
      />
    </>
  )
}
