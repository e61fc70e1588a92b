/** How far a figure of a card has moved, as `showChange` has it; a figure of a card stands alone, so points say that they are points. */
import type { Held } from '#platform/format/change.ts'
import type { ComparedPeriods, ShownFigure } from '../../declare/wire-home.ts'
import { t } from '../i18n/t.ts'
import { showChange, type ChangePart } from '../report/change-figure.tsx'
import { shortValue } from './short-value.ts'

type Moved = Pick<ShownFigure, 'kind' | 'value' | 'better'> & { readonly now?: string | null; readonly was?: string | null }

const heldOf = ({ value, now, was }: Moved): Held => ({
  values: { it: value },
  ...(now === undefined ? {} : { now: { it: now } }),
  ...(was === undefined ? {} : { was: { it: was } }),
})

/** null: there is nothing to hold it against. */
export function deltaOf(figure: Moved, part?: ChangePart): Pick<ReturnType<typeof showChange>, 'text' | 'look'> | null {
  const { kind, better } = figure
  const isRatio = kind === 'percent'
  const measure = { name: 'it', class: isRatio ? ('ratio' as const) : ('sum' as const), kind, ...(better === undefined ? {} : { better }) }
  const { text, value, look } = showChange(measure, heldOf(figure), part)
  return value === null ? null : { text: isRatio ? t('{points} 个百分点', { points: text }) : text, look }
}

/** Both values and both periods, for the hover. */
export function deltaTitle(figure: Moved, compared: ComparedPeriods | null): string {
  const exact = (value: string | null | undefined): string => shortValue(figure.kind, value ?? null).exact ?? '—'
  const periods = compared === null ? '' : t('对比 {from} 至 {to}', { from: compared.startDate, to: compared.endDate })
  return [`${exact(figure.now ?? figure.value)} / ${exact(figure.was)}`, periods].filter(text => text !== '').join('\n')
}

interface DeltaProps {
  readonly figure: Moved
  readonly compared: ComparedPeriods | null
  /** absent: the rate, points of a ratio */
  readonly part?: ChangePart
}

export const DeltaText = ({ figure, compared, part }: DeltaProps) => {
  const delta = deltaOf(figure, part)
  return delta === null ? null : (
    <span className={`zg-delta${delta.look}`} title={deltaTitle(figure, compared)}>
      {delta.text}
    </span>
  )
}
