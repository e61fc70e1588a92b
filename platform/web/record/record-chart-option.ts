/** Options of a record's chart: lines and bars over days or weeks, what was planned dashed, bounds as a line. */
import type { GlobalToken } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { MISSING, showNumber } from '#platform/format/numbers.ts'
import type { ChartSeries, RecordChart } from '../../declare/wire.ts'
import { axisText, common, tooltipLook } from '../chart/chart-look.ts'
import { axisFigure } from '../chart/short-figure.ts'
import { tooltipHtml } from '../chart/tooltip.ts'

/** A day without its year: the years stand in the tooltip and the table. */
const shortPoint = (point: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(point) ? point.slice(5) : point)
/** more points than this are a line without dots */
const dotsMax = 31

const height = (value: string | null): number | null => (value === null ? null : Number(value))

/** One colour for each series: what was planned pale, bounds in the colour of warnings. */
export function seriesColours({ series }: RecordChart, token: GlobalToken): readonly string[] {
  const full = [token.colorPrimary, token.cyan, token.purple, token.green, token.orange, token.magenta, token.geekblue, token.gold]
  let used = 0
  return series.map(({ as }) => {
    if (as === 'dashed') return token.colorTextQuaternary
    if (as === 'limit') return token.colorErrorActive
    return full[used++ % full.length] ?? token.colorPrimary
  })
}

const lineOf = (as: ChartSeries['as'], colour: string | undefined, points: number) => ({
  type: 'line',
  showSymbol: points <= dotsMax,
  symbolSize: as === 'line' ? 5 : 0,
  connectNulls: true,
  lineStyle: { color: colour, width: as === 'line' ? 2 : 1.5, type: as === 'line' ? 'solid' : 'dashed' },
  itemStyle: { color: colour },
})

export function recordChartOption(chart: RecordChart, token: GlobalToken): EChartsCoreOption {
  const { points, series, unit } = chart
  const colours = seriesColours(chart, token)
  const text = axisText(token)
  const line = { lineStyle: { color: token.colorBorderSecondary } }
  return {
    ...common(token),
    grid: { left: 8, right: 16, top: 16, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      ...tooltipLook(token),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (at: readonly { dataIndex: number }[]) => {
        const point = at[0]?.dataIndex ?? 0
        const valueOf = ({ values }: ChartSeries): string => {
          const value = values[point] ?? null
          return value === null ? MISSING : `${showNumber(String(value))} ${unit}`
        }
        return tooltipHtml(
          points[point] ?? '',
          series.map(one => [one.title, valueOf(one)] as const),
        )
      },
    },
    xAxis: {
      type: 'category',
      data: [...points],
      axisLabel: { ...text, hideOverlap: true, formatter: shortPoint },
      axisLine: line,
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      axisLabel: { ...text, formatter: axisFigure(series.flatMap(one => one.values.map(height))) },
      splitLine: line,
      splitNumber: 4,
    },
    series: series.map(({ title, values, as }, at) => ({
      name: title,
      data: values.map(height),
      ...(as === 'bar'
        ? { type: 'bar', barMaxWidth: 16, barGap: '10%', itemStyle: { color: colours[at], borderRadius: 2 } }
        : lineOf(as, colours[at], points.length)),
    })),
  }
}
