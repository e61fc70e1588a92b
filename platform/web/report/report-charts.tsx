/**
 * Trend and waterfall of the filter or of the chosen row. Currencies are never mixed unconverted; the table of a chart is one click away.
 */
import { CloseOutlined } from '@ant-design/icons'
import { Button, Select, theme } from 'antd'
import { useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import { monthOf } from '#platform/format/dates.ts'
import type { ReportAnswer, ReportDefinition, ReportFigures } from '../../declare/wire.ts'
import { Chart } from '../chart/chart.tsx'
import { ChartPanel } from '../chart/chart-panel.tsx'
import { nothingText } from '../chart/nothing.ts'
import { t } from '../i18n/t.ts'
import { RowsFailed } from '../values/list-notices.tsx'
import { BesideChart } from './beside-chart.tsx'
import { isOneMonth, trendOf, trendTime, waterfallSteps, type Step, type Trend } from './chart-data.ts'
import { colourOfSeries, heightOfCharts, trendOption, waterfallOption } from './chart-options.ts'
import { TrendTable, WaterfallTable } from './chart-tables.tsx'
import type { Cell } from './figure.tsx'
import { KeyFigure } from './key-figures.tsx'
import { shownMeasures, waterfallOf } from './measures.ts'
import { ratesOf } from './missing-reason.ts'
import { ParetoChart, paretoOf } from './pareto-chart.tsx'
import { monthOfPath, pathTitle, trendQuery, type RowPath } from './report-query.ts'
import { isByDays, type ReportState } from './report-state.ts'
import { useTrend } from './use-report-data.ts'

interface ReportChartsProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  /** currencies of the table's totals */
  readonly currencies: readonly string[]
  readonly selected: RowPath | null
  /** day up to which the figures are complete: later months are hatched; absent: it is not known */
  readonly completeUntil?: string | null
  readonly onSelect: (path: RowPath | null) => void
  /** the legend shows and hides measures in the table as well; absent: there is none */
  readonly onColumns?: (columns: readonly string[]) => void
  /** a click opens what a figure is made of; absent: a picture alone */
  readonly onCell?: (cell: Cell, asked: ReportState) => void
}

/** The room of the charts, as high before their figures have come as afterwards. */
export function ChartsPlace({ definition, children }: { readonly definition: ReportDefinition; readonly children?: ReactNode }) {
  const height = { '--zg-charts-height': `${heightOfCharts(waterfallOf(definition).length)}px` } as CSSProperties
  return (
    <div className="zg-report-charts" style={height}>
      {children}
    </div>
  )
}

/** The charts of a row of one month are of that month; a single month is held against another one, as the strip is. */
function stateOfCharts(definition: ReportDefinition, state: ReportState, selected: RowPath | null): ReportState {
  const month = selected === null || isByDays(state) ? undefined : monthOfPath(definition, selected)
  const shown = month === undefined ? state : { ...state, from: month, to: month }
  return isOneMonth(shown) ? { ...shown, compare: shown.compare ?? definition.compare[0]?.name ?? null } : shown
}

/** Amounts of several currencies have no common axis: they are drawn converted, or of one currency that the person chooses. */
export function ReportCharts({
  definition,
  state,
  currencies,
  selected,
  completeUntil = null,
  onSelect,
  onColumns,
  onCell,
}: ReportChartsProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const isMixed = selected === null && currencies.length > 1
  const only = isMixed && chosen !== null && currencies.includes(chosen) ? chosen : null
  const shown = stateOfCharts(definition, state, selected)
  const asked: ReportState = isMixed && only === null ? { ...shown, currency: 'CNY' } : shown
  const trend = useTrend(definition, trendQuery(definition, asked, selected))
  const totals = trend.data?.totals ?? []
  const wanted = selected?.currency ?? only
  // while another currency is on its way, the one before stays
  const currency = (totals.find(one => one.currency === wanted) ?? totals[0])?.currency
  return (
    <ChartsPlace definition={definition}>
      {trend.data === undefined && trend.isError && <RowsFailed error={trend.error} onRetry={() => void trend.refetch()} />}
      {trend.data !== undefined && currency === undefined && <p className="zg-chart-notice">{t('这个期间没有数据')}</p>}
      {trend.data !== undefined && currency !== undefined && (
        <BothCharts
          definition={definition}
          state={state}
          asked={asked}
          selected={selected}
          answer={trend.data}
          completeUntil={completeUntil}
          currency={currency}
          place={<Place selected={selected} onSelect={onSelect} />}
          currencyChoice={isMixed ? <CurrencyChoice currencies={currencies} only={only} onOnly={setChosen} /> : null}
          isStale={trend.isPlaceholderData}
          {...(onColumns === undefined ? {} : { onColumns })}
          {...(onCell === undefined ? {} : { onCell })}
        />
      )}
    </ChartsPlace>
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

interface BothChartsProps extends Pick<ReportChartsProps, 'definition' | 'state' | 'selected' | 'onColumns' | 'onCell'> {
  readonly answer: ReportAnswer
  readonly completeUntil: string | null
  readonly currency: string
  /** the state the figures were asked under */
  readonly asked: ReportState
  readonly place: ReactNode
  /** null: there is one currency only */
  readonly currencyChoice: ReactNode
  readonly isStale: boolean
}

/** Opens what a figure of the charts is made of: of a time of the trend, or of all of them. */
function useOpenFigure({ definition, asked, answer, currency, selected, onCell }: BothChartsProps) {
  const { name } = trendTime(definition, asked)
  return (measure: string, part: Cell['part'], time: string | null): void => {
    const of = (one: ReportFigures): boolean => one.currency === currency
    const figures = time === null ? answer.totals.find(of) : answer.list.find(one => of(one) && one.key[name] === time)
    if (figures === undefined) return
    const steps = time === null ? [] : [{ dimension: name, value: time, label: time }]
    const path: RowPath | null =
      selected === null && steps.length === 0 ? null : { steps: [...(selected?.steps ?? []), ...steps], currency }
    const { values, was = null, now } = figures
    const rates = ratesOf(answer.missingRates, time === null ? undefined : monthOf(time))
    onCell?.({ measure, part, path, currency, values, was, now, compared: answer.compared, isConverted: false, rates }, asked)
  }
}

interface LegendProps {
  readonly trend: Trend
  /** measures of the table */
  readonly shown: readonly string[]
  readonly was: string | null
  readonly onColumns?: (columns: readonly string[]) => void
}

/** The keys of the trend; each shows and hides its measure in the table as well. */
function Legend({ trend, shown, was, onColumns }: LegendProps) {
  const { token } = theme.useToken()
  const toggle = (name: string): void => onColumns?.(shown.includes(name) ? shown.filter(one => one !== name) : [...shown, name])
  return (
    <>
      {trend.series.map((one, at) => (
        <button
          key={one.measure.name}
          type="button"
          className="zg-chart-key"
          aria-pressed={shown.includes(one.measure.name)}
          disabled={onColumns === undefined || (shown.length === 1 && shown[0] === one.measure.name)}
          title={t('在图表和表格中显示或隐藏')}
          onClick={() => toggle(one.measure.name)}
        >
          <i style={{ background: colourOfSeries(token, one, at) }} /> {one.measure.title}
        </button>
      ))}
      {was !== null && (
        <span className="zg-chart-key zg-chart-was">
          <i /> {was}
        </span>
      )}
    </>
  )
}

function useWaterfall(definition: ReportDefinition, steps: readonly Step[] | null, currency: string) {
  const { token } = theme.useToken()
  const height = heightOfCharts(waterfallOf(definition).length)
  return useMemo(() => (steps === null ? null : waterfallOption(steps, currency, token, height)), [steps, currency, token, height])
}

function BothCharts(props: BothChartsProps) {
  const { definition, state, asked, answer, completeUntil, currency, place, currencyChoice, isStale, onColumns, onCell } = props
  const { token } = theme.useToken()
  const { from, to } = asked
  const trend = useMemo(
    () => trendOf(definition, answer, currency, { from, to, completeUntil }),
    [definition, answer, currency, from, to, completeUntil],
  )
  const shown = shownMeasures(definition, state).map(one => one.name)
  const hidden = new Set(trend.series.map(one => one.measure.name).filter(name => !shown.includes(name)))
  const hiddenNames = [...hidden].join()
  const earlier = definition.compare.find(one => one.name === state.compare)?.was ?? null
  const was = trend.series.some(one => one.was !== null) ? earlier : null
  const trendLook = useMemo(
    () => trendOption(trend, currency, token, new Set(hiddenNames.split(',')), was),
    [trend, currency, token, hiddenNames, was],
  )
  const open = useOpenFigure(props)
  const onPick = (series: string, at: number): void => {
    const [measure = '', part] = series.split('.')
    const time = trend.times[at]
    if (time !== undefined) open(measure, part === undefined ? 'now' : 'change', time)
  }
  return (
    <div className={isStale ? 'zg-charts zg-charts-stale' : 'zg-charts'}>
      <ChartPanel
        title={trend.unit === 'day' ? t('{month} 每天', { month: monthOf(from) }) : isOneMonth(asked) ? monthOf(from) : t('趋势')}
        beside={
          <>
            {place}
            {currencyChoice ?? <Currency code={currency} />}
          </>
        }
        legend={<Legend trend={trend} shown={shown} was={was} {...(onColumns === undefined ? {} : { onColumns })} />}
        table={<TrendTable trend={trend} {...(onCell === undefined ? {} : { onOpen: (measure, time) => open(measure, 'now', time) })} />}
      >
        {isOneMonth(asked) && <MonthFigures {...props} trend={trend} />}
        <TrendBody trend={trend} isStale={isStale}>
          <Chart
            label={trend.unit === 'day' ? t('{currency} 按天趋势', { currency }) : t('{currency} 按月趋势', { currency })}
            option={trendLook}
            {...(onCell === undefined ? {} : { onPick })}
          />
        </TrendBody>
      </ChartPanel>
      {definition.beside.length > 0 && <BesideChart {...props} />}
      {waterfallOf(definition).length > 0 && <Waterfall {...props} />}
      {paretoOf(definition) !== undefined && <ParetoChart {...props} />}
    </div>
  )
}

/** From sales to profit, step by step. */
function Waterfall(props: BothChartsProps) {
  const { definition, answer, currency, onCell } = props
  const steps = useMemo(
    () => waterfallSteps(definition, answer.totals.find(one => one.currency === currency)?.values ?? {}),
    [definition, answer, currency],
  )
  const waterfallLook = useWaterfall(definition, steps, currency)
  const nothing = nothingText((steps ?? []).map(one => one.value))
  const open = useOpenFigure(props)
  return (
    <ChartPanel
      title={t('费用瀑布')}
      beside={<Currency code={currency} />}
      legend={null}
      table={
        steps === null ? null : (
          <WaterfallTable steps={steps} {...(onCell === undefined ? {} : { onOpen: measure => open(measure, 'now', null) })} />
        )
      }
    >
      {steps !== null && nothing !== null ? (
        <p className="zg-chart-notice">{nothing}</p>
      ) : waterfallLook === null ? (
        <p className="zg-chart-notice">{t('缺少汇率，算不出利润，补齐汇率后显示')}</p>
      ) : (
        <Chart
          label={t('{currency} 费用瀑布', { currency })}
          option={waterfallLook}
          {...(onCell === undefined ? {} : { onPick: (_series, at) => open(steps?.[at]?.measure.name ?? '', 'now', null) })}
        />
      )}
    </ChartPanel>
  )
}

/** A single month as figures with their change, above its days. */
function MonthFigures({ definition, asked, answer, currency, selected, onCell, trend }: BothChartsProps & { readonly trend: Trend }) {
  const total = answer.totals.find(one => one.currency === currency)
  const path = selected === null ? null : { ...selected, currency }
  return (
    <ul className="zg-strip zg-month">
      {trend.series.map(({ measure }) => (
        <li key={measure.name}>
          <KeyFigure definition={definition} measure={measure} answer={answer} total={total} asked={asked} path={path} onCell={onCell} />
        </li>
      ))}
    </ul>
  )
}

/** No axes without figures, and no single bar: its figure stands above. */
function TrendBody({ trend, isStale, children }: { readonly trend: Trend; readonly isStale: boolean; readonly children: ReactNode }) {
  const nothing = isStale ? null : nothingText(trend.series.flatMap(one => one.values))
  if (nothing !== null) return <p className="zg-chart-notice">{nothing}</p>
  return trend.times.length === 1 ? null : <div className="zg-trend-body">{children}</div>
}

const Currency = ({ code }: { code: string }) => <span className="zg-currency">{code}</span>
