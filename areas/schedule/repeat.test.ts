import { describe, expect, test } from 'vitest'
import { dateTimeInZone, instantInZone } from '#platform/format/zones.ts'
import { cutBefore, isDayOf, isRule, isTooLong, lastEnd, nextBegin, occurrences, type Series } from './repeat.ts'

const zone = 'America/Los_Angeles'
const at = (day: string, time = '00:00:00', where = zone): number => instantInZone(day, time, where)
const series = (day: string, repeat: string | null, more: Partial<Series> = {}): Series => ({
  startMs: at(day, '09:00:00'),
  endMs: at(day, '10:00:00'),
  zone,
  repeat,
  except: [],
  ...more,
})
const days = (one: Series, from: string, to: string): string[] => occurrences(one, at(from), at(to)).map(({ on }) => on)

test.each([
  ['FREQ=DAILY', true],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=10', true],
  ['FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20271231', true],
  ['FREQ=YEARLY', true],
  ['FREQ=HOURLY', false],
  ['FREQ=DAILY;COUNT=2;UNTIL=20270101', false],
  ['FREQ=DAILY;COUNT=0', false],
  ['FREQ=DAILY;COUNT=1001', false],
  ['FREQ=DAILY;INTERVAL=100', false],
  ['FREQ=DAILY;UNTIL=20270230', false],
  ['FREQ=DAILY;BYDAY=MO', false],
  ['FREQ=WEEKLY;BYDAY=MO,MO', false],
  ['FREQ=WEEKLY;BYDAY=1MO', false],
  ['FREQ=MONTHLY;BYMONTHDAY=31', false],
  ['FREQ=DAILY;constructor=1', false],
  ['FREQ=DAILY;FREQ=DAILY', false],
  ['', false],
  ['DAILY', false],
])('the rule %s is read: %s', (rule, read) => expect(isRule(rule)).toBe(read))

test('nine stays nine when the clocks change', () => {
  const found = occurrences(series('2026-03-06', 'FREQ=DAILY;COUNT=4'), at('2026-03-01'), at('2026-04-01'))
  expect(found.map(one => dateTimeInZone(one.startMs, zone))).toEqual([
    '2026-03-06 09:00:00',
    '2026-03-07 09:00:00',
    '2026-03-08 09:00:00',
    '2026-03-09 09:00:00',
  ])
})

test('a whole day over the change of the clocks is the whole day', () => {
  const whole = series('2026-03-07', 'FREQ=DAILY;COUNT=3', { startMs: at('2026-03-07'), endMs: at('2026-03-08') })
  expect(occurrences(whole, at('2026-03-07'), at('2026-03-10')).map(one => dateTimeInZone(one.endMs, zone))).toEqual([
    '2026-03-08 00:00:00',
    '2026-03-09 00:00:00',
    '2026-03-10 00:00:00',
  ])
})

describe('days that not every month has', () => {
  test('the 31st', () => {
    expect(days(series('2026-01-31', 'FREQ=MONTHLY'), '2026-01-01', '2026-08-01')).toEqual([
      '2026-01-31',
      '2026-03-31',
      '2026-05-31',
      '2026-07-31',
    ])
  })
  test('the last day', () => {
    expect(days(series('2026-01-31', 'FREQ=MONTHLY;BYMONTHDAY=-1'), '2026-01-01', '2026-04-01')).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
    ])
  })
  test('29 February', () => {
    expect(days(series('2024-02-29', 'FREQ=YEARLY'), '2024-01-01', '2033-01-01')).toEqual(['2024-02-29', '2028-02-29', '2032-02-29'])
  })
})

test('one that began before the stretch and still lasts is in it; one that ends with its beginning is not', () => {
  const night = series('2026-06-01', null, { startMs: at('2026-06-01', '22:00:00'), endMs: at('2026-06-02', '02:00:00') })
  expect(days(night, '2026-06-02', '2026-06-03')).toEqual(['2026-06-01'])
  const evening = series('2026-06-01', null, { startMs: at('2026-06-01', '22:00:00'), endMs: at('2026-06-02') })
  expect(days(evening, '2026-06-02', '2026-06-03')).toEqual([])
  expect(days(series('2026-06-01', 'FREQ=DAILY', { startMs: night.startMs, endMs: night.endMs }), '2026-06-03', '2026-06-04')).toEqual([
    '2026-06-02',
    '2026-06-03',
  ])
})

test('days left out are left out, the last end is known, the next one is found', () => {
  const weekly = series('2026-06-01', 'FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260610', { except: ['2026-06-08'] })
  expect(days(weekly, '2026-06-01', '2026-07-01')).toEqual(['2026-06-01', '2026-06-03', '2026-06-10'])
  expect(lastEnd(weekly)).toBe(at('2026-06-10', '10:00:00'))
  expect(lastEnd(series('2026-06-01', 'FREQ=DAILY'))).toBeNull()
  expect(nextBegin(weekly, at('2026-06-04'))).toBe(at('2026-06-10', '09:00:00'))
  expect(nextBegin(weekly, at('2026-06-11'))).toBeNull()
  expect(isDayOf(weekly, '2026-06-03')?.startMs).toBe(at('2026-06-03', '09:00:00'))
  expect(isDayOf(weekly, '2026-06-02')).toBeNull()
})

test.each([
  ['FREQ=DAILY;UNTIL=20760601', false, '2076-06-01'],
  ['FREQ=DAILY;UNTIL=20770101', true, null],
  ['FREQ=DAILY;INTERVAL=18;COUNT=1000', false, '2075-08-25'],
  ['FREQ=DAILY;INTERVAL=19;COUNT=1000', true, null],
  ['FREQ=YEARLY;INTERVAL=99;COUNT=2', true, null],
  ['FREQ=YEARLY', false, null],
])('%s is too long: %s; its last day is %s', (repeat, tooLong, last) => {
  const one = series('2026-06-01', repeat)
  expect(isTooLong(one)).toBe(tooLong)
  if (!tooLong) expect(lastEnd(one)).toBe(last === null ? null : at(last, '10:00:00'))
})

test('29 February ends with the last leap year before its end', () => {
  expect(lastEnd(series('2024-02-29', 'FREQ=YEARLY;INTERVAL=3;UNTIL=20731231'))).toBe(at('2072-02-29', '10:00:00'))
  expect(isTooLong(series('2024-02-29', 'FREQ=YEARLY;COUNT=13'))).toBe(false)
  expect(isTooLong(series('2024-02-29', 'FREQ=YEARLY;COUNT=14'))).toBe(true)
})

test('a series cut in two has the same days as before', () => {
  for (const repeat of ['FREQ=DAILY;COUNT=10', 'FREQ=WEEKLY;BYDAY=MO,TU,FR', 'FREQ=DAILY;INTERVAL=3;UNTIL=20260625']) {
    const whole = series('2026-06-01', repeat)
    const all = days(whole, '2026-06-01', '2026-07-01')
    for (const day of all.slice(1, 4)) {
      const { before, after } = cutBefore(whole, day)
      const first = days({ ...whole, repeat: before }, '2026-06-01', '2026-07-01')
      const rest = days(series(day, after), '2026-06-01', '2026-07-01')
      expect([...first, ...rest]).toEqual(all)
    }
    expect(cutBefore(whole, all[0] ?? '').before).toBeNull()
  }
})
