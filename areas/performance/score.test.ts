/** Scores at their limits, ranks, forecasts, shares by day and months of a year: pure. */
import { describe, expect, test } from 'vitest'
import { sum } from '#platform/format/decimal.ts'
import { monthsOfRow } from './batch-insert.ts'
import { amongMembers } from './figures.ts'
import { twiceOnADay, unevenDay, weightsOf, type Member } from './groups.ts'
import { forecastOf, gradeOf, grades, ranksOf, rateOf, scoreOf, weightedScore } from './score.ts'

const { excellent, good, improve, poor } = grades

describe('score and grade', () => {
  test.each([
    ['94.99', 94, poor[0]],
    ['95', 95, improve[0]],
    ['97.99', 97, improve[0]],
    ['98', 98, good[0]],
    ['99.99', 99, good[0]],
    ['100', 100, excellent[0]],
    ['130', 100, excellent[0]],
    ['-5', 0, poor[0]],
  ])('%s of 100 scores %i', (result, score, grade) => {
    const found = scoreOf(rateOf(result, '100'))
    expect([found, gradeOf(found)]).toEqual([score, grade])
  })
  test.each(['0', '-10'])('a target of %s: no rate, no score, no grade', target => {
    expect(rateOf('10', target)).toBeNull()
    expect([scoreOf(null), gradeOf(null)]).toEqual([null, null])
  })
  test('a rate is cut, never rounded up to a score', () => expect(scoreOf(rateOf('0.97999999', '1'))).toBe(97))
  test('by weights, floored; without a score of one that counts there is none', () => {
    expect(
      weightedScore([
        { weight: 60, score: 99 },
        { weight: 40, score: 96 },
      ]),
    ).toBe(97)
    expect(
      weightedScore([
        { weight: 60, score: 99 },
        { weight: 40, score: null },
      ]),
    ).toBeNull()
    expect(
      weightedScore([
        { weight: 100, score: 99 },
        { weight: 0, score: null },
      ]),
    ).toBe(99)
  })
  test('ranks 1, 1, 3 by rate, then by result; none without a rate', () => {
    expect(
      ranksOf([
        { rate: '1.1', result: '5' },
        { rate: '1.1', result: '5' },
        { rate: '1.1', result: '4' },
        { rate: null, result: '9' },
      ]),
    ).toEqual([1, 1, 3, null])
  })
})

test('a month ends with the mean of each weekday that is left, from five complete days on', () => {
  const past = new Map([
    [1, ['10', '20']],
    [2, ['5']],
  ])
  expect(forecastOf('100', 5, [1, 2, 3], past)).toBe('120')
  expect(forecastOf('100', 4, [1], past)).toBeNull()
})

const member = (employeeId: string, share: string, validFrom: string, validTo: string | null = null): Member => ({
  employeeId,
  share,
  validFrom,
  validTo,
})

describe('members', () => {
  const change = [member('1', '60', '2026-01-01', '2026-01-10'), member('2', '40', '2026-01-01'), member('3', '60', '2026-01-11')]
  test('shares of each day sum to 100, or the first day that does not is named', () => {
    expect(unevenDay(change)).toBeNull()
    expect(unevenDay([member('1', '60', '2026-01-01'), member('2', '40', '2026-02-01')])).toEqual({ day: '2026-01-01', sum: '60' })
    expect(unevenDay([...change, member('4', '1', '2026-03-05')])).toEqual({ day: '2026-03-05', sum: '101' })
    expect(unevenDay([member('1', '100', '2026-01-01', '2026-01-31')])).toBeNull()
  })
  test('nobody stands twice on a day', () => {
    expect(twiceOnADay(change)).toBeNull()
    expect(twiceOnADay([member('1', '50', '2026-01-01'), member('1', '50', '2026-02-01')])?.validFrom).toBe('2026-02-01')
    expect(twiceOnADay([member('1', '50', '2026-01-01', '2026-01-31'), member('1', '50', '2026-02-01')])).toBeNull()
  })
  test('who changed inside a month has his days of it; the parts sum to the amount', () => {
    expect([...weightsOf(change, '2026-01')]).toEqual([
      ['1', '600'],
      ['2', '1240'],
      ['3', '1260'],
    ])
    const parts = [...amongMembers({ id: '1', name: 'A', shopIds: [], groupIds: [], members: change }, '2026-01', '100.01').values()]
    expect(sum(parts)).toBe('100.01')
    expect([...amongMembers({ id: '1', name: 'A', shopIds: [], groupIds: [], members: [] }, '2026-01', '5')]).toEqual([])
  })
})

describe('months of a year', () => {
  const twelve = Array.from({ length: 12 }, (_, at) => String(at))
  test('a year is split to the cent', () => {
    const months = monthsOfRow({ groupId: '1', measure: 1, target: '1000' }) as readonly string[]
    expect(months).toHaveLength(12)
    expect(sum(months)).toBe('1000')
  })
  test.each([
    [{ months: twelve, target: '66' }, undefined],
    [{ months: twelve, target: '67' }, 'months'],
    [{ months: twelve.slice(1) }, 'months'],
    [{ months: twelve.with(0, '-1') }, 'months'],
    [{ months: twelve.with(0, '0.001') }, 'months'],
    [{ target: 'viel' }, 'target'],
    [{ target: '9'.repeat(24) }, 'target'],
    [{}, 'target'],
  ])('%j', (row, field) => {
    const found = monthsOfRow({ groupId: '1', measure: 1, ...row })
    expect('field' in found ? found.field : undefined).toBe(field)
  })
})
