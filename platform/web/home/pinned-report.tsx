/**
 * A pinned report: totals of its first measures in each currency and the way of the first one over time; large, the charts of the report
 * itself.
 */
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import type { MeasureDefinition, ReportAnswer, ReportDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { read } from '../values/call.ts'
import { today } from '../page/today.ts'
import { showFigure } from '../values/value.ts'
import { trendOf } from '../report/chart-data.ts'
import { CompleteNote, useCompleteUntil } from '../report/complete-until.tsx'
import { kindOf } from '../report/figure.tsx'
import { shownMeasures } from '../report/measures.ts'
import { periodOf, trendQuery } from '../report/report-query.ts'
import { readState, type ReportState } from '../report/report-state.ts'
import { isPageFailure } from '../page/error-boundary.tsx'
import { withReload } from '../page/chunk-load.ts'
import { CardEmpty, CardFailed, CardLoading } from '../cards/card-frame.tsx'
import { SparkLine } from './spark-line.tsx'

const PinnedCharts = lazy(withReload(() => import('./pinned-charts.tsx')))

const measuresMax = 3

interface PinnedReportProps {
  readonly definition: ReportDefinition
  readonly search: URLSearchParams
  readonly large: boolean
}

export default function PinnedReport({ definition, search, large }: PinnedReportProps) {
  const state = readState(definition, search, today())
  if (!large) return <SmallReport definition={definition} state={state} />
  return (
    <Suspense fallback={<CardLoading />}>
      <PinnedCharts definition={definition} state={state} />
    </Suspense>
  )
}

function SmallReport({ definition, state }: { definition: ReportDefinition; state: ReportState }) {
  const measures = shownMeasures(definition, state).slice(0, measuresMax)
  const query = trendQuery(definition, state, null, measures)
  const { data, error, refetch } = useQuery({
    queryKey: ['report', definition.name, query],
    queryFn: ({ signal }) => read<ReportAnswer>(definition.calls.rows, { ...query }, { signal, quiet: true }),
    throwOnError: (reason, one) => isPageFailure(reason, one.state.data !== undefined),
  })
  const { data: complete } = useCompleteUntil(definition, state.where)
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data.totals.length === 0) return <CardEmpty text={t('这个期间没有数据')} />
  // amounts of several currencies have no common axis
  const [only] = data.totals
  const trend =
    data.totals.length === 1 && only !== undefined
      ? trendOf(definition, data, only.currency, { from: state.from, to: state.to, completeUntil: complete?.until ?? null })
      : null
  const line = trend?.series.find(one => measures.some(measure => measure.name === one.measure.name)) ?? trend?.series[0]
  return (
    <>
      <p className="zg-pinned-period">
        {state.from === state.to ? state.from : t('{from} 至 {to}', { from: state.from, to: state.to })}
        <CompleteNote answer={complete} to={periodOf(state).endDate} />
      </p>
      <Totals measures={measures} totals={data.totals} />
      {trend !== null && line !== undefined && (
        <SparkLine
          values={line.values}
          label={t('{title}走势', { title: line.measure.title })}
          isIncomplete={at => trend.incomplete.has(trend.times[at] ?? '')}
        />
      )}
    </>
  )
}

function Totals({ measures, totals }: { measures: readonly MeasureDefinition[]; totals: ReportAnswer['totals'] }) {
  return (
    <div className="zg-pinned-rows">
      <table className="zg-table">
        <thead>
          <tr>
            <th scope="col">{t('币种')}</th>
            {measures.map(measure => (
              <th key={measure.name} scope="col" data-figure>
                {measure.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.map(({ currency, values }) => (
            <tr key={currency}>
              <th scope="row">{currency}</th>
              {measures.map(measure => {
                const shown = showFigure(kindOf(measure), values[measure.name] ?? null)
                return (
                  <td
                    key={measure.name}
                    data-figure
                    title={shown.exact ?? undefined}
                    className={shown.isNegative ? 'zg-negative' : undefined}
                  >
                    {shown.text}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
