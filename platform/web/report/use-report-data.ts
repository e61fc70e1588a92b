/** The figures of a report: its first level, the levels that were opened, the charts. */
import { keepPreviousData, skipToken, useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { LackingAnswer, LackingQuery, ReportAnswer, ReportDefinition, ReportQuery } from '../../declare/wire.ts'
import { ApiError } from '../api/api-error.ts'
import { read } from '../values/call.ts'
import { definitionQuery } from '../values/use-list-definition.ts'
import { isPageFailure } from '../page/error-boundary.tsx'
import { listenToPushes } from '../realtime/pushes.ts'

const invalidCode = 1002
/** While days are being recomputed; the server also says when they are done, but a push can be missed. */
const computingPollMs = 3_000

const keyOf = (definition: ReportDefinition, query: ReportQuery) => ['report', definition.name, query] as const
const ask = (definition: ReportDefinition, query: ReportQuery, signal: AbortSignal): Promise<ReportAnswer> =>
  read<ReportAnswer>(definition.calls.rows, { ...query }, { signal, quiet: true })

const lacksMeasure = ({ measures }: ReportDefinition, { totals: [total] }: ReportAnswer): boolean =>
  total !== undefined && measures.some(one => total.values[one.name] === undefined)

/** The first page of the first level; the old rows stay while the next are on their way. */
export function useFirstLevel(definition: ReportDefinition, query: ReportQuery): UseQueryResult<ReportAnswer> {
  const client = useQueryClient()
  return useQuery({
    queryKey: keyOf(definition, query),
    async queryFn({ signal }) {
      // a measure may be gone, or the right to it: what is refused or not told, the report says then
      const again = (): void => void client.invalidateQueries({ queryKey: definitionQuery(definition.name).queryKey })
      try {
        const answer = await ask(definition, query, signal)
        if (lacksMeasure(definition, answer)) again()
        return answer
      } catch (error) {
        if (error instanceof ApiError && error.code === invalidCode) again()
        throw error
      }
    },
    placeholderData: keepPreviousData,
    refetchInterval: one => ((one.state.data?.computing.length ?? 0) > 0 ? computingPollMs : false),
    throwOnError: (error, one) => isPageFailure(error, one.state.data !== undefined),
  })
}

/** Further pages and opened levels, in the order asked. */
export function useLevels(definition: ReportDefinition, queries: readonly ReportQuery[]): UseQueryResult<ReportAnswer>[] {
  return useQueries({
    queries: queries.map(query => ({
      queryKey: keyOf(definition, query),
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(definition, query, signal),
      throwOnError: false,
    })),
  })
}

/** Figures for the charts. */
export function useTrend(definition: ReportDefinition, query: ReportQuery): UseQueryResult<ReportAnswer> {
  return useQuery({
    queryKey: keyOf(definition, query),
    queryFn: ({ signal }) => ask(definition, query, signal),
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
}

/** What the figures lack, asked beside them: no figure waits for it. Where the report has no such call it stays undefined. */
export function useLacking(definition: ReportDefinition, query: LackingQuery): UseQueryResult<LackingAnswer> {
  const { lacking } = definition.calls
  return useQuery({
    queryKey: ['report', definition.name, 'lacking', query],
    queryFn:
      lacking === undefined
        ? skipToken
        : ({ signal }: { signal: AbortSignal }) => read<LackingAnswer>(lacking, { ...query }, { signal, quiet: true }),
    throwOnError: false,
  })
}

/** Everything of this report is asked again: on demand, when the server says so, and when what was being computed is done. */
export function useRefreshReport(definition: ReportDefinition, computing: number): () => void {
  const client = useQueryClient()
  const { name } = definition
  const refresh = useCallback(() => void client.invalidateQueries({ queryKey: ['report', name] }), [client, name])
  useEffect(
    () =>
      listenToPushes(push => {
        if (push.kind === 'changed' && push.type === name) refresh()
      }),
    [name, refresh],
  )
  const before = useRef(computing)
  useEffect(() => {
    if (before.current > 0 && computing === 0) refresh()
    before.current = computing
  }, [computing, refresh])
  return refresh
}
