/**
 * How fast a listing sells: days without stock are left out, outliers are cut, three windows are weighted. Pure. Rates are estimates and
 * therefore floats; what is ordered and shipped by them is a whole number of units.
 */
export const historyDays = 90
const [cutDays, spreadDays, leastDays] = [28, 56, 7]
const windows = [7, 14, 30] as const

export interface History {
  /** ordered units of each day, the oldest first; the last is the day before the snapshot */
  readonly units: readonly number[]
  /** whether the day ended with stock that could be sold; others are left out */
  readonly seen: readonly boolean[]
  /** days that ended without stock, since there was some; null or absent: nobody tells */
  readonly outDays?: number | null
}
/** percent of the windows of 7, 14 and 30 days */
export type Weights = readonly [w7: number, w14: number, w30: number]

export interface Speed {
  /** units a day; null: there are fewer than seven days that tell */
  readonly daily: number | null
  readonly sigma: number
  readonly seenDays: number
  /** no day counts more; null: nothing was seen */
  readonly cutAt: number | null
  /** of each window; null: it has too few days, and its weight goes to the next shorter one */
  readonly means: readonly (number | null)[]
  /** days back from the snapshot that the longest window reaches */
  readonly windowDays: number
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** Of the last 28 days that were seen: median + 3 MAD, at least median + 1. */
export function cutOf(seen: readonly number[]): number {
  const last = seen.slice(-cutDays)
  const middle = median(last)
  return middle + Math.max(1, 3 * median(last.map(units => Math.abs(units - middle))))
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length

export function speedOf({ units, seen }: History, weights: Weights): Speed {
  // a look asks this of each listing of a company: no object is made for a day
  const [days, quantities]: [number[], number[]] = [[], []]
  for (let at = 0; at < units.length; at++)
    if (seen[at] === true) {
      days.push(at)
      quantities.push(units[at] ?? 0)
    }
  const none = { daily: null, sigma: 0, seenDays: days.length, cutAt: null, means: [null, null, null], windowDays: 0 }
  if (days.length === 0) return none
  const cutAt = cutOf(quantities)
  const cut = quantities.map(quantity => Math.min(quantity, cutAt))
  const spread = cut.slice(-spreadDays)
  const middle = mean(spread)
  const sigma = spread.length < 2 ? 0 : Math.sqrt(spread.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (spread.length - 1))
  if (days.length < leastDays) return { ...none, sigma, cutAt }
  const means = windows.map(length => (cut.length < length ? null : mean(cut.slice(-length))))
  const passed: number[] = [...weights]
  for (const at of [2, 1]) if (means[at] === null) [passed[at - 1], passed[at]] = [(passed[at - 1] ?? 0) + (passed[at] ?? 0), 0]
  const whole = passed.reduce((sum, one) => sum + one, 0)
  const daily = whole === 0 ? 0 : means.reduce((sum: number, one, at) => sum + (one ?? 0) * (passed[at] ?? 0), 0) / whole
  const longest = windows[means.findLastIndex(one => one !== null)] ?? leastDays
  return { daily, sigma, seenDays: days.length, cutAt, means, windowDays: units.length - (days[days.length - longest] ?? 0) }
}

/** How much more each month of the year is sold than the mean: of 24 months at most, within bounds; under 12 months nothing is known. */
export function seasonOf(months: readonly { readonly month: number; readonly units: number }[]): readonly number[] {
  const level = Array.from({ length: 12 }, () => 1)
  if (months.length < 12) return level
  const last = months.slice(-24)
  const whole = mean(last.map(one => one.units))
  if (whole <= 0) return level
  return level.map((_, month) => {
    const of = last.filter(one => one.month === month).map(one => one.units)
    return of.length === 0 ? 1 : Math.min(3, Math.max(0.5, mean(of) / whole))
  })
}

export interface DemandEvent {
  /** days from the snapshot on, both included */
  readonly from: number
  readonly to: number
  /** of what is sold otherwise */
  readonly factor: number
  /** besides, each day */
  readonly units: number
}
export interface Ahead {
  readonly daily: number
  /** by month of the year */
  readonly season: readonly number[]
  readonly events: readonly DemandEvent[]
  /** month of the year of each day; index 0 is the day of the snapshot */
  readonly months: readonly number[]
  /** the same of the days before it, the last one first */
  readonly past: readonly number[]
  readonly windowDays: number
}
/** a day; events that are multiplied give no more */
const mostDaily = 1e9
/** Units that the coming days ask for, day 1 first. */
export function demandOf({ daily, season, events, months, past, windowDays }: Ahead, days: number): readonly number[] {
  let [was, counted] = [0, 0]
  for (const month of past.slice(0, Math.max(1, windowDays))) {
    was += season[month] ?? 1
    counted += 1
  }
  const usual = counted === 0 ? daily : (daily * counted) / was
  const demand: number[] = []
  for (let day = 1; day <= days; day++) demand.push(usual * (season[months[Math.min(day, months.length - 1)] ?? 0] ?? 1))
  for (const one of events)
    for (let day = Math.max(1, one.from); day <= Math.min(days, one.to); day++)
      demand[day - 1] = Math.min(mostDaily, (demand[day - 1] ?? 0) * one.factor)
  for (const one of events)
    for (let day = Math.max(1, one.from); day <= Math.min(days, one.to); day++) demand[day - 1] = (demand[day - 1] ?? 0) + one.units
  if (events.length > 0) for (let at = 0; at < days; at++) demand[at] = Math.max(0, demand[at] ?? 0)
  return demand
}
