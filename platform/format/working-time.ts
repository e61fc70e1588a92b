/**
 * Working time: which days are worked, and minutes of work between two moments. Pure. A moment is a wall: minutes after 1970-01-01 00:00 on
 * the organisation's own clock, so that no zone shifts it; `workClock` does the same for instants. A minute counts by its beginning: the
 * one that begins at 17:59 is work, the one at 18:00 is not, so that spans that meet add up exactly.
 */
import { addDays, dayOfNumber, weekday } from './dates.ts'
import { dayInZone, instantInZone, zoneOffsetMs } from './zones.ts'

const dayMinutes = 1440
const minuteMs = 60_000
/** Ten years without a working day are a calendar that is wrong. */
const daysOffMax = 3660

/** Minutes after midnight: begins, ends. */
export type Span = readonly [opens: number, closes: number]
/** 09:00-13:00 and 14:00-18:00. */
export const usualHours: readonly Span[] = [
  [9 * 60, 13 * 60],
  [14 * 60, 18 * 60],
]

export type DayKind = 'work' | 'rest'

/** Hours of work from a day on: spans in their order, that do not overlap. */
export interface WorkHours {
  /** YYYY-MM-DD */
  readonly from: string
  readonly spans: readonly Span[]
}

export interface WorkCalendar {
  /** days (YYYY-MM-DD) that are not as their weekday: holidays, and weekends that are worked */
  readonly days?: ReadonlyMap<string, DayKind>
  /** ascending by `from`; before the first one: `usualHours` */
  readonly hours?: readonly WorkHours[]
}

export function isWorkingDay(day: string, { days }: WorkCalendar = {}): boolean {
  const kind = days?.get(day)
  return kind === undefined ? weekday(day) <= 5 : kind === 'work'
}

const noSpans: readonly Span[] = []

/** Working spans of a day by its number; none on a day off. */
function spansOf(number: number, calendar: WorkCalendar): readonly Span[] {
  const day = dayOfNumber(number)
  if (!isWorkingDay(day, calendar)) return noSpans
  return calendar.hours?.findLast(({ from }) => from <= day)?.spans ?? usualHours
}

/** Minutes of work that begin at `from` or later and before `to`; less than 0 where `to` is the earlier one. */
export function workingMinutesBetween(from: number, to: number, calendar: WorkCalendar = {}): number {
  if (to < from) return 0 - workingMinutesBetween(to, from, calendar)
  let minutes = 0
  for (let day = Math.floor(from / dayMinutes); day * dayMinutes < to; day += 1) {
    const midnight = day * dayMinutes
    for (const [opens, closes] of spansOf(day, calendar))
      minutes += Math.max(0, Math.min(to, midnight + closes) - Math.max(from, midnight + opens))
  }
  return minutes
}

/**
 * The first moment by which `minutes` of work have passed since `at`; before 0, the last moment from which as many pass until `at`. Work
 * that ends with a span ends there, not where the next one begins: eight hours from 09:00 end at 18:00. Throws where nothing is worked for
 * ten years.
 */
export function addWorkingMinutes(at: number, minutes: number, calendar: WorkCalendar = {}): number {
  if (!Number.isInteger(minutes)) throw new RangeError('工时应为整分钟数')
  if (minutes === 0) return at
  const way = minutes > 0 ? 1 : -1
  let left = Math.abs(minutes)
  const first = way === 1 ? Math.floor(at / dayMinutes) : Math.ceil(at / dayMinutes) - 1
  for (let day = first, daysOff = 0; daysOff < daysOffMax; day += way, daysOff += 1) {
    const spans = spansOf(day, calendar)
    for (const [opens, closes] of way === 1 ? spans : spans.toReversed()) {
      const begin = Math.max(day * dayMinutes + opens, way === 1 ? at : -Infinity)
      const end = Math.min(day * dayMinutes + closes, way === 1 ? Infinity : at)
      if (end <= begin) continue
      if (left <= end - begin) return way === 1 ? begin + left : end - left
      left -= end - begin
    }
    if (spans.length > 0) daysOff = 0
  }
  throw new RangeError('没有可以排入的工作日，请检查节假日')
}

/** Instants (ms since 1970 UTC) on the clock of an organisation. Parts of a minute do not count: one begun belongs to the time before. */
export interface WorkClock {
  readonly zone: string
  readonly calendar: WorkCalendar
  minutesBetween(fromMs: number, toMs: number): number
  /** the instant at which so many minutes of work have passed, or that lies so many before */
  add(atMs: number, minutes: number): number
}

export function workClock(zone: string, calendar: WorkCalendar): WorkClock {
  const wall = (ms: number): number => Math.ceil((ms + zoneOffsetMs(ms, zone)) / minuteMs)
  return {
    zone,
    calendar,
    minutesBetween: (fromMs, toMs) => workingMinutesBetween(wall(fromMs), wall(toMs), calendar),
    add(atMs, minutes) {
      if (minutes === 0) return atMs
      const end = addWorkingMinutes(wall(atMs), minutes, calendar)
      const day = Math.floor(end / dayMinutes)
      return instantInZone(dayOfNumber(day), `${clockOf(end - day * dayMinutes)}:00`, zone)
    },
  }
}

/** 'HH:mm' of minutes after midnight. */
export const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')

/** Minutes after midnight of 'HH:mm'; null where it is no time of day. 24:00 is the end of a day, not a time of it. */
export function minuteOfDay(time: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)
  return match === null ? null : Number(match[1]) * 60 + Number(match[2])
}

/** The end of the `days`-th working day after `at`, ms. */
export function workingDaysAfter(at: number, days: number, { zone, calendar }: WorkClock): number {
  let day = dayInZone(at, zone)
  for (let left = days; left > 0;) {
    day = addDays(day, 1)
    if (isWorkingDay(day, calendar)) left -= 1
  }
  return instantInZone(addDays(day, 1), '00:00', zone)
}
