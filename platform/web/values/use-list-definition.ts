/** What the server says about a list, asked once for all who need it. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ListDefinition } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { definitionPath } from '../page/first-paths.ts'
import { isPageFailure } from '../page/error-boundary.tsx'

const definitionFreshMs = 300_000

export const definitionQuery = (type: string) => ({
  queryKey: ['listDefinition', type],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.post<ListDefinition>(definitionPath, { type }, { signal, quiet: true }),
  staleTime: definitionFreshMs,
})

/** What the server says about a list. A refusal of this first call fills the whole page. */
export function useListDefinition(type: string): UseQueryResult<ListDefinition> {
  return useQuery({
    ...definitionQuery(type),
    throwOnError: (error, query) => isPageFailure(error, query.state.data !== undefined),
  })
}
