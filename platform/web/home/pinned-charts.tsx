/** The charts of a report over the home page: fetched when a pinned report is opened large. */
import type { ReportDefinition } from '../../declare/wire.ts'
import { ReportCharts } from '../report/report-charts.tsx'
import { CompleteNote, useCompleteUntil } from '../report/complete-until.tsx'
import { periodOf, trendQuery } from '../report/report-query.ts'
import type { ReportState } from '../report/report-state.ts'
import { useTrend } from '../report/use-report-data.ts'
import { CardFailed, CardLoading } from '../cards/card-frame.tsx'
import '../report/report.css'

export default function PinnedCharts({ definition, state }: { definition: ReportDefinition; state: ReportState }) {
  const { data, error, refetch } = useTrend(definition, trendQuery(definition, state, null))
  const { data: complete } = useCompleteUntil(definition, state.where)
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  const currencies = data.totals.map(one => one.currency)
  return (
    <>
      <CompleteNote answer={complete} to={periodOf(state).endDate} />
      <ReportCharts
        definition={definition}
        state={state}
        currencies={currencies}
        completeUntil={complete?.until ?? null}
        selected={null}
        onSelect={() => undefined}
      />
    </>
  )
}
