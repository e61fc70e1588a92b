import { describe, expect, test } from 'vitest'
import { instantMs, readInstant } from './instants.ts'

describe('instants', () => {
  test.each([
    ['2026-03-01T16:00:00Z', Date.UTC(2026, 2, 1, 16)],
    ['2026-03-02 00:00:00+08', Date.UTC(2026, 2, 1, 16)],
    ['2026-03-02T00:00:00+0800', Date.UTC(2026, 2, 1, 16)],
    ['2026-03-01T08:00:00.25-08:00', Date.UTC(2026, 2, 1, 16, 0, 0, 250)],
    ['2026-03-01T16:00:00.123456Z', Date.UTC(2026, 2, 1, 16, 0, 0, 123)],
    ['2026-03-01T16:00Z', Date.UTC(2026, 2, 1, 16)],
  ])('%s', (text, ms) => expect(readInstant(text)).toBe(ms))
  test.each([
    '2026-03-01T16:00:00',
    '2026-03-01',
    '2026-02-30T00:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T16:60:00Z',
    'Sun, 01 Mar 2026 16:00:00 GMT',
    '',
  ])('%s is none', text => {
    expect(readInstant(text)).toBeNull()
    expect(() => instantMs(text)).toThrow(RangeError)
  })
})
