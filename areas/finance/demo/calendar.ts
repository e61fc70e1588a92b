/**
 * When a demo shop sells: settlement periods of 14 days, and the orders of a day by season, weekday and growth. Whole numbers, so that
 * every machine counts alike. Pure.
 */
import { addMonths, dayNumber, firstOfMonth, weekday, dayOfNumber } from '#platform/format/dates.ts'
import type { SeededRandom } from '#areas/admin/index.ts'

export const dayMs = 86_400_000
const periodDays = 14

export interface DemoSpan {
  /** days since 1970-01-01; `to` is not included */
  readonly from: number
  readonly to: number
  /** day on which the settlement that is still open began */
  readonly openFrom: number
}

/**
 * Twelve whole months and the running one until `today` (YYYY-MM-DD), which is not included. The last closed settlement ended 4 to 13 days
 * ago, by shop.
 */
export function spanOf(today: string, months: number, shopNumber: number): DemoSpan {
  const from = dayNumber(firstOfMonth(addMonths(today.slice(0, 7), -months)))
  const to = dayNumber(today)
  return { from, to, openFrom: to - 4 - (shopNumber % 10) }
}

/** How many settlements have ended. Each has 14 days but the first, which takes what is left over. */
export const closedPeriods = (span: DemoSpan): number => Math.floor((span.openFrom - span.from) / periodDays)

/** Number of the settlement a day belongs to: 0 is the first, `closedPeriods` the open one. */
export function periodOf(span: DemoSpan, day: number): number {
  return Math.max(0, Math.floor((day - span.openFrom) / periodDays) + closedPeriods(span))
}

/** First day of a settlement and of the one after it. */
export function daysOfPeriod(span: DemoSpan, period: number): { readonly from: number; readonly to: number } {
  const to = span.openFrom + (period + 1 - closedPeriods(span)) * periodDays
  return { from: period === 0 ? span.from : to - periodDays, to }
}

/** per mille of an average month: spring lull, Prime Day, the fourth quarter */
const seasons = [880, 800, 880, 900, 930, 960, 1_180, 960, 960, 1_060, 1_380, 1_500]
/** per mille by weekday, Monday first: people order on Sundays and Mondays */
const weekdays = [1_120, 1_020, 980, 960, 900, 930, 1_090]

/** Orders of a day. `perDayMilli`: thousandths of an order on an average day. */
export function ordersOn(span: DemoSpan, day: number, perDayMilli: number, chance: SeededRandom): number {
  const text = dayOfNumber(day)
  const season = seasons[Number(text.slice(5, 7)) - 1] ?? 1_000
  const week = weekdays[weekday(text) - 1] ?? 1_000
  // from 85 % to 115 % over the year, and what the day brings: 80 % to 120 %
  const growth = 850 + Math.floor((300 * (day - span.from)) / Math.max(1, span.to - span.from))
  const luck = 800 + chance.below(401)
  const factor = (((((season * week) / 1_000) * growth) / 1_000) * luck) / 1_000
  const milli = Math.floor((perDayMilli * Math.floor(factor)) / 1_000)
  return Math.floor(milli / 1_000) + (chance.below(1_000) < milli % 1_000 ? 1 : 0)
}
