/** What is bought of a product: what its listings ask for until an order made at the next look would be sold, less what there is. Pure. */
import { cartonsUp, serviceLevels, sumOf, upTo } from './need.ts'

export interface Sold {
  /** of the coming days, day 1 first */
  readonly demand: readonly number[]
  readonly sigma: number
  /** days to its target, and days between two looks */
  readonly lead: number
  readonly reviewDays: number
  /** stock at its target and on the way there */
  readonly position: number
  readonly safety: number
  readonly service: number
}
export interface BuyInput {
  readonly sold: readonly Sold[]
  /** from order to receipt */
  readonly supplyDays: number
  /** own stock that is free, and what waits to be inspected */
  readonly own: number
  /** ordered and asked for, not received */
  readonly coming: number
  readonly moq: number
  readonly pack: number
}
export interface Buy {
  readonly target: number
  readonly position: number
  readonly need: number
  /** with the least that the supplier takes, in whole packs */
  readonly quantity: number
  /** day on which less than the safety would be left; null: nothing is needed */
  readonly needOn: number | null
  readonly orderOn: number | null
}

export function buyOf({ sold, supplyDays, own, coming, moq, pack }: BuyInput): Buy {
  const horizonOf = (one: Sold): number => supplyDays + one.lead + one.reviewDays
  const asked = sold.reduce((sum, one) => sum + sumOf(one.demand, horizonOf(one)), 0)
  const spread = sold.reduce((sum, one) => sum + one.sigma ** 2 * horizonOf(one), 0)
  const service = sold.reduce((most, one) => Math.max(most, one.service), 0)
  const target = upTo(asked + (serviceLevels[service] ?? 0) * Math.sqrt(spread))
  const position = sold.reduce((sum, one) => sum + one.position, 0) + own + coming
  const need = asked > 0 ? Math.max(0, target - position) : 0
  if (need === 0) return { target, position, need, quantity: 0, needOn: null, orderOn: null }
  const needOn = lowOn(sold, position)
  return { target, position, need, quantity: cartonsUp(Math.max(need, moq), pack), needOn, orderOn: needOn - supplyDays }
}

/** The first day after which less is left than the safety of all listings. */
function lowOn(sold: readonly Sold[], position: number): number {
  const safety = sold.reduce((sum, one) => sum + one.safety, 0)
  const longest = Math.max(...sold.map(one => one.demand.length))
  let left = position
  for (let day = 1; day <= longest; day++) {
    left -= sold.reduce((sum, one) => sum + (one.demand[day - 1] ?? 0), 0)
    if (left < safety) return day
  }
  return longest
}
