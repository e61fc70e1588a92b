/** What is known of a listing before its product is looked at: its speed, its parameters and channels, what lies at its target. Pure. */
import { daysBetween } from '#platform/format/dates.ts'
import type { ChannelOf, Coming, EventOf, HouseNow, ProductOf, Rule } from './read-house.ts'
import type { Listing, ShopOf } from './read-shop.ts'
import { leadOf, type Channel } from './need.ts'
import { speedOf, type DemandEvent, type History, type Speed } from './speed.ts'
import { itemFlags } from './tables.ts'
import { platformChoices } from '#areas/reference/index.ts'
import { targets } from '../words.ts'

/** days that a stock file holds */
const freshDays = 3
/** part of the days in transit that they differ by, where few shipments tell */
const usualSpread = 0.15
const sea = 1

export const defaultRule: Rule = {
  shopId: null,
  labelId: null,
  categoryId: null,
  mode: 1,
  channelId: null,
  fastChannelId: null,
  fromWarehouseId: null,
  weights: [50, 30, 20],
  services: [95, 90, 80],
  reviewDays: 7,
  maxCoverDays: 120,
  manualDaily: null,
  supplyDays: 30,
}

interface Holder {
  readonly shopId: string | null
  readonly labelId: string | null
  readonly categoryId: string | null
}
interface Of {
  readonly shopId: string
  readonly labelId: string | null
  readonly categoryId: string | null
}
const holds = (one: Holder, of: Of): boolean =>
  (one.shopId ?? of.shopId) === of.shopId &&
  (one.labelId === null || one.labelId === of.labelId) &&
  (one.categoryId === null || one.categoryId === of.categoryId)
const nearness = (one: Holder): number => (one.labelId === null ? 0 : 4) + (one.categoryId === null ? 0 : 2) + (one.shopId === null ? 0 : 1)

/** Of a label, else of its category in the shop, the category, the shop, the organisation; of two alike the later one. */
export const ruleOf = (rules: readonly Rule[], of: Of): Rule =>
  rules
    .filter(one => holds(one, of))
    .toSorted((a, b) => nearness(a) - nearness(b))
    .at(-1) ?? defaultRule

const eventsOf = (events: readonly EventOf[], of: Of, today: string): readonly DemandEvent[] =>
  events
    .filter(one => holds(one, of))
    .map(one => ({
      from: daysBetween(today, one.startOn),
      to: daysBetween(today, one.endOn),
      factor: Number(one.factor) / 100,
      units: Number(one.units),
    }))

function channelFrom(one: ChannelOf | undefined): Channel | null {
  const transit = one?.p80 ?? one?.transitDays ?? null
  if (one === undefined || transit === null) return null
  const sigma = one.sigma ?? usualSpread * (one.transitDays ?? transit)
  return { id: one.id, prepDays: one.prepDays, transitP80: transit, receiveDays: one.receiveDays, sigma }
}

/** The channel of the parameters, else the first by sea; and the fastest one, where it is faster. */
export function channelsOf(channels: ReadonlyMap<string, ChannelOf>, rule: Rule): { slow: Channel | null; fast: Channel | null } {
  const known = [...channels.values()].flatMap(one => channelFrom(one) ?? [])
  const bySea = known.find(one => channels.get(one.id)?.mode === sea)
  const slow = rule.channelId === null ? (bySea ?? known[0] ?? null) : channelFrom(channels.get(rule.channelId))
  const fastest = known.toSorted((a, b) => leadOf(a) - leadOf(b))[0] ?? null
  const fast = rule.fastChannelId === null ? fastest : channelFrom(channels.get(rule.fastChannelId))
  return { slow, fast: slow !== null && fast !== null && leadOf(fast) < leadOf(slow) ? fast : null }
}

/** of each look the channels by parameters: listings that share them share these */
const channelsByRule = new WeakMap<HouseNow, Map<Rule, ReturnType<typeof channelsOf>>>()
function sharedChannels(house: HouseNow, rule: Rule): ReturnType<typeof channelsOf> {
  const of = channelsByRule.get(house) ?? new Map<Rule, ReturnType<typeof channelsOf>>()
  channelsByRule.set(house, of)
  const known = of.get(rule) ?? channelsOf(house.channels, rule)
  of.set(rule, known)
  return known
}

/** it is sold out of an own warehouse: nothing is shipped for it */
const here: Channel = { id: '', prepDays: 0, transitP80: 0, receiveDays: 0, sigma: 0 }

export interface Prepared {
  readonly shop: ShopOf
  readonly listing: Omit<Listing, 'history'>
  /** units of each day, with an x where it ended without stock or nobody tells */
  readonly history: string
  readonly trend: string
  readonly outDays: number | null
  readonly isSold: boolean
  readonly product: ProductOf | null
  readonly rule: Rule
  readonly events: readonly DemandEvent[]
  readonly speed: Speed
  readonly flag: number
  readonly snapshotOn: string | null
  readonly target: number | null
  readonly toWarehouseId: string | null
  readonly slow: Channel
  readonly fast: Channel | null
  readonly onHand: number
  readonly coming: readonly Coming[]
}

export function prepare(
  house: HouseNow,
  shop: ShopOf,
  { history, ...listing }: Listing,
  snapshotOn: string | null,
  today: string,
): Prepared {
  const product = listing.productId === null ? null : (house.products.get(listing.productId) ?? null)
  const of = { shopId: shop.id, labelId: listing.labelId, categoryId: product?.categoryId ?? null }
  const rule = ruleOf(house.rules, of)
  const { slow, fast } = sharedChannels(house, rule)
  const kind = house.warehouses.find(one => one.id === shop.warehouseId)?.kind
  const isFba = shop.platform === platformChoices.amazon[0]
  const isAbroad = !isFba && kind === 3
  const isShipped = isFba || isAbroad
  const speed = speedOf(history, rule.weights)
  const isStale = isFba && (snapshotOn === null || daysBetween(snapshotOn, today) > freshDays)
  const flag =
    product === null
      ? itemFlags.unmapped
      : isStale
        ? itemFlags.stale
        : isShipped && slow === null
          ? itemFlags.noChannel
          : speed.daily === null
            ? itemFlags.few
            : itemFlags.ok
  return {
    shop,
    listing,
    history: history.units.map((units, at) => (history.seen[at] === true ? String(units) : `${units}x`)).join(','),
    trend: trendOf(history),
    outDays: history.outDays ?? null,
    isSold: history.units.some(units => units > 0),
    product,
    rule,
    events: eventsOf(house.events, of, today),
    speed,
    flag: flag[0],
    snapshotOn,
    target: isFba ? targets.fba[0] : isAbroad ? targets.thirdParty[0] : targets.own[0],
    toWarehouseId: isAbroad ? shop.warehouseId : null,
    slow: isShipped ? (slow ?? here) : here,
    fast: isShipped ? fast : null,
    onHand: isFba ? (listing.stock?.available ?? 0) + (listing.stock?.reserved ?? 0) : isAbroad ? labelled(house, shop, listing) : 0,
    coming: listing.labelId === null ? [] : (house.coming.get(listing.labelId) ?? []),
  }
}

/** units with its label in the warehouse of the shop; bare ones are shared by speed when the product is looked at */
const labelled = (house: HouseNow, shop: ShopOf, listing: Pick<Listing, 'productId' | 'labelId'>): number =>
  house.freeOf.get(`${listing.productId ?? ''}:${shop.warehouseId ?? ''}:${listing.labelId ?? ''}`) ?? 0

const marks = [...'▁▂▃▄▅▆▇█']
const span = 3
/** Three days a mark, the highest one full; a dot where none of them had stock. */
export function trendOf({ units, seen }: History): string {
  // a look draws each listing of a company: no object is made for a day
  const parts: (number | null)[] = []
  let most = 1
  for (let at = 0; at < units.length; at += span) {
    let [sum, hasSome] = [0, false]
    for (let day = at; day < at + span; day++) {
      sum += units[day] ?? 0
      hasSome ||= seen[day] === true
    }
    parts.push(hasSome ? sum : null)
    if (hasSome && sum > most) most = sum
  }
  return parts.map(part => (part === null ? '·' : (marks[Math.round((part / most) * (marks.length - 1))] ?? ''))).join('')
}
