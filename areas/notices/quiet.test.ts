/** Quiet hours and digests on clocks that are put forward and back. */
import { describe, expect, test } from 'vitest'
import { dateTimeInZone } from '#platform/format/zones.ts'
import { afterQuiet, isQuiet, nextDigest, timeFaults, type Times } from './quiet.ts'

const times = (quietFrom: string | null, quietTo: string | null, digestAt = '09:00'): Times => ({ quietFrom, quietTo, digestAt })
const at = (text: string): number => new Date(text).getTime()
const iso = (ms: number): string => new Date(ms).toISOString()

test.each([
  // the same day, over midnight, outside
  ['2026-11-24T04:30:00Z', times('12:00', '14:00'), 'Asia/Shanghai', '2026-11-24T06:00:00.000Z'],
  ['2026-11-24T15:00:00Z', times('22:00', '07:30'), 'Asia/Shanghai', '2026-11-24T23:30:00.000Z'],
  ['2026-11-24T20:00:00Z', times('22:00', '07:30'), 'Asia/Shanghai', '2026-11-24T23:30:00.000Z'],
  ['2026-11-24T23:30:00Z', times('22:00', '07:30'), 'Asia/Shanghai', '2026-11-24T23:30:00.000Z'],
  ['2026-11-24T13:59:00Z', times('22:00', '07:30'), 'Asia/Shanghai', '2026-11-24T13:59:00.000Z'],
  // 2026-03-08 02:00 is put forward in New York, 2026-11-01 02:00 put back: the night is an hour shorter, longer
  ['2026-03-08T04:00:00Z', times('22:00', '07:00'), 'America/New_York', '2026-03-08T11:00:00.000Z'],
  ['2026-11-01T03:00:00Z', times('22:00', '07:00'), 'America/New_York', '2026-11-01T12:00:00.000Z'],
])('%s', (now, quiet, zone, end) => expect(iso(afterQuiet(at(now), quiet, zone))).toBe(end))

describe('over a whole year of half hours, in zones that change their clocks', () => {
  test.each(['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Shanghai'])('%s', zone => {
    const night = times('23:15', '02:30')
    for (let ms = at('2026-01-01T00:00:00Z'); ms < at('2027-01-01T00:00:00Z'); ms += 1_800_000) {
      const end = afterQuiet(ms, night, zone)
      if (!isQuiet(ms, night, zone)) expect(end).toBe(ms)
      expect(end - ms).toBeLessThanOrEqual(5 * 3_600_000)
      const digest = nextDigest(ms, night, zone)
      expect(digest).toBeGreaterThan(ms)
      expect(digest - ms).toBeLessThanOrEqual(25 * 3_600_000)
      expect(dateTimeInZone(digest, zone).slice(11, 16)).toBe('09:00')
    }
  })
})

test('a digest inside quiet hours waits for their end', () =>
  expect(iso(nextDigest(at('2026-11-24T10:00:00Z'), times('22:00', '08:30', '06:00'), 'Asia/Shanghai'))).toBe('2026-11-25T00:30:00.000Z'))

test('times that are none are named', () => {
  expect(timeFaults(times('24:00', '07:00'))).toEqual(['quietFrom'])
  expect(timeFaults(times('22:00', null))).toEqual(['quietTo'])
  expect(timeFaults(times(null, null, '9:00'))).toEqual(['digestAt'])
  expect(timeFaults(times('22:00', '07:00'))).toEqual([])
})
