/**
 * Trend and waterfall of the filter or of the chosen row. Currencies are never mixed unconverted; the table of a chart is one click away.
 */
import { CloseOutlined } from '@ant-design/icons'
import { Button, Select, theme } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import type { ReportAnswer, ReportDefinition } from '../../declare/wire.ts'
import { Chart } from '../chart/chart.tsx'
import { ChartPanel } from '../chart/chart-panel.tsx'
import { t } from '../i18n/t.ts'
import { RowsFailed } from '../list/list-notices.tsx'
import { trendOf, waterfallSteps } from './chart-data.ts'
import { trendColours, trendOption, waterfallOption } from './chart-options.ts'
import { TrendTable, WaterfallTable } from './chart-tables.tsx'
import { useIsMobile } from '../shell/layout/use-is-mobile.ts'
import { waterfallOf } from './measures.ts'
import { pathTitle, trendQuery, type RowPath } from './report-query.ts'
import type { ReportState } from './report-state.ts'
import { useTrend } from './use-report-data.ts'

interface ReportChartsProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  /** currencies of the table's totals */
  readonly currencies: readonly string[]
  readonly selected: RowPath | null
  readonly onSelect: (path: RowPath | null) => void
}

/** Amounts of several currencies have no common axis: they are drawn converted, or of one currency that the person chooses. */
export function ReportCharts({ definition, state, currencies, selected, onSelect }: ReportChartsProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const isMixed = selected === null && currencies.length > 1
  const only = isMixed && chosen !== null && currencies.includes(chosen) ? chosen : null
  const asked: ReportState = isMixed && only === null ? { ...state, currency: 'CNY' } : state
  const trend = useTrend(definition, trendQuery(definition, asked, selected))
  const totals = trend.data?.totals ?? []
  const wanted = selected?.currency ?? only
  // while another currency is on its way, the one before stays
  const currency = (totals.find(one => one.currency === wanted) ?? totals[0])?.currency
  return (
    <div className="zg-report-charts">
      {trend.data === undefined && trend.isError && <RowsFailed error={trend.error} onRetry={() => void trend.refetch()} />}
      {trend.data !== undefined && currency === undefined && <p className="zg-chart-notice">{t('这个期间没有数据')}</p>}
      {trend.data !== undefined && currency !== undefined && (
        <BothCharts
          definition={definition}
          state={state}
          answer={trend.data}
          currency={currency}
          place={<Place selected={selected} onSelect={onSelect} />}
          currencyChoice={isMixed ? <CurrencyChoice currencies={currencies} only={only} onOnly={setChosen} /> : null}
          isStale={trend.isPlaceholderData}
        />
      )}
    </div>
  )
}

/** The chosen row that the charts stand for; without one they stand for everything. */
function Place({ selected, onSelect }: Pick<ReportChartsProps, 'selected' | 'onSelect'>) {
  if (selected === null) return null
  const title = pathTitle(selected)
  return (
    <span className="zg-chart-place-name">
      <span title={title}>{title}</span>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('取消所选行')}
        title={t('取消所选行')}
        onClick={() => onSelect(null)}
      />
    </span>
  )
}

interface CurrencyChoiceProps {
  readonly currencies: readonly string[]
  /** null: all of them converted */
  readonly only: string | null
  readonly onOnly: (currency: string | null) => void
}

const converted = ''

function CurrencyChoice({ currencies, only, onOnly }: CurrencyChoiceProps) {
  return (
    <Select
      size="small"
      variant="filled"
      className="zg-chart-currency"
      popupMatchSelectWidth={false}
      aria-label={t('图表币种')}
      value={only ?? converted}
      options={[
        { value: converted, label: t('折合人民币') },
        ...currencies.map(value => ({ value, label: t('只看 {currency}', { currency: value }) })),
      ]}
      onChange={value => onOnly(value === converted ? null : value)}
    />
  )
}

interface BothChartsProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly answer: ReportAnswer
  readonly currency: string
  readonly place: ReactNode
  /** null: there is one currency only */
  readonly currencyChoice: ReactNode
  readonly isStale: boolean
}

function BothCharts({ definition, state, answer, currency, place, currencyChoice, isStale }: BothChartsProps) {
  const { token } = theme.useToken()
  const isMobile = useIsMobile()
  const { from, to } = state
  const trend = useMemo(() => trendOf(definition, answer, currency, from, to), [definition, answer, currency, from, to])
  const steps = useMemo(
    () => waterfallSteps(definition, answer.totals.find(one => one.currency === currency)?.values ?? {}),
    [definition, answer, currency],
  )
  const trendLook = useMemo(() => trendOption(trend, currency, token), [trend, currency, token])
  const waterfallLook = useMemo(
    () => (steps === null ? null : waterfallOption(steps, currency, token, isMobile)),
    [steps, currency, token, isMobile],
  )
  const colours = trendColours(token)
  const legend = trend.series.map((one, at) => (
    <span key={one.measure.name} className="zg-chart-key">
      <i style={{ background: colours[at] }} /> {one.measure.title}
    </span>
  ))
  return (
    <div className={isStale ? 'zg-charts zg-charts-stale' : 'zg-charts'}>
      <ChartPanel
        title={t('趋势')}
        beside={
          <>
            {place}
            {currencyChoice ?? <Currency code={currency} />}
          </>
        }
        legend={legend}
        table={<TrendTable trend={trend} />}
      >
        <Chart label={t('{currency} 按月趋势', { currency })} option={trendLook} />
      </ChartPanel>
      {waterfallOf(definition).length > 0 && (
        <ChartPanel
          title={t('费用瀑布')}
          beside={<Currency code={currency} />}
          legend={null}
          table={steps === null ? null : <WaterfallTable steps={steps} />}
        >
          {waterfallLook === null ? (
            <p className="zg-chart-notice">{t('缺少汇率，算不出利润，补齐汇率后显示')}</p>
          ) : (
            <Chart label={t('{currency} 费用瀑布', { currency })} option={waterfallLook} />
          )}
        </ChartPanel>
      )}
    </div>
  )
}

const Currency = ({ code }: { code: string }) => <span className="zg-currency">{code}</span>
