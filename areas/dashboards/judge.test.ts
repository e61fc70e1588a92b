import { expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { alertRules, daysDue, reasonFor, usualOn } from './judge.ts'

const [above, below, unusual] = [alertRules.above[0], alertRules.below[0], alertRules.unusual[0]]
const day = '2026-03-02'
const weeks = (...values: readonly string[]): Map<string, string> =>
  new Map(values.map((value, at) => [addDays(day, -7 * (at + 1)), value]))

test('usual is the median of the same weekdays with three deviations to each side, of six at least', () => {
  // median 35, deviations 25 15 5 5 15 25: their median 15
  expect(usualOn(day, weeks('10', '20', '30', '40', '50', '60'))).toEqual({ from: '-10', to: '80' })
  // one that is far off moves neither
  expect(usualOn(day, weeks('100', '102', '98', '100', '101', '99', '9999'))).toEqual({ from: '97', to: '103' })
  expect(usualOn(day, weeks('10', '20', '30', '40', '50'))).toBeNull()
  // other weekdays tell nothing of it
  expect(usualOn(addDays(day, 1), weeks('10', '20', '30', '40', '50', '60'))).toBeNull()
})

test.each([
  [above, '100', '100', false],
  [above, '100', '100.01', true],
  [below, '-5', '-5', false],
  [below, '-5', '-5.01', true],
  [unusual, null, '103', false],
  [unusual, null, '103.01', true],
  [unusual, null, '97', false],
  [unusual, null, '96.99', true],
] as const)('rule %s with %s and a day of %s: told %s', (rule, threshold, value, isTold) => {
  const values = weeks('100', '102', '98', '100', '101', '99', '100').set(day, value)
  expect(reasonFor(rule, threshold, day, values) !== null).toBe(isTold)
})

test('of losses as of gains; a day that is not known is not judged', () => {
  const losses = weeks('-100', '-102', '-98', '-100', '-101', '-99', '-100')
  expect(reasonFor(unusual, null, day, new Map(losses).set(day, '-131'))?.[0]).toContain('-103 到 -97')
  expect(reasonFor(below, '5', day, losses)).toBeNull()
})

test('each complete day once: the last alone at first, then those that follow', () => {
  expect(daysDue(null, day)).toEqual([day])
  expect(daysDue(day, day)).toEqual([])
  expect(daysDue('2026-02-27', day)).toEqual(['2026-02-28', '2026-03-01', day])
})
