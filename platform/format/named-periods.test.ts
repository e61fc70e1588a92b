import { expect, test } from 'vitest'
import { completeOf, periodOf } from './named-periods.ts'

test('periods by name', () => {
  expect(periodOf('last7', '2026-03-03')).toEqual({ from: '2026-02-24', to: '2026-03-02' })
  expect(periodOf('lastMonth', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(periodOf('months12', '2026-02-10')).toEqual({ from: '2025-03-01', to: '2026-02-28' })
  expect(periodOf('lastYear', '2026-02-10')).toEqual({ from: '2025-01-01', to: '2025-12-31' })
})

test('so many days back end with the last complete one, and stay as many', () => {
  const week = periodOf('last7', '2026-03-10')
  expect(completeOf('last7', week, '2026-03-09')).toEqual(week)
  expect(completeOf('last7', week, '2026-03-08')).toEqual({ from: '2026-03-02', to: '2026-03-08' })
  expect(completeOf('last7', week, '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
  // none of them is complete, or nothing says how far files tell
  for (const until of ['2026-03-02', null, undefined]) expect(completeOf('last7', week, until)).toEqual(week)
  const month = periodOf('month', '2026-03-10')
  expect(completeOf('month', month, '2026-03-08')).toEqual(month)
  expect(completeOf('yesterday', periodOf('yesterday', '2026-03-10'), '2026-03-08')).toEqual({ from: '2026-03-09', to: '2026-03-09' })
})
