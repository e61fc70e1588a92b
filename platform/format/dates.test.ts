import { expect, test } from 'vitest'
import { DATE_SHORTCUTS, relativeDays, relativeRange, type RelativeCondition } from './date-ranges.ts'
import {
  BeyondCalendar,
  addDays,
  addMonths,
  addMonthsToDay,
  dayNumber,
  dayOfNumber,
  daysBetween,
  firstOfWeek,
  isDate,
  isMonth,
  lastOfMonth,
  daysFromTo,
  monthsFromTo,
  parseDate,
  weekday,
  type DateFormat,
} from './dates.ts'
import { dateTimeInZone, dayInZone, instantInZone, zoneOffsetMs } from './zones.ts'

test.each<[string, DateFormat, string | null]>([
  ['2024-02-29', 'YYYY-MM-DD', '2024-02-29'],
  ['2023-02-29', 'YYYY-MM-DD', null],
  ['2024-2-9', 'YYYY-MM-DD', null],
  ['2024-13-01', 'YYYY-MM-DD', null],
  ['02/29/2024', 'MM/DD/YYYY', '2024-02-29'],
  ['29/02/2024', 'MM/DD/YYYY', null],
  ['29/02/2024', 'DD/MM/YYYY', '2024-02-29'],
  ['31/04/2024', 'DD/MM/YYYY', null],
  ['', 'YYYY-MM-DD', null],
  ['2024-01-01 ', 'YYYY-MM-DD', null],
  ['1900-02-29', 'YYYY-MM-DD', null],
  ['2000-02-29', 'YYYY-MM-DD', '2000-02-29'],
])('%j as %s is %s', (written, format, day) => {
  expect(parseDate(written, format)).toBe(day)
  expect(isDate(written, format)).toBe(day !== null)
})

test('what is reckoned from the ends of the calendar is known to lie beyond it', () => {
  for (const day of [addDays('0001-01-01', -1), addDays('0001-01-01', -800), addDays('9999-12-31', 1), addMonthsToDay('9999-12-31', 1)])
    expect(() => dayNumber(day), day).toThrow(BeyondCalendar)
  for (const month of [addMonths('0001-01', -1), addMonths('0001-01', -30), addMonths('9999-12', 1)])
    expect(() => addMonths(month, 1), month).toThrow(BeyondCalendar)
  for (const text of ['', '2026-13', '2026-02-30', 'abcde-01', '10000']) {
    expect(() => dayNumber(text), text).toThrow(RangeError)
    expect(() => dayNumber(text), text).not.toThrow(BeyondCalendar)
  }
})

test('days number and come back, over leap years and before 1970', () => {
  for (const day of ['0001-01-01', '0099-12-31', '1899-12-31', '1969-12-31', '1970-01-01', '2024-02-29', '9999-12-31'])
    expect(dayOfNumber(dayNumber(day))).toBe(day)
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
  expect(addDays('2024-01-01', -1)).toBe('2023-12-31')
  expect(daysBetween('2023-03-01', '2024-03-01')).toBe(366)
  expect(() => dayNumber('2024-02-30')).toThrow('不是日期')
})

test('months', () => {
  expect(addMonths('2024-11', 3)).toBe('2025-02')
  expect(addMonths('2024-01', -13)).toBe('2022-12')
  expect(addMonthsToDay('2024-01-31', 1)).toBe('2024-02-29')
  expect(addMonthsToDay('2024-03-31', -1)).toBe('2024-02-29')
  expect(lastOfMonth('2023-02')).toBe('2023-02-28')
  expect(daysFromTo('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
  expect(daysFromTo('9999-12-31', '9999-12-31')).toEqual(['9999-12-31'])
  expect(daysFromTo('2024-03-01', '2024-02-28')).toEqual([])
  expect(monthsFromTo('2023-11', '2024-02')).toEqual(['2023-11', '2023-12', '2024-01', '2024-02'])
  expect([isMonth('2024-00'), isMonth('2024-12'), isMonth('2024-13'), isMonth('24-01')]).toEqual([false, true, false, false])
  expect(() => addMonths('2024-1', 1)).toThrow('不是月份')
})

test.each([
  ['2024-01-01', 1],
  ['2024-01-07', 7],
  ['1969-12-31', 3],
  ['2026-11-21', 6],
])('weekday of %s is %i', (day, expected) => {
  expect(weekday(day)).toBe(expected)
  expect(weekday(firstOfWeek(day))).toBe(1)
})

test('days in a zone, clock changes included', () => {
  expect(zoneOffsetMs(Date.UTC(2024, 5, 1), 'Asia/Shanghai')).toBe(8 * 3_600_000)
  expect(dayInZone(Date.UTC(2024, 0, 31, 16), 'Asia/Shanghai')).toBe('2024-02-01')
  expect(dayInZone(Date.UTC(2024, 0, 31, 15, 59, 59), 'Asia/Shanghai')).toBe('2024-01-31')
  // Los Angeles goes to summer time on 10 March 2024 at 10:00 UTC
  expect(dateTimeInZone(Date.UTC(2024, 2, 10, 9, 59, 59), 'America/Los_Angeles')).toBe('2024-03-10 01:59:59')
  expect(dateTimeInZone(Date.UTC(2024, 2, 10, 10), 'America/Los_Angeles')).toBe('2024-03-10 03:00:00')
  expect(dateTimeInZone(-1, 'UTC')).toBe('1969-12-31 23:59:59')
  expect(() => dayInZone(0, 'Mars/Olympus')).toThrow(RangeError)
})

test('a local time becomes an instant: once, twice or never shown by the clock', () => {
  expect(instantInZone('2024-06-01', '08:30:00', 'Asia/Tokyo')).toBe(Date.UTC(2024, 4, 31, 23, 30))
  expect(instantInZone('2024-11-03', '01:30:00', 'America/Los_Angeles')).toBe(Date.UTC(2024, 10, 3, 8, 30))
  expect(instantInZone('2024-03-10', '02:30:00', 'America/Los_Angeles')).toBe(Date.UTC(2024, 2, 10, 10, 30))
  expect(instantInZone('2024-03-10', '12:00', 'America/Los_Angeles')).toBe(Date.UTC(2024, 2, 10, 19))
  expect(() => instantInZone('2024-03-10', '24:00:00', 'UTC')).toThrow('不是时间')
})

test('each instant of two days around a clock change agrees with Intl', () => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' })
  for (let instant = Date.UTC(2024, 9, 26); instant < Date.UTC(2024, 9, 28); instant += 1_799_000)
    expect(dateTimeInZone(instant, 'Europe/Berlin')).toBe(format.format(instant))
})

const RANGES: Record<RelativeCondition, readonly [string, string]> = {
  TODAY: ['2024-03-03', '2024-03-03'],
  YESTERDAY: ['2024-03-02', '2024-03-02'],
  THIS_WEEK: ['2024-02-26', '2024-03-03'],
  LAST_WEEK: ['2024-02-19', '2024-02-25'],
  THIS_MONTH: ['2024-03-01', '2024-03-31'],
  LAST_MONTH: ['2024-02-01', '2024-02-29'],
  LAST_7_DAYS: ['2024-02-26', '2024-03-03'],
  LAST_30_DAYS: ['2024-02-03', '2024-03-03'],
}
test.each(Object.entries(RANGES) as [RelativeCondition, readonly [string, string]][])(
  '%s on a Sunday in Shanghai is %s',
  (condition, range) =>
    // 2024-03-02 17:00 UTC is Sunday 3 March in Shanghai
    expect(relativeRange(condition, Date.UTC(2024, 2, 2, 17), 'Asia/Shanghai')).toEqual(range),
)

test('date shortcuts', () => {
  expect(
    DATE_SHORTCUTS.map(shortcut => [
      shortcut.title[0],
      ...(shortcut.condition === null ? [] : relativeDays(shortcut.condition, '2024-03-03')),
    ]),
  ).toEqual([
    ['今天', '2024-03-03', '2024-03-03'],
    ['昨天', '2024-03-02', '2024-03-02'],
    ['最近7天', '2024-02-26', '2024-03-03'],
    ['最近30天', '2024-02-03', '2024-03-03'],
    ['本月', '2024-03-01', '2024-03-31'],
    ['上月', '2024-02-01', '2024-02-29'],
    ['自定义'],
  ])
  expect(DATE_SHORTCUTS.at(-1)?.value).toBe(99)
})
