/**
 * Cents of amounts that are exact to more places: each is cut down or up to a whole cent so that all together are the rounded total
 * (largest remainder). Of equal remainders the earlier one is first, so that the same amounts give the same cents. Pure.
 */
import { decimalText, parseDecimal } from '#platform/format/decimal.ts'

const cents = 2
/** places that an amount of 4 places times a rate of 10 has, and some to spare */
export const exactScale = 20
const perCent = 10n ** BigInt(exactScale - cents)

/** Whole numbers of 1 / 10^20. */
export const exactOf = (text: string): bigint => {
  const { units, scale } = parseDecimal(text)
  if (scale > exactScale) throw new Error(`${text} has more than ${exactScale} places`)
  return units * 10n ** BigInt(exactScale - scale)
}
export const textOfCents = (units: bigint): string => decimalText(units, cents)
export const totalOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)

/** Half up, away from zero. */
export const roundedCents = (exact: bigint): bigint => {
  const size = exact < 0n ? -exact : exact
  const rounded = (size + perCent / 2n) / perCent
  return exact < 0n ? -rounded : rounded
}

const floorDivided = (a: bigint, b: bigint): bigint => (a % b < 0n ? a / b - 1n : a / b)

/** `total`: cents that they add up to; where it is what they come to, each is less than a cent off. */
export function centsOf(exact: readonly bigint[], total: bigint = roundedCents(totalOf(exact))): bigint[] {
  if (exact.length === 0) {
    if (total === 0n) return []
    throw new Error(`nothing is there that ${total} cents could be of`)
  }
  const floors = exact.map(amount => floorDivided(amount, perCent))
  const lacking = total - totalOf(floors)
  const each = floorDivided(lacking, BigInt(exact.length))
  const made = floors.map(floor => floor + each)
  const order = exact
    .map((amount, at) => ({ at, rest: amount - (floors[at] ?? 0n) * perCent }))
    .toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
  for (const { at } of order.slice(0, Number(lacking - each * BigInt(exact.length)))) made[at] = (made[at] ?? 0n) + 1n
  return made
}
