import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { ListAnswer, ListDefinition, ListQuery } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { isPageFailure } from '../shell/page/error-boundary.tsx'
import { listenToPushes } from '../tasks/realtime.ts'
import { read } from './call.ts'

const definitionFreshMs = 300_000

/** What the server says about a list. A refusal of this first call fills the whole page. */
export function useListDefinition(type: string): UseQueryResult<ListDefinition> {
  return useQuery({
    queryKey: ['listDefinition', type],
    queryFn: ({ signal }) => api.post<ListDefinition>('/listField/getByType', { type }, { signal, quiet: true }),
    staleTime: definitionFreshMs,
    throwOnError: (error, query) => isPageFailure(error, query.state.data !== undefined),
  })
}

/** Rows of a list; the old ones stay while the next are on their way. */
export function useRows(definition: ListDefinition, query: ListQuery, isReady: boolean): UseQueryResult<ListAnswer> {
  return useQuery({
    queryKey: ['list', definition.type, query],
    queryFn: ({ signal }) => read<ListAnswer>(definition.calls.list, query, { signal, quiet: true }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    throwOnError: (error, one) => isPageFailure(error, one.state.data !== undefined),
  })
}

/** Makes every open list of a type ask again. */
export function useRefreshList(type: string): () => void {
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries({ queryKey: ['list', type] }), [client, type])
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
