import { expect, test } from 'vitest'
import type { MeasureDefinition, ReportAnswer } from '../../declare/wire.ts'
import { courseOf } from './beside-chart.tsx'

const measures = [
  { name: 'price', class: 'ratio' },
  { name: 'units', class: 'sum' },
  { name: 'views', class: 'sum', blank: true },
] as unknown as MeasureDefinition[]
const rows = (unit: string, values: Readonly<Record<string, string>>): ReportAnswer['list'] =>
  Object.entries(values).map(([time, units]) => ({
    key: { [unit]: time },
    values: { price: '9.5', units, views: null },
  })) as unknown as ReportAnswer['list']

test('weeks of months that nothing was sold in are there: a number is 0, a mean and what nobody tells are unknown', () => {
  // 1 October 2026 is a Thursday: its week begins in September
  const { times, values } = courseOf(measures, rows('week', { '2026-10-05': '4' }), 'week', { from: '2026-10', to: '2026-10' })
  expect(times).toEqual(['2026-09-28', '2026-10-05', '2026-10-12', '2026-10-19', '2026-10-26'])
  expect(values).toEqual([
    [null, '9.5', null, null, null],
    ['0', '4', '0', '0', '0'],
    [null, null, null, null, null],
  ])
})

test('days ask for the weeks and months that they lie in', () => {
  const period = { from: '2026-12-30', to: '2027-01-04' }
  expect(courseOf(measures, [], 'week', period).times).toEqual(['2026-12-28', '2027-01-04'])
  expect(courseOf(measures, [], 'month', period).times).toEqual(['2026-12', '2027-01'])
})

test('what is not complete yet is told: the week that the data end in, and those after it', () => {
  const october = { from: '2026-10', to: '2026-10' }
  expect([...courseOf(measures, [], 'week', october, '2026-10-20').incomplete]).toEqual(['2026-10-19', '2026-10-26'])
  // the last week ends with the period
  expect([...courseOf(measures, [], 'week', october, '2026-10-31').incomplete]).toEqual([])
  expect([...courseOf(measures, [], 'month', october, '2026-10-30').incomplete]).toEqual(['2026-10'])
  expect([...courseOf(measures, [], 'month', october).incomplete]).toEqual([])
})
