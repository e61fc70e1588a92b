/** The charts of a record, one below the other, each with the same figures as a table. */
import { useQuery } from '@tanstack/react-query'
import { Skeleton, theme } from 'antd'
import { useMemo } from 'react'
import type { ChartDefinition, RecordChart } from '../../declare/wire.ts'
import { Chart } from '../chart/chart.tsx'
import { ChartPanel } from '../chart/chart-panel.tsx'
import { t } from '../i18n/t.ts'
import { read } from '../values/call.ts'
import { RowsFailed } from '../values/list-notices.tsx'
import { recordChartOption, seriesColours } from './record-chart-option.ts'
import { RecordChartTable } from './record-chart-table.tsx'

interface RecordChartsProps {
  readonly type: string
  readonly id: string
  readonly charts: readonly ChartDefinition[]
}

export default function RecordCharts({ type, id, charts }: RecordChartsProps) {
  return charts.map(chart => <OneChart key={chart.name} type={type} id={id} chart={chart} />)
}

function OneChart({ type, id, chart }: { readonly type: string; readonly id: string; readonly chart: ChartDefinition }) {
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['recordChart', type, id, chart.name],
    queryFn: ({ signal }) => read<RecordChart>(chart.call, { id }, { signal, quiet: true }),
    throwOnError: false,
  })
  if (isError) return <RowsFailed error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 5 }} />
  return <Drawn title={chart.title} chart={data} />
}

function Drawn({ title, chart }: { readonly title: string; readonly chart: RecordChart }) {
  const { token } = theme.useToken()
  const option = useMemo(() => recordChartOption(chart, token), [chart, token])
  const colours = seriesColours(chart, token)
  const legend = chart.series.map((one, at) => (
    <span key={one.title} className="zg-chart-key">
      <i style={{ background: colours[at] }} /> {one.title}
    </span>
  ))
  return (
    <ChartPanel
      title={title}
      beside={<span className="zg-currency">{chart.unit}</span>}
      legend={legend}
      table={<RecordChartTable chart={chart} />}
    >
      <Chart label={t('{title}，单位：{unit}', { title, unit: chart.unit })} option={option} />
    </ChartPanel>
  )
}
