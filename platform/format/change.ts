/** How far a figure has moved from the one it is held against: exact, from the figures as they are stored. Pure; nothing else says it. */
import { compare, divide, isNegative, isZero, multiply, negate, subtract } from './decimal.ts'

/** decimals of a rate of change: enough for one shown decimal of a percentage */
const rateScale = 6
/** what moves by less is told without colour */
const quietBelow = '0.01'

type Values = Readonly<Record<string, string | null>>
/** Figures with what they are held against, as a report answers them. */
export interface Held {
  readonly values: Values
  readonly was?: Values | null | undefined
  /** what of the figures is held against `was`, where that is not all */
  readonly now?: Values | null | undefined
}
/** Both sides of one figure, like for like. */
export const sidesOf = ({ values, was, now }: Held, name: string): readonly [now: string | null, was: string | null] => [
  (now ?? values)[name] ?? null,
  was?.[name] ?? null,
]

export interface Change {
  /** null where either side is unknown */
  readonly difference: string | null
  /** the difference as a part of what was; null where that is unknown, nothing or below */
  readonly rate: string | null
  /** good and bad follow from what is better of the figure; quiet: less than a hundredth; null: it is neither */
  readonly tone: 'good' | 'bad' | 'quiet' | null
}

export function changeOf(now: string | null, was: string | null, better?: 'up' | 'down'): Change {
  if (now === null || was === null) return { difference: null, rate: null, tone: null }
  const difference = subtract(now, was)
  const isBased = !isZero(was) && !isNegative(was)
  const rate = isBased ? divide(difference, was, rateScale, 'halfUp') : null
  const size = (value: string): string => (isNegative(value) ? negate(value) : value)
  const isQuiet = isZero(difference) || compare(size(difference), multiply(size(was), quietBelow)) < 0
  if (isQuiet) return { difference, rate, tone: 'quiet' }
  return { difference, rate, tone: better === undefined ? null : isNegative(difference) === (better === 'down') ? 'good' : 'bad' }
}
