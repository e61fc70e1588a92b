import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { ListAnswer, ListDefinition, ListQuery } from '../../declare/wire.ts'
import type { FirstAt } from '../page/pages.ts'
import { isPageFailure } from '../page/error-boundary.tsx'
import { listenToPushes } from '../realtime/pushes.ts'
import { read } from '../values/call.ts'
import { viewAhead } from '../views/view-parts.ts'
import { viewOf } from '../views/view-of.ts'
import { firstQuery, rowsBody } from '../views/first-rows.ts'
import { readState } from '../values/list-state.ts'
import { definitionQuery } from '../values/use-list-definition.ts'

export interface ListRows {
  readonly data: ListAnswer | undefined
  readonly isError: boolean
  readonly error: Error | null
  /** the rows are those of the query before */
  readonly isPlaceholderData: boolean
  readonly refetch: () => Promise<unknown>
}

/** Rows of a page; `next`: where the page before ended, as the server named it. */
const rowsQuery = (definition: ListDefinition, query: ListQuery, next: () => string | null) => ({
  queryKey: ['list', definition.type, query],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read<ListAnswer>(definition.calls.list, rowsBody(query, next()), { signal, quiet: true }),
})

/** Asks for a list's description and rows before the list is drawn. A state behind a short key is asked for by the list itself. */
export async function prepareList(client: QueryClient, { type, ...place }: FirstAt): Promise<void> {
  const definition = await client.fetchQuery(definitionQuery(type))
  const query = firstQuery(definition, place)
  // a view is drawn with the page, or its place would be empty for the time that React keeps what stands in for it
  if (query === null) await viewAhead(viewOf(definition, readState(new URLSearchParams(place.search))))
  else await client.fetchQuery(rowsQuery(definition, query, () => null))
}

/** Going on by one page follows the cursor of the page before: as quick at any depth. A jump asks by number. */
function useCursor({ pageNum = 1, ...rest }: ListQuery): { next: () => string | null; seen: (answer: ListAnswer) => void } {
  const last = useRef<{ readonly of: string; readonly pageNum: number; readonly next: string | null }>(null)
  const of = JSON.stringify(rest)
  return {
    next: () => (last.current?.of === of && last.current.pageNum === pageNum - 1 ? last.current.next : null),
    seen(answer) {
      last.current = { of, pageNum, next: answer.next ?? null }
    },
  }
}

/**
 * Rows of a list; the old ones stay while the next are on their way. They never wait for the number of all: where it is dear, an estimate
 * stands until it is counted.
 */
export function useRows(definition: ListDefinition, query: ListQuery, isReady: boolean): ListRows {
  const cursor = useCursor(query)
  const rows = useQuery({
    ...rowsQuery(definition, query, cursor.next),
    enabled: isReady,
    placeholderData: keepPreviousData,
    throwOnError: (error, one) => isPageFailure(error, one.state.data !== undefined),
  })
  const shown = rows.isPlaceholderData ? undefined : rows.data
  useEffect(() => {
    if (shown !== undefined) cursor.seen(shown)
  })
  const { pageNum: _page, pageSize: _size, sortField: _field, sortWay: _way, orderByList: _order, ...filter } = query
  const isEstimate = rows.data?.totalExact === false && !rows.isPlaceholderData
  const counted = useQuery({
    queryKey: ['list', definition.type, 'totals', filter],
    queryFn: ({ signal }) => read<ListAnswer>(definition.calls.list, { ...filter, only: 'totals' }, { signal, quiet: true }),
    enabled: isReady && isEstimate,
    // the estimate stays where counting takes too long
    retry: false,
    throwOnError: false,
  })
  const data = useMemo(() => {
    if (rows.data === undefined || !isEstimate || counted.data === undefined) return rows.data
    const { list: _rows, pageNum: _at, pageSize: _of, next: _next, ...totals } = counted.data
    return { ...rows.data, ...totals }
  }, [rows.data, isEstimate, counted.data])
  return { data, isError: rows.isError, error: rows.error, isPlaceholderData: rows.isPlaceholderData, refetch: rows.refetch }
}

/** Makes every open list of a type ask again. */
export function useRefreshList(type: string): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    // selects of other forms offer these records
    for (const key of ['list', 'options']) void client.invalidateQueries({ queryKey: [key, type] })
  }, [client, type])
}

/** Asks again when the server says that records of this type have changed. */
export function useFollowChanges(type: string): void {
  const refresh = useRefreshList(type)
  useEffect(
    () =>
      listenToPushes(push => {
        if (push.kind === 'changed' && push.type === type) refresh()
      }),
    [type, refresh],
  )
}
