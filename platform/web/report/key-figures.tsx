/**
 * The strip of key figures in the title line of a report: the whole filter in the base currency, each figure with its change. It stays in
 * sight while the page scrolls.
 */
import { textWidth } from '#platform/format/text.ts'
import type { MeasureDefinition, ReportAnswer, ReportDefinition, ReportFigures } from '../../declare/wire.ts'
import { shortFigure } from '../chart/short-figure.ts'
import { t } from '../i18n/t.ts'
import { showFigure } from '../values/value.ts'
import { ChangeNote } from './change-note.tsx'
import { kindOf, type Cell } from './figure.tsx'
import { keyMeasures } from './measures.ts'
import { missingReason } from './missing-reason.ts'
import { daysOf, stripQuery, type RowPath } from './report-query.ts'
import type { ReportState } from './report-state.ts'
import { useTrend } from './use-report-data.ts'

interface KeyFiguresProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  /** `asked`: the state under which the figure stands, which is not that of the table */
  readonly onCell: (cell: Cell, asked: ReportState) => void
}

/** Half-width characters: a longer amount stands in short, exact on hover. */
const widest = 13

/** The state that the strip stands for: one currency, and always held against a period where the report offers one. */
const stripState = (definition: ReportDefinition, state: ReportState): ReportState => ({
  ...state,
  currency: definition.hasCurrencies ? 'CNY' : 'shop',
  compare: state.compare ?? definition.compare[0]?.name ?? null,
})

/** The strip's answer: what the head says of the comparison. */
export const useStrip = (definition: ReportDefinition, state: ReportState) =>
  useTrend(definition, stripQuery(definition, stripState(definition, state)))

export function KeyFigures({ definition, state, onCell }: KeyFiguresProps) {
  const asked = stripState(definition, state)
  const { data, isPlaceholderData } = useStrip(definition, state)
  const total = data?.totals[0]
  return (
    <ul className={isPlaceholderData ? 'zg-strip zg-charts-stale' : 'zg-strip'} aria-label={t('关键数字')}>
      {keyMeasures(definition).map(measure => (
        <li key={measure.name}>
          <KeyFigure definition={definition} measure={measure} answer={data} total={total} asked={asked} path={null} onCell={onCell} />
        </li>
      ))}
    </ul>
  )
}

interface KeyFigureProps {
  readonly definition: ReportDefinition
  readonly measure: MeasureDefinition
  readonly answer: ReportAnswer | undefined
  /** absent: nothing is there in the period, or nothing has come yet */
  readonly total: ReportFigures | undefined
  readonly asked: ReportState
  /** the row it stands for; null: 总计 */
  readonly path: RowPath | null
  /** absent: it is looked at alone */
  readonly onCell?: KeyFiguresProps['onCell'] | undefined
}

export function KeyFigure({ definition, measure, answer, total, asked, path, onCell }: KeyFigureProps) {
  const value = total?.values[measure.name] ?? null
  const shown = showFigure(kindOf(measure), value)
  const text = textWidth(shown.text) > widest && value !== null ? shortFigure(Number(value)) : shown.text
  const titleOf = (name: string): string => definition.measures.find(one => one.name === name)?.title ?? name
  const unit = measure.kind === 'money' && total !== undefined ? ` ${total.currency}` : ''
  const reason =
    total === undefined
      ? t('这个期间没有数据')
      : value === null
        ? missingReason(measure, total.values, titleOf, answer?.missingRates ?? [])
        : null
  const open = (part: Cell['part']): void => {
    if (total === undefined || answer === undefined) return
    const { currency, values, was = null, now } = total
    const { missingRates: rates, compared } = answer
    onCell?.({ measure: measure.name, part, path, currency, values, was, now, compared, isConverted: false, rates }, asked)
  }
  return (
    <>
      <span className="zg-strip-title">
        {measure.title}
        {unit !== '' && <span className="zg-strip-unit">{unit}</span>}
      </span>
      <button
        type="button"
        className={`zg-figure zg-figure-link zg-strip-value${shown.isNegative ? ' zg-negative' : ''}`}
        title={reason ?? (shown.exact === null ? undefined : `${shown.exact}${unit}`)}
        aria-label={t('{title} {figure}，查看组成', { title: measure.title, figure: shown.text })}
        disabled={total === undefined || onCell === undefined}
        onClick={() => open('now')}
      >
        {answer === undefined ? '' : text}
      </button>
      {total !== undefined && (
        <ChangeNote
          definition={definition}
          measure={measure}
          compare={asked.compare}
          figures={total}
          compared={answer?.compared}
          days={daysOf(asked, path)}
          tabIndex={0}
          onOpen={() => open('change')}
        />
      )}
    </>
  )
}
