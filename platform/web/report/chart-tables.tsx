/** The tables of the charts: the same figures, exact on hover. */
import { t } from '../i18n/t.ts'
import { showFigure } from '../values/value.ts'
import type { Step, Trend } from './chart-data.ts'
import { kindOf } from './figure.tsx'

interface FigureCellProps {
  readonly measure: Step['measure']
  readonly value: string | null
  /** opens what it is made of */
  readonly onOpen?: () => void
}

export function FigureCell({ measure, value, onOpen }: FigureCellProps) {
  const shown = showFigure(kindOf(measure), value)
  return (
    <td
      className={shown.isNegative ? 'zg-report-figure zg-figure zg-negative' : 'zg-report-figure zg-figure'}
      title={shown.exact ?? undefined}
    >
      {onOpen === undefined ? (
        shown.text
      ) : (
        <button
          type="button"
          className="zg-figure-link"
          aria-label={t('{title} {figure}，查看组成', { title: measure.title, figure: shown.text })}
          onClick={onOpen}
        >
          {shown.text}
        </button>
      )}
    </td>
  )
}

export function TrendTable({ trend, onOpen }: { trend: Trend; onOpen?: (measure: string, time: string) => void }) {
  return (
    <table className="zg-table zg-chart-table">
      <thead>
        <tr>
          <th scope="col">{trend.unit === 'day' ? t('日期') : t('月份')}</th>
          {trend.series.map(one => (
            <th key={one.measure.name} scope="col" className="zg-report-figure">
              {one.measure.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {trend.times.map((time, at) => (
          <tr key={time}>
            <th scope="row">{time}</th>
            {trend.series.map(one => (
              <FigureCell
                key={one.measure.name}
                measure={one.measure}
                value={one.values[at] ?? null}
                {...(onOpen === undefined || !trend.known.has(time) ? {} : { onOpen: () => onOpen(one.measure.name, time) })}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function WaterfallTable({ steps, onOpen }: { steps: readonly Step[]; onOpen?: (measure: string) => void }) {
  return (
    <table className="zg-table zg-chart-table">
      <tbody>
        {steps.map(one => (
          <tr key={one.measure.name}>
            <th scope="row">{one.measure.title}</th>
            <FigureCell
              measure={one.measure}
              value={one.value}
              {...(onOpen === undefined ? {} : { onOpen: () => onOpen(one.measure.name) })}
            />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
