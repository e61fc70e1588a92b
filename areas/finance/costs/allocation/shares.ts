/**
 * How a fee falls on lines: by its basis, or where that is zero on every line by the first of a stated order that is not. Shares add up to
 * the fee exactly, whatever its sign and scale (largest remainder, platform/format/allocate.ts). Pure.
 */
import { allocate, type Allocation } from '#platform/format/allocate.ts'
import { divide } from '#platform/format/decimal.ts'

/** decimal places of a weight as it is stored */
const weightScale = 6

export interface Division<Name extends string, Line> {
  /** exact decimal of any sign */
  readonly amount: string
  /** decimal places of the currency */
  readonly scale: number
  readonly basis: Name
  /** what stands in for a basis that is zero on every line, in this order */
  readonly inTurn: readonly Name[]
  readonly lines: readonly Line[]
  /** exact decimal; below zero bears nothing */
  readonly weight: (basis: Name, line: Line) => string
}

/** null: there is no line, or no basis with a weight above zero. */
export function dividedAmong<Name extends string, Line>(of: Division<Name, Line>): Allocation<Name> | null {
  for (const name of [of.basis, ...of.inTurn.filter(one => one !== of.basis)]) {
    const made = allocate({
      amount: of.amount,
      scale: of.scale,
      bases: [{ name, weights: of.lines.map(line => of.weight(name, line)) }],
    })
    if (made !== null) return { ...made, weights: made.weights.map(weight => divide(weight, '1', weightScale, 'halfUp')) }
  }
  return null
}
