/** The table of a list: fills the window, scrolls inside itself, head and totals stay in sight. */
import { Suspense, lazy, startTransition, useCallback, useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import type { FieldDefinition, ListAnswer, ListDefinition, Row } from '../../declare/wire.ts'
import { DataGrid, type MarkedCells } from '../grid/data-grid.tsx'
import type { GridColumn } from '../grid/grid-columns.ts'
import type { GridOrder } from '../grid/grid-order.ts'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { withReload } from '../page/chunk-load.ts'
import { ListCards } from './list-cards.tsx'
import type { Box } from '../grid/grid-range.ts'
import { pastePlan, type PastePlan } from './paste-plan.ts'
import type { OpenedHead } from '../table/head-menu.tsx'
import { presentOrders, type ListState } from '../values/list-state.ts'
import { rowName } from '../values/list-texts.ts'
import { hasTotals } from '../table/totals.tsx'
import { heightOf } from '../grid/row-heights.ts'
import { hasItem } from '../table/auto-size.ts'
import type { ColumnLayout } from '../table/use-column-layout.ts'
import { useGridColumns } from './use-grid-columns.ts'
import type { InlineEdit } from './use-inline-edit.tsx'
import type { Selection } from '../table/use-selection.ts'

const PasteDialog = lazy(withReload(() => import('./paste-dialog.tsx')))
const HeadMenu = lazy(withReload(() => import('../table/head-menu.tsx')))

interface ListTableProps {
  readonly definition: ListDefinition
  readonly title: string
  /** on a phone: as cards, not as a table */
  readonly asCards: boolean
  readonly columns: readonly FieldDefinition[]
  readonly layout: ColumnLayout
  readonly state: ListState
  readonly answer: ListAnswer | undefined
  /** the rows are those of the query before */
  readonly isStale: boolean
  /** shown in place of rows */
  readonly notice: ReactNode
  /** stands in the room that the rows leave */
  readonly below?: ReactNode
  readonly actionColumn: GridColumn<Row> | null
  /** null: rows can't be selected */
  readonly selection: Selection | null
  readonly onOpen: (row: Row) => void
  readonly inline: InlineEdit
  readonly onOrders: (orders: readonly GridOrder[]) => void
  /** absent: heads have no menu */
  readonly onState?: (state: ListState) => void
  /** cells were marked, or none any more */
  readonly onMarked?: (marked: MarkedCells<Row> | null) => void
  /** cells were pasted into; absent: nothing can be pasted */
  readonly onPasted?: () => void
}

/** Leaving the list's own order would lead back to it: it turns round instead. */
function turned(definition: ListDefinition, state: ListState, orders: readonly GridOrder[]): readonly GridOrder[] {
  const own = definition.defaultSort
  const isOwn = own !== null && orders.length === 0 && presentOrders(state, own)[0]?.way === own.way && state.sort?.field !== own.field
  return isOwn ? [{ field: own.field, way: own.way === 'ASC' ? 'DESC' : 'ASC' }] : orders
}

/** The head whose menu is open. */
function useHeadMenu(): {
  head: OpenedHead | null
  openMenu: (field: string, element: Element, mark: () => void) => void
  closeMenu: () => void
} {
  const [head, setHead] = useState<OpenedHead | null>(null)
  const closeMenu = useCallback(() => setHead(null), [])
  const openMenu = useCallback((field: string, element: Element, mark: () => void) => {
    const { left, bottom, width } = element.getBoundingClientRect()
    startTransition(() => setHead({ field, at: { left, top: bottom, width }, mark }))
  }, [])
  return { head, openMenu, closeMenu }
}

/**
 * Rows that follow other rows are drawn between frames: fifty of them at once would make the page stand. The first ones, and what stands in
 * their place, are drawn at once.
 */
function useCalmRows({ answer, isStale, notice }: ListTableProps): Pick<ListTableProps, 'answer' | 'isStale' | 'notice'> {
  const now = useMemo(() => ({ answer, isStale, notice }), [answer, isStale, notice])
  const later = useDeferredValue(now)
  return notice === null && later.notice === null && later.answer !== undefined ? later : now
}

/** Its height is in list.css: viewport height minus 280 (specification, section 9), head and totals included. */
export function ListTable(props: ListTableProps) {
  const { definition, columns, layout, state, selection, onOpen, inline, onState } = props
  const { answer, isStale, notice } = useCalmRows(props)
  const isMobile = useIsMobile()
  const cards = isMobile && props.asCards && definition.card !== undefined
  const gridColumns = useGridColumns(props, answer, isMobile, cards)
  const ids = useMemo(() => new Set(selection?.ids), [selection?.ids])
  const rows = answer?.list ?? noRows
  const [pasted, setPasted] = useState<PastePlan | null>(null)
  const onPaste = (box: Box, text: string, keys: readonly string[]): void =>
    text === '' ? undefined : setPasted(pastePlan(definition, rows, box, keys, text))
  const isPasted = props.onPasted !== undefined && columns.some(one => inline.canEdit(one.field))
  const { head, openMenu, closeMenu } = useHeadMenu()

  if (cards)
    return (
      <ListCards
        definition={definition}
        title={props.title}
        columns={gridColumns}
        answer={answer}
        isStale={isStale}
        notice={notice}
        selection={selection}
        onOpen={onOpen}
      />
    )
  return (
    <div className="zg-list-table">
      <DataGrid<Row>
        label={props.title}
        rows={rows}
        columns={gridColumns}
        density={heightOf(isMobile ? 'comfortable' : layout.density, hasItem(columns))}
        isStale={isStale}
        question={JSON.stringify(state)}
        notice={notice}
        totalRows={hasTotals(answer) ? 1 : 0}
        below={props.below}
        orders={presentOrders(state, definition.defaultSort)}
        onOrders={orders => props.onOrders(turned(definition, state, orders))}
        onWidth={layout.setWidth}
        {...(isMobile ? {} : { onMove: layout.move, ...(onState === undefined ? {} : { onMenu: openMenu }) })}
        {...(props.onMarked === undefined ? {} : { onRange: props.onMarked })}
        selection={selection === null ? null : { ids, nameOf: row => rowName(columns, row), onRows: selection.mark }}
        isNarrow={isMobile}
        onEnter={onOpen}
        onEdit={inline.begin}
        editing={inline.editing}
        {...(isPasted ? { onPaste } : {})}
      />
      {pasted !== null && (
        <Suspense fallback={null}>
          <PasteDialog {...{ definition, columns }} plan={pasted} onChanged={() => props.onPasted?.()} onClose={() => setPasted(null)} />
        </Suspense>
      )}
      {head !== null && onState !== undefined && (
        <Suspense fallback={null}>
          <HeadMenu
            // another head is another menu
            key={head.field}
            {...{ definition, state, layout, head }}
            onState={onState}
            onClose={closeMenu}
          />
        </Suspense>
      )}
    </div>
  )
}

const noRows: readonly Row[] = []
