/** Options of the two charts: colours from the theme, bars from zero, short labels, exact amounts in the tooltip. */
import type { GlobalToken } from 'antd'
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams, CustomSeriesRenderItemReturn } from 'echarts'
import type { EChartsCoreOption } from 'echarts/core'
import { canonical } from '#platform/format/decimal.ts'
import { textWidth } from '#platform/format/text.ts'
import { MISSING, showPercent, signed, withThousands } from '#platform/format/numbers.ts'
import type { MeasureDefinition } from '../../declare/wire.ts'
import { currentLanguage } from '../i18n/language.ts'
import { axisText, common, tooltipLook } from '../chart/chart-look.ts'
import { axisFigure, shortFigure } from '../chart/short-figure.ts'
import { tooltipHtml } from '../chart/tooltip.ts'
import type { Step, Trend } from './chart-data.ts'

/** A height on the screen; the amount itself stays text. */
const height = (value: string | null): number | null => (value === null ? null : Number(value))

function exact(measure: MeasureDefinition, value: string | null, currency: string): string {
  if (value === null) return MISSING
  if (measure.kind === 'percent') return showPercent(value, { trueMinus: true })
  const text = signed(withThousands(canonical(value)), { trueMinus: true })
  return measure.kind === 'money' ? `${text} ${currency}` : text
}

/** Colours of the trend: first measure pale, last full, ratio as a line. */
export const trendColours = (token: GlobalToken): readonly string[] => [
  token.colorPrimaryBorderHover,
  token.colorPrimary,
  token.colorWarningActive,
]

export function trendOption(trend: Trend, currency: string, token: GlobalToken): EChartsCoreOption {
  const colours = trendColours(token)
  const text = axisText(token)
  const line = { lineStyle: { color: token.colorBorderSecondary } }
  const amounts = trend.series.flatMap(one => (one.measure.class === 'ratio' ? [] : one.values.map(height)))
  const hasRatio = trend.series.some(one => one.measure.class === 'ratio')
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
          trend.months[at] ?? '',
          trend.series.map(one => [one.measure.title, exact(one.measure, one.values[at] ?? null, currency)] as const),
        )
      },
    },
    xAxis: {
      type: 'category',
      data: [...trend.months],
      axisLabel: { ...text, hideOverlap: true },
      axisLine: line,
      axisTick: { show: false },
    },
    yAxis: [
      { type: 'value', axisLabel: { ...text, formatter: axisFigure(amounts) }, splitLine: line, splitNumber: 4 },
      {
        type: 'value',
        show: hasRatio,
        axisLabel: { ...text, formatter: (value: number) => `${Math.round(value * 100)}%` },
        splitLine: { show: false },
        splitNumber: 4,
      },
    ],
    series: trend.series.map((one, at) => {
      const isRatio = one.measure.class === 'ratio'
      const data = one.values.map(height)
      if (!isRatio)
        return {
          type: 'bar',
          name: one.measure.title,
          data,
          barMaxWidth: 20,
          barGap: '10%',
          itemStyle: { color: colours[at], borderRadius: 2 },
        }
      return {
        type: 'line',
        name: one.measure.title,
        yAxisIndex: 1,
        data,
        symbolSize: 5,
        lineStyle: { color: colours[at], width: 2 },
        itemStyle: { color: colours[at] },
      }
    }),
  }
}

/** Names of the steps: four Chinese characters a line, on a phone two; English words are not to be broken, so they stand at a slant. */
function nameLook(isNarrow: boolean) {
  if (currentLanguage() !== 'zh-CN') return { overflow: 'truncate', width: 84, rotate: 28 }
  return { overflow: 'break', width: isNarrow ? 30 : 50, lineHeight: 14 }
}

export function waterfallOption(steps: readonly Step[], currency: string, token: GlobalToken, isNarrow: boolean): EChartsCoreOption {
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
    grid: { left: 8, right: 8, top: 24, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
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
    xAxis: {
      type: 'category',
      data: steps.map(one => one.measure.title),
      axisLabel: { ...text, interval: 0, ...nameLook(isNarrow) },
      axisLine: line,
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      axisLabel: { ...text, formatter: axisFigure(steps.flatMap(one => [height(one.from), height(one.to)])) },
      splitLine: line,
      splitNumber: 4,
    },
    series: [
      {
        type: 'custom',
        data: steps.map((one, at) => [at, height(one.from), height(one.to)]),
        encode: { x: 0, y: [1, 2] },
        renderItem: (params: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) =>
          stepShape(steps[params.dataIndex], colourOf(steps[params.dataIndex]), api, token),
      },
    ],
  }
}

/** px of a half-width character at 12 px, with the room between two amounts */
const halfWidthPx = 6.6

/** A bar from where the step begins to where it ends, its amount above it. */
function stepShape(
  step: Step | undefined,
  colour: string,
  api: CustomSeriesRenderItemAPI,
  token: GlobalToken,
): CustomSeriesRenderItemReturn {
  const at = api.value(0)
  const [x = 0, fromY = 0] = api.coord([at, api.value(1)])
  const [, toY = 0] = api.coord([at, api.value(2)])
  const size = api.size?.([1, 0])
  const slot = Array.isArray(size) ? (size[0] ?? 0) : 0
  const width = Math.min(36, slot * 0.6)
  const top = Math.min(fromY, toY)
  const amount = step === undefined ? '' : shortFigure(Number(step.value))
  // on a phone the amounts would run into each other: only those that fit their slot, the rest stand in the tooltip and the table
  const fits = textWidth(amount) * halfWidthPx <= slot
  return {
    type: 'group',
    children: [
      {
        type: 'rect',
        shape: { x: x - width / 2, y: top, width, height: Math.max(1, Math.abs(fromY - toY)), r: 2 },
        style: { fill: colour },
      },
      {
        type: 'text',
        style: {
          text: fits ? amount : '',
          x,
          y: top - 4,
          align: 'center',
          verticalAlign: 'bottom',
          fill: token.colorText,
          fontSize: token.fontSizeSM,
          fontFamily: token.fontFamily,
        },
      },
    ],
  }
}
