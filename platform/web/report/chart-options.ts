/** Options of the two charts: colours from the theme, bars from zero, short labels, exact amounts in the tooltip. */
import type { GlobalToken } from 'antd'
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams, CustomSeriesRenderItemReturn } from 'echarts'
import type { EChartsCoreOption } from 'echarts/core'
import { MISSING } from '#platform/format/numbers.ts'
import { hatchOver, timeTitle } from '../chart/hatch.ts'
import { axisText, common, tooltipLook } from '../chart/chart-look.ts'
import { axisFigure, axisPercent, shortFigure } from '../chart/short-figure.ts'
import { tooltipHtml } from '../chart/tooltip.ts'
import { showFigure } from '../values/value.ts'
import { kindOf } from './figure.tsx'
import { neutralShade } from '../theme/tokens.ts'
import type { Step, Trend, TrendSeries } from './chart-data.ts'
import { partName } from './report-state.ts'

/** A height on the screen; the amount itself stays text. */
const drawn = (value: string | null): number | null => (value === null ? null : Number(value))

/** Written as in the table: the same scale, separators and minus. */
function exact(measure: Step['measure'], value: string | null, currency: string): string {
  if (value === null) return MISSING
  const { text } = showFigure(kindOf(measure), value)
  return measure.kind === 'money' ? `${text} ${currency}` : text
}

/** Colours of the trend: the first measure neutral, the last in the accent, the ratio as a line in the colour of the text. */
export const trendColours = (token: GlobalToken): readonly string[] => [neutralShade, token.colorPrimary, token.colorTextBase]

/** Colour of a series, whichever of them are shown. */
export const colourOfSeries = (token: GlobalToken, series: Trend['series'][number], at: number): string | undefined =>
  trendColours(token)[series.measure.class === 'ratio' ? 2 : at]

/** `hidden`: measures that the legend has taken away; `was`: what the earlier period is called, where there is one. */
export function trendOption(
  trend: Trend,
  currency: string,
  token: GlobalToken,
  hidden: ReadonlySet<string>,
  was: string | null,
): EChartsCoreOption {
  const colourOf = (one: TrendSeries): string | undefined => colourOfSeries(token, one, trend.series.indexOf(one))
  const shown = trend.series.filter(one => !hidden.has(one.measure.name))
  const text = axisText(token)
  const line = { lineStyle: { color: token.colorBorderSecondary } }
  const amounts = shown.flatMap(one => (one.measure.class === 'ratio' ? [] : [...one.values, ...(one.was ?? [])].map(drawn)))
  const isIncomplete = (at: number): boolean => trend.incomplete.has(trend.times[at] ?? '')
  const hasRatio = shown.some(one => one.measure.class === 'ratio')
  return {
    ...common(token),
    grid: { left: 8, right: hasRatio ? 8 : 16, top: 16, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      ...tooltipLook(token),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (points: readonly { dataIndex: number }[]) => {
        const at = points[0]?.dataIndex ?? 0
        return tooltipHtml(
          timeTitle(trend.times[at] ?? '', isIncomplete(at)),
          shown.flatMap(one => [
            [one.measure.title, exact(one.measure, one.values[at] ?? null, currency)] as const,
            ...(was === null || one.was === null
              ? []
              : [[`${one.measure.title} ${was}`, exact(one.measure, one.was[at] ?? null, currency)] as const]),
          ]),
        )
      },
    },
    xAxis: {
      type: 'category',
      data: [...trend.times],
      // the month of the days stands above them
      axisLabel: { ...text, hideOverlap: true, formatter: (time: string) => (trend.unit === 'day' ? String(Number(time.slice(8))) : time) },
      axisLine: line,
      axisTick: { show: false },
    },
    yAxis: [
      { type: 'value', axisLabel: { ...text, formatter: axisFigure(amounts) }, splitLine: line, splitNumber: 4 },
      {
        type: 'value',
        show: hasRatio,
        axisLabel: { ...text, formatter: axisPercent },
        splitLine: { show: false },
        splitNumber: 4,
      },
    ],
    series: [
      ...shown.flatMap(one => [seriesOf(one, colourOf(one)), ...(one.was === null ? [] : [earlierOf(one, one.was, colourOf(one))])]),
      ...hatchOver(trend.times.length, isIncomplete, token),
    ],
  }
}

/** A bar, or a line for a ratio, by the name of its measure: a click says which it is. */
function seriesOf({ measure, values }: TrendSeries, color: string | undefined) {
  const own = { id: measure.name, name: measure.title, data: values.map(drawn), itemStyle: { color } }
  return measure.class === 'ratio'
    ? { ...own, type: 'line', yAxisIndex: 1, symbolSize: 7, lineStyle: { color, width: 1.5 } }
    : {
        ...own,
        type: 'bar',
        barMaxWidth: 20,
        barGap: '10%',
        itemStyle: { color, borderRadius: 2 },
      }
}

/** What it is held against, as a broken line in its colour. */
const earlierOf = ({ measure }: TrendSeries, values: readonly (string | null)[], color: string | undefined) => ({
  id: partName(measure.name, 'was'),
  type: 'line',
  ...(measure.class === 'ratio' ? { yAxisIndex: 1 } : {}),
  data: values.map(drawn),
  symbolSize: 5,
  lineStyle: { color, width: 1.5, type: 'dashed' },
  itemStyle: { color },
})

/** Steps below each other, their names whole at the side, at any width and in both languages. */
export function waterfallOption(steps: readonly Step[], currency: string, token: GlobalToken, height: number): EChartsCoreOption {
  const text = axisText(token)
  const line = { lineStyle: { color: token.colorBorderSecondary } }
  const colourOf = (step: Step | undefined): string =>
    step === undefined || step.isTotal
      ? token.colorPrimary
      : step.value.startsWith('-')
        ? token.colorErrorBorderHover
        : token.colorSuccessBorderHover
  return {
    ...common(token),
    // room for the amount of the longest bar
    grid: { left: 4, right: 56, top: 4, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      ...tooltipLook(token),
      trigger: 'item',
      formatter: (point: { dataIndex: number }) => {
        const step = steps[point.dataIndex]
        return step === undefined
          ? ''
          : tooltipHtml(step.measure.title, [[step.isTotal ? '=' : '+', exact(step.measure, step.value, currency)]])
      },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: steps.map(one => one.measure.title),
      axisLabel: { ...text, interval: 0, fontSize: labelSize(steps.length, height, token) },
      axisLine: line,
      axisTick: { show: false },
    },
    xAxis: {
      type: 'value',
      axisLabel: { ...text, hideOverlap: true, formatter: axisFigure(steps.flatMap(one => [drawn(one.from), drawn(one.to)])) },
      splitLine: line,
      splitNumber: 4,
    },
    series: [
      {
        type: 'custom',
        data: steps.map((one, at) => [at, drawn(one.from), drawn(one.to)]),
        encode: { y: 0, x: [1, 2] },
        renderItem: (params: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) =>
          stepShape(steps[params.dataIndex], colourOf(steps[params.dataIndex]), api, token),
      },
    ],
  }
}

/** px of a panel of charts, of its head and axis, and of a step with its name where there is room */
const chartsHeightMin = 204
const chartsHeightMax = 268
const aroundSteps = 54
const stepHeight = 14
const labelSizeMin = 9
/** px of both charts. It follows the steps that a report can have, not those of an answer: nothing moves when figures come. */
export const heightOfCharts = (steps: number): number =>
  Math.min(chartsHeightMax, Math.max(chartsHeightMin, aroundSteps + steps * stepHeight))
/** As large as leaves each name a line of its own. */
const labelSize = (steps: number, height: number, token: GlobalToken): number =>
  Math.min(token.fontSizeSM, Math.max(labelSizeMin, Math.floor((height - aroundSteps) / steps) - 1))

/** A bar from where the step begins to where it ends, its amount behind it. */
function stepShape(
  step: Step | undefined,
  colour: string,
  api: CustomSeriesRenderItemAPI,
  token: GlobalToken,
): CustomSeriesRenderItemReturn {
  const at = api.value(0)
  const [fromX = 0, y = 0] = api.coord([api.value(1), at])
  const [toX = 0] = api.coord([api.value(2), at])
  const size = api.size?.([0, 1])
  const slot = Array.isArray(size) ? (size[1] ?? 0) : 0
  const height = Math.min(20, slot * 0.7)
  const left = Math.min(fromX, toX)
  const width = Math.max(1, Math.abs(fromX - toX))
  return {
    type: 'group',
    children: [
      {
        type: 'rect',
        shape: { x: left, y: y - height / 2, width, height, r: 2 },
        style: { fill: colour },
      },
      {
        type: 'text',
        style: {
          text: step === undefined ? '' : shortFigure(Number(step.value)),
          x: left + width + 4,
          y,
          align: 'left',
          verticalAlign: 'middle',
          fill: token.colorText,
          fontSize: Math.min(token.fontSizeSM, Math.max(labelSizeMin, Math.floor(slot) - 1)),
          fontFamily: token.fontFamily,
        },
      },
    ],
  }
}
