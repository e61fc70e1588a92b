/** Burn-down and workload: pure figures over a working calendar. */
import { expect, test } from 'vitest'
import { burnDown } from './burn-down.ts'
import { weekHours, workloadOf } from './workload.ts'

const at = (on_day: string, estimate: number, done: number) => ({ on_day, estimate_hours: String(estimate), done_hours: String(done) })
const span = { from: '2026-11-16', to: '2026-11-20', today: '2026-11-18' }
const week = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']

test('what is left is carried on over days without a change, and unknown before the first one and after today', () => {
  expect(burnDown([at('2026-11-17', 40, 10)], span, {})).toEqual({
    days: week,
    left: [null, '30.00', '30.00', null, null],
    ideal: ['32.00', '24.00', '16.00', '8.00', '0.00'],
  })
})

test('what was noted before the first day counts on it; days off lose nothing', () => {
  const days = new Map([['2026-11-17', 'rest' as const]])
  const { left, ideal } = burnDown([at('2026-11-01', 40, 0), at('2026-11-18', 40, 20)], span, { days })
  expect(left).toEqual(['40.00', '40.00', '20.00', null, null])
  expect(ideal).toEqual(['30.00', '30.00', '20.00', '10.00', '0.00'])
})

test('what is late goes on until today; a long course is thinned, its last day is there', () => {
  expect(burnDown([at('2026-11-16', 8, 0), at('2026-11-23', 8, 4)], { ...span, today: '2026-11-24' }, {}).days.at(-1)).toBe('2026-11-24')
  const long = burnDown([at('2026-01-01', 8, 0)], { from: '2026-01-01', to: '2028-12-31', today: '2026-11-18' }, {})
  expect([long.days.length <= 121, long.days[0], long.days.at(-1)]).toEqual([true, '2026-01-01', '2028-12-31'])
  expect(burnDown([], { ...span, from: '2026-11-21', to: '2026-11-22' }, {}).ideal).toEqual(['0.00', '0.00'])
})

const weeks = ['2026-11-16', '2026-11-23']
const open = (person: string, startOn: string, endOn: string, hours: number) => ({ person, startOn, endOn, hours })

test('hours are spread over the working days that are left; what is late lies on today', () => {
  const load = workloadOf(
    [
      open('a', '2026-11-16', '2026-11-24', 20),
      open('a', '2026-11-02', '2026-11-06', 3),
      open('b', '2026-11-21', '2026-11-22', 5),
      open('b', '2027-01-04', '2027-01-05', 9),
    ],
    weeks,
    '2026-11-18',
    {},
  )
  // Wednesday to Friday and two days of the next week
  expect([...load]).toEqual([
    ['a', [15, 8]],
    ['b', [5, 0]],
  ])
})

test('a week has the hours of its working days', () => {
  expect(weekHours('2026-11-16', {})).toBe(40)
  expect(
    weekHours('2026-11-16', {
      days: new Map([
        ['2026-11-21', 'work'],
        ['2026-11-20', 'rest'],
        ['2026-11-19', 'rest'],
      ]),
    }),
  ).toBe(32)
})
