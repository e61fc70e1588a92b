import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keyName } from '../values/list-state.ts'
import type { Pin } from '../cards/home-cards.ts'

/** The query of the pinned address, with what stands behind its short key. */
export function usePinSearch({ url }: Pick<Pin, 'url'>) {
  const search = new URLSearchParams(url.split('?')[1] ?? '')
  const key = search.get(keyName)
  const kept = useQuery({
    queryKey: ['listState', key],
    queryFn: ({ signal }) => api.post<{ state: string }>('/listState/query', { key }, { signal, quiet: true }),
    enabled: key !== null,
    staleTime: Infinity,
    retry: false,
    throwOnError: false,
  })
  return {
    error: kept.error,
    refetch: kept.refetch,
    search:
      key !== null && kept.data === undefined ? null : new URLSearchParams([...new URLSearchParams(kept.data?.state ?? ''), ...search]),
  }
}
