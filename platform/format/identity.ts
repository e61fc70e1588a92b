/** What a Chinese identity number says about its bearer. */
import { parseDate } from './dates.ts'

export interface IdentityFacts {
  /** YYYY-MM-DD */
  readonly birthday: string
  readonly sex: 'male' | 'female'
}

/**
 * Birthday and sex out of 18 characters (GB 11643: birthday at 7-14, sex at 17) or the older 15 (birthday at 7-12 without the century, sex
 * at 15; an odd figure is a man). null: another length, or characters that are no such number. The check character is not held against the
 * rest: it says nothing about the two.
 */
export function identityFacts(number: string): IdentityFacts | null {
  const written = number.trim()
  const match = /^\d{6}(\d{8})\d{2}(\d)[\dXx]$/.exec(written) ?? /^\d{6}(\d{6})\d{2}(\d)$/.exec(written)
  if (match === null) return null
  const [, day = '', sexFigure = ''] = match
  const full = day.length === 6 ? `19${day}` : day
  const birthday = parseDate(`${full.slice(0, 4)}-${full.slice(4, 6)}-${full.slice(6, 8)}`)
  return birthday === null ? null : { birthday, sex: Number(sexFigure) % 2 === 1 ? 'male' : 'female' }
}
