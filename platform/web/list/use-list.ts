/** The state of a list and its rows. */
import { useCallback, useEffect, useMemo } from 'react'
import type { ListAnswer, ListDefinition } from '../../declare/wire.ts'
import { usePage } from '../page/page-context.ts'
import { useSettings } from '../theme/settings.ts'
import { viewOf } from '../views/view-of.ts'
import { sized } from '../table/auto-size.ts'
import { filterQuery, listQuery, viewQuery } from '../values/list-query.ts'
import { askedAfter, openingState, opensBeside, writeState, type ListState } from '../values/list-state.ts'
import { today } from '../page/today.ts'
import { useFollowChanges, useRefreshList, useRows } from '../rows/use-list-data.ts'
import { useListState, type ListStateHook } from '../values/use-list-state.ts'
import { useSelection } from '../table/use-selection.ts'
import { useViewportHeight } from '../table/use-viewport-height.ts'

/** After a deletion the page asked for may lie behind the last one. */
function useLastPage(
  answer: ListAnswer | undefined,
  isStale: boolean,
  pageNum: number,
  pageSize: number,
  go: (pageNum: number) => void,
): void {
  const lastPage = answer === undefined ? 1 : Math.max(1, Math.ceil(answer.total / pageSize))
  const isBehind =
    answer !== undefined && !isStale && answer.list.length === 0 && answer.total > 0 && answer.totalExact !== false && pageNum > lastPage
  useEffect(() => {
    if (isBehind) go(lastPage)
  }, [isBehind, lastPage, go])
}

/** What a list opens with holds until something else is asked of it, were it for everything. */
function useOpenedState(definition: ListDefinition): ListStateHook {
  const { state: written, setState, search, ...rest } = useListState(definition.type)
  const isBeside = opensBeside(search)
  const state = useMemo(() => openingState(definition, written, isBeside), [definition, written, isBeside])
  const ask = useCallback(
    (next: ListState) => setState(askedAfter(definition, state, next, isBeside)),
    [definition, state, isBeside, setState],
  )
  // the page of a record goes on among the rows that are shown
  const shown = useMemo(
    () => (state === written ? search : writeState(state, new URLSearchParams(search)).toString()),
    [state, written, search],
  )
  return { ...rest, state, search: shown, setState: ask }
}

/** The page size follows the height of the window where the person has asked for that. */
function useSized(definition: ListDefinition, state: ListState): ListState {
  const { autoRows } = useSettings()
  const height = useViewportHeight()
  // eslint-disable-next-line react-hooks/exhaustive-deps -- read by `sized`
  return useMemo(() => sized(definition, state), [definition, state, autoRows, height])
}

/** The state of a list and its rows: what is asked, what came, what is selected. */
export function useList(definition: ListDefinition) {
  // the menu entry's own query values (`/finance/x?kind=1`) narrow the list for good
  const { query: fixed } = usePage()
  const { state: asked, isReady, setState, search } = useOpenedState(definition)
  const state = useSized(definition, asked)
  const day = today()
  const query = useMemo(() => listQuery(definition, state, fixed, day), [definition, state, fixed, day])
  const view = viewOf(definition, state)
  const ofView = useMemo(() => viewQuery(definition, state, fixed, day), [definition, state, fixed, day])
  const rows = useRows(definition, query, isReady && view === 'table')
  const refresh = useRefreshList(definition.type)
  useFollowChanges(definition.type)
  const selection = useSelection(JSON.stringify(filterQuery(definition, state, fixed, day)))
  const goToPage = useCallback((pageNum: number) => setState({ ...state, pageNum }), [setState, state])
  useLastPage(rows.data, rows.isPlaceholderData, state.pageNum, state.pageSize, goToPage)
  return { fixed, state, view, ofView, isReady, setState, search, rows, refresh, selection }
}

export type ListHook = ReturnType<typeof useList>
