/** A figure as a card shows it: whole where it fits, from a million on in 万 (English: M). Pure. */
import { compare, divide, isDecimal, isNegative, negate } from '#platform/format/decimal.ts'
import { TRUE_MINUS, showExact } from '#platform/format/numbers.ts'
import type { ShownFigure } from '../../declare/wire-home.ts'
import { currentLanguage } from '../i18n/language.ts'
import { showFigure, type ShownValue } from '../values/value.ts'

const million = '1000000'

export function shortValue(kind: ShownFigure['kind'], value: string | null): ShownValue {
  const shown = showFigure({ kind: kind === 'grade' ? 'text' : kind, decimals: kind === 'decimal' ? 2 : null }, value)
  if (value === null || !isDecimal(value) || kind === 'percent' || kind === 'grade') return shown
  const size = isNegative(value) ? negate(value) : value
  if (compare(size, million) < 0) return shown
  const [base, unit] = currentLanguage() === 'zh-CN' ? (['10000', '万'] as const) : ([million, 'M'] as const)
  return { ...shown, text: `${isNegative(value) ? TRUE_MINUS : ''}${showExact(divide(size, base, 2, 'halfEven'))}${unit}` }
}
