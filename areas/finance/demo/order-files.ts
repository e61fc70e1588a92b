/**
 * The orders of a demo shop at Amazon as its all-orders reports tell of them: those that its settlements pay for, by the same numbers and
 * amounts, some hours before they are posted; some called off, which nobody pays for, and the newest still waiting. Pure.
 */
import { marketplaceSeed } from '#areas/reference/index.ts'
import { orderWriters, type DemoOrder } from '#areas/sales/index.ts'
import { addDays, dayOfNumber } from '#platform/format/dates.ts'
import { dayInZone } from '#platform/format/zones.ts'
import type { Article } from './assortment.ts'
import { dayMs, spanOf } from './calendar.ts'
import type { DemoEvent } from './events.ts'
import { leftFrom, type DemoFile } from './generate.ts'
import { timelineOf, type ShopPlan } from './timeline.ts'

const daysPerFile = 92
const hourMs = 3_600_000
/** hours from the order to its shipment, which posts it */
const [leastHours, mostHours] = [4, 40]
const [calledOffEach, waitingPerDay, waitingDays] = [25, 4, 2]
/** the price of an order holds the tax there */
const isTaxInside = (plan: ShopPlan): boolean => !['amazon.com', 'amazon.ca'].includes(plan.market.code)

/** The plan of as long a time before: the shop sold half as much, and nobody kept its settlements. */
export function before(plan: ShopPlan, months: number): ShopPlan {
  const span = spanOf(dayOfNumber(plan.span.from), months, plan.number)
  const { isLeft: _, ...own } = plan
  return { ...own, seed: plan.seed + 1, span, perDayMilli: Math.floor(plan.perDayMilli / 2) }
}

/** `isPast`: nothing of it waits any more. */
export function* orderFilesOf(plan: ShopPlan, isPast = false): Generator<DemoFile> {
  const { market, number, name } = plan
  const orders = [...ordersOf(plan, isPast)].toSorted((a, b) => a.orderedAt - b.orderedAt)
  const shop = { id: '', name, number, zone: '', marketplaceCode: market.code, currency: market.currency, decimals: market.decimals }
  const zone = marketplaceSeed.find(({ code }) => code === market.code)?.zone ?? 'UTC'
  const dayOf = ({ orderedAt }: DemoOrder): string => dayInZone(orderedAt, zone)
  const days = orders.map(dayOf)
  const least = (a: string, b: string): string => (a < b ? a : b)
  // the zone of the marketplace may be a day ahead
  const [lastOfPlan, lastOfOrders] = [dayOfNumber(plan.span.to - 1), days.at(-1) ?? '']
  const last = lastOfPlan < lastOfOrders ? lastOfOrders : lastOfPlan
  const left = plan.isLeft === true ? leftFrom(plan) : null
  for (let from = least(days[0] ?? last, dayOfNumber(plan.span.from)), to; from <= last; from = addDays(to, 1)) {
    const isLeft = left !== null && from >= left
    to = least(addDays(from, daysPerFile - 1), left === null || isLeft ? last : addDays(left, -1))
    const mine = orders.filter((_, at) => (days[at] ?? '') >= from && (days[at] ?? '') <= to)
    // the name says which days were asked for: a day without an order is no gap
    if (mine.length > 0)
      yield {
        name: `${name}-${from}_${to}-AllOrders.txt`,
        kind: 'orders',
        content: orderWriters.amazon.write(mine, shop),
        ...(isLeft ? { leftSince: dayOfNumber(plan.span.to) } : {}),
      }
  }
}

function* ordersOf(plan: ShopPlan, isPast: boolean): Generator<DemoOrder> {
  let place = 0
  for (const event of timelineOf(plan)) {
    if (event.settlementType !== 'Order' || event.article === undefined || event.orderId === undefined) continue
    place += 1
    const order = paidOrder(plan, event, event.article, place)
    yield order
    // a buyer who calls off orders again: the number is the next one
    if (place % calledOffEach === 0) yield { ...order, no: next(event.orderId), isCancelled: true }
  }
  if (!isPast) yield* waiting(plan)
}

const next = (orderId: string): string => `${orderId.slice(0, -1)}${(Number(orderId.slice(-1)) + 1) % 10}`

function paidOrder(plan: ShopPlan, { epochMs, quantity = 1, parts, orderId }: DemoEvent, article: Article, place: number): DemoOrder {
  const units = (amountType: string, description: string): number =>
    parts.reduce((sum, one) => (one.amountType === amountType && one.description === description ? sum + Number(one.units) : sum), 0)
  const [net, tax, freight] = [units('ItemPrice', 'Principal'), units('ItemPrice', 'Tax'), units('ItemPrice', 'Shipping')]
  const hours = leastHours + ((place * 7) % (mostHours - leastHours))
  return {
    ...plainOrder(epochMs - hours * hourMs, place),
    no: orderId ?? '',
    updatedAt: epochMs,
    hasFreight: freight > 0,
    freight,
    lines: [
      {
        offer: offerOf(plan, article),
        quantity,
        price: isTaxInside(plan) ? net + tax : net,
        tax,
        discount: -units('Promotion', 'Principal'),
      },
    ],
  }
}

/** What was ordered last and is not shipped yet. */
function* waiting(plan: ShopPlan): Generator<DemoOrder> {
  const { articles } = plan.assortment
  for (let day = plan.span.to - waitingDays; day < plan.span.to; day += 1)
    for (let i = 0; i < waitingPerDay; i += 1) {
      const article = articles[(day + i) % articles.length]
      if (article === undefined) return
      const at = day * dayMs + (8 + i * 3) * hourMs
      yield {
        ...plainOrder(at, i),
        no: `${plan.market.orderPrefixes[0] ?? '114'}-${String(9_000_000 + plan.number * 1_000 + i)}-${String(day).padStart(7, '0')}`,
        updatedAt: at + hourMs,
        isFresh: true,
        lines: [{ offer: offerOf(plan, article), quantity: 1 }],
      }
    }
}

const plainOrder = (orderedAt: number, place: number): DemoOrder => ({
  day: dayOfNumber(Math.floor(orderedAt / dayMs)),
  place,
  orderedAt,
  updatedAt: orderedAt,
  isFresh: false,
  isCancelled: false,
  isRefunded: false,
  hasFreight: false,
  to: 1,
  lines: [],
})
const offerOf = ({ assortment, number }: ShopPlan, article: Article) => ({
  sku: article.sku,
  title: article.title,
  cents: Number(article.price),
  itemId: orderWriters.amazon.itemId(number * 1_000 + assortment.articles.indexOf(article)),
})
