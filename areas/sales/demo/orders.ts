/** What is ordered in a demo shop, day by day, before any marketplace writes it down. Out of a seed. Pure. */
import type { seededRandom } from '#areas/admin/index.ts'
import { addDays, weekday } from '#platform/format/dates.ts'
import { instantInZone } from '#platform/format/zones.ts'
import { defined } from '#platform/server/area.ts'

export type Random = ReturnType<typeof seededRandom>

export interface Offer {
  readonly sku: string
  readonly title: string
  /** minor units of a currency with cents; of one without, its units */
  readonly cents: number
  /** number of the listing on its marketplace */
  readonly itemId: string
}
export interface DemoOrder {
  /** number of the marketplace, where other files tell of the order too; absent: made of day and place */
  readonly no?: string
  readonly day: string
  /** of the day, from 1 */
  readonly place: number
  readonly orderedAt: number
  readonly updatedAt: number
  readonly isFresh: boolean
  readonly isCancelled: boolean
  readonly isRefunded: boolean
  readonly hasFreight: boolean
  /** minor units, where other files tell of it too; absent: what the marketplace usually takes */
  readonly freight?: number
  /** which of the places that the marketplace delivers to */
  readonly to: number
  readonly lines: readonly DemoOrderLine[]
}
export interface DemoOrderLine {
  readonly offer: Offer
  readonly quantity: number
  /** minor units of the line, where other files tell of them too; absent: they follow from the offer */
  readonly price?: number
  readonly tax?: number
  readonly discount?: number
}
export interface DemoShop {
  readonly id: string
  readonly name: string
  readonly number: number
  readonly marketplaceCode: string
  readonly currency: string
  readonly zone: string
  readonly decimals: number
}

const clock = (hour: number, minute: number, second: number): string =>
  [hour, minute, second].map(n => String(n).padStart(2, '0')).join(':')

/** Orders of one day: more at weekends and before Christmas, one in six with two SKUs, one in 25 called off. */
export function ordersOfDay(
  shop: DemoShop,
  day: string,
  today: string,
  offers: readonly Offer[],
  perDay: number,
  random: Random,
): DemoOrder[] {
  const busy = (weekday(day) > 5 ? 0.5 : 0) + (['11', '12'].includes(day.slice(5, 7)) ? 0.8 : 0)
  const isFresh = day > addDays(today, -3)
  // what has happened lies before it, in every zone
  const newest = instantInZone(addDays(today, -2), clock(12, 0, 0), shop.zone)
  return Array.from({ length: Math.round(perDay * (1 + busy)) + random.below(perDay) }, (_, i): DemoOrder => {
    const orderedAt = instantInZone(day, clock(6 + random.below(17), random.below(60), random.below(60)), shop.zone)
    const isCancelled = random.below(25) === 0
    const chosen = Array.from({ length: random.below(6) === 0 ? 2 : 1 }, () =>
      // the first of the offers sell best
      defined(offers[Math.min(random.below(offers.length), random.below(offers.length))], 'an offer'),
    )
    const quantity = (): number => (random.below(8) === 0 ? 2 + random.below(2) : 1)
    return {
      day,
      place: i + 1,
      orderedAt,
      updatedAt: isFresh ? orderedAt + 3_600_000 : Math.min(orderedAt + 4 * 86_400_000, newest),
      isFresh,
      isCancelled,
      isRefunded: !isFresh && !isCancelled && random.below(40) === 0,
      hasFreight: random.below(4) === 0,
      to: random.below(100),
      lines: [...new Set(chosen)].map(offer => ({ offer, quantity: quantity() })),
    }
  })
}

/** An amount as files print it. */
export const printedMoney = (units: number, decimals: number): string => (Math.round(units) / 10 ** decimals).toFixed(decimals)
