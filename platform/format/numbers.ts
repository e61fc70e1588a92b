/** How numbers are shown. Takes decimal strings and answers text; nothing here calculates with JS numbers except file sizes. */
import { toFixedScale, multiply, canonical, type Rounding } from './decimal.ts'

/** What a missing figure shows. */
export const MISSING = '—'
/** U+2212, as wide as a plus: columns of figures line up. For display only, never in a file or a copy. */
export const TRUE_MINUS = '\u2212'

/** "-1234567.5" -> "-1,234,567.5". The decimals stay as they are. */
export function withThousands(text: string): string {
  const point = text.indexOf('.')
  const whole = point < 0 ? text : text.slice(0, point)
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return point < 0 ? grouped : grouped + text.slice(point)
}

/** A decimal as it is written, with thousand separators and the true minus: exact figures in hovers, tooltips, checks and notes. */
export const showExact = (value: string): string => trueMinus(withThousands(value))

/** A quantity as it is, with thousand separators; — where it is missing. */
export function showNumber(value: string | null | undefined): string {
  if (value === null || value === undefined || value === '') return MISSING
  return showExact(canonical(value))
}

/** A ratio ("0.1234") as a percentage with one decimal ("12.3%"). */
export function showPercent(ratio: string | null | undefined, rounding: Rounding = 'halfUp'): string {
  if (ratio === null || ratio === undefined || ratio === '') return MISSING
  return `${showExact(unsignedZero(toFixedScale(multiply(ratio, '100'), 1, rounding)))}%`
}

/** Bytes as MB with two decimals: bytes / 1048576. */
export function showFileSize(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(2)}MB`
}

const trueMinus = (text: string): string => (text.startsWith('-') ? TRUE_MINUS + text.slice(1) : text)

function unsignedZero(text: string): string {
  return /^-0(?:\.0*)?$/.test(text) ? text.slice(1) : text
}
