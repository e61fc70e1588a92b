/**
 * Which units a marketplace shipped on a day: what came first leaves first. Before what is known to have come lay what was there at first.
 * Pure.
 */
export interface Came {
  readonly day: string
  readonly quantity: number
}
export interface Left {
  /** day of the order */
  readonly day: string
  /** units that lay there before the first arrival that is known */
  readonly opening: number
  /** units that left since, before that day; null: nobody says */
  readonly shipped: number | null
}

/** The arrival that a unit belongs to; null: it lay there before. `arrivals` in the order in which they came. */
export function arrivalOf<A extends Came>(arrivals: readonly A[], { day, opening, shipped }: Left): A | null {
  const before = arrivals.filter(one => one.day <= day)
  const last = before.at(-1) ?? null
  if (shipped === null || last === null) return last
  let left = shipped - Math.max(0, opening)
  if (left < 0) return null
  for (const one of before) {
    if (left < one.quantity) return one
    left -= one.quantity
  }
  return last
}
