/**
 * Figures short enough for an axis or a bar: 3.5万, 1.2亿; in English 35k, 120M. For reading only: the exact amount stands in the tooltip.
 * Pure.
 */
import { TRUE_MINUS, showExact } from '#platform/format/numbers.ts'
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

type Unit = readonly [base: number, name: string]

function unitOf(value: number): Unit {
  const units: readonly Unit[] = currentLanguage() === 'zh-CN' ? chinese : english
  return units.find(([base]) => Math.abs(value) >= base) ?? [1, '']
}

function inUnit(value: number, [base, name]: Unit): string {
  const scaled = Math.abs(value) / base
  const text = String(Number(scaled.toFixed(scaled >= 100 || (base === 1 && scaled >= 10) ? 0 : 1)))
  return text === '0' ? '0' : `${value < 0 ? TRUE_MINUS : ''}${text}${name}`
}

/** `value` is a height on the screen, not money. */
export const shortFigure = (value: number): string => inUnit(value, unitOf(value))

/** A share on an axis: whole percents. */
export const axisPercent = (value: number): string => `${showExact(String(Math.round(value * 100)))}%`

/** The figures of an axis, all in the unit of the largest height: 1.2万 above 0.9万, not above 9000. */
export function axisFigure(heights: readonly (number | null)[]): (value: number) => string {
  const unit = unitOf(Math.max(0, ...heights.map(one => Math.abs(one ?? 0))))
  return value => inUnit(value, unit)
}
