import { describe, expect, it, test } from 'vitest'
import { expiryCode } from './contract-expiry.ts'
import { identityFacts } from './identity.ts'
import { isWorkingDay, planEnd, workingDays } from './working-time.ts'

describe('identity numbers', () => {
  test.each([
    ['11010519491231002X', { birthday: '1949-12-31', sex: 'female' }],
    ['440524188001010014', { birthday: '1880-01-01', sex: 'male' }],
    [' 110105200002290037 ', { birthday: '2000-02-29', sex: 'male' }],
    ['130503670401001', { birthday: '1967-04-01', sex: 'male' }],
    ['130503670401002', { birthday: '1967-04-01', sex: 'female' }],
    // no such day, wrong lengths, letters
    ['110105190002290037', null],
    ['130503671301001', null],
    ['1101051949123100', null],
    ['11010519491231002XX', null],
    ['', null],
    ['1101051949123A002X', null],
  ])('%s', (number, facts) => expect(identityFacts(number)).toEqual(facts))
})

describe('contract expiry', () => {
  test.each([
    ['2026-11-20', -1],
    ['2026-11-21', 30],
    ['2026-12-21', 30],
    ['2026-12-22', 60],
    ['2027-01-20', 60],
    ['2027-01-21', 90],
    ['2027-02-19', 90],
    ['2027-02-20', 1],
  ])('%s', (lastDay, code) => expect(expiryCode(lastDay, '2026-11-21')).toBe(code))
})

describe('working time', () => {
  const hours = (n: number): number => n * 60
  test.each([
    // 2026-11-20 is a Friday
    ['2026-11-20 09:00', hours(8), '2026-11-20 18:00'],
    ['2026-11-20 09:00', hours(4), '2026-11-20 13:00'],
    ['2026-11-20 12:30', hours(1), '2026-11-20 14:30'],
    ['2026-11-20 13:20', 1, '2026-11-20 14:01'],
    ['2026-11-20 17:59', 2, '2026-11-23 09:01'],
    ['2026-11-20 18:00', 1, '2026-11-23 09:01'],
    ['2026-11-20 23:59', hours(8), '2026-11-23 18:00'],
    ['2026-11-20 06:00', hours(9), '2026-11-23 10:00'],
    ['2026-11-21 10:00', 0, '2026-11-23 09:00'],
    ['2026-12-31 16:00', hours(10), '2027-01-01 18:00'],
  ])('%s and %i minutes', (start, minutes, end) => expect(planEnd(start, minutes)).toBe(end))

  it('pushes the end over holidays', () => {
    const days = new Map([
      ['2027-01-01', 'rest'],
      ['2027-01-04', 'rest'],
    ] as const)
    expect(planEnd('2026-12-31 16:00', hours(10), { days })).toBe('2027-01-05 18:00')
    expect(isWorkingDay('2027-01-04', { days })).toBe(false)
    expect(isWorkingDay('2027-01-03', { days: new Map([['2027-01-03', 'work']]) })).toBe(true)
  })
  test.each([
    ['2026-11-20', '2026-11-20', 1],
    ['2026-11-21', '2026-11-22', 0],
    ['2026-11-20', '2026-11-30', 7],
    ['2026-11-30', '2026-11-20', 0],
  ])('%s to %s has %i working days', (first, last, days) => expect(workingDays(first, last)).toBe(days))
  it('never ends earlier for more work, nor outside working hours', () => {
    let before = ''
    for (let minutes = 1; minutes < hours(30); minutes += 7) {
      const end = planEnd('2026-11-19 15:30', minutes)
      expect(end > before).toBe(true)
      expect(end.slice(11) >= '09:00' && end.slice(11) <= '18:00' && !(end.slice(11) > '13:00' && end.slice(11) <= '14:00')).toBe(true)
      before = end
    }
  })
  it('refuses what is no time, no amount of work, or a calendar without working days', () => {
    expect(() => planEnd('2026-02-30 09:00', 1)).toThrow('不是时间')
    expect(() => planEnd('2026-11-20 24:00', 1)).toThrow('不是时间')
    expect(() => planEnd('2026-11-20 09:00', -1)).toThrow('工时')
    expect(() => planEnd('2026-11-20 09:00', 1.5)).toThrow('工时')
    expect(() => planEnd('2026-11-20 09:00', 1, { hours: [{ from: '0001-01-01', spans: [] }] })).toThrow('没有可以排入的工作日')
  })
})
