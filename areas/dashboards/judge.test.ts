import { expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { alertRules, daysDue, reasonFor, usualOn } from './judge.ts'

const [above, below, deviates] = [alertRules.above[0], alertRules.below[0], alertRules.deviates[0]]
const day = '2026-03-02'
const weeks = (...values: readonly string[]): Map<string, string> =>
  new Map(values.map((value, at) => [addDays(day, -7 * (at + 1)), value]))

test('usual is the median of the same weekdays, of four at least, and of something', () => {
  expect(usualOn(day, weeks('10', '30', '20', '40'))).toBe('25')
  expect(usualOn(day, weeks('10', '30', '20', '40', '9999'))).toBe('30')
  expect(usualOn(day, weeks('10', '30', '20'))).toBeNull()
  expect(usualOn(day, weeks('0', '0', '0', '0'))).toBeNull()
  // other weekdays tell nothing of it
  expect(usualOn(addDays(day, 1), weeks('10', '30', '20', '40'))).toBeNull()
})

test.each([
  [above, '100', '100', false],
  [above, '100', '100.01', true],
  [below, '-5', '-5', false],
  [below, '-5', '-5.01', true],
  [deviates, '30', '70', false],
  [deviates, '30', '69.99', true],
  [deviates, '30', '130.01', true],
] as const)('rule %s with %s and a day of %s: told %s', (rule, threshold, value, isTold) => {
  const values = weeks('100', '100', '100', '100').set(day, value)
  expect(reasonFor(rule, threshold, day, values) !== null).toBe(isTold)
})

test('of losses as of gains; a day that is not known is not judged', () => {
  const losses = weeks('-100', '-100', '-100', '-100')
  expect(reasonFor(deviates, '30', day, new Map(losses).set(day, '-131'))?.[0]).toContain('-100')
  expect(reasonFor(below, '5', day, losses)).toBeNull()
})

test('each complete day once: the last alone at first, then those that follow, a month of them at most', () => {
  expect(daysDue(null, day)).toEqual([day])
  expect(daysDue(day, day)).toEqual([])
  expect(daysDue('2026-02-27', day)).toEqual(['2026-02-28', '2026-03-01', day])
  expect(daysDue('2025-01-01', day)).toHaveLength(31)
})
