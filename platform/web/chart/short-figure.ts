/** Figures short enough for an axis or a bar: 3.5万, 1.2亿; in English 35k, 120M. For the eye alone: the exact amount stands in the tooltip. Pure. */
import { TRUE_MINUS } from '#platform/format/numbers.ts'
import { currentLanguage } from '../i18n/language.ts'

const chinese = [
  [1e8, '亿'],
  [1e4, '万'],
] as const
const english = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** `value` is a height on the screen, not money. */
export function shortFigure(value: number): string {
  const units: readonly (readonly [number, string])[] = currentLanguage() === 'zh-CN' ? chinese : english
  const size = Math.abs(value)
  const [base, name] = units.find(([one]) => size >= one) ?? [1, '']
  const scaled = size / base
  const text = String(Number(scaled.toFixed(scaled >= 100 || (base === 1 && scaled >= 10) ? 0 : 1)))
  return `${value < 0 && text !== '0' ? TRUE_MINUS : ''}${text}${name}`
}
