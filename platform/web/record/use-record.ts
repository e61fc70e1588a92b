/** One record and what belongs to it, kept as fresh as the pushes of the server say. */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ListDefinition, Neighbours, RelatedCount } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { listQuery } from '../values/list-query.ts'
import { today } from '../page/today.ts'
import { useListState } from '../values/use-list-state.ts'
import { useRecordChanges } from '../realtime/use-changed-by.ts'
import { recordQuery } from '../values/record-query.ts'
import { isPageFailure } from '../page/error-boundary.tsx'
import { usePage } from '../page/page-context.ts'

/** The record; a record that is gone or that the person may not see is an error of the code `unknown`. */
export const useRecord = (type: string, id: string) =>
  useQuery({
    ...recordQuery(type, id),
    throwOnError: (error, query) => isPageFailure(error, query.state.data !== undefined),
  })

/** How many records refer to this one. */
export const useRelated = (type: string, id: string) =>
  useQuery({
    queryKey: ['related', type, id],
    queryFn: ({ signal }) => api.post<readonly RelatedCount[]>('/listField/related', { type, id }, { signal, quiet: true }),
    throwOnError: false,
  })

const none: Neighbours = { previous: null, next: null }

/** Its neighbours in the list one came from, whose state the address carries; without any in the list as it opens. */
/** `isKnown` false: they have not come yet. */
export function useNeighbours(
  definition: ListDefinition,
  id: string,
): { readonly neighbours: Neighbours; readonly isKnown: boolean; readonly list: string } {
  const { query: fixed } = usePage()
  const { state, isReady, search } = useListState(definition.type)
  const day = today()
  const query = useMemo(() => {
    const { pageNum: _page, pageSize: _size, ...rest } = listQuery(definition, state, fixed, day)
    return rest
  }, [definition, state, fixed, day])
  const { data = none, isPending } = useQuery({
    queryKey: ['neighbours', definition.type, id, query],
    queryFn: ({ signal }) => api.post<Neighbours>('/listField/neighbours', { type: definition.type, id, query }, { signal, quiet: true }),
    enabled: isReady,
    throwOnError: false,
  })
  return { neighbours: data, isKnown: !isPending, list: search }
}

/** Everything shown of a record is read anew. */
function refresh(client: QueryClient, type: string, id: string): void {
  for (const of of ['history', 'related', 'neighbours', 'recordChart', 'chain']) void client.invalidateQueries({ queryKey: [of, type, id] })
  // it may have been asked for by a natural key
  void client.invalidateQueries({ queryKey: ['record', type] })
}

/** After a change of one's own: the list it stands in as well. */
export function useRefreshRecord(type: string, id: string): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    refresh(client, type, id)
    void client.invalidateQueries({ queryKey: ['list', type] })
  }, [client, type, id])
}

/** Another person's change is told, and shown at once. */
export function useFollowRecord(type: string, id: string): void {
  const client = useQueryClient()
  useRecordChanges(type, id, by => {
    if (by !== null) feedback.warning(t('{name}刚刚修改了这条记录，页面已更新', { name: by }))
    refresh(client, type, id)
  })
}
