/**
 * Why a figure moved: the difference of two periods, cut into effects that add up to it exactly. Pure.
 *
 * An amount P over a base S (profit over sales) with lines L (refunds, fees, costs), each a part of P:
 *
 *   P1 - P0 = (S1 - S0) x P0 / S0  +  sum of (L1 - S1 x L0 / S0)
 *
 * Without a base above zero the effects are the plain differences. A product of factors (orders x sales an order) is cut factor by factor,
 * each at the new value of those before it and the old value of those behind it.
 */
import { add, compare, divide, isNegative, isZero, multiply, negate, roundTo, subtract, sum } from './decimal.ts'

/** decimals of what is worked with before the effects are rounded */
const workScale = 24

/** One period: decimal strings. */
export interface Side {
  readonly of: string
  readonly base: string
  /** parts of `of` besides the base, in one order on both sides; what they do not hold of it is the rest */
  readonly lines: readonly string[]
}
export interface LineEffects {
  readonly volume: string
  /** as the lines are, the rest behind them */
  readonly lines: readonly string[]
  /** there was no base to take shares of: differences as they are */
  readonly isPlain: boolean
}

/** Effects with so many decimals; they add up to the difference of both figures as rounded. */
export function effectsOfLines(now: Side, was: Side, scale: number): LineEffects {
  const [linesNow, linesWas] = [withRest(now), withRest(was)]
  const isPlain = compare(was.base, '0') <= 0
  const grown = isPlain ? '0' : divide(now.base, was.base, workScale, 'halfUp')
  const volume = isPlain ? subtract(now.base, was.base) : subtract(multiply(grown, was.of), was.of)
  const lines = linesNow.map((line, at) => subtract(line, isPlain ? (linesWas[at] ?? '0') : multiply(grown, linesWas[at] ?? '0')))
  const [first = '0', ...others] = settled([volume, ...lines], differenceOfRounded(now.of, was.of, scale), scale)
  return { volume: first, lines: others, isPlain }
}

const withRest = ({ of, base, lines }: Side): readonly string[] => [...lines, subtract(subtract(of, base), sum(lines))]

/** One factor of a figure on one side: what stands over and under its line. */
export interface Factor {
  readonly over: string
  readonly under: string
}

/** Effects of the factors in their order, or null where one of them has nothing to divide by. */
export function effectsOfFactors(
  now: readonly Factor[],
  was: readonly Factor[],
  of: { readonly now: string; readonly was: string },
  scale: number,
): readonly string[] | null {
  if ([...now, ...was].some(({ under }) => isZero(under))) return null
  const valueOf = ({ over, under }: Factor): string => divide(over, under, workScale, 'halfUp')
  const [after, before] = [now.map(valueOf), was.map(valueOf)]
  const productOf = (values: readonly string[]): string =>
    values.reduce((product, value) => roundTo(multiply(product, value), workScale, 'halfUp'), '1')
  // the figure with the first so many factors as they are now
  const moved = after.map((_, at) => productOf([...after.slice(0, at), ...before.slice(at)]))
  const effects = moved.map((value, at) => subtract(moved[at + 1] ?? productOf(after), value))
  return settled(effects, differenceOfRounded(of.now, of.was, scale), scale)
}

const differenceOfRounded = (now: string, was: string, scale: number): string =>
  subtract(roundTo(now, scale, 'halfUp'), roundTo(was, scale, 'halfUp'))

/** Rounded; what rounding left over goes to the largest of them, so that they add up to the total. */
function settled(effects: readonly string[], total: string, scale: number): readonly string[] {
  const rounded = effects.map(one => roundTo(one, scale, 'halfUp'))
  const over = subtract(total, sum(rounded))
  const largest = rounded.reduce((best, one, at) => (compare(sizeOf(one), sizeOf(rounded[best] ?? '0')) > 0 ? at : best), 0)
  return rounded.map((one, at) => (at === largest ? add(one, over) : one))
}

export const sizeOf = (value: string): string => (isNegative(value) ? negate(value) : value)
/** -1, 0 or 1 */
const signOf = (value: string): number => compare(value, '0')

/** Which effects a sentence names; positions in the list given. */
export interface Named {
  /** those that go the way of the difference, the largest first */
  readonly main: readonly number[]
  /** the largest that goes the other way */
  readonly but: number | null
}
/** so much of all effects of one sign is told */
const toldShare = '0.8'
const mainMax = 3
/** one that is less of the difference is not told */
const leastShare = '0.05'
/** one of the other sign is told from here on */
const butShare = '0.2'

export function namedEffects(effects: readonly string[], difference: string): Named {
  const size = sizeOf(difference)
  const bySize = effects.map((value, at) => ({ value, at })).sort((a, b) => compare(sizeOf(b.value), sizeOf(a.value)))
  const isTold = (value: string, share: string): boolean => compare(sizeOf(value), multiply(size, share)) >= 0
  const same = bySize.filter(one => signOf(one.value) === signOf(difference) && signOf(difference) !== 0)
  const enough = multiply(sum(same.map(one => sizeOf(one.value))), toldShare)
  const main: number[] = []
  let told = '0'
  for (const { value, at } of same) {
    if (main.length === mainMax || compare(told, enough) >= 0 || !isTold(value, leastShare)) break
    main.push(at)
    told = add(told, sizeOf(value))
  }
  const other = bySize.find(one => signOf(one.value) === -signOf(difference) && signOf(difference) !== 0)
  return { main, but: other !== undefined && isTold(other.value, butShare) ? other.at : null }
}

/** below this part of the base before, a difference is none */
const flatShare = '0.01'
export const isFlat = (difference: string, base: string): boolean =>
  isZero(difference) || (compare(base, '0') > 0 && compare(sizeOf(difference), multiply(base, flatShare)) < 0)

/** movers are told when they make so much of the difference together */
const moversShare = '0.4'
const moversMax = 2
/** The rows that moved most the way of the difference, when they tell of it; positions in the list given. */
export function namedMovers(differences: readonly string[], difference: string): readonly number[] {
  const most = differences
    .map((value, at) => ({ value, at }))
    .filter(({ value }) => signOf(value) !== 0 && signOf(value) === signOf(difference))
    .sort((a, b) => compare(sizeOf(b.value), sizeOf(a.value)))
    .slice(0, moversMax)
  const together = sum(most.map(one => sizeOf(one.value)))
  return most.length > 0 && compare(together, multiply(sizeOf(difference), moversShare)) >= 0 ? most.map(one => one.at) : []
}
