/** Tables of what the law says of days, and of what the report adds up. */
import { describe, expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import {
  fixedTerms,
  isMinor,
  isProlonged,
  mayWork,
  nextMonthDay,
  nonCompeteLastDay,
  probationLastDay,
  unsignedOn,
  wishNeeded,
} from './contract-rules.ts'
import { turnsOf } from './figures.ts'
import { ageBandOf, serviceBandOf } from './nightly.ts'

test.each([
  ['2010-11-21', '2026-11-20', false],
  ['2010-11-21', '2026-11-21', true],
  ['2008-02-29', '2024-02-29', true],
  ['2008-02-29', '2024-02-28', false],
])('born on %s, on %s: of age to work %s', (birthday, on, may) => expect(mayWork(birthday, on)).toBe(may))
test('somebody of 17 is a young worker, of 18 is none', () => {
  expect([isMinor('2008-11-22', '2026-11-21'), isMinor('2008-11-21', '2026-11-21')]).toEqual([true, false])
})

test.each([
  [1, '2026-01-01', '2026-03-30', null],
  [1, '2026-01-01', '2026-03-31', '2026-01-31'],
  [1, '2026-01-01', '2026-12-30', '2026-01-31'],
  [1, '2026-01-01', '2026-12-31', '2026-02-28'],
  [1, '2026-01-01', '2028-12-30', '2026-02-28'],
  [1, '2026-01-01', '2028-12-31', '2026-06-30'],
  [2, '2026-01-01', null, '2026-06-30'],
  [3, '2026-01-01', null, null],
  [4, '2026-01-01', '2028-12-31', null],
  [5, '2026-01-01', '2028-12-31', null],
  [6, '2026-01-01', '2028-12-31', null],
])('probation of kind %i from %s to %s ends on %s at the latest', (kind, from, to, last) =>
  expect(probationLastDay(kind, from, to)).toBe(last),
)
test('a non-compete lasts two years', () => expect(nonCompeteLastDay('2026-03-15')).toBe('2028-03-14'))

test.each([
  ['2026-03-16', '2026-04-16'],
  ['2026-01-31', '2026-03-01'],
  ['2026-01-30', '2026-03-01'],
  ['2026-01-28', '2026-02-28'],
  ['2026-08-31', '2026-10-01'],
  ['2024-01-31', '2024-03-01'],
])('hired on %s without a contract: double pay from %s', (since, from) => {
  expect(nextMonthDay(since)).toBe(from)
  expect(unsignedOn(since, addDays(from, -1))).toBe('soon')
  expect(unsignedOn(since, from)).toBe('month')
})
test('told after 20 days, without end after a year', () => {
  expect(['2026-03-20', '2026-03-21', '2027-03-01'].map(day => unsignedOn('2026-03-01', day))).toEqual(['fine', 'soon', 'year'])
})

describe('terms', () => {
  const fixed = (from: string, to: string) => ({ kind: 1, from, to })
  const next = fixed('2026-01-01', '2028-12-31')
  test('two fixed terms are free, the third needs a written wish; other kinds do not count', () => {
    expect(wishNeeded([fixed('2020-01-01', '2022-12-31')], next, null)).toBeNull()
    expect(wishNeeded([fixed('2020-01-01', '2022-12-31'), fixed('2023-01-01', '2025-12-31')], next, null)).toBe('terms')
    expect(wishNeeded([fixed('2020-01-01', '2022-12-31'), { kind: 4, from: '2019-01-01', to: '2019-12-31' }], next, null)).toBeNull()
    expect(wishNeeded([], { ...next, kind: 2 }, '2000-01-01')).toBeNull()
    expect(fixedTerms([fixed('2020-01-01', '2022-12-31'), { kind: 2, from: '2023-01-01', to: null }])).toBe(1)
  })
  test('ten years of work need it too', () => {
    expect([wishNeeded([], next, '2016-01-01'), wishNeeded([], next, '2016-01-02')]).toEqual(['years', null])
  })
  test('a protected person’s contract goes on', () => {
    expect(isProlonged('2026-12-31', '2027-03-01')).toBe(true)
    expect([isProlonged('2027-03-01', '2027-03-01'), isProlonged(null, '2027-03-01'), isProlonged('2026-12-31', null)]).toEqual([
      false,
      false,
      false,
    ])
  })
})

test('bands change on the birthday', () => {
  expect([ageBandOf('2001-11-22', '2026-11-21'), ageBandOf('2001-11-21', '2026-11-21'), ageBandOf(null, '2026-11-21')]).toEqual([
    1,
    2,
    null,
  ])
  expect([serviceBandOf('2025-11-22', '2026-11-21'), serviceBandOf('2025-11-21', '2026-11-21')]).toEqual([1, 2])
})

test('of random assignments heads on each day are those that joined less those that left', () => {
  let seed = 7
  const below = (n: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n
  for (let round = 0; round < 200; round += 1) {
    const stood: { id: string; employeeId: string; validFrom: string; validTo: string | null }[] = []
    for (let person = 0; person < 6; person += 1) {
      let day = addDays('2026-01-01', below(60))
      for (let n = 0; n <= below(5); n += 1) {
        const isLast = below(3) === 0
        const validTo = isLast ? null : addDays(day, below(40))
        stood.push({ id: String(stood.length), employeeId: String(person), validFrom: day, validTo })
        if (validTo === null) break
        day = addDays(validTo, 1 + (below(2) === 0 ? 0 : below(20)))
      }
    }
    const turns = turnsOf(stood)
    const at = (day: string): number => stood.filter(one => one.validFrom <= day && (one.validTo === null || one.validTo >= day)).length
    for (let n = 0; n < 400; n += 13) {
      const day = addDays('2026-01-01', n)
      const joined = stood.filter((one, i) => one.validFrom <= day && turns[i]?.joined === 1).length
      const gone = turns.filter(one => one.endedOn !== null && one.endedOn <= day && one.gone === 1).length
      expect(joined - gone, `round ${round}, ${day}`).toBe(at(day))
    }
  }
})
