/** Why the figure that a report tells of moved; asked for beside the figures. */
import { keepPreviousData, skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReportDefinition, WhyAnswer, WhyPiece, WhyQuery } from '../../declare/wire.ts'
import { monthOf } from '../../format/dates.ts'
import { periodOf, readComplete, type NamedPeriod } from '../../format/named-periods.ts'
import { isWholeMonths, type Period } from '../../format/periods.ts'
import { read } from '../values/call.ts'
import { today } from '../page/today.ts'
import { firstState, writeState } from './report-state.ts'

/** It lies below the report's, so that what refreshes its figures refreshes this. */
export const whyKey = (definition: ReportDefinition, query: WhyQuery) => ['report', definition.name, 'why', query] as const

export function useWhy(definition: ReportDefinition | null, query: WhyQuery | null): UseQueryResult<WhyAnswer> {
  const why = definition?.calls.why
  return useQuery({
    queryKey: definition === null || query === null ? ['report', 'why'] : whyKey(definition, query),
    queryFn:
      why === undefined || query === null
        ? skipToken
        : ({ signal }: { signal: AbortSignal }) => read<WhyAnswer>(why, { ...query }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
}

/** The same of a named period, as the figures beside it: of days back up to the last complete one. */
export function useWhyOf(definition: ReportDefinition | null, name: NamedPeriod) {
  const why = definition?.calls.why
  const whole = periodOf(name, today())
  const queryOf = ({ from, to }: Period): WhyQuery => ({ startDate: from, endDate: to, compare: 'before' })
  return useQuery({
    queryKey: definition === null ? ['report', 'why'] : [...whyKey(definition, queryOf(whole)), name],
    queryFn:
      why === undefined
        ? skipToken
        : async ({ signal }: { signal: AbortSignal }) => {
            const ask = (days: Period) => read<WhyAnswer>(why, { ...queryOf(days) }, { signal, quiet: true })
            const { answer, period } = await readComplete(name, whole, ask, one => one.compared?.until)
            return { answer, query: queryOf(period) }
          },
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
}

/** Address of the report's page with the rows of a number: its measures, what it is of, both periods. */
export function whyUrl(definition: ReportDefinition, path: string, query: WhyQuery, piece: Pick<WhyPiece, 'measures' | 'where'>): string {
  const { startDate: from, endDate: to } = query
  const isMonths = isWholeMonths({ from, to })
  const { dimension } = definition.owner
  const state = {
    ...firstState(definition, today()),
    where: { ...query.where, ...piece.where },
    from: isMonths ? monthOf(from) : from,
    to: isMonths ? monthOf(to) : to,
    currency: 'CNY' as const,
    compare: definition.isPlanned === true ? null : (query.compare ?? ('before' as const)),
    ...(dimension === null ? {} : { by: [dimension, ...definition.by.filter(one => one !== dimension)] }),
    columns: piece.measures ?? null,
  }
  const search = writeState(definition, state, new URLSearchParams(), today()).toString()
  return search === '' ? path : `${path}?${search}`
}
