/** Reading questions and answers from their page. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { api } from '#platform/web/api/client.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { TypeNode } from './answers.ts'

const key = 'qaListPublished'

export function useQa<Data>(name: readonly unknown[], ask: (signal: AbortSignal) => Promise<Data>): UseQueryResult<Data> {
  return useQuery<Data>({
    queryKey: [key, ...name],
    queryFn: ({ signal }) => ask(signal),
    placeholderData: keepPreviousData,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
}

export const useQaTypes = (): UseQueryResult<readonly TypeNode[]> =>
  useQa(['types'], signal => api.post('/qaType/treelist', {}, { signal, quiet: true }))
