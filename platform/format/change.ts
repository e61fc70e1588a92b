/** How far a figure has moved from the one it is held against: exact, from the figures as they are stored. Pure. */
import { divide, isZero, negate, subtract } from './decimal.ts'

/** decimals of a rate of change: enough for one shown decimal of a percentage */
const rateScale = 6

/** Null where either side is unknown. */
export const differenceOf = (now: string | null, was: string | null): string | null =>
  now === null || was === null ? null : subtract(now, was)

/**
 * The difference as a part of what was, which counts without its sign: a fee that grew from −100 to −120 moved by −20 %. Null where that is
 * nothing or unknown.
 */
export function rateOfChange(now: string | null, was: string | null): string | null {
  const difference = differenceOf(now, was)
  if (difference === null || was === null || isZero(was)) return null
  return divide(difference, was.startsWith('-') ? negate(was) : was, rateScale, 'halfUp')
}
