/** How far a figure of a card has moved. */
import { changeOf } from '#platform/format/change.ts'
import { isNegative, isZero, negate } from '#platform/format/decimal.ts'
import { showPercent } from '#platform/format/numbers.ts'
import type { ComparedPeriods, ShownFigure } from '../../declare/wire-home.ts'
import { t } from '../i18n/t.ts'
import { shortValue } from './short-value.ts'

type Moved = Pick<ShownFigure, 'kind' | 'value' | 'better'> & { readonly now?: string | null; readonly was?: string | null }

export interface Delta {
  readonly text: string
  readonly look: 'good' | 'bad' | 'plain'
}

/** null: there is nothing to hold it against. */
export function deltaOf({ kind, value, now, was, better }: Moved): Delta | null {
  const present = now ?? value
  if (was === undefined || was === null || present === null) return null
  const { difference, rate, tone } = changeOf(present, was, better)
  if (difference === null) return null
  const isDown = isNegative(difference)
  const size = isDown ? negate(difference) : difference
  const look = tone === 'good' || tone === 'bad' ? tone : 'plain'
  const sign = isDown ? '▼' : isZero(difference) ? '' : '▲'
  const amount =
    kind === 'percent'
      ? t('{points} 个百分点', { points: showPercent(size).replace('%', '') })
      : rate === null
        ? shortValue(kind, size).text
        : showPercent(isNegative(rate) ? negate(rate) : rate)
  return { text: `${sign} ${amount}`.trim(), look }
}

/** Both values and both periods, for the hover. */
export function deltaTitle(figure: Moved, compared: ComparedPeriods | null): string {
  const exact = (value: string | null | undefined): string => shortValue(figure.kind, value ?? null).exact ?? '—'
  const periods = compared === null ? '' : t('对比 {from} 至 {to}', { from: compared.startDate, to: compared.endDate })
  return [`${exact(figure.now ?? figure.value)} / ${exact(figure.was)}`, periods].filter(text => text !== '').join('\n')
}

export const DeltaText = ({ figure, compared }: { figure: Moved; compared: ComparedPeriods | null }) => {
  const delta = deltaOf(figure)
  return delta === null ? null : (
    <span className="zg-delta" data-look={delta.look} title={deltaTitle(figure, compared)}>
      {delta.text}
    </span>
  )
}
