/**
 * The whole of a look: each listing, then each product over its listings. Pure: the same snapshot gives the same figures and proposals.
 * What a stock file of some days ago or a missing pair would make a guess of is told, and nothing is proposed for it.
 */
import { addDays, daysBetween } from '#platform/format/dates.ts'
import { buyOf, type Buy } from './buy.ts'
import { cartonsDown, leadOf, needOf, sumOf, upTo, type Channel, type Need } from './need.ts'
import type { Prepared } from './prepare.ts'
import type { Coming, HouseNow, ProductOf, SupplierOf } from './read-house.ts'
import { shareStock, type Asking } from './share.ts'
import { demandOf } from './speed.ts'
import { itemFlags, quantityMax } from './tables.ts'
import { targets } from '../words.ts'

/** beyond what suppliers' receipts tell */
const spareDays = 2
const horizonMax = 800
const proposes: readonly number[] = [itemFlags.ok[0], itemFlags.few[0]]

export interface Looked {
  readonly of: Prepared
  readonly daily: number | null
  readonly isMean: boolean
  /** what season and events make of a usual day, until new stock of the next look comes; null: nothing is sold */
  readonly ahead: number | null
  readonly cover: number | null
  readonly arrivesOn: string | null
  readonly onWay: number
  readonly need: Need | null
  readonly given: number
  readonly lack: number
  /** there and on the way beyond what the most days of cover ask for */
  readonly surplus: number
  /** the warehouse that ships it; empty: there is none */
  readonly fromId: string
  /** at its target and on the way there, with its part of bare units */
  readonly onHand: number
  readonly coming: readonly Coming[]
  readonly ships: readonly { readonly channelId: string; readonly quantity: number; readonly needOn: string; readonly orderOn: string }[]
}
export interface Bought {
  readonly productId: string
  readonly buy: Buy
  readonly supplier: SupplierOf | null
  /** the least that is bought, by supplier or product */
  readonly moq: number
  readonly supplyDays: number
  readonly supplyBy: SupplyBy
  readonly own: number
  readonly coming: number
  readonly daily: number
  readonly needOn: string
  readonly orderOn: string
  readonly listings: readonly Looked[]
}
export interface Snapshot {
  readonly today: string
  readonly house: HouseNow
  /** by category, by month of the year */
  readonly seasons: ReadonlyMap<string, readonly number[]>
}
interface Days {
  readonly months: readonly number[]
  readonly past: readonly number[]
}
const level = Array.from({ length: 12 }, () => 1)
const monthOf = (day: string): number => Number(day.slice(5, 7)) - 1
export const daysAround = (today: string): Days => ({
  months: Array.from({ length: horizonMax }, (_, at) => monthOf(addDays(today, at))),
  past: Array.from({ length: 120 }, (_, at) => monthOf(addDays(today, -1 - at))),
})

/** Units a day of the listings of a category that tell enough; for those that do not. */
export function categoryMeans(all: readonly Prepared[]): ReadonlyMap<string, number> {
  const known = all.filter(one => one.speed.daily !== null && one.product?.categoryId != null)
  return new Map(
    [...Map.groupBy(known, one => one.product?.categoryId ?? '')].map(([category, of]) => [
      category,
      of.reduce((sum, one) => sum + (one.speed.daily ?? 0), 0) / of.length,
    ]),
  )
}

/** The listings of one product, and what is to be bought of it. */
export function lookAt(
  { today, house, seasons }: Snapshot,
  days: Days,
  means: ReadonlyMap<string, number>,
  listings: readonly Prepared[],
): { looked: readonly Looked[]; bought: Bought | null } {
  const [first] = listings
  const product = first?.product ?? null
  const bare = listings.map(one => bareOf(house, one, listings))
  const ready = listings.map((of, at) => {
    const told = of.speed.daily
    const byHand = of.rule.manualDaily === null ? null : Number(of.rule.manualDaily)
    const daily = told ?? byHand ?? means.get(of.product?.categoryId ?? '') ?? 0
    const supply = supplyDaysOf(house, of, product?.id ?? '')
    const reach = Math.max(of.rule.maxCoverDays, supply + leadOf(of.slow) + of.rule.reviewDays)
    const season = seasons.get(of.product?.categoryId ?? '') ?? level
    const demand = demandOf({ daily, season, events: of.events, ...days, windowDays: of.speed.windowDays }, Math.min(horizonMax, reach))
    const coming = [...of.coming, ...(bare[at]?.coming ?? [])]
    const arrivals = coming.map(({ units, on }) => ({ units, day: arrivalDay(of, on, today) }))
    const onHand = of.onHand + (bare[at]?.units ?? 0)
    const service = of.rule.services[(of.product?.abc ?? 3) - 1] ?? of.rule.services[2]
    const isShipped = of.target !== targets.own[0]
    const need = needOf({
      demand,
      sigma: of.speed.sigma,
      slow: of.slow,
      fast: of.fast,
      service,
      reviewDays: of.rule.reviewDays,
      maxCoverDays: of.rule.maxCoverDays,
      replenished: isShipped && of.rule.mode === 1 && product?.status === 1,
      carton: product?.carton ?? 1,
      onHand,
      arrivals,
    })
    const isMean = told === null && byHand === null
    return { of, daily, isMean, demand, coming, arrivals, service, need, onHand, fromId: fromOf(house, of) }
  })
  const asking = ready.map(one => ({
    fromId: one.fromId,
    need: proposes.includes(one.of.flag) ? wanted(house, one.of, one.need) : 0,
    daily: sumOf(one.demand, one.need.lead + one.of.rule.reviewDays) / (one.need.lead + one.of.rule.reviewDays),
    cover: one.need.cover ?? Number.MAX_SAFE_INTEGER,
  }))
  const shares = sharesOf(house, product, asking)
  const looked = ready.map((one, at): Looked => {
    const given = shares[at] ?? 0
    const isTold = one.of.product !== null
    return {
      of: one.of,
      daily: one.of.speed.daily === null && one.isMean && !isTold ? null : one.daily,
      isMean: one.isMean,
      ahead: one.daily === 0 ? null : (asking[at]?.daily ?? 0) / one.daily,
      // its stock lies in the own warehouse, and is not counted at its target
      cover: one.of.target === targets.own[0] ? null : one.need.cover,
      arrivesOn: one.arrivals.length === 0 ? null : addDays(today, Math.min(...one.arrivals.map(({ day }) => day))),
      onWay: one.arrivals.reduce((sum, { units }) => sum + units, 0),
      need: isTold ? one.need : null,
      given,
      lack: (asking[at]?.need ?? 0) - given,
      surplus: one.of.target === targets.own[0] ? 0 : surplusOf(one.need.position, one.demand, one.of.rule.maxCoverDays),
      fromId: one.fromId,
      onHand: one.onHand,
      coming: one.coming,
      ships: shipsOf(house, one.of, one.need, given, today),
    }
  })
  return { looked, bought: product === null ? null : buy({ today, house, productId: product.id, ready, looked }) }
}

/** What is still there after so many days. */
const surplusOf = (position: number, demand: readonly number[], days: number): number =>
  Math.max(0, Math.floor(position) - upTo(sumOf(demand, days)))

/** What a warehouse has is shared among the listings that it ships for. */
function sharesOf(house: HouseNow, product: ProductOf | null, asking: readonly (Asking & { fromId: string })[]): readonly number[] {
  const given = new Map(
    [...Map.groupBy(asking, one => one.fromId)].flatMap(([fromId, of]) => {
      const stock = product === null ? 0 : Math.max(0, ownFree(house, product.id, fromId) - promised(house, product.id, fromId))
      const shares = shareStock(of, stock, product?.carton ?? 1)
      return of.map((one, at) => [one, shares[at] ?? 0] as const)
    }),
  )
  return asking.map(one => given.get(one) ?? 0)
}

const arrivalDay = (of: Prepared, on: string | null, today: string): number =>
  Math.max(1, on === null ? leadOf(of.slow) : daysBetween(today, on) + of.slow.receiveDays)

/** Bare units of a third-party warehouse, there and on the way there, belong to the listings there by their speed. */
function bareOf(house: HouseNow, one: Prepared, listings: readonly Prepared[]): { units: number; coming: readonly Coming[] } {
  if (one.toWarehouseId === null || one.product === null) return { units: 0, coming: [] }
  const there = listings.filter(other => other.toWarehouseId === one.toWarehouseId)
  const paces = there.reduce((sum, other) => sum + (other.speed.daily ?? 0), 0)
  const part = (units: number): number => Math.floor(paces === 0 ? units / there.length : (units * (one.speed.daily ?? 0)) / paces)
  const coming = house.bareComing.get(`${one.product.id}:${one.toWarehouseId}`) ?? []
  return {
    units: part(house.freeOf.get(`${one.product.id}:${one.toWarehouseId}:0`) ?? 0),
    coming: coming.map(({ units, on }) => ({ units: part(units), on })),
  }
}

const fromOf = (house: HouseNow, of: Prepared): string => of.rule.fromWarehouseId ?? house.warehouses[0]?.id ?? ''
const promised = (house: HouseNow, productId: string, warehouseId: string): number => house.promised.get(`${productId}:${warehouseId}`) ?? 0
const ownFree = (house: HouseNow, productId: string, warehouseId: string): number => house.ownFree.get(`${productId}:${warehouseId}`) ?? 0

/** who tells the days of supply: receipts, the supplier, parameters */
export type SupplyBy = 'receipts' | 'supplier' | 'rule'
const supplyDaysOf = (house: HouseNow, of: Prepared, productId: string): number => {
  const supplier = house.suppliers.get(productId)
  return (supplier?.p80 ?? supplier?.leadDays ?? of.rule.supplyDays) + spareDays
}
const supplyByOf = (supplier: SupplierOf | null): SupplyBy =>
  (supplier?.p80 ?? null) !== null ? 'receipts' : (supplier?.leadDays ?? null) !== null ? 'supplier' : 'rule'

const isIgnored = (house: HouseNow, of: Prepared, channel: Channel | null): boolean =>
  channel !== null && house.ignored.has(`${of.listing.labelId ?? ''}:${channel.id}`)
/** Of its need what nobody has ignored: what goes by an ignored fast channel goes by the other one. */
const wanted = (house: HouseNow, of: Prepared, need: Need): number =>
  !isIgnored(house, of, of.slow) ? need.need : of.fast === null || isIgnored(house, of, of.fast) ? 0 : need.fast

/** What goes by the fast channel and what by the other; short stock goes by the fast one first. */
function shipsOf(house: HouseNow, of: Prepared, need: Need, given: number, today: string): Looked['ships'] {
  const lasts = Math.floor(need.endsOn ?? need.cover ?? need.lead)
  const fast = of.fast === null || isIgnored(house, of, of.fast) ? 0 : Math.min(given, need.fast)
  const one = (channel: Channel, units: number, day: number) => {
    const needOn = addDays(today, Math.min(horizonMax, Math.max(0, day)))
    const quantity = Math.min(quantityMax, units)
    return quantity > 0 ? [{ channelId: channel.id, quantity, needOn, orderOn: addDays(needOn, -leadOf(channel)) }] : []
  }
  // the days until the slow one arrives are served by the fast one, where it brings all that they lack
  const isBridged = fast > 0 && fast === need.fast
  const slowDay = isBridged ? Math.max(lasts, leadOf(of.slow)) : lasts
  return [...(of.fast === null ? [] : one(of.fast, fast, lasts)), ...one(of.slow, given - fast, slowDay)]
}

interface Ready {
  readonly of: Prepared
  readonly daily: number
  readonly demand: readonly number[]
  readonly service: number
  readonly need: Need
}
interface Buying {
  readonly today: string
  readonly house: HouseNow
  readonly productId: string
  readonly ready: readonly Ready[]
  readonly looked: readonly Looked[]
}
function buy({ today, house, productId, ready, looked }: Buying): Bought | null {
  const sold = ready.filter(one => proposes.includes(one.of.flag) && one.of.rule.mode === 1 && one.of.product?.status === 1)
  const [first] = sold
  if (first === undefined) return null
  const supplier = house.suppliers.get(productId) ?? null
  const supplyDays = supplyDaysOf(house, first.of, productId)
  const homes = house.warehouses.filter(one => one.kind === 1)
  const all = homes.reduce((sum, one) => sum + ownFree(house, productId, one.id) - promised(house, productId, one.id), 0)
  const own = Math.max(0, all)
  const coming = house.bought.get(productId) ?? 0
  const moq = Math.max(supplier?.moq ?? 0, first.of.product?.moq ?? 0)
  const result = buyOf({
    sold: sold.map(one => ({
      demand: one.demand,
      sigma: one.of.speed.sigma,
      lead: one.need.lead,
      reviewDays: one.of.rule.reviewDays,
      position: one.need.position,
      safety: one.need.safety,
      service: one.service,
    })),
    supplyDays,
    own,
    coming,
    moq,
    pack: cartonsDown(Math.max(1, supplier?.pack ?? 1), 1),
  })
  const needOn = addDays(today, result.needOn ?? 0)
  return {
    productId,
    buy: { ...result, quantity: Math.min(quantityMax, result.quantity) },
    supplier,
    moq,
    supplyDays,
    supplyBy: supplyByOf(supplier),
    own,
    coming,
    daily: sold.reduce((sum, one) => sum + one.daily, 0),
    needOn,
    orderOn: addDays(needOn, -supplyDays),
    listings: looked.filter(one => sold.some(({ of }) => of === one.of)),
  }
}
