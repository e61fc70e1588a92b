import { describe, expect, test } from 'vitest'
import { nextAfter, whenFault, whenWords } from './when.ts'
import type { When } from '../contract/timed.ts'

const next = (when: When, after: string, zone = 'Asia/Shanghai', days?: ReadonlyMap<string, 'work' | 'rest'>): string | undefined =>
  nextAfter(when, new Date(after), zone, days && { days })?.toISOString()

describe('the next instant', () => {
  test.each<[When, string, string]>([
    [{ every: 60 }, '2026-11-21T08:00:00Z', '2026-11-21T09:00:00.000Z'],
    [{ every: 1 }, '2026-11-21T08:00:59Z', '2026-11-21T08:01:00.000Z'],
    [{ at: '03:00' }, '2026-11-21T08:00:00Z', '2026-11-21T19:00:00.000Z'],
    [{ at: ['03:00', '15:30'] }, '2026-11-20T19:00:00Z', '2026-11-21T07:30:00.000Z'],
    [{ cron: '0 9 * * 1' }, '2026-11-21T08:00:00Z', '2026-11-23T01:00:00.000Z'],
    [{ cron: '0 0 29 2 *' }, '2026-11-21T08:00:00Z', '2028-02-28T16:00:00.000Z'],
    [{ cron: '0 8 31 * *' }, '2026-11-21T08:00:00Z', '2026-12-31T00:00:00.000Z'],
  ])('%j after %s is %s', (when, after, instant) => expect(next(when, after)).toBe(instant))

  test('on the clock of the zone, over its changes: each day once', () => {
    // New York puts its clock forward on 8 March and back on 1 November 2026
    const daily: When = { at: '02:30' }
    expect(next(daily, '2026-03-07T12:00:00Z', 'America/New_York')?.slice(0, 10)).toBe('2026-03-08')
    for (const [from, days] of [
      ['2026-03-01T12:00:00Z', 14],
      ['2026-10-25T12:00:00Z', 14],
    ] as const) {
      const seen = new Set<string>()
      for (let at = new Date(from); seen.size < days;) {
        at = nextAfter(daily, at, 'America/New_York')!
        expect(seen.has(at.toISOString().slice(0, 10))).toBe(false)
        seen.add(at.toISOString().slice(0, 10))
      }
    }
  })

  test('working days alone: weekends and holidays are passed over, a Sunday that is worked is not', () => {
    const days = new Map([
      ['2026-11-23', 'rest'],
      ['2026-11-22', 'work'],
    ] as const)
    expect(next({ at: '09:00' }, '2026-11-20T08:00:00Z', 'Asia/Shanghai', days)).toBe('2026-11-22T01:00:00.000Z')
    expect(next({ at: '09:00' }, '2026-11-22T08:00:00Z', 'Asia/Shanghai', days)).toBe('2026-11-24T01:00:00.000Z')
  })
})

test.each<[When, RegExp]>([
  [{ cron: 'every day' }, /no cron text/],
  [{ cron: '' }, /no cron text/],
  [{ cron: '61 * * * *' }, /no cron text/],
  [{ cron: '0 0 3 * * *' }, /no cron text/],
  [{ cron: '0 0 30 2 *' }, /never comes/],
  [{ every: 0 }, /whole minutes/],
  [{ every: 1.5 }, /whole minutes/],
  [{ at: '24:00' }, /no time of day/],
  [{ at: [] }, /no time of day/],
])('%j is refused', (when, fault) => expect(whenFault(when)).toMatch(fault))

test.each<[When, string, string]>([
  [{ every: 1 }, '每分钟', 'every minute'],
  [{ every: 60 }, '每小时', 'every hour'],
  [{ every: 120 }, '每 2 小时', 'every 2 hours'],
  [{ every: 10 }, '每 10 分钟', 'every 10 minutes'],
  [{ at: ['03:00', '15:30'] }, '每天 03:00、15:30', 'every day at 03:00, 15:30'],
  [{ cron: '5 9 * * *' }, '每天 09:05', 'every day at 09:05'],
  [{ cron: '0 9 * * 1-5' }, '每周一至周五 09:00', 'Monday to Friday at 09:00'],
  [{ cron: '0 9 * * 1,4' }, '每周一、周四 09:00', 'every Monday, Thursday at 09:00'],
  [{ cron: '0 9 1 * *' }, '每月 1 日 09:00', 'on day 1 of each month at 09:00'],
  [{ cron: '0 9 1 1 *' }, '每年 1 月 1 日 09:00', 'each year on 01-01 at 09:00'],
  [{ cron: '15 * * * *' }, '每天每小时第 15 分钟', 'every day, each hour at minute 15'],
  [{ cron: '*/7 3 * * *' }, '按 cron “*/7 3 * * *”', 'by cron “*/7 3 * * *”'],
])('%j in words', (when, zh, en) => {
  expect(whenFault(when)).toBeNull()
  expect(whenWords(when)).toEqual([zh, en])
})
