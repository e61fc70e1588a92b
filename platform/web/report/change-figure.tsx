/** How far a figure has moved: the difference with its sign, or the rate with an arrow; nothing is told by colour alone. */
import { differenceOf, rateOfChange } from '#platform/format/change.ts'
import { isNegative, isZero } from '#platform/format/decimal.ts'
import { MISSING, showPercent, showExact } from '#platform/format/numbers.ts'
import type { MeasureDefinition, ReportValues } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { showFigure } from '../list/value.ts'
import { kindOf } from './figure.tsx'
import { isInPoints } from './measures.ts'
import type { FigurePart } from './report-state.ts'

export type ChangePart = Exclude<FigurePart, 'was'>

interface ShownChange {
  readonly text: string
  /** exact; null: unknown */
  readonly value: string | null
  readonly look: string
}

/** The difference of a ratio is one in points, which are no percent of anything: 12.0 % -> 15.5 % is +3.5. */
const written = (measure: MeasureDefinition, difference: string): string =>
  isInPoints(measure) ? showPercent(difference).replace('%', '') : showFigure(kindOf(measure), difference).text

export function showChange(measure: MeasureDefinition, now: string | null, was: string | null, part: ChangePart): ShownChange {
  const value = part === 'difference' ? differenceOf(now, was) : rateOfChange(now, was)
  if (value === null) return { text: MISSING, value, look: '' }
  if (isZero(value)) return { text: part === 'rate' ? showPercent(value) : written(measure, value), value, look: ' zg-zero' }
  const isDown = isNegative(value)
  const look = isDown ? ' zg-negative' : ' zg-rise'
  if (part === 'difference') return { text: `${isDown ? '' : '+'}${written(measure, value)}`, value, look }
  const size = showPercent(isDown ? value.slice(1) : value)
  return { text: `${isDown ? '▼' : '▲'} ${size}`, value, look }
}

/** Why there is no change to tell. */
export const changeReason = (now: string | null, was: string | null): string =>
  was !== null && now !== null ? t('对比的数字为 0，算不出比例') : t('没有可对比的数字')

interface ChangeFigureProps {
  readonly measure: MeasureDefinition
  readonly values: ReportValues
  readonly was: ReportValues | null
  readonly part: ChangePart
  readonly title: string
  readonly onOpen: () => void
  readonly tabIndex?: number
}

export function ChangeFigure({ measure, values, was, part, title, onOpen, tabIndex = 0 }: ChangeFigureProps) {
  const [now, before] = [values[measure.name] ?? null, was?.[measure.name] ?? null]
  const { text, value, look } = showChange(measure, now, before, part)
  return (
    <button
      type="button"
      className={`zg-figure zg-figure-link${look}`}
      tabIndex={tabIndex}
      title={value === null ? changeReason(now, before) : part === 'rate' ? showPercent(value) : showExact(value)}
      aria-label={t('{title} {figure}，查看组成', { title, figure: part === 'rate' ? showPercent(value) : text })}
      onClick={event => {
        event.stopPropagation()
        onOpen()
      }}
    >
      {text}
    </button>
  )
}
