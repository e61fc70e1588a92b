/**
 * All that happens to the money of one demo shop, in the order of time: orders, their refunds, fees, reserves and payouts. Pure; holds no
 * more than the refunds still to come.
 */
import { seededRandom, type SeededRandom } from '#areas/admin/index.ts'
import { dayOfNumber } from '#platform/format/dates.ts'
import type { Assortment } from './assortment.ts'
import { closedPeriods, dayMs, daysOfPeriod, ordersOn, periodOf, type DemoSpan } from './calendar.ts'
import * as money from './events.ts'
import type { DemoEvent } from './events.ts'
import type { DemoMarketplace, DemoReports } from './marketplaces.ts'

export interface ShopPlan {
  /** position of the shop in the company */
  readonly number: number
  readonly name: string
  readonly market: DemoMarketplace
  readonly reports: DemoReports
  readonly assortment: Assortment
  readonly span: DemoSpan
  /** thousandths of an order on an average day */
  readonly perDayMilli: number
  readonly seed: number
  /** one fee that no mapping knows */
  readonly hasUnknownFee: boolean
  /** one settlement whose transaction report lacks a line */
  readonly hasDifference: boolean
  /** its last settlement, and what was ordered since that began, are left to its connection: nobody downloaded them */
  readonly isLeft?: true
}

type What = Omit<DemoEvent, 'epochMs' | 'period'>
const refundPerMille = 62
const secondsOfDay = 86_400
const advertisingEveryDays = 4
/** what was sold in the last days of a settlement is held back for the next one */
const reservedDays = 3
const paidAfterDays = 2

export function* timelineOf(plan: ShopPlan): Generator<DemoEvent> {
  const { span, market } = plan
  const chance = seededRandom(plan.seed)
  const refunds = new Map<number, What[]>()
  const payouts = new Map<number, { period: number; units: bigint }>()
  const closed = closedPeriods(span)
  let [total, held, sold] = [0n, 0n, 0n]
  for (let day = span.from; day < span.to; day++) {
    const period = periodOf(span, day)
    const { from, to } = daysOfPeriod(span, period)
    const at = (second: number, what: What, of = period): DemoEvent => ({ ...what, epochMs: day * dayMs + second * 1_000, period: of })
    const events: DemoEvent[] = []
    if (day === from && held > 0n) {
      events.push(at(0, money.reserveGiven(held)))
      held = 0n
    }
    const orders = ordersOf(plan, day, chance, refunds)
    const isOpen = period === closed
    for (const what of orders) {
      const isDeferred = isOpen && market.report.columns.includes('status') && chance.below(3) === 0
      events.push(at(60 + chance.below(secondsOfDay - 120), isDeferred ? { ...what, isDeferred } : what))
      sold += what.parts[0]?.units ?? 0n
      if (to - day <= reservedDays) held += money.totalOf(what)
    }
    for (const what of refunds.get(day) ?? []) events.push(at(60 + chance.below(secondsOfDay - 120), what))
    refunds.delete(day)
    for (const what of feesOf(plan, day, chance)) events.push(at(3_600 + chance.below(60_000), what))
    if ((day - span.from) % advertisingEveryDays === 3 && sold > 0n) {
      events.push(at(82_000, money.advertising(sold, chance)))
      sold = 0n
    }
    const payout = payouts.get(day)
    if (payout) events.push(at(30_000, money.transfer(payout.units), payout.period))
    payouts.delete(day)
    if (isOpen) held = 0n
    else if (day === to - 1 && held > 0n) events.push(at(secondsOfDay - 1, money.reserveHeld(held)))
    events.sort((a, b) => a.epochMs - b.epochMs)
    for (const event of events) {
      if (event.only !== 'transaction') total += money.totalOf(event)
      yield event
    }
    if (day < to - 1) continue
    if (total > 0n) payouts.set(to + paidAfterDays, { period, units: total })
    total = 0n
  }
}

/** The day's orders; a few of them come back some days later. */
function ordersOf(
  { span, market, assortment, perDayMilli }: ShopPlan,
  day: number,
  chance: SeededRandom,
  refunds: Map<number, What[]>,
): What[] {
  return Array.from({ length: ordersOn(span, day, perDayMilli, chance) }, () => {
    const order = money.order(market, assortment.pick(chance), chance)
    if (chance.below(1_000) < refundPerMille) {
      const back = day + 3 + chance.below(18)
      const due = refunds.get(back)
      const refund = money.refundOf(market, order, chance)
      if (due) due.push(refund)
      else refunds.set(back, [refund])
    }
    return order
  })
}

/** What the marketplace bills on fixed days of the month, and what it pays for lost goods. */
function feesOf(plan: ShopPlan, day: number, chance: SeededRandom): What[] {
  const { market, span, assortment } = plan
  const count = assortment.articles.length
  const text = dayOfNumber(day)
  const [month, date] = [Number(text.slice(5, 7)), Number(text.slice(8, 10))]
  const fees: What[] = []
  if (date === 3) fees.push(money.subscription(market))
  if (date === 8) fees.push(money.storage(market, count, chance))
  if (date === 12 && (month === 7 || month === 11)) fees.push(money.deal(market))
  if (date === 15) fees.push(money.inbound(market, count, chance))
  if (date === 22 && month % 3 === 0) fees.push(money.removal(market, count, chance))
  if (chance.below(9) === 0) fees.push(money.reimbursement(assortment.pick(chance), chance))
  if (plan.hasUnknownFee && day === span.openFrom - 20) fees.push(money.unknownFee(market))
  if (plan.hasDifference && day === span.openFrom - 34) fees.push(money.unreported(market))
  return fees
}
