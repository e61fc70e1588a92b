/** Days of a leave and the entitlements that they come from. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { isSpans, minuteInZone, readSpans, spanInZone } from '../day/spans.ts'
import { allot, leaveParts, leaveTimes } from './split.ts'

const zone = 'Asia/Shanghai'
const shift = (day: string, text: string) => {
  const said = readSpans(text)
  return { day, spans: (isSpans(said) ? said : []).map(one => spanInZone(day, one, zone)) }
}
const at = (day: string, hour: number): number => minuteInZone(day, hour * 60, zone)
const week = ['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'].map(day =>
  shift(day, day === '2026-03-07' || day === '2026-03-08' ? '' : '09:00-13:00 14:00-18:00'),
)

test.each([
  ['a whole day', 1, 1, at('2026-03-05', 9), at('2026-03-05', 18), [480]],
  ['an hour', 1, 1, at('2026-03-05', 10), at('2026-03-05', 11), [60]],
  ['ten minutes are an hour', 1, 1, at('2026-03-05', 10), at('2026-03-05', 10) + 10, [60]],
  ['the morning by half days', 2, 1, at('2026-03-05', 9), at('2026-03-05', 13), [240]],
  ['an hour by whole days', 3, 1, at('2026-03-05', 10), at('2026-03-05', 11), [480]],
  ['over a weekend', 3, 1, at('2026-03-06', 9), at('2026-03-09', 18), [480, 480]],
  ['over a weekend by calendar days', 3, 2, at('2026-03-06', 9), at('2026-03-09', 18), [480, 480, 480, 480]],
  ['a weekend alone', 1, 1, at('2026-03-07', 9), at('2026-03-08', 18), []],
])('%s', (_, unit, counts, from, to, minutes) => {
  expect(leaveParts({ unit, counts }, [{ from, to }], week, zone).map(one => one.minutes)).toEqual(minutes)
})

test('a shift of ten hours is a day of leave', () => {
  const long = [shift('2026-03-05', '08:00-18:00')]
  const parts = (to: number) => leaveParts({ unit: 1, counts: 1 }, [{ from: at('2026-03-05', 8), to: at('2026-03-05', to) }], long, zone)
  expect(parts(18)).toEqual([{ day: '2026-03-05', minutes: 480 }])
  expect(parts(13)).toEqual([{ day: '2026-03-05', minutes: 240 }])
})

test('time to nurse is an hour of each day that has a shift, from the hour at which it begins', () => {
  const times = (from: number, to: number) => leaveTimes({ from, to }, 60, zone)
  const of = (from: number, to: number) => leaveParts({ unit: 0, counts: 1 }, times(from, to), week, zone)
  expect(of(at('2026-03-05', 17), at('2026-03-09', 18))).toEqual([
    { day: '2026-03-05', minutes: 60 },
    { day: '2026-03-06', minutes: 60 },
    { day: '2026-03-09', minutes: 60 },
  ])
  // the last day ends where the leave does
  expect(times(at('2026-03-05', 17), at('2026-03-06', 17) + 30).map(one => one.to - one.from)).toEqual([60, 30])
  expect(times(at('2026-03-05', 17), at('2026-03-06', 9))).toHaveLength(1)
  // over midnight, and on the day of New York whose clocks go forward
  expect(times(at('2026-03-05', 23) + 30, at('2026-03-07', 0) + 30)).toHaveLength(2)
  const local = leaveTimes(
    { from: minuteInZone('2026-03-07', 1_020, 'America/New_York'), to: minuteInZone('2026-03-08', 1_080, 'America/New_York') },
    60,
    'America/New_York',
  )
  expect(local.map(one => one.from)).toEqual([
    minuteInZone('2026-03-07', 1_020, 'America/New_York'),
    minuteInZone('2026-03-08', 1_020, 'America/New_York'),
  ])
})

test('a day is taken from the entitlement that covers it and ends first', () => {
  const rooms = [
    { id: '2', from: '2026-01-01', to: '2026-12-31', free: 960 },
    { id: '1', from: '2025-01-01', to: '2026-03-31', free: 600 },
  ]
  const parts = ['2026-03-30', '2026-03-31', '2026-04-01'].map(day => ({ day, minutes: 480 }))
  const { taken, lacking } = allot(parts, rooms)
  expect(taken.map(one => [one.day, one.entitlementId, one.minutes])).toEqual([
    ['2026-03-30', '1', 480],
    ['2026-03-31', '1', 120],
    ['2026-03-31', '2', 360],
    ['2026-04-01', '2', 480],
  ])
  expect(lacking).toBeNull()
  expect(allot([{ day: '2027-01-01', minutes: 480 }], rooms).lacking).toEqual({ day: '2027-01-01', minutes: 480, isCovered: false })
})

test('nothing is taken outside of an entitlement, or more than is free; what lacks is told', () => {
  const day = fc.integer({ min: 0, max: 60 }).map(n => addDays('2026-03-01', n))
  const room = fc.record({ from: day, to: day, free: fc.integer({ min: 0, max: 2_000 }) })
  const part = fc.record({ day, minutes: fc.constantFrom(60, 240, 480) })
  fc.assert(
    fc.property(fc.array(room, { maxLength: 5 }), fc.array(part, { maxLength: 8 }), (some, parts) => {
      const rooms = some.map((one, n) => ({ ...one, id: String(n) }))
      const { taken, lacking } = allot(parts, rooms)
      for (const one of rooms) {
        const own = taken.filter(other => other.entitlementId === one.id)
        expect(own.every(other => one.from <= other.day && other.day <= one.to)).toBe(true)
        expect(own.reduce((sum, other) => sum + other.minutes, 0)).toBeLessThanOrEqual(one.free)
      }
      const asked = parts.reduce((sum, one) => sum + one.minutes, 0)
      const got = taken.reduce((sum, one) => sum + one.minutes, 0)
      if (lacking === null) expect(got).toBe(asked)
      else expect(got).toBeLessThan(asked)
    }),
  )
})
