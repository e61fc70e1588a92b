/** What a listing needs at its target: safety by service level, need in whole cartons, the gap filled by the fast channel. Pure. */
import type { Speed } from './speed.ts'

/** of a whole number that a float misses */
const tiny = 1e-9
/** never -0 */
export const upTo = (value: number): number => Math.ceil(value - tiny * Math.max(1, Math.abs(value))) + 0
const downTo = (value: number): number => Math.floor(value + tiny * Math.max(1, Math.abs(value)))
export const cartonsUp = (units: number, carton: number): number => upTo(units / carton) * carton
export const cartonsDown = (units: number, carton: number): number => downTo(units / carton) * carton
export function sumOf(values: readonly number[], days = values.length): number {
  let sum = 0
  for (let at = 0; at < days && at < values.length; at++) sum += values[at] ?? 0
  return sum
}

/** percent of service -> how many deviations of safety */
export const serviceLevels: Readonly<Record<number, number>> = { 99: 2.33, 98: 2.05, 95: 1.65, 90: 1.28, 80: 0.84, 50: 0 }

export interface Channel {
  readonly id: string
  readonly prepDays: number
  readonly transitP80: number
  readonly receiveDays: number
  /** of the days in transit */
  readonly sigma: number
}
export const leadOf = ({ prepDays, transitP80, receiveDays }: Channel): number => prepDays + transitP80 + receiveDays

export interface NeedInput {
  /** of the coming days, day 1 first; as long as the longest look ahead */
  readonly demand: readonly number[]
  readonly sigma: Speed['sigma']
  readonly slow: Channel
  readonly fast: Channel | null
  readonly service: number
  readonly reviewDays: number
  readonly maxCoverDays: number
  /** false: it is sold off or stopped */
  readonly replenished: boolean
  readonly carton: number
  /** what can be sold there, and what is on its way from one of its centres to another */
  readonly onHand: number
  readonly arrivals: readonly { readonly day: number; readonly units: number }[]
}
export interface Need {
  readonly lead: number
  readonly safety: number
  readonly target: number
  readonly position: number
  readonly need: number
  /** of it by the fast channel, because the stock ends before the other one arrives */
  readonly fast: number
  /** units missing until then */
  readonly missing: number
  /** the last day that the stock serves whole; null: it does not end before new stock comes */
  readonly endsOn: number | null
  /** days that the position lasts */
  readonly cover: number | null
}

export function needOf(input: NeedInput): Need {
  const { demand, sigma, slow, fast, carton, arrivals, onHand } = input
  const lead = leadOf(slow)
  const horizon = lead + input.reviewDays
  const asked = sumOf(demand, horizon)
  const daily = asked / horizon
  const spread = horizon * sigma ** 2 + daily ** 2 * slow.sigma ** 2
  const safety = upTo((serviceLevels[input.service] ?? 0) * Math.sqrt(spread))
  const target = upTo(asked + safety)
  const position = onHand + arrivals.reduce((sum, one) => sum + one.units, 0)
  const most = Math.max(0, cartonsDown(sumOf(demand, input.maxCoverDays) - position, carton))
  const isAsked = input.replenished && asked > 0
  const need = isAsked ? Math.min(cartonsUp(Math.max(0, target - position), carton), most) : 0
  const { missing, endsOn } = gapOf(input, lead, fast === null ? lead : leadOf(fast))
  const byFast = fast === null || leadOf(fast) >= lead ? 0 : Math.min(need, cartonsUp(missing, carton))
  return { lead, safety, target, position, need, fast: byFast, missing, endsOn, cover: daily === 0 ? null : position / daily }
}

/** Day by day until the slow channel arrives: a day that the stock does not serve whole is missing whole, where the fast one is there. */
function gapOf({ demand, onHand, arrivals }: NeedInput, until: number, from: number): { missing: number; endsOn: number | null } {
  let [stock, missing] = [onHand, 0]
  let endsOn: number | null = null
  for (let day = 1; day <= until; day++) {
    for (const one of arrivals) if (one.day === day) stock += one.units
    const asked = demand[day - 1] ?? 0
    if (stock + tiny >= asked) stock -= asked
    else {
      endsOn ??= day - 1
      if (day > from) missing += asked
    }
  }
  return { missing: upTo(missing), endsOn }
}
