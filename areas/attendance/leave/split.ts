/** What a leave takes of each day: a whole day is 480 minutes whatever the shift, a part of one in its share. Pure. */
import { daysFromTo } from '#platform/format/dates.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { lengthOf, minuteInZone, within, type Span } from '../day/spans.ts'

/** a day of leave, in minutes */
export const dayOfLeave = 480
export const leaveUnits = { hour: [1, '小时', 'Hours'], half: [2, '半天', 'Half days'], day: [3, '天', 'Days'] } as const
export const leaveCounts = { work: [1, '工作时间', 'Working time'], calendar: [2, '自然日', 'Calendar days'] } as const
const minuteMs = 60_000
const unitMinutes: Readonly<Record<number, number>> = { 1: 60, 2: dayOfLeave / 2, 3: dayOfLeave }

export interface LeaveKind {
  readonly unit: number
  readonly counts: number
}
export interface LeavePart {
  readonly day: string
  /** of the entitlement */
  readonly minutes: number
}
export interface ScheduledDay {
  readonly day: string
  readonly spans: readonly Span[]
}

/** Days of these times with what each takes; days without any are left out. Instants in minutes since 1970 UTC. */
export function leaveParts(
  { unit, counts }: LeaveKind,
  times: readonly Span[],
  days: readonly ScheduledDay[],
  zone: string,
): readonly LeavePart[] {
  const stretch = { from: times[0]?.from ?? 0, to: times.at(-1)?.to ?? 0 }
  if (counts === leaveCounts.calendar[0])
    return daysFromTo(dayInZone(stretch.from * minuteMs, zone), dayInZone((stretch.to - 1) * minuteMs, zone)).map(day => ({
      day,
      minutes: dayOfLeave,
    }))
  const least = unitMinutes[unit] ?? 1
  return days.flatMap(({ day, spans }) => {
    const [scheduled, covered] = [lengthOf(spans), lengthOf(within(spans, times))]
    if (covered === 0) return []
    // in one division, so that a share that is whole stays whole
    const units = Math.ceil((dayOfLeave * covered) / (scheduled * least))
    return [{ day, minutes: Math.min(dayOfLeave, units * least) }]
  })
}

/** The times of a leave; of a case that gives minutes a day so many of each day, from the hour at which the leave begins. */
export function leaveTimes(stretch: Span, dailyMinutes: number | null, zone: string): readonly Span[] {
  if (dailyMinutes === null) return [stretch]
  const [first, last] = [stretch.from, stretch.to - 1].map(minute => dayInZone(minute * minuteMs, zone))
  if (first === undefined || last === undefined) return []
  const clock = stretch.from - minuteInZone(first, 0, zone)
  return daysFromTo(first, last).flatMap(day => {
    const from = minuteInZone(day, clock, zone)
    const to = Math.min(from + dailyMinutes, stretch.to)
    return from < to ? [{ from, to }] : []
  })
}

export interface Room {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly free: number
}
export interface Taken extends LeavePart {
  readonly entitlementId: string
}
export interface Allotted {
  readonly taken: readonly Taken[]
  /** the first day that no entitlement covers in full, and how much of it lacks */
  readonly lacking: { readonly day: string; readonly minutes: number; readonly isCovered: boolean } | null
}
/** From which entitlement each day is taken: of those that cover it the one that ends first. */
export function allot(parts: readonly LeavePart[], rooms: readonly Room[]): Allotted {
  const left = new Map(rooms.map(one => [one.id, one.free]))
  const ordered = rooms.toSorted((a, b) => (a.to < b.to ? -1 : a.to > b.to ? 1 : Number(a.id) - Number(b.id)))
  const taken: Taken[] = []
  for (const { day, minutes } of parts) {
    let need = minutes
    const covering = ordered.filter(one => one.from <= day && day <= one.to)
    for (const { id } of covering) {
      const part = Math.min(need, left.get(id) ?? 0)
      if (part <= 0) continue
      taken.push({ day, minutes: part, entitlementId: id })
      left.set(id, (left.get(id) ?? 0) - part)
      need -= part
    }
    if (need > 0) return { taken, lacking: { day, minutes: need, isCovered: covering.length > 0 } }
  }
  return { taken, lacking: null }
}
