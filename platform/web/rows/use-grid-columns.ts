/** Columns of a list that stay the same while nothing of them changes: another column draws all its cells anew. */
import { useMemo } from 'react'
import type { FieldDefinition, ItemAsk, ListAnswer, ListDefinition, Row } from '../../declare/wire.ts'
import type { GridColumn } from '../grid/grid-columns.ts'
import { askOf, useItemsAhead } from '../values/item-names.ts'
import { pictureIn } from '../values/cell-value.tsx'
import { cardFields, dataColumns, type ColumnFacts } from '../table/columns.tsx'
import type { ListState } from '../values/list-state.ts'
import { useRecordUrls } from '../values/record-link.tsx'
import type { ColumnLayout } from '../table/use-column-layout.ts'
import type { InlineEdit } from './use-inline-edit.tsx'

interface GridColumnsOf {
  readonly definition: ListDefinition
  readonly columns: readonly FieldDefinition[]
  readonly layout: ColumnLayout
  readonly state: ListState
  readonly actionColumn: GridColumn<Row> | null
  readonly onOpen: (row: Row) => void
  readonly inline: InlineEdit
}

/** Totals and pictures of an answer: the same for other rows of the same totals. */
function useFacts({ result }: ListDefinition, answer: ListAnswer | undefined): ColumnFacts | undefined {
  const { totals, totalsByCurrency, converted } = answer ?? {}
  const isThere = answer !== undefined
  const pictured = result
    .filter(field => answer?.list.some(row => typeof pictureIn(field, row) === 'string') === true)
    .map(one => one.field)
    .join(',')
  return useMemo(
    () =>
      isThere
        ? {
            pictured: pictured.split(','),
            ...(totals === undefined ? {} : { totals }),
            ...(totalsByCurrency === undefined ? {} : { totalsByCurrency }),
            converted,
          }
        : undefined,
    [isThere, pictured, totals, totalsByCurrency, converted],
  )
}

/** The products that a page shows. */
const asksOf = (columns: readonly FieldDefinition[], rows: readonly Row[]): ItemAsk[] =>
  columns.flatMap(column => rows.flatMap(row => askOf(column, row) ?? []))

/** The columns of the table, or those a card shows, and the column of actions. */
export function useGridColumns(props: GridColumnsOf, answer: ListAnswer | undefined, isMobile: boolean, cards: boolean) {
  const { definition, columns, layout, actionColumn, onOpen } = props
  const { canEdit } = props.inline
  const urlOf = useRecordUrls()
  const shown = useMemo(() => (cards ? (cardFields(definition) ?? columns) : columns), [cards, definition, columns])
  useItemsAhead(asksOf(shown, answer?.list ?? []))
  const facts = useFacts(definition, answer)
  // an address that is read again brings the same filters as another object
  const filters = JSON.stringify(props.state.filters)
  return useMemo((): readonly GridColumn<Row>[] => {
    const state = { filters: JSON.parse(filters) as ListState['filters'] }
    const data = dataColumns({ definition, shown, state, layout, answer: facts, isMobile, onOpen, canEdit, urlOf })
    return actionColumn === null ? data : [...data, actionColumn]
  }, [definition, shown, filters, layout, facts, isMobile, onOpen, canEdit, urlOf, actionColumn])
}
