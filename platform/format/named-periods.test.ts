import { expect, test } from 'vitest'
import { periodOf } from './named-periods.ts'

test('periods by name', () => {
  expect(periodOf('last7', '2026-03-03')).toEqual({ from: '2026-02-24', to: '2026-03-02' })
  expect(periodOf('lastMonth', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(periodOf('months12', '2026-02-10')).toEqual({ from: '2025-03-01', to: '2026-02-28' })
  expect(periodOf('lastYear', '2026-02-10')).toEqual({ from: '2025-01-01', to: '2025-12-31' })
})
