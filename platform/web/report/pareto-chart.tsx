/** The largest rows of a report as bars, and what each makes with all larger ones as a line: of the filter or the chosen row. */
import { theme } from 'antd'
import type { GlobalToken } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { useMemo } from 'react'
import type { MeasureDefinition, ReportDefinition, ReportFigures } from '../../declare/wire.ts'
import { axisText, common, tooltipLook } from '../chart/chart-look.ts'
import { ChartPanel } from '../chart/chart-panel.tsx'
import { Chart } from '../chart/chart.tsx'
import { nothingText } from '../chart/nothing.ts'
import { axisFigure, axisPercent } from '../chart/short-figure.ts'
import { tooltipHtml } from '../chart/tooltip.ts'
import { t } from '../i18n/t.ts'
import { FigureCell } from './chart-tables.tsx'
import type { Cell } from './figure.tsx'
import { withOperands } from './measures.ts'
import { shownFigure } from './beside-chart.tsx'
import { trendQuery, type RowPath } from './report-query.ts'
import type { ReportState } from './report-state.ts'
import { useTrend } from './use-report-data.ts'

/** bars that can be told apart */
const rowsMax = 20

/** The line of a Pareto chart and what it adds up; undefined: the report has none. Pure. */
export function paretoOf(definition: ReportDefinition): readonly [MeasureDefinition, MeasureDefinition] | undefined {
  const line = definition.measures.find(one => one.class === 'cumulative')
  const bar = definition.measures.find(one => one.name === line?.operands[0])
  return line === undefined || bar === undefined ? undefined : [bar, line]
}

interface ParetoChartProps {
  readonly definition: ReportDefinition
  readonly asked: ReportState
  readonly selected: RowPath | null
  readonly currency: string
  readonly onCell?: (cell: Cell, asked: ReportState) => void
}

export function ParetoChart({ definition, asked, selected, currency, onCell }: ParetoChartProps) {
  const { token } = theme.useToken()
  const measures = useMemo(() => paretoOf(definition) ?? [], [definition])
  const isTime = (name: string): boolean => definition.dimensions.find(one => one.name === name)?.time !== undefined
  const by = asked.by.find(name => !isTime(name) && selected?.steps.every(step => step.dimension !== name) !== false) ?? definition.by[0]
  const dimension = definition.dimensions.find(one => one.name === by)
  const { compare: _compare, ...query } = trendQuery(definition, asked, selected)
  const { data } = useTrend(definition, {
    ...query,
    by: [by ?? ''],
    measures: withOperands(definition, measures),
    pageSize: rowsMax,
  })
  const rows = useMemo(
    () => (data?.list ?? []).filter(row => row.currency === currency && Number(row.values[measures[0]?.name ?? ''] ?? 0) > 0),
    [data, currency, measures],
  )
  const look = useMemo(() => lookOf(measures, rows, by ?? '', token), [measures, rows, by, token])
  const open = (measure: string, at: number): void => {
    const row = rows[at]
    const value = row?.key[by ?? '']
    if (row === undefined || value == null || measure !== measures[0]?.name) return
    const step = { dimension: by ?? '', value, label: row.label[by ?? ''] ?? value }
    const path: RowPath = { steps: [...(selected?.steps ?? []), step], currency }
    onCell?.({ measure, part: 'now', path, currency, values: row.values, was: null, isConverted: false, rates: [] }, asked)
  }
  const nothing = data === undefined ? null : nothingText(rows.map(row => row.values[measures[0]?.name ?? ''] ?? null))
  const title = t('按{title}排列', { title: dimension?.title ?? '' })
  return (
    <ChartPanel
      title={title}
      beside={null}
      legend={measures.map((one, at) => (
        <span key={one.name} className="zg-chart-key">
          <i style={{ background: at === 0 ? token.colorPrimary : token.orange6 }} /> {one.title}
        </span>
      ))}
      table={
        <Figures
          {...{ dimension: dimension?.title ?? '', by: by ?? '', measures, rows, ...(onCell === undefined ? {} : { onOpen: open }) }}
        />
      }
    >
      {nothing === null ? (
        <Chart label={title} option={look} {...(onCell === undefined ? {} : { onPick: open })} />
      ) : (
        <p className="zg-chart-notice">{nothing}</p>
      )}
    </ChartPanel>
  )
}

type Row = ReportFigures & {
  readonly key: Readonly<Record<string, string | null>>
  readonly label: Readonly<Record<string, string | null>>
}
interface FiguresProps {
  readonly dimension: string
  readonly by: string
  readonly measures: readonly MeasureDefinition[]
  readonly rows: readonly Row[]
  readonly onOpen?: (measure: string, at: number) => void
}

/** The same as a table; what the first measure counts opens its lines. */
function Figures({ dimension, by, measures, rows, onOpen }: FiguresProps) {
  return (
    <table className="zg-table zg-chart-table">
      <thead>
        <tr>
          <th scope="col">{dimension}</th>
          {measures.map(one => (
            <th key={one.name} scope="col" className="zg-report-figure">
              {one.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.key[by]}>
            <th scope="row">{nameOf(row, by)}</th>
            {measures.map((one, i) => (
              <FigureCell
                key={one.name}
                measure={one}
                value={row.values[one.name] ?? null}
                {...(onOpen === undefined || i > 0 ? {} : { onOpen: () => onOpen(one.name, at) })}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const nameOf = ({ key, label }: Row, by: string): string => label[by] ?? key[by] ?? ''

function lookOf(measures: readonly MeasureDefinition[], rows: readonly Row[], by: string, token: GlobalToken): EChartsCoreOption {
  const text = axisText(token)
  const line = { lineStyle: { color: token.colorBorderSecondary } }
  const values = measures.map(one => rows.map(row => row.values[one.name] ?? null))
  const heights = values.map(own => own.map(value => (value === null ? null : Number(value))))
  return {
    ...common(token),
    grid: { left: 8, right: 8, top: 16, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      ...tooltipLook(token),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (points: readonly { dataIndex: number }[]) => {
        const row = rows[points[0]?.dataIndex ?? 0]
        if (row === undefined) return ''
        return tooltipHtml(
          nameOf(row, by),
          measures.map(one => [one.title, shownFigure(one, row.values[one.name] ?? null)] as const),
        )
      },
    },
    xAxis: {
      type: 'category',
      data: rows.map(row => nameOf(row, by)),
      axisLabel: { ...text, hideOverlap: true, width: 90, overflow: 'truncate' },
      axisLine: line,
      axisTick: { show: false },
    },
    yAxis: [
      { type: 'value', axisLabel: { ...text, formatter: axisFigure(heights[0] ?? []) }, splitLine: line, splitNumber: 4 },
      { type: 'value', min: 0, max: 1, interval: 0.25, axisLabel: { ...text, formatter: axisPercent }, splitLine: { show: false } },
    ],
    series: measures.map((one, i) => ({
      id: one.name,
      name: one.title,
      data: heights[i],
      ...(i === 0
        ? { type: 'bar', barMaxWidth: 32, itemStyle: { color: token.colorPrimary, borderRadius: 2 } }
        : { type: 'line', yAxisIndex: 1, symbolSize: 5, color: token.orange6, lineStyle: { width: 1.5 } }),
    })),
  }
}
