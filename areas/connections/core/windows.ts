/** Which days a plan asks for: the newest, what is read again, then the past, without a gap. Pure; days are those of the shop's zone. */
import { addDays, daysBetween } from '#platform/format/dates.ts'

/** what a plan asks by, as its operation declares it */
export interface PlanShape {
  /** days of one window at most */
  readonly days: number
  /** the newest days wait until there are so many of them */
  readonly least?: number
  /** a day is whole so many hours after its end */
  readonly delayHours: number
  /** days after its end on which a window is read again */
  readonly rereadDays: readonly number[]
}
export interface Window {
  /** first and last day, both in it */
  readonly from: string
  readonly to: string
  /** 0: the first reading; else days after its end on which it was read again */
  readonly round: number
}
export interface PlanState {
  /** the first day that is wanted */
  readonly backfillFrom: string
  /** all that there are */
  readonly windows: readonly Window[]
}

/**
 * What is due now and not there. `today`: of the shop; `hour`: its hours since midnight. At most `max`: newest first, then what is read
 * again, then the past from yesterday backwards.
 */
export function windowsOf(
  { days, least = 1, delayHours, rereadDays }: PlanShape,
  { backfillFrom, windows }: PlanState,
  today: string,
  hour: number,
  max: number,
): Window[] {
  const last = addDays(today, -1 - Math.ceil(Math.max(0, delayHours - hour) / 24))
  const first = windows.filter(one => one.round === 0).toSorted((a, b) => (a.from < b.from ? 1 : -1))
  const newest = first[0]?.to ?? last
  const lacking: Window[] = []
  // from the newest day back: what no window has, in pieces
  let end = last
  for (const one of [...first, { from: addDays(backfillFrom, -1), to: addDays(backfillFrom, -1) }]) {
    for (let from; end > one.to && end >= backfillFrom && lacking.length < max; end = addDays(from, -1)) {
      from = greater(addDays(end, 1 - days), greater(addDays(one.to, 1), backfillFrom))
      lacking.push({ from, to: end, round: 0 })
    }
    if (one.from <= end) end = addDays(one.from, -1)
  }
  const known = new Set(windows.map(one => `${one.from} ${one.round}`))
  const again = first.flatMap(one =>
    rereadDays.flatMap(round => (addDays(one.to, round) <= last && !known.has(`${one.from} ${round}`) ? [{ ...one, round }] : [])),
  )
  const isEarly = first.length > 0 && daysBetween(newest, last) < least
  const due = [...(isEarly ? [] : lacking.filter(one => one.to > newest)), ...again, ...lacking.filter(one => one.to <= newest)]
  return due.slice(0, max)
}

const greater = (a: string, b: string): string => (a > b ? a : b)
