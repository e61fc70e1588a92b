import { inChinese } from '#platform/declare/sentence.ts'
import { describe, expect, test } from 'vitest'
import { DateEvidence, readMoment, type DateOrder } from './dates.ts'
import { monthNames, monthNumber } from './month-names.ts'
import { dayInZone, instantText } from './zone-names.ts'

const read = (cell: string, order: DateOrder = 'dm'): string => {
  const reading = readMoment(cell, order)
  if (!reading.ok) return inChinese(reading.reason)
  return reading.moment.dateOnly ? instantText(reading.moment.epochMs).slice(0, 10) : instantText(reading.moment.epochMs)
}

describe('every form of the reports', () => {
  test.each([
    ['Sep 4, 2026 1:05:07 AM PDT', '2026-09-04T08:05:07Z'],
    ['Jan 1, 2024 12:08:10 AM PST', '2024-01-01T08:08:10Z'],
    ['Jan 1, 2024 12:08:10 PM PST', '2024-01-01T20:08:10Z'],
    ['Sep 4, 2026 1:05:07\u202Fa.m. PDT', '2026-09-04T08:05:07Z'],
    ['15 Mar 2026 3:22:08 PM UTC', '2026-03-15T15:22:08Z'],
    ['4 Sep 2026 13:05:07 UTC', '2026-09-04T13:05:07Z'],
    ['01.10.2025 09:18:38 UTC', '2025-10-01T09:18:38Z'],
    ['1 juil. 2026 08:31:35 UTC', '2026-07-01T08:31:35Z'],
    ['1 août 2026 08:31:35 UTC', '2026-08-01T08:31:35Z'],
    ['1 d\uFFFDc. 2026 08:31:35 UTC', '2026-12-01T08:31:35Z'],
    ['5 sep 2026 10:00:00 UTC', '2026-09-05T10:00:00Z'],
    ['1 ott 2025 10:00:00 UTC', '2025-10-01T10:00:00Z'],
    ['1 paź 2025 10:00:00 UTC', '2025-10-01T10:00:00Z'],
    ['1 października 2025 10:00:00 UTC', '2025-10-01T10:00:00Z'],
    ['1 Ağu 2025 10:00:00 UTC', '2025-08-01T10:00:00Z'],
    ['1 de dez. de 2025 10:00:00 GMT-3', '2025-12-01T13:00:00Z'],
    ['1 mrt. 2025 10:00:00 CET', '2025-03-01T09:00:00Z'],
    ['1 maj 2025 10:00:00 CEST', '2025-05-01T08:00:00Z'],
    ['2026/03/01 12:00:00 JST', '2026-03-01T03:00:00Z'],
    ['2026年3月1日 12:00:00 JST', '2026-03-01T03:00:00Z'],
    ['1 Jan 2026 10:00:00 AEDT', '2025-12-31T23:00:00Z'],
    ['1 Jul 2026 10:00:00 AEST', '2026-07-01T00:00:00Z'],
    ['1 Jul 2026 10:00:00 BST', '2026-07-01T09:00:00Z'],
    ['2025-08-18T02:48:54+00:00', '2025-08-18T02:48:54Z'],
    ['2025-08-18T02:48:54-07:00', '2025-08-18T09:48:54Z'],
    ['2025-08-18T02:48:54.123Z', '2025-08-18T02:48:54Z'],
    ['2016-04-25 17:11:12 UTC', '2016-04-25T17:11:12Z'],
    ['Apr 26, 2016', '2016-04-26'],
    ['2016-04-25', '2016-04-25'],
    ['25/04/2016', '2016-04-25'],
    ['25.04.2016', '2016-04-25'],
  ])('%s', (cell, expected) => {
    expect(read(cell)).toBe(expected)
  })

  test.each([
    ['31.02.2025 10:00:00 UTC', /不存在/],
    ['29 Feb 2025 10:00:00 UTC', /不存在/],
    ['13:00 Jan', /无法识别/],
    ['Jan 1, 2024 13:08:10 PM PST', /不存在/],
    ['Jan 1, 2024 0:08:10 AM PST', /不存在/],
    ['01.10.2025 24:18:38 UTC', /时间不存在/],
    ['01.10.2025 09:18:38 XYZ', /时区“XYZ”/],
    ['01.10.2025 09:18:38', /没有时区/],
    ['1 Foo 2025 10:00:00 UTC', /月份“Foo”/],
    ['', /无法识别/],
    ['45931', /无法识别/],
  ])('%s is refused', (cell, reason) => {
    expect(read(cell)).toMatch(reason)
  })
})

test('29 February exists in leap years', () => {
  expect(read('29.02.2024')).toBe('2024-02-29')
})

test('no month name means two months', () => {
  const byName = new Map<string, number>()
  for (const months of Object.values(monthNames)) {
    expect(months.length).toBe(12)
    months.forEach((names, month) => {
      for (const name of names.split(' ')) {
        expect([name, byName.get(name) ?? month]).toEqual([name, month])
        byName.set(name, month)
        expect(monthNumber(name)).toBe(month + 1)
      }
    })
  }
})

describe('day and month', () => {
  const verdict = (cells: string[], holds: (order: DateOrder) => boolean = () => false): string => {
    const evidence = new DateEvidence()
    cells.forEach((cell, at) => evidence.note(cell, at + 1))
    const answer = evidence.verdict(holds)
    return answer.order ?? inChinese(answer.reason)
  }
  test('one date that reads one way only decides for all', () => {
    expect(verdict(['03/04/2025', '25/04/2025'])).toBe('dm')
    expect(verdict(['03/04/2025', '04/25/2025'])).toBe('md')
    expect(verdict(['04/04/2025', '2025-04-03'])).toBe('dm')
  })
  test('where none decides the period does, and where that holds both ways the file is refused with both readings', () => {
    expect(verdict(['03/04/2025'], order => order === 'md')).toBe('md')
    expect(verdict(['04/04/2025', '03/04/2025'])).toMatch(/第2行“03\/04\/2025”可读作2025-04-03或2025-03-04/)
  })
  test('two writings in one file are refused', () => {
    expect(verdict(['25/04/2025', '04/25/2025'])).toMatch(/第1行.*日在前.*第2行.*月在前/)
  })
})

test("the day is counted in the marketplace's zone, across the change of the clock", () => {
  const losAngeles = dayInZone('America/Los_Angeles')
  const tokyo = dayInZone('Asia/Tokyo')
  expect(losAngeles(Date.UTC(2025, 0, 1, 7, 59))).toBe('2024-12-31')
  expect(losAngeles(Date.UTC(2025, 0, 1, 8, 0))).toBe('2025-01-01')
  expect(losAngeles(Date.UTC(2025, 6, 1, 6, 59))).toBe('2025-06-30')
  expect(losAngeles(Date.UTC(2025, 6, 1, 7, 0))).toBe('2025-07-01')
  expect(tokyo(Date.UTC(2025, 6, 1, 15, 0))).toBe('2025-07-02')
  expect(dayInZone('Asia/Kolkata')(Date.UTC(2025, 6, 1, 18, 30))).toBe('2025-07-02')
})
