import { expect, test } from 'vitest'
import type { DayInput } from '../day/input.ts'
import { nowOf } from './now.ts'

const at = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
const spans = [
  { from: at('09:00'), to: at('13:00') },
  { from: at('14:00'), to: at('18:00') },
]
const rule = { lateGrace: 5 } as DayInput['rule']
test.each<[string, string, Partial<DayInput>, string]>([
  ['has come in time', '10:00', { punches: [at('08:55')] }, 'on'],
  ['has come within the grace', '10:00', { punches: [at('09:05')] }, 'on'],
  ['has come late', '15:00', { punches: [at('09:06')] }, 'late'],
  ['flexible', '15:00', { punches: [at('09:40')], flexMinutes: 60 }, 'on'],
  ['has not come', '09:06', {}, 'notCome'],
  ['is within the grace', '09:05', {}, 'before'],
  ['before the shift', '08:00', {}, 'before'],
  ['is early', '08:00', { punches: [at('07:50')] }, 'on'],
  ['after the shift', '18:00', { punches: [at('08:55')] }, 'over'],
  ['on leave', '10:00', { away: [{ from: at('09:00'), to: at('13:00'), as: 'leave' }] }, 'away'],
  ['after leave in the morning', '13:30', { away: [{ from: at('09:00'), to: at('14:00'), as: 'leave' }], punches: [at('13:20')] }, 'away'],
  ['came after leave', '14:30', { away: [{ from: at('09:00'), to: at('14:00'), as: 'leave' }], punches: [at('13:58')] }, 'on'],
  ['a day of rest', '10:00', { spans: [] }, 'rest'],
])('%s', (_, clock, more, said) => {
  const input = { spans, punches: [], away: [], flexMinutes: 0, rule, ...more } as unknown as DayInput
  expect(nowOf(input, at(clock))).toBe(said)
})
