/**
 * How far a figure has moved: the difference with its sign, or the rate with an arrow; nothing is told by colour alone, and the colour
 * follows from what is better of the figure. Everybody draws changes by `showChange`.
 */
import { changeOf, sidesOf, type Change, type Held } from '#platform/format/change.ts'
import { isNegative, isZero } from '#platform/format/decimal.ts'
import { MISSING, showPercent, showExact } from '#platform/format/numbers.ts'
import type { MeasureDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { showFigure } from '../values/value.ts'
import { kindOf } from './figure.tsx'
import { isInPoints } from './measures.ts'
import type { FigurePart } from './report-state.ts'

export type ChangePart = Exclude<FigurePart, 'was'>

interface ShownChange {
  readonly text: string
  readonly part: ChangePart
  /** exact; null: unknown */
  readonly value: string | null
  readonly look: string
}

/** The difference of a ratio is one in points, which are no percent of anything: 12.0 % -> 15.5 % is +3.5. */
const written = (measure: Moving, difference: string): string =>
  isInPoints(measure) ? showPercent(difference).replace('%', '') : showFigure(kindOf(measure), difference).text

/** What a change is told of: a figure of a report, or one that looks like it. */
export type Moving = Pick<MeasureDefinition, 'name' | 'class' | 'kind' | 'better'>

const looks = { good: ' zg-good', bad: ' zg-bad', quiet: ' zg-zero' } as const
/** The colour of a change; of what is neither good nor bad that of the text. */
export const lookOfTone = (tone: Change['tone']): string => (tone === null ? ' zg-plain' : looks[tone])

/** `part` absent: points of a ratio, the rate of everything else, the difference where there is no rate. */
export function showChange(measure: Moving, figures: Held, part?: ChangePart): ShownChange {
  const { difference, rate, tone } = changeOf(...sidesOf(figures, measure.name), measure.better)
  const told = part ?? (isInPoints(measure) || rate === null ? 'difference' : 'rate')
  const value = told === 'difference' ? difference : rate
  return { ...textOf(measure, value, told), part: told, value, look: value === null ? '' : lookOfTone(tone) }
}

function textOf(measure: Moving, value: string | null, part: ChangePart): { readonly text: string } {
  if (value === null) return { text: MISSING }
  if (isZero(value)) return { text: part === 'rate' ? showPercent(value) : written(measure, value) }
  const isDown = isNegative(value)
  const size = isDown ? value.slice(1) : value
  const text = part === 'difference' ? written(measure, size) : showPercent(size)
  // what is too small for its decimals neither rises nor falls
  if (!/[1-9]/.test(text)) return { text }
  if (part === 'difference') return { text: `${isDown ? '' : '+'}${written(measure, value)}` }
  return { text: `${isDown ? '▼' : '▲'} ${text}` }
}

/** Why there is no change to tell. */
export const changeReason = (now: string | null, was: string | null): string =>
  was !== null && now !== null ? t('对比的数字不大于 0，算不出比例') : t('没有可对比的数字')

interface ChangeFigureProps {
  readonly measure: MeasureDefinition
  readonly figures: Held
  /** absent: as `showChange` has it */
  readonly part?: ChangePart
  readonly title: string
  /** both periods, both values, who is left out */
  readonly hover?: string
  readonly onOpen: () => void
  readonly tabIndex?: number
}

export function ChangeFigure({ measure, figures, part: asked, title, hover, onOpen, tabIndex = 0 }: ChangeFigureProps) {
  const { text, value, look, part } = showChange(measure, figures, asked)
  const exact = value === null ? changeReason(...sidesOf(figures, measure.name)) : part === 'rate' ? showPercent(value) : showExact(value)
  return (
    <button
      type="button"
      className={`zg-figure zg-figure-link${look}`}
      tabIndex={tabIndex}
      title={hover === undefined ? exact : `${exact}\n${hover}`}
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
