/** One question to a report for a part of 经营概览. */
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReportAnswer, ReportDefinition, ReportQuery } from '#platform/declare/wire.ts'
import { read } from '#platform/web/values/call.ts'

export type Asked = Omit<ReportQuery, 'currency' | 'startDate' | 'endDate'> & { readonly from: string; readonly to: string }

/** In CNY. */
const queryOf = ({ from, to, ...asked }: Asked) => ({ ...asked, startDate: from, endDate: to, currency: 'CNY' as const })
/** It lies below the report's, so that what refreshes its figures refreshes this. */
export const rowsKey = (definition: ReportDefinition, asked: Asked) => ['report', definition.name, queryOf(asked)] as const

export function useRows(definition: ReportDefinition, asked: Asked, isAsked = true): UseQueryResult<ReportAnswer> {
  return useQuery({
    queryKey: rowsKey(definition, asked),
    queryFn: ({ signal }) => read<ReportAnswer>(definition.calls.rows, queryOf(asked), { signal, quiet: true }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
}
