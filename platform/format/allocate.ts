/**
 * Divides an amount among lines by a basis, so that the shares add up to the amount exactly: largest remainder. Pure; the one function by
 * which freight, storage, salaries and other costs are allocated.
 */
import { canonical, decimalText, isNegative, parseDecimal } from '#platform/format/decimal.ts'

/** One way to weigh the lines: a weight each. A weight below zero bears nothing. */
export interface Basis<Name extends string | number> {
  readonly name: Name
  readonly weights: readonly string[]
}
export interface Allocation<Name extends string | number> {
  /** the basis that was used: the first whose weights are not all zero */
  readonly basis: Name
  readonly weights: readonly string[]
  /** exact decimals in the order of the lines; their sum is the amount */
  readonly shares: readonly string[]
}

interface Ask<Name extends string | number> {
  /** exact decimal of any sign */
  readonly amount: string
  /** decimal places of a share; an amount with more places keeps its own */
  readonly scale: number
  /** in the order in which one stands in for the one before it */
  readonly bases: readonly Basis<Name>[]
}

const zero = BigInt(0)
const one = BigInt(1)
const ten = BigInt(10)

/** null: no line, or no basis with a weight above zero. */
export function allocate<Name extends string | number>({ amount, scale, bases }: Ask<Name>): Allocation<Name> | null {
  for (const { name, weights } of bases) {
    const units = inUnits(weights)
    const whole = units.reduce((sum, unit) => sum + unit, zero)
    if (whole === zero) continue
    return {
      basis: name,
      weights: weights.map(weight => (isNegative(weight) ? '0' : canonical(weight))),
      shares: sharesOf(amount, scale, units, whole),
    }
  }
  return null
}

/** Weights as whole numbers of one scale, which they all fit. */
function inUnits(weights: readonly string[]): bigint[] {
  const parsed = weights.map(parseDecimal)
  const scale = parsed.reduce((most, one) => Math.max(most, one.scale), 0)
  return parsed.map(({ units, scale: own }) => (units < zero ? zero : units * ten ** BigInt(scale - own)))
}

function sharesOf(amount: string, scale: number, weights: readonly bigint[], whole: bigint): string[] {
  // zeros at the end are how a column is printed, no places of the amount
  const parsed = parseDecimal(canonical(amount))
  const places = Math.max(scale, parsed.scale)
  const signed = parsed.units * ten ** BigInt(places - parsed.scale)
  const isBelow = signed < zero
  const units = isBelow ? -signed : signed
  const parts = weights.map(weight => (units * weight) / whole)
  const rests = weights.map(weight => (units * weight) % whole)
  let left = units - parts.reduce((sum, part) => sum + part, zero)
  // what is left is fewer units than lines with a remainder; of equal remainders the earlier line comes first
  const order = [...rests.keys()].toSorted((a, b) => {
    const [x, y] = [rests[a] ?? zero, rests[b] ?? zero]
    return x === y ? a - b : x > y ? -1 : 1
  })
  for (const at of order) {
    if (left === zero) break
    parts[at] = (parts[at] ?? zero) + one
    left -= one
  }
  return parts.map(part => decimalText(isBelow ? -part : part, places))
}
