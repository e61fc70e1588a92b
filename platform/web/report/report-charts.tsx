/** Trend and waterfall of the filter or of the chosen row. Currencies are never mixed in one chart; the table of a chart is one click away. */
import { BarChartOutlined, CloseOutlined, TableOutlined } from '@ant-design/icons'
import { Button, theme } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import type { ReportAnswer, ReportDefinition } from '../../declare/wire.ts'
import { Chart } from '../chart/chart.tsx'
import { t } from '../i18n/t.ts'
import { RowsFailed } from '../list/list-notices.tsx'
import { trendOf, waterfallSteps } from './chart-data.ts'
import { trendColours, trendOption, waterfallOption } from './chart-options.ts'
import { TrendTable, WaterfallTable } from './chart-tables.tsx'
import { pathTitle, trendQuery, type RowPath } from './report-query.ts'
import type { ReportState } from './report-state.ts'
import { useTrend } from './use-report-data.ts'

interface ReportChartsProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly selected: RowPath | null
  readonly onSelect: (path: RowPath | null) => void
  readonly onCny: () => void
}

export function ReportCharts({ definition, state, selected, onSelect, onCny }: ReportChartsProps) {
  const trend = useTrend(definition, trendQuery(definition, state, selected))
  const [chosen, setChosen] = useState<string | null>(null)
  const totals = (trend.data?.totals ?? []).filter(one => selected === null || one.currency === selected.currency)
  const currencies = totals.map(one => one.currency)
  const currency = currencies.length === 1 ? currencies[0] : currencies.find(one => one === chosen)
  const isAsking = currencies.length > 1 && currency === undefined
  return (
    <div className={isAsking ? 'zg-report-charts zg-charts-asking' : 'zg-report-charts'}>
      <div className="zg-charts-place">
        <strong>{selected === null ? t('全部') : pathTitle(selected)}</strong>
        {selected !== null && (
          <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('取消所选行')} onClick={() => onSelect(null)} />
        )}
        {currencies.length > 1 && currency !== undefined && (
          <Button type="link" size="small" onClick={() => setChosen(null)}>
            {t('只看 {currency}，换币种', { currency })}
          </Button>
        )}
      </div>
      {trend.data === undefined && trend.isError && <RowsFailed error={trend.error} onRetry={() => void trend.refetch()} />}
      {trend.data !== undefined && currencies.length === 0 && <p className="zg-chart-notice">{t('这个期间没有数据')}</p>}
      {isAsking && <CurrencyQuestion currencies={currencies} onCurrency={setChosen} onCny={onCny} />}
      {trend.data !== undefined && currency !== undefined && (
        <BothCharts definition={definition} state={state} answer={trend.data} currency={currency} isStale={trend.isPlaceholderData} />
      )}
    </div>
  )
}

/** Amounts of several currencies have no common axis. */
function CurrencyQuestion({
  currencies,
  onCurrency,
  onCny,
}: {
  currencies: readonly string[]
  onCurrency: (currency: string) => void
  onCny: () => void
}) {
  return (
    <div className="zg-chart-notice">
      <span>{t('这里有 {count} 种币种，不能画在一张图里', { count: currencies.length })}</span>
      <span className="zg-charts-choice">
        <Button onClick={onCny}>{t('折合人民币')}</Button>
        {currencies.map(one => (
          <Button key={one} onClick={() => onCurrency(one)}>
            {t('只看 {currency}', { currency: one })}
          </Button>
        ))}
      </span>
    </div>
  )
}

interface BothChartsProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly answer: ReportAnswer
  readonly currency: string
  readonly isStale: boolean
}

function BothCharts({ definition, state, answer, currency, isStale }: BothChartsProps) {
  const { token } = theme.useToken()
  const { from, to } = state
  const trend = useMemo(() => trendOf(definition, answer, currency, from, to), [definition, answer, currency, from, to])
  const steps = useMemo(
    () => waterfallSteps(definition, answer.totals.find(one => one.currency === currency)?.values ?? {}),
    [definition, answer, currency],
  )
  const trendLook = useMemo(() => trendOption(trend, currency, token), [trend, currency, token])
  const waterfallLook = useMemo(() => (steps === null ? null : waterfallOption(steps, currency, token)), [steps, currency, token])
  const colours = trendColours(token)
  const legend = trend.series.map((one, at) => (
    <span key={one.measure.name} className="zg-chart-key">
      <i style={{ background: colours[at] }} /> {one.measure.title}
    </span>
  ))
  return (
    <div className={isStale ? 'zg-charts zg-charts-stale' : 'zg-charts'}>
      <Panel title={t('趋势')} currency={currency} legend={legend} table={<TrendTable trend={trend} />}>
        <Chart label={t('{currency} 按月趋势', { currency })} option={trendLook} />
      </Panel>
      <Panel title={t('费用瀑布')} currency={currency} legend={null} table={steps === null ? null : <WaterfallTable steps={steps} />}>
        {waterfallLook === null ? (
          <p className="zg-chart-notice">{t('缺少汇率，算不出利润，补齐汇率后显示')}</p>
        ) : (
          <Chart label={t('{currency} 费用瀑布', { currency })} option={waterfallLook} />
        )}
      </Panel>
    </div>
  )
}

interface PanelProps {
  readonly title: string
  readonly currency: string
  readonly legend: ReactNode
  /** null: there is nothing to show as a table */
  readonly table: ReactNode
  readonly children: ReactNode
}

function Panel({ title, currency, legend, table, children }: PanelProps) {
  const [asTable, setAsTable] = useState(false)
  return (
    <section className="zg-chart-panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="zg-currency">{currency}</span>
        {legend}
        {table !== null && (
          <Button
            type="text"
            size="small"
            icon={asTable ? <BarChartOutlined /> : <TableOutlined />}
            aria-label={asTable ? t('看图') : t('看表格')}
            title={asTable ? t('看图') : t('看表格')}
            onClick={() => setAsTable(!asTable)}
          />
        )}
      </header>
      <div className="zg-chart-body">{asTable && table !== null ? table : children}</div>
    </section>
  )
}
