/** How the figures of a card are drawn. Everything that is drawn can be opened: the page of the report, narrowed to it. */
import { theme, type GlobalToken } from 'antd'
import type { EChartsCoreOption } from 'echarts/core'
import { useMemo } from 'react'
import { divide, isNegative, isZero } from '#platform/format/decimal.ts'
import { MISSING, showPercent } from '#platform/format/numbers.ts'
import type { MeasureDefinition, ReportAnswer, ReportDefinition, ReportRow } from '#platform/declare/wire.ts'
import { hatchOver, timeTitle } from '#platform/web/chart/hatch.ts'
import { axisText, common, tooltipLook } from '#platform/web/chart/chart-look.ts'
import { Chart } from '#platform/web/chart/chart.tsx'
import { axisFigure, axisPercent, shortFigure } from '#platform/web/chart/short-figure.ts'
import { tooltipHtml } from '#platform/web/chart/tooltip.ts'
import { SparkLine } from '#platform/web/home/spark-line.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { showFigure } from '#platform/web/values/value.ts'
import { kindOf } from '#platform/web/report/figure.tsx'
import { neutralShade } from '#platform/web/theme/tokens.ts'
import { ChangeText } from './change-text.tsx'
import type { CardQuery, Measured } from './measure-query.tsx'
import { closer, placeOf } from './tiles.tsx'

export interface LookProps {
  readonly definition: ReportDefinition
  readonly ask: Measured
  readonly answer: ReportAnswer
  /** as asked: `by` is the time of figures and lines, else those of the card */
  readonly card: CardQuery
  /** a row of a time of which not all days are there yet */
  readonly isIncomplete: (row: ReportRow) => boolean
  readonly onOpen: (narrowed: Readonly<Record<string, string>>) => void
}

export const measuresOf = ({ definition, ask }: Pick<LookProps, 'definition' | 'ask'>): readonly MeasureDefinition[] =>
  ask.measures.flatMap(name => definition.measures.find(one => one.name === name) ?? [])
export const exact = (measure: MeasureDefinition, value: string | null, currency: string): string =>
  value === null ? MISSING : `${amount(measure, value)}${measure.kind === 'money' ? ` ${currency}` : ''}`
/** where the currency is said beside it */
export const amount = (measure: MeasureDefinition, value: string | null): string =>
  value === null ? MISSING : showFigure(kindOf(measure), value).text
/** a height on the screen, never an amount */
const height = (value: string | null): number => (value === null ? 0 : Number(value))
/** '' is what has none */
export const narrowedTo = (row: ReportRow): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(row.key).map(([name, value]) => [name, value ?? '']))
const labelOf = (row: ReportRow, dimension: string | undefined): string =>
  (dimension === undefined ? undefined : (row.label[dimension] ?? row.key[dimension])) ?? t('未分摊')

/** A label that says where its time is not complete. */
export function markedLabel({ definition, isIncomplete }: LookProps, row: ReportRow, dimension: string | undefined): string {
  const isTime = definition.dimensions.some(one => one.name === dimension && one.time !== null)
  return timeTitle(labelOf(row, dimension), isTime && isIncomplete(row))
}

/** The figure of the period, how far it has moved, and its way. */
export function FigureLook(props: LookProps) {
  const { answer, card, isIncomplete, onOpen } = props
  const [measure] = measuresOf(props)
  if (measure === undefined) return null
  const { by } = card.query
  const rows = answer.list.toSorted((a, b) => String(a.key[by[0] ?? '']).localeCompare(String(b.key[by[0] ?? ''])))
  return (
    <div className="zg-dash-figure">
      {answer.totals.map(total => {
        const value = total.values[measure.name] ?? null
        const shown = showFigure(kindOf(measure), value)
        return (
          <p key={total.currency}>
            <button
              type="button"
              className={shown.isNegative ? 'zg-negative' : undefined}
              title={exact(measure, value, total.currency)}
              onClick={() => onOpen({})}
            >
              {measure.kind === 'money' && value !== null ? shortFigure(Number(value)) : shown.text}
            </button>
            {measure.kind === 'money' && <small>{total.currency}</small>}
            <ChangeText {...props} measure={measure} figures={total} isNamed />
          </p>
        )
      })}
      {answer.totals.length === 1 && rows.length > 1 && (
        <SparkLine
          values={rows.map(row => row.values[measure.name] ?? null)}
          label={t('{title}走势', { title: measure.title })}
          isIncomplete={at => rows[at] !== undefined && isIncomplete(rows[at])}
        />
      )}
    </div>
  )
}

const coloursOf = (token: GlobalToken): readonly string[] => [token.colorPrimary, neutralShade, token.colorTextBase]

/** What is drawn, and how far the whole of it has moved. */
function Keys({ measures, ...props }: LookProps & { readonly measures: readonly MeasureDefinition[] }) {
  const { token } = theme.useToken()
  const colours = coloursOf(token)
  const [total, ...others] = props.answer.totals
  const isOne = total !== undefined && others.length === 0
  if (measures.length === 1 && total?.was === undefined) return null
  return (
    <p className="zg-dash-keys">
      {measures.map((one, at) => (
        <span key={one.name}>
          <i style={{ background: colours[at % colours.length] }} aria-hidden /> {one.title}{' '}
          {isOne && <ChangeText {...props} measure={one} figures={total} isNamed />}
        </span>
      ))}
    </p>
  )
}

function chartOption(
  props: LookProps,
  measures: readonly MeasureDefinition[],
  rows: readonly ReportRow[],
  token: GlobalToken,
): EChartsCoreOption {
  const { ask, card, isIncomplete } = props
  const [dimension] = card.query.by
  const colours = coloursOf(token)
  const amounts = measures.filter(one => one.kind !== 'percent')
  const heights = amounts.flatMap(one => rows.map(row => height(row.values[one.name] ?? null)))
  const labelAt = (row: ReportRow | undefined): string => (row === undefined ? '' : timeTitle(labelOf(row, dimension), isIncomplete(row)))
  return {
    ...common(token),
    grid: { left: 8, right: 12, top: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      ...tooltipLook(token),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (points: readonly { dataIndex: number }[]) => {
        const row = rows[points[0]?.dataIndex ?? 0]
        return tooltipHtml(
          labelAt(row),
          row === undefined ? [] : measures.map(one => [one.title, exact(one, row.values[one.name] ?? null, row.currency)] as const),
        )
      },
    },
    xAxis: {
      type: 'category',
      data: rows.map(row => labelOf(row, dimension)),
      axisLabel: { ...axisText(token), hideOverlap: true },
      axisTick: { show: false },
    },
    yAxis: [
      {
        type: 'value',
        axisLabel: { ...axisText(token), formatter: axisFigure(heights) },
        splitLine: { lineStyle: { color: token.colorBorderSecondary } },
      },
      {
        type: 'value',
        show: measures.some(one => one.kind === 'percent'),
        axisLabel: { ...axisText(token), formatter: axisPercent },
        splitLine: { show: false },
      },
    ],
    series: [
      ...measures.map((one, at) => ({
        id: one.name,
        name: one.title,
        type: ask.look === 'line' || one.kind === 'percent' ? 'line' : 'bar',
        yAxisIndex: one.kind === 'percent' ? 1 : 0,
        data: rows.map(row => (row.values[one.name] === null ? null : height(row.values[one.name] ?? null))),
        itemStyle: { color: colours[at % colours.length] },
        barMaxWidth: 36,
        showSymbol: false,
      })),
      ...hatchOver(rows.length, at => rows[at] !== undefined && isIncomplete(rows[at]), token),
    ],
  }
}

/** Lines over time, or bars by a dimension. */
export function ChartLook(props: LookProps) {
  const { ask, answer, card, onOpen } = props
  const { token } = theme.useToken()
  const measures = useMemo(() => measuresOf(props), [props])
  const [dimension = ''] = card.query.by
  const rows = useMemo(
    () =>
      ask.look === 'line' ? answer.list.toSorted((a, b) => String(a.key[dimension]).localeCompare(String(b.key[dimension]))) : answer.list,
    [ask.look, answer.list, dimension],
  )
  const option = useMemo(() => chartOption(props, measures, rows, token), [measures, props, rows, token])
  return (
    <div className="zg-dash-chart">
      <Keys {...props} measures={measures} />
      <Chart
        label={measures.map(one => one.title).join(t('、'))}
        option={option}
        onPick={(_series, at) => {
          const row = rows[at]
          if (row !== undefined) onOpen(narrowedTo(row))
        }}
      />
    </div>
  )
}

const share = (value: string | null, most: number): number => (most === 0 ? 0 : Math.max(0, Math.min(1, height(value) / most)))

/** The rows in order, each with a bar of its share of the first. */
export function RankingLook(props: LookProps) {
  const { answer, card, onOpen } = props
  const [measure] = measuresOf(props)
  if (measure === undefined) return null
  const { by } = card.query
  const most = Math.max(0, ...answer.list.map(row => height(row.values[measure.name] ?? null)))
  return (
    <ol className="zg-dash-ranking">
      {answer.list.map((row, at) => {
        const value = row.values[measure.name] ?? null
        return (
          <li key={`${row.currency} ${JSON.stringify(row.key)}`}>
            <span>{at + 1}</span>
            <button type="button" onClick={() => onOpen(narrowedTo(row))} title={labelOf(row, by[0])}>
              {markedLabel(props, row, by[0])}
            </button>
            <span className={value !== null && isNegative(value) ? 'zg-negative' : undefined}>
              {exact(measure, value, row.currency)} <ChangeText {...props} measure={measure} figures={row} />
            </span>
            <i style={{ inlineSize: `${share(value, most) * 100}%` }} aria-hidden />
          </li>
        )
      })}
    </ol>
  )
}

/** Each measure as a part of the one before it. */
export function FunnelLook(props: LookProps) {
  const { answer, onOpen } = props
  const measures = measuresOf(props)
  const [total] = answer.totals
  if (total === undefined) return null
  const values = measures.map(one => total.values[one.name] ?? null)
  const most = Math.max(0, ...values.map(height))
  return (
    <ol className="zg-dash-funnel">
      {measures.map((one, at) => {
        const value = values[at] ?? null
        const before = values[at - 1] ?? null
        const rate = at === 0 || value === null || before === null || isZero(before) ? null : divide(value, before, 6, 'halfUp')
        return (
          <li key={one.name}>
            <span>{one.title}</span>
            <button type="button" onClick={() => onOpen({})}>
              {exact(one, value, total.currency)}
            </button>
            <small>{rate === null ? '' : showPercent(rate)}</small>
            <i style={{ inlineSize: `${share(value, most) * 100}%` }} aria-hidden />
          </li>
        )
      })}
    </ol>
  )
}

/** One side across, the other down; the darker the more. */
export function HeatLook(props: LookProps) {
  const { answer, card, isIncomplete, onOpen } = props
  const [measure] = measuresOf(props)
  const [down = '', across = ''] = card.query.by
  if (measure === undefined) return null
  const sides = (name: string): (readonly [string, string])[] =>
    [...new Map(answer.list.map(row => [row.key[name] ?? '', labelOf(row, name)]))].toSorted((a, b) => a[0].localeCompare(b[0]))
  const cells = new Map(answer.list.map(row => [JSON.stringify([row.key[down] ?? '', row.key[across] ?? '']), row]))
  const most = Math.max(0, ...answer.list.map(row => height(row.values[measure.name] ?? null)))
  const columns = sides(across)
  return (
    <table className="zg-dash-heat" aria-label={measure.title}>
      <thead>
        <tr>
          <td />
          {columns.map(([key, label]) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sides(down).map(([key, label]) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            {columns.map(([column]) => {
              const row = cells.get(JSON.stringify([key, column]))
              const value = row?.values[measure.name] ?? null
              return (
                <td
                  key={column}
                  className={row !== undefined && isIncomplete(row) ? 'zg-dash-incomplete' : undefined}
                  style={shadeOf(share(value, most))}
                >
                  {row !== undefined && (
                    <button type="button" title={exact(measure, value, row.currency)} onClick={() => onOpen(narrowedTo(row))}>
                      {value === null ? MISSING : measure.kind === 'percent' ? showPercent(value) : shortFigure(Number(value))}
                    </button>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** At most half of the accent: text on it can be read in both looks. */
const shadeOf = (part: number) => ({
  backgroundColor: `color-mix(in srgb, var(--ant-color-primary) ${Math.round(part * 45)}%, transparent)`,
})

/** Countries as tiles; those without a place of their own stand below. */
export function MapLook(props: LookProps) {
  const { answer, card, onOpen } = props
  const [measure] = measuresOf(props)
  const [dimension = ''] = card.query.by
  if (measure === undefined) return null
  const most = Math.max(0, ...answer.list.map(row => height(row.values[measure.name] ?? null)))
  // two marketplaces of one country have one place: the second stands below
  const taken = new Set<string>()
  const tiles = answer.list.map(row => {
    const place = placeOf(row.key[dimension] ?? '')
    const at = place === null ? null : place.join()
    const isFree = at !== null && !taken.has(at)
    if (isFree) taken.add(at)
    return { row, place: isFree ? place : null }
  })
  const places = closer(tiles.flatMap(({ place }) => (place === null ? [] : [place])))
  const columns = Math.max(4, ...[...places.values()].map(([column]) => column))
  return (
    <div className="zg-dash-map" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {tiles.map(({ row, place }) => {
        const value = row.values[measure.name] ?? null
        const [gridColumn, gridRow] = (place === null ? undefined : places.get(place)) ?? []
        return (
          <button
            key={`${row.currency} ${row.key[dimension] ?? ''}`}
            type="button"
            style={{ ...shadeOf(share(value, most)), ...(gridColumn === undefined ? {} : { gridColumn, gridRow }) }}
            title={`${labelOf(row, dimension)} ${exact(measure, value, row.currency)}`}
            onClick={() => onOpen(narrowedTo(row))}
          >
            <span>{labelOf(row, dimension)}</span>
            <b>{value === null ? MISSING : measure.kind === 'percent' ? showPercent(value) : shortFigure(Number(value))}</b>
          </button>
        )
      })}
    </div>
  )
}
