/** What a view is given by the list it stands in. */
import type { ListDefinition, ListQuery, Row, ShownAsDefinition } from '../../declare/wire.ts'
import type { ListState } from '../values/list-state.ts'
import type { ListActions } from '../actions/use-actions.tsx'
import type { GridColumn } from '../grid/grid-columns.ts'
import type { ColumnLayout } from '../table/use-column-layout.ts'

export interface ViewProps {
  readonly definition: ListDefinition
  readonly shown: ShownAsDefinition
  readonly title: string
  readonly state: ListState
  /** filter and order, without pages */
  readonly query: ListQuery
  /** false: what is asked is not known yet */
  readonly isReady: boolean
  readonly onState: (state: ListState) => void
  readonly onOpen: (row: Row) => void
  readonly actions: Pick<ListActions, 'step'>
  /** of the table, where a view has one */
  readonly layout: ColumnLayout
  readonly actionColumn: GridColumn<Row> | null
}
