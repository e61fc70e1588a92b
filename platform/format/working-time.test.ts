/** Working time against a reference that looks at each single minute, on random calendars, hours, zones and moments. */
import { describe, expect, test } from 'vitest'
import { instantMs } from './instants.ts'
import { dayNumber, dayOfNumber, weekday } from './dates.ts'
import {
  addWorkingMinutes,
  usualHours,
  workClock,
  workingMinutesBetween,
  type DayKind,
  type Span,
  type WorkCalendar,
} from './working-time.ts'
import { dateTimeInZone } from './zones.ts'

/** A generator of its own, so that a failure can be had again. */
function random(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const base = dayNumber('2026-09-01')
const days = 60
const hoursOf = (next: (below: number) => number): Span[] =>
  next(3) === 0
    ? [...usualHours]
    : next(2) === 0
      ? [[8 * 60 + next(60), 12 * 60], [12 * 60 + 30 + next(60), 17 * 60 + next(120)]] // prettier-ignore
      : [[next(300), 600 + next(800)]]
function calendarOf(next: (below: number) => number): WorkCalendar {
  const kinds: DayKind[] = ['work', 'rest']
  const odd = new Map(Array.from({ length: next(25) }, () => [dayOfNumber(base + next(days)), kinds[next(2)]!] as const))
  const hours = next(2) === 0 ? [] : [10, 35].map(at => ({ from: dayOfNumber(base + at), spans: hoursOf(next) }))
  return { days: odd, hours }
}

/** Whether this minute of the organisation's clock is worked: read off the declaration, nothing shared with what is tested but days. */
function isWorked(wall: number, calendar: WorkCalendar): boolean {
  const [day, minute] = [dayOfNumber(Math.floor(wall / 1440)), ((wall % 1440) + 1440) % 1440]
  const kind = calendar.days?.get(day)
  if (kind === 'rest' || (kind === undefined && weekday(day) > 5)) return false
  let spans: readonly Span[] = usualHours
  for (const hours of calendar.hours ?? []) if (hours.from <= day) spans = hours.spans
  return spans.some(([opens, closes]) => minute >= opens && minute < closes)
}

test('minutes between equal a count minute by minute; they add up, and turn round', () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const next = random(seed)
    const calendar = calendarOf(next)
    const worked: number[] = [0]
    for (let at = 0; at < days * 1440; at += 1) worked.push(worked[at]! + Number(isWorked(base * 1440 + at, calendar)))
    for (let go = 0; go < 200; go += 1) {
      const [a, b, c] = [next(days * 1440), next(days * 1440), next(days * 1440)]
      const between = (from: number, to: number): number => workingMinutesBetween(base * 1440 + from, base * 1440 + to, calendar)
      expect(between(a, b)).toBe(worked[b]! - worked[a]!)
      expect(between(a, b) + between(b, c)).toBe(between(a, c))
    }
  }
})

test('what is added is what lies between, and no earlier moment will do', () => {
  for (let seed = 100; seed < 110; seed += 1) {
    const next = random(seed)
    const calendar = calendarOf(next)
    for (let go = 0; go < 30; go += 1) {
      const at = base * 1440 + 20 * 1440 + next(15 * 1440)
      const minutes = 1 + next(3_000)
      const end = addWorkingMinutes(at, minutes, calendar)
      let [walked, left] = [at, minutes]
      while (left > 0) left -= Number(isWorked(walked++, calendar))
      expect(end).toBe(walked)
      const start = addWorkingMinutes(at, -minutes, calendar)
      for (walked = at, left = minutes; left > 0;) left -= Number(isWorked(--walked, calendar))
      expect(start).toBe(walked)
      expect(workingMinutesBetween(start, at, calendar)).toBe(minutes)
    }
  }
})

describe('on the clock of an organisation', () => {
  test.each(['Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'UTC'])('%s: instants, over changes of the clock too', zone => {
    const next = random(7)
    for (let go = 0; go < 5; go += 1) {
      const calendar = calendarOf(next)
      const clock = workClock(zone, calendar)
      const from = Date.UTC(2026, 8, 20) + next(40 * 1440) * 60_000 + next(60_000)
      const to = from + next(8 * 1440) * 60_000
      let minutes = 0
      for (let at = Math.ceil(from / 60_000) * 60_000; at < to; at += 60_000) {
        const [day = '', time = ''] = dateTimeInZone(at, zone).split(' ')
        const wall = dayNumber(day) * 1440 + Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
        // an hour that the clock shows twice, or never, is a working hour nowhere
        minutes += Number(isWorked(wall, { ...calendar, hours: [] }))
      }
      const usual = workClock(zone, { ...calendar, hours: [] })
      expect(usual.minutesBetween(from, to)).toBe(minutes)
      const end = clock.add(from, 600)
      expect(clock.minutesBetween(from, end)).toBe(600)
      expect(clock.minutesBetween(from, end - 60_000)).toBe(599)
    }
  })
  test('seconds: a minute that has begun belongs to the time before', () => {
    const clock = workClock('Asia/Shanghai', {})
    const at = (text: string): number => instantMs(`${text}+08:00`)
    expect(clock.minutesBetween(at('2026-11-20T09:00:30'), at('2026-11-20T09:02:30'))).toBe(2)
    expect(clock.minutesBetween(at('2026-11-20T17:59:30'), at('2026-11-23T09:00:00'))).toBe(0)
    expect(clock.add(at('2026-11-20T17:00:00'), 480)).toBe(at('2026-11-23T17:00:00'))
    expect(clock.add(at('2026-11-23T10:00:00'), -120)).toBe(at('2026-11-20T17:00:00'))
    expect(clock.add(at('2026-11-21T10:00:00'), 0)).toBe(at('2026-11-21T10:00:00'))
  })
})

test('part of a minute of work, and a calendar without work, are refused', () => {
  expect(() => addWorkingMinutes(0, 1.5)).toThrow('整分钟')
  expect(() => addWorkingMinutes(0, 1, { hours: [{ from: '0001-01-01', spans: [] }] })).toThrow('没有可以排入的工作日')
})
