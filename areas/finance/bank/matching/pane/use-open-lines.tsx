/** What the page of bank matching reads: open lines page by page, the overview, candidates of a line. */
import { keepPreviousData, useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListAnswer } from '#platform/declare/wire.ts'
import { api } from '#platform/web/api/client.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { CandidatesAnswer, OverviewAnswer } from '../answers.ts'
import { linesQuery, openLineOf, type LinesAsk, type OpenLine } from './lines.tsx'

export const linesKey = ['bankMatching', 'lines']
export const overviewKey = ['bankMatching', 'overview']
export const candidatesKey = ['bankMatching', 'candidates']
const candidatesPath = '/bankReconcile/candidates'

export function useOpenLines(ask: LinesAsk) {
  const query = useInfiniteQuery({
    queryKey: [...linesKey, ask],
    queryFn: ({ pageParam, signal }) => api.post<ListAnswer>('/bankReconcile/list', linesQuery(ask, pageParam), { signal, quiet: true }),
    initialPageParam: null as string | null,
    getNextPageParam: last => last.next ?? null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: (error, one) => isPageFailure(error, one.state.data !== undefined),
  })
  const lines = useMemo<readonly OpenLine[] | null>(() => query.data?.pages.flatMap(one => one.list.map(openLineOf)) ?? null, [query.data])
  return { query, lines }
}

export const useOverview = ({ accountId, month }: Pick<LinesAsk, 'accountId' | 'month'>) =>
  useQuery<OverviewAnswer>({
    queryKey: [...overviewKey, accountId, month],
    queryFn: ({ signal }) => askOverview(accountId, month, false, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: (error, one) => isPageFailure(error, one.state.data !== undefined),
  })

export const askOverview = (
  accountId: string | null,
  month: string | null,
  withHigh: boolean,
  signal?: AbortSignal,
): Promise<OverviewAnswer> =>
  api.post(
    '/bankReconcile/overview',
    { ...(accountId === null ? {} : { accountId }), ...(month === null ? {} : { month }), ...(withHigh ? { withHigh } : {}) },
    { quiet: true, ...(signal === undefined ? {} : { signal }) },
  )

const candidatesOf = (lineId: string) => ({
  queryKey: [...candidatesKey, lineId],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.post<CandidatesAnswer>(candidatesPath, { lineId }, { signal, quiet: true }),
  staleTime: 20_000,
})
export const useCandidates = (lineId: string | null) =>
  useQuery({ ...candidatesOf(lineId ?? ''), enabled: lineId !== null, throwOnError: false })

/** So that the next line shows what it may be at once. */
export const prepareCandidates = (client: QueryClient, lineId: string): void => void client.prefetchQuery(candidatesOf(lineId))
/** Who matched it, asked anew. */
export const askCandidates = (client: QueryClient, lineId: string): Promise<CandidatesAnswer> =>
  client.fetchQuery({ ...candidatesOf(lineId), staleTime: 0 })

export const usePayments = (lineId: string | null, keyword: string | null) =>
  useQuery({
    queryKey: ['bankMatching', 'payments', lineId, keyword],
    queryFn: ({ signal }) => api.post<CandidatesAnswer>(candidatesPath, { lineId, keyword }, { signal, quiet: true }),
    enabled: lineId !== null && keyword !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  })
