/** What the first fetching of a plan takes: calls, and the minutes that the marketplace's limits make of them. Pure. */
import { daysBetween } from '#platform/format/dates.ts'
import type { Platform, Source } from './platform.ts'

/** calls of a window: a report is asked for, looked at twice, named and fetched; a listed one is found, named and fetched */
const perWindow = (source: Source): number => (source.by === 'report' ? (source.listed === true ? 3 : 5) : source.by === 'files' ? 3 : 2)

export interface Cost {
  readonly windows: number
  readonly calls: number
  readonly minutes: number
}
export function costOf(platform: Platform, source: Source, from: string, to: string): Cost {
  const windows = from > to ? 0 : source.snapshot === true ? 1 : Math.ceil((daysBetween(from, to) + 1) / source.days)
  return { windows, calls: windows * perWindow(source), minutes: minutesOf(platform, source, windows) }
}
const slowestOf = (source: Source): string =>
  source.by === 'report' ? (source.listed === true ? 'getReports' : 'createReport') : source.by === 'call' ? source.call : source.file
function minutesOf({ operationOf }: Platform, source: Source, windows: number): number {
  const slowest = operationOf(slowestOf(source))
  const { rate, burst } = source.limit ?? { rate: slowest.rate ?? 1, burst: slowest.burst ?? 1 }
  // what may be called at once does not wait; who fills the past leaves half of it to others
  const waiting = Math.max(0, windows - Math.floor(burst / 2))
  return Math.ceil(waiting / rate / 60)
}

/** Minutes of several plans at once: those of one operation wait for each other. */
export function firstMinutes(platform: Platform, plans: readonly { readonly report: string; readonly calls: number }[]): number {
  const told = plans.flatMap(({ report, calls }) => {
    const source = platform.sources[report]
    return source === undefined ? [] : [{ source, key: source.limit === undefined ? slowestOf(source) : report, calls }]
  })
  const minutes = [...Map.groupBy(told, one => one.key).values()].flatMap(of => {
    const windows = of.reduce((sum, { source, calls }) => sum + calls / perWindow(source), 0)
    return of[0] === undefined ? [] : [minutesOf(platform, of[0].source, windows)]
  })
  return Math.max(0, ...minutes)
}
