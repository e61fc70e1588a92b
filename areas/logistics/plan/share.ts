/** Short stock of a product is shared among its listings: the lowest days of cover are raised first, in whole cartons. Pure. */
import { cartonsDown } from './need.ts'

export interface Asking {
  readonly need: number
  /** units a day, and how many days what is there lasts at that pace */
  readonly daily: number
  readonly cover: number
}
const tiny = 1e-9

/** What each gets of the stock; all of its need where there is enough. */
export function shareStock(askers: readonly Asking[], stock: number, carton: number): readonly number[] {
  const whole = askers.reduce((sum, one) => sum + one.need, 0)
  if (whole <= stock) return askers.map(one => one.need)
  const given = cartonsDown(Math.max(0, stock), carton)
  const level = levelOf(askers, given)
  const exact = askers.map(one => raised(one, level))
  const shares = exact.map(units => cartonsDown(units, carton))
  let left = given - shares.reduce((sum, one) => sum + one, 0)
  const rest = exact.map((units, at) => Math.round((units - (shares[at] ?? 0)) * 1e6))
  const inTurn = askers
    .map((one, at) => ({ at, rest: rest[at] ?? 0, cover: one.cover, need: one.need }))
    .toSorted((a, b) => b.rest - a.rest || a.cover - b.cover || a.at - b.at)
  for (const { at, need } of inTurn) {
    if (left < carton) break
    if ((shares[at] ?? 0) + carton > need) continue
    shares[at] = (shares[at] ?? 0) + carton
    left -= carton
  }
  return shares
}

/** what it takes to last so many days, at most its need */
const raised = ({ need, daily, cover }: Asking, level: number): number => Math.min(need, Math.max(0, (level - cover) * daily))

/** The days of cover to which the stock raises all. Between two days on which somebody begins or has enough it grows evenly. */
function levelOf(askers: readonly Asking[], stock: number): number {
  const asking = askers.filter(one => one.need > 0 && one.daily > 0)
  const turns = [...new Set(asking.flatMap(one => [one.cover, one.cover + one.need / one.daily]))].toSorted((a, b) => a - b)
  let level = turns[0] ?? 0
  let used = 0
  for (const next of turns.slice(1)) {
    const pace = asking
      .filter(one => one.cover <= level + tiny && one.cover + one.need / one.daily > level + tiny)
      .reduce((sum, one) => sum + one.daily, 0)
    const step = (next - level) * pace
    if (used + step >= stock) return level + (stock - used) / pace
    used += step
    level = next
  }
  return level
}
