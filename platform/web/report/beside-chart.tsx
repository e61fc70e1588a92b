/** Two measures over each other by week or month, each with its axis: a price and how much it sells, of the filter or the chosen row. */
import { Segmented, theme } from 'antd'
import type { GlobalToken } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { useMemo, useState } from 'react'
import { addDays, firstOfWeek, isDate, lastOfMonth, monthsFromTo } from '#platform/format/dates.ts'
import { MISSING } from '#platform/format/numbers.ts'
import type { MeasureDefinition, ReportAnswer, ReportDefinition } from '../../declare/wire.ts'
import { Chart } from '../chart/chart.tsx'
import { hatchOver, timeTitle } from '../chart/hatch.ts'
import { axisText, common, tooltipLook } from '../chart/chart-look.ts'
import { ChartPanel } from '../chart/chart-panel.tsx'
import { nothingText } from '../chart/nothing.ts'
import { axisFigure } from '../chart/short-figure.ts'
import { tooltipHtml } from '../chart/tooltip.ts'
import { t } from '../i18n/t.ts'
import { showFigure } from '../values/value.ts'
import { FigureCell } from './chart-tables.tsx'
import { kindOf, type Cell } from './figure.tsx'
import { incompleteOf } from './incomplete.ts'
import { withOperands } from './measures.ts'
import { ratesOf } from './missing-reason.ts'
import { trendQuery, type RowPath } from './report-query.ts'
import type { ReportState } from './report-state.ts'
import { useTrend } from './use-report-data.ts'

type Unit = 'week' | 'month'
interface BesideChartProps {
  readonly definition: ReportDefinition
  /** the state the figures are asked under */
  readonly asked: ReportState
  readonly selected: RowPath | null
  readonly currency: string
  readonly completeUntil: string | null
  readonly onCell?: (cell: Cell, asked: ReportState) => void
}

export interface Course {
  readonly times: readonly string[]
  readonly values: readonly (readonly (string | null)[])[]
  /** times of which not all days are there yet: no line leads to them, which would look like a fall */
  readonly incomplete: ReadonlySet<string>
}
/** Every week or month of the period: where nothing was sold a number is 0, and a mean of it is unknown. Pure. */
export function courseOf(
  measures: readonly MeasureDefinition[],
  list: ReportAnswer['list'],
  unit: Unit,
  { from, to }: Pick<ReportState, 'from' | 'to'>,
  completeUntil: string | null = null,
): Course {
  const rows = new Map(list.map(row => [row.key[unit] ?? '', row.values]))
  const times = unit === 'month' ? monthsFromTo(from.slice(0, 7), to.slice(0, 7)) : weeksOf(from, to)
  const nothing = ({ class: of, blank }: MeasureDefinition): string | null => (of === 'ratio' || blank === true ? null : '0')
  return {
    times,
    values: measures.map(one => times.map(time => (rows.has(time) ? (rows.get(time)?.[one.name] ?? null) : nothing(one)))),
    incomplete: incompleteOf(unit, times, lastDayOf(to), completeUntil),
  }
}

/** The last day of a period of days or of months. */
const lastDayOf = (to: string): string => (isDate(to) ? to : lastOfMonth(to))

function weeksOf(from: string, to: string): string[] {
  const last = lastDayOf(to)
  const weeks: string[] = []
  for (let day = firstOfWeek(isDate(from) ? from : `${from}-01`); day <= last; day = addDays(day, 7)) weeks.push(day)
  return weeks
}

export function BesideChart({ definition, asked, selected, currency, completeUntil, onCell }: BesideChartProps) {
  const { token } = theme.useToken()
  const [unit, setUnit] = useState<Unit>('week')
  const measures = useMemo(() => definition.beside.flatMap(name => definition.measures.find(one => one.name === name) ?? []), [definition])
  const { compare: _compare, ...query } = trendQuery(definition, asked, selected)
  const { data } = useTrend(definition, { ...query, by: [unit], measures: withOperands(definition, measures) })
  const rows = useMemo(
    () => (data?.list ?? []).filter(row => row.currency === currency && row.key[unit] !== undefined),
    [data, currency, unit],
  )
  const course = useMemo(() => courseOf(measures, rows, unit, asked, completeUntil), [measures, rows, unit, asked, completeUntil])
  const colours = [token.colorPrimary, token.orange6]
  const look = useMemo(() => lookOf(measures, course, token), [measures, course, token])
  const open = (measure: string, at: number): void => {
    const row = rows.find(one => one.key[unit] === course.times[at])
    const value = course.times[at]
    if (row === undefined || value === undefined) return
    const path: RowPath = { steps: [...(selected?.steps ?? []), { dimension: unit, value, label: row.label[unit] ?? value }], currency }
    const rates = ratesOf(data?.missingRates ?? [], unit === 'month' ? value : undefined)
    onCell?.({ measure, part: 'now', path, currency, values: row.values, was: null, isConverted: false, rates }, asked)
  }
  const known = new Set(rows.map(row => row.key[unit] ?? ''))
  const nothing = data === undefined ? null : nothingText(course.values.flat())
  const title = measures.map(one => one.title).join(t('与'))
  return (
    <ChartPanel
      title={title}
      beside={
        <Segmented<Unit>
          size="small"
          aria-label={t('统计周期')}
          value={unit}
          options={[
            { value: 'week', label: t('按周') },
            { value: 'month', label: t('按月') },
          ]}
          onChange={setUnit}
        />
      }
      legend={measures.map((one, at) => (
        <span key={one.name} className="zg-chart-key">
          <i style={{ background: colours[at] }} /> {one.title}
        </span>
      ))}
      table={<CourseTable measures={measures} course={course} known={known} {...(onCell === undefined ? {} : { onOpen: open })} />}
    >
      {nothing === null ? (
        <Chart label={title} option={look} {...(onCell === undefined ? {} : { onPick: open })} />
      ) : (
        <p className="zg-chart-notice">{nothing}</p>
      )}
    </ChartPanel>
  )
}

export const shownFigure = (measure: MeasureDefinition, value: string | null): string =>
  value === null ? MISSING : showFigure(kindOf(measure), value).text

interface CourseTableProps {
  readonly measures: readonly MeasureDefinition[]
  readonly course: Course
  /** times that have a row */
  readonly known: ReadonlySet<string>
  readonly onOpen?: (measure: string, at: number) => void
}

function CourseTable({ measures, course, known, onOpen }: CourseTableProps) {
  return (
    <table className="zg-table zg-chart-table">
      <thead>
        <tr>
          <th scope="col">{t('时间')}</th>
          {measures.map(one => (
            <th key={one.name} scope="col" className="zg-report-figure">
              {one.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {course.times.map((time, at) => (
          <tr key={time}>
            <th scope="row">{time}</th>
            {measures.map((one, i) => (
              <FigureCell
                key={one.name}
                measure={one}
                value={course.values[i]?.[at] ?? null}
                {...(onOpen === undefined || !known.has(time) ? {} : { onOpen: () => onOpen(one.name, at) })}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function lookOf(measures: readonly MeasureDefinition[], { times, values, incomplete }: Course, token: GlobalToken): EChartsCoreOption {
  const text = axisText(token)
  const line = { lineStyle: { color: token.colorBorderSecondary } }
  const heights = values.map(own => own.map((value, at) => (value === null || incomplete.has(times[at] ?? '') ? null : Number(value))))
  return {
    ...common(token),
    grid: { left: 8, right: 8, top: 16, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      ...tooltipLook(token),
      trigger: 'axis',
      formatter: (points: readonly { dataIndex: number }[]) => {
        const at = points[0]?.dataIndex ?? 0
        return tooltipHtml(
          timeTitle(times[at] ?? '', incomplete.has(times[at] ?? '')),
          measures.map((one, i) => [one.title, shownFigure(one, values[i]?.[at] ?? null)] as const),
        )
      },
    },
    xAxis: { type: 'category', data: [...times], axisLabel: { ...text, hideOverlap: true }, axisLine: line, axisTick: { show: false } },
    yAxis: heights.map((own, i) => ({
      type: 'value',
      axisLabel: { ...text, formatter: axisFigure(own) },
      splitLine: i === 0 ? line : { show: false },
      splitNumber: 4,
    })),
    series: [
      ...measures.map((one, i) => ({
        id: one.name,
        name: one.title,
        type: 'line',
        yAxisIndex: i,
        data: heights[i],
        connectNulls: false,
        symbolSize: 5,
        color: i === 0 ? token.colorPrimary : token.orange6,
        lineStyle: { width: 1.5 },
      })),
      ...hatchOver(times.length, at => incomplete.has(times[at] ?? ''), token),
    ],
  }
}
