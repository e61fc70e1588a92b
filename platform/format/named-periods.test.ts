import { expect, test } from 'vitest'
import type { Period } from './periods.ts'
import { completeOf, periodOf, readComplete } from './named-periods.ts'

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

test('shops that end on different days: the days that are read are held by all whom they hold', async () => {
  const endsOf = (ends: readonly string[]) => {
    const reads: string[] = []
    // as a comparison says it: the least of the ends of those who have a day of the period
    const read = async ({ from, to }: Period): Promise<string | null> => {
      reads.push(to)
      const held = ends.filter(end => end >= from).map(end => (end < to ? end : to))
      return held.toSorted()[0] ?? null
    }
    return { reads, read }
  }
  const week = periodOf('last7', '2026-03-20')
  const two = endsOf(['2026-03-15', '2026-03-10'])
  expect((await readComplete('last7', week, two.read, until => until)).period).toEqual({ from: '2026-03-04', to: '2026-03-10' })
  expect(two.reads).toEqual(['2026-03-19', '2026-03-15', '2026-03-10'])
  const apart = endsOf(['2026-03-15', '2026-03-08'])
  expect((await readComplete('last7', week, apart.read, until => until)).period).toEqual({ from: '2026-03-09', to: '2026-03-15' })
  const current = endsOf(['2026-03-19'])
  expect(await readComplete('last7', week, current.read, until => until)).toEqual({ answer: '2026-03-19', period: week })
  expect(current.reads).toHaveLength(1)
})
