import { describe, expect, it } from 'vitest'
import { periodDays, readOverview, writeOverview, type OverviewState } from './state.tsx'

describe('the state of 经营概览', () => {
  it.each([
    ['month', '2026-11-28', '2026-11-01', '2026-11-30'],
    ['lastMonth', '2026-01-05', '2025-12-01', '2025-12-31'],
    ['quarter', '2026-11-28', '2026-10-01', '2026-11-30'],
    ['quarter', '2026-01-31', '2026-01-01', '2026-01-31'],
    ['quarter', '2026-03-31', '2026-01-01', '2026-03-31'],
    ['year', '2024-02-29', '2024-01-01', '2024-02-29'],
  ] as const)('%s on %s', (period, today, from, to) => expect(periodDays(period, today)).toEqual({ from, to }))

  it('goes through the address and comes back; what is not understood counts as not given', () => {
    const state: OverviewState = { period: 'quarter', against: 'budget', where: { shop: ['3', '12'], platform: ['1'] } }
    expect(readOverview(writeOverview(state))).toEqual({ ...state, where: { platform: ['1'], shop: ['3', '12'] } })
    expect(writeOverview(readOverview(new URLSearchParams('period=never&against=me&shop=x,-1'))).toString()).toBe('')
  })
})
