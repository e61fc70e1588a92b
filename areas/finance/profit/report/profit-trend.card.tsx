/**
 * Profit of this month and of the eleven before, in CNY over the person's shops; large: the same as a chart. Whoever may not see costs is
 * told what is left after fees.
 */
import { useQuery } from '@tanstack/react-query'
import { theme } from 'antd'
import { canonical } from '#platform/format/decimal.ts'
import { addMonths, firstOfMonth, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { showMoney } from '#platform/format/money.ts'
import { MISSING, showExact } from '#platform/format/numbers.ts'
import type { ReportAnswer, ReportDefinition } from '#platform/declare/wire.ts'
import { api } from '#platform/web/api/client.ts'
import { Chart } from '#platform/web/chart/chart.tsx'
import { hatchOver, timeTitle } from '#platform/web/chart/hatch.ts'
import { axisFigure } from '#platform/web/chart/short-figure.ts'
import { tooltipHtml } from '#platform/web/chart/tooltip.ts'
import { CardEmpty, CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import type { HomeCardProps } from '#platform/web/cards/home-cards.ts'
import { SparkLine } from '#platform/web/home/spark-line.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { today } from '#platform/web/page/today.ts'
import { useListDefinition } from '#platform/web/values/use-list-definition.ts'
import { CompleteNote, useCompleteUntil } from '#platform/web/report/complete-until.tsx'
import { incompleteOf } from '#platform/web/report/incomplete.ts'
import { waterfallOf } from '#platform/web/report/measures.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'

const monthsShown = 12

interface MonthProfit {
  readonly month: string
  /** what was left; null: no figures, or a rate is missing */
  readonly left: string | null
}
/** The profit, or what the report ends with for whoever may not see costs. */
interface Left {
  readonly name: string
  readonly title: string
}

/** Every month of the period, those without figures too. */
export function byMonth(present: string, { list }: Pick<ReportAnswer, 'list'>, name = 'profit'): MonthProfit[] {
  const known = new Map(list.map(row => [String(row.key['month'] ?? '').slice(0, 7), row.values[name] ?? null]))
  return Array.from({ length: monthsShown }, (_, at) => {
    const month = addMonths(present, at - monthsShown + 1)
    return { month, left: known.get(month) ?? null }
  })
}

const noFilter = {}

/** Until when the figures of the profit report are complete, and which of these months are not. */
function useIncomplete(report: ReportDefinition | null, months: readonly MonthProfit[]) {
  const { data: complete } = useCompleteUntil(report, noFilter)
  const to = lastOfMonth(monthOf(today()))
  const incomplete = incompleteOf(
    'month',
    months.map(one => one.month),
    to,
    complete?.until ?? null,
  )
  return {
    note: <CompleteNote answer={complete} to={to} />,
    isIncomplete: (at: number): boolean => incomplete.has(months[at]?.month ?? ''),
  }
}

const leftOf = (report: ReportDefinition | null): Left | undefined => (report === null ? undefined : waterfallOf(report).at(-1))

function useMonths(left: Left | undefined) {
  const present = monthOf(today())
  const name = left?.name ?? ''
  return useQuery({
    queryKey: ['companyProfit', 'home', present, name],
    enabled: left !== undefined,
    queryFn: async ({ signal }) => {
      const startDate = firstOfMonth(addMonths(present, 1 - monthsShown))
      const query = { by: ['month'], startDate, endDate: lastOfMonth(present), currency: 'CNY', pageSize: 100, measures: [name] }
      return byMonth(present, await api.post<ReportAnswer>('/companyProfit/list', query, { signal, quiet: true }), name)
    },
    throwOnError: (error, query) => isPageFailure(error, query.state.data !== undefined),
  })
}

const Figure = ({ value }: { value: string | null }) =>
  value === null ? (
    <span className="zg-card-figure">{MISSING}</span>
  ) : (
    <span className={value.startsWith('-') ? 'zg-card-figure zg-negative' : 'zg-card-figure'} title={`${value} CNY`}>
      {showMoney(value)}
    </span>
  )

export default function ProfitTrendCard({ large }: HomeCardProps) {
  const definition = useListDefinition('companyProfit')
  const report = definition.data?.report ?? null
  const left = leftOf(report)
  const { data, error, refetch } = useMonths(left)
  const { note, isIncomplete } = useIncomplete(report, data ?? [])
  if (left === undefined)
    return definition.error === null ? <CardLoading /> : <CardFailed error={definition.error} onRetry={() => void definition.refetch()} />
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  const last = data.at(-1)
  if (last === undefined || data.every(one => one.left === null))
    return <CardEmpty text={t('近一年还没有利润数据，导入结算报告或交易明细后显示')} />
  if (large)
    return (
      <>
        {note}
        <MonthChart months={data} title={left.title} isIncomplete={isIncomplete} />
      </>
    )
  return (
    <>
      <div>
        {t('{month} {figure}（CNY）', { month: last.month, figure: left.title })} {note}
      </div>
      <Figure value={last.left} />
      <SparkLine values={data.map(one => one.left)} label={t('近12个月{figure}走势', { figure: left.title })} isIncomplete={isIncomplete} />
      <CardLink to="/finance/profit">{t('查看利润表')}</CardLink>
    </>
  )
}

interface MonthChartProps {
  readonly months: readonly MonthProfit[]
  readonly title: string
  readonly isIncomplete: (at: number) => boolean
}

function MonthChart({ months, title, isIncomplete }: MonthChartProps) {
  const { token } = theme.useToken()
  const text = { color: token.colorTextDescription, fontSize: token.fontSizeSM, fontFamily: token.fontFamily }
  const heights = months.map(one => (one.left === null ? null : Number(one.left)))
  const option = {
    animationDuration: 200,
    grid: { left: 8, right: 16, top: 16, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: token.colorBgElevated,
      borderColor: token.colorBorderSecondary,
      textStyle: { color: token.colorText, fontSize: token.fontSizeSM },
      formatter: (points: readonly { dataIndex: number }[]) => {
        const at = points[0]?.dataIndex ?? 0
        const one = months[at]
        const left = one?.left == null ? MISSING : `${showExact(canonical(one.left))} CNY`
        return tooltipHtml(timeTitle(one?.month ?? '', isIncomplete(at)), [[title, left]])
      },
    },
    xAxis: { type: 'category', data: months.map(one => one.month), axisLabel: { ...text, hideOverlap: true } },
    yAxis: {
      type: 'value',
      axisLabel: { ...text, formatter: axisFigure(heights) },
      splitLine: { lineStyle: { color: token.colorBorderSecondary } },
    },
    series: [
      {
        type: 'bar',
        data: heights,
        itemStyle: { color: token.colorPrimary },
        barMaxWidth: 36,
      },
      ...hatchOver(months.length, isIncomplete, token),
    ],
  }
  return (
    <div className="zg-card-chart">
      <Chart label={t('近12个月{figure}走势', { figure: title })} option={option} />
    </div>
  )
}
