/**
 * Like for like: the two sides of a comparison. Each shop is cut at the day to which its files cover the period without a gap, the earlier
 * side holds as many days from its own beginning, and both sides hold the same shops. Pure; the one place where two periods are set against
 * each other.
 */
import { addDays, addMonths, addMonthsToDay, firstOfMonth, lastOfMonth, monthOf } from './dates.ts'
import { isWholeMonths, periodBefore, type Moved, type Period } from './periods.ts'

/** A shop and the days that its files cover, in order and without a gap in each; null: no files tell of its days. */
export interface Covered {
  readonly shop: string
  readonly days: readonly Period[] | null
  /** where no files tell of its days: the day to which those of others reach; absent: files tell of nobody's */
  readonly until?: string
}
export interface Sides {
  readonly now: Period
  readonly before: Period
}
/** noData: no day of the present side is complete, or the earlier one has a gap. new: nothing is there to hold it against. */
export type LeftOut = { readonly shop: string; readonly why: 'noData' | 'new' }
export interface Like {
  /** of the shops that both sides hold */
  readonly sides: ReadonlyMap<string, Sides>
  readonly leftOut: readonly LeftOut[]
  /** the last day that all of them hold; null: none of them has a complete one */
  readonly until: string | null
}

/** a shop whose files end so long before those of the others brings none any more, and holds up nothing */
export const restingDays = 35

/** The day up to which all of these shops are complete, but for those that bring no files any more; null: no shop has any. */
export function commonUntil(days: readonly (string | null)[]): string | null {
  const known = days.filter(day => day !== null).toSorted()
  const newest = known.at(-1)
  return newest === undefined ? null : (known.find(day => day >= addDays(newest, -restingDays)) ?? newest)
}

const least = (a: string, b: string): string => (a < b ? a : b)
const greatest = (a: string, b: string): string => (a > b ? a : b)

/** The day of the earlier side that a day of the period is held against: by its number, a whole month up to the last of the other. */
export function dayBefore(period: Period, day: string, { unit, count }: Moved): string {
  if (unit === 'day') return addDays(day, -count)
  const month = monthOf(day)
  return isWholeMonths(period) && day === lastOfMonth(month) ? lastOfMonth(addMonths(month, -count)) : addMonthsToDay(day, -count)
}

/** Both sides of a period that is complete up to a day; null: none of its days is. */
export function sidesUntil(period: Period, moved: Moved, until: string): Sides | null {
  if (until < period.from) return null
  const to = least(period.to, until)
  return { now: { from: period.from, to }, before: { from: periodBefore(period, moved).from, to: dayBefore(period, to, moved) } }
}

/** The last day that files cover from this one on; of a shop that begins within the period from its first day on. Null: none. */
function coveredUntil(days: readonly Period[], { from, to }: Period): string | null {
  const holding = days.find(one => one.from <= from && one.to >= from)
  const [first] = days
  if (holding !== undefined) return holding.to
  return first !== undefined && first.from > from && first.from <= to ? first.to : null
}

/** Without the months of before the shop began: nothing is held against them. Null: nothing is left. */
function sinceBegun({ now, before }: Sides, period: Period, moved: Moved, since: string): Sides | null {
  if (since > before.to) return null
  const month = monthOf(since)
  if (moved.unit === 'day' || !isWholeMonths(period) || firstOfMonth(month) <= before.from) return { now, before }
  const from = firstOfMonth(addMonths(month, moved.count))
  return from > now.to ? null : { now: { from, to: now.to }, before: { from: firstOfMonth(month), to: before.to } }
}

type Cut = { readonly sides: Sides; readonly until: string | null } | LeftOut['why']

/** What of a shop both sides hold, as far as files tell. */
export function cutOf(period: Period, moved: Moved, { days, until: ofOthers }: Omit<Covered, 'shop'>): Cut {
  const [first] = days ?? []
  if (days === null || first === undefined) {
    const sides = sidesUntil(period, moved, ofOthers ?? period.to)
    return sides === null ? 'noData' : { sides, until: null }
  }
  const until = coveredUntil(days, period)
  const whole = until === null ? null : sidesUntil(period, moved, until)
  if (until === null || whole === null) return 'noData'
  const { before } = whole
  const sides = sinceBegun(whole, period, moved, first.from)
  if (sides === null) return 'new'
  const begins = greatest(before.from, first.from)
  return days.some(one => one.from <= begins && one.to >= before.to) ? { sides, until } : 'noData'
}

/** `isThere`: whether a shop has any facts within these days. A shop without any on either side is of no account. */
export function likeForLike(
  period: Period,
  moved: Moved,
  shops: readonly Covered[],
  isThere: (shop: string, days: Period, side: 'now' | 'before') => boolean,
): Like {
  const earlier = periodBefore(period, moved)
  const sides = new Map<string, Sides>()
  const leftOut: LeftOut[] = []
  const ends: string[] = []
  let isHeld = false
  for (const covered of shops) {
    const { shop } = covered
    const cut = cutOf(period, moved, covered)
    if (typeof cut === 'string') {
      if (isThere(shop, period, 'now') || isThere(shop, earlier, 'before')) leftOut.push({ shop, why: cut })
      continue
    }
    const [has, had] = [isThere(shop, cut.sides.now, 'now'), isThere(shop, cut.sides.before, 'before')]
    if (has && !had) leftOut.push({ shop, why: 'new' })
    else {
      sides.set(shop, cut.sides)
      isHeld ||= had
    }
    if ((has || had) && cut.until !== null) ends.push(least(period.to, cut.until))
  }
  // a shop without any facts holds nothing either
  const isNothing = !isHeld && leftOut.length > 0
  return { sides, leftOut, until: isNothing && ends.length === 0 ? null : (commonUntil(ends) ?? period.to) }
}

/** Which shops, and of each which days or whole months. */
export interface Only {
  readonly shops: readonly string[]
  /** null: all of the period */
  readonly spans: { readonly unit: 'day' | 'month'; readonly first: readonly string[]; readonly last: readonly string[] } | null
}
/** A part of a side that is read by itself: whole months by month, the month in which shops end by day. */
export interface Part extends Period {
  /** null: all shops, all days */
  readonly only: Only | null
  readonly byDay: boolean
}

const isMonths = (one: Period): boolean => isWholeMonths(one)

/** A side in one: all of its period, narrowed to what shops hold of it. */
export function wholeOf(period: Period, spans: ReadonlyMap<string, Period>, count: number): Part {
  const all = [...spans]
  const isFull = all.every(([, one]) => one.from <= period.from && one.to >= period.to)
  if (isFull && all.length === count) return { ...period, only: null, byDay: false }
  const shops = all.map(([shop]) => shop)
  if (isFull) return { ...period, only: { shops, spans: null }, byDay: false }
  const isByMonth = isWholeMonths(period) && all.every(([, one]) => isMonths(one))
  const told = { first: all.map(([, one]) => one.from), last: all.map(([, one]) => one.to) }
  return { ...period, only: { shops, spans: { unit: isByMonth ? 'month' : 'day', ...told } }, byDay: !isByMonth }
}

/** The same in parts, so that only the months in which a shop ends are read by day. */
export function partsOf(period: Period, spans: ReadonlyMap<string, Period>, count: number): readonly Part[] {
  const whole = wholeOf(period, spans, count)
  if (!whole.byDay || !isWholeMonths(period)) return [whole]
  const ends = [...spans.values()].filter(one => !isMonths(one)).map(one => firstOfMonth(monthOf(one.to)))
  const cut = ends.toSorted()[0] ?? period.from
  if (cut <= period.from) return [whole]
  const within = (from: string, to: string): ReadonlyMap<string, Period> =>
    new Map(
      [...spans].flatMap(([shop, one]) => {
        const [first, last] = [greatest(from, one.from), least(to, one.to)]
        return first > last ? [] : [[shop, { from: first, to: last }]]
      }),
    )
  const last = addDays(cut, -1)
  return [
    wholeOf({ from: period.from, to: last }, within(period.from, last), count),
    wholeOf({ from: cut, to: period.to }, within(cut, period.to), count),
  ]
}
