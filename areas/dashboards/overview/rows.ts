/** One question to a report for a part of 经营概览. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReportAnswer, ReportDefinition, ReportQuery } from '#platform/declare/wire.ts'
import { read } from '#platform/web/list/call.ts'

type Asked = Omit<ReportQuery, 'currency' | 'startDate' | 'endDate'> & { readonly from: string; readonly to: string }

/** In CNY; the key lies below the report's, so that what refreshes its figures refreshes this. */
export function useRows(definition: ReportDefinition, { from, to, ...asked }: Asked): UseQueryResult<ReportAnswer> {
  const query = { ...asked, startDate: from, endDate: to, currency: 'CNY' as const }
  return useQuery({
    queryKey: ['report', definition.name, query],
    queryFn: ({ signal }) => read<ReportAnswer>(definition.calls.rows, query, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
}
