import { expect, test } from 'vitest'
import { completeSaid, planOf, portionsOf } from './alert-plan.ts'
import { daysDue } from './judge.ts'

const shop = (id: string, until: string | null) => ({ id, name: `店 ${id}`, since: '2026-01-01', until })
const total = { level: null, checked_until: '2026-03-08', checked_each: null }
const each = { ...total, level: 'shop' }

test('a total is judged up to the day of the slowest shop, without those that rest, which are named', () => {
  const plan = planOf(total, [shop('1', '2026-03-10'), shop('2', '2026-03-12'), shop('3', '2026-01-31'), shop('4', null)])
  expect(plan).toMatchObject({ until: '2026-03-10', days: ['2026-03-09', '2026-03-10'] })
  expect(plan?.counted.map(one => one.id)).toEqual(['1', '2'])
  expect(completeSaid('2026-03-10', plan?.leftOut ?? [])).toEqual([
    '；数据完整至 2026-03-10，未计入文件未到的店铺：店 3（至 2026-01-31）',
    '; complete until 2026-03-10, without shops whose files have not come: 店 3 (until 2026-01-31)',
  ])
  expect(completeSaid('2026-03-10', [])[0]).toBe('；数据完整至 2026-03-10')
  expect(planOf(total, [shop('1', null)])).toBeNull()
})

test('each shop is judged up to its own day, once, and one that rests again when its files go on', () => {
  const first = planOf({ ...each, checked_until: null }, [shop('1', '2026-03-10'), shop('2', '2026-03-12'), shop('3', '2026-01-31')])
  const dueOf = (plan: typeof first, key: string): string[] => plan?.days.filter(day => plan.isDue(key, day)) ?? []
  expect(['1', '2', '3'].map(key => dueOf(first, key))).toEqual([['2026-03-10'], ['2026-03-12'], []])
  const kept = first?.checkedEach('2026-03-12') ?? null
  expect(kept).toEqual({ '1': '2026-03-10', '2': '2026-03-12', '3': '2026-01-31' })
  const next = planOf({ ...each, checked_each: kept }, [shop('1', '2026-03-10'), shop('2', '2026-03-13'), shop('3', '2026-02-02')])
  expect(['1', '2', '3'].map(key => dueOf(next, key))).toEqual([[], ['2026-03-13'], ['2026-02-01', '2026-02-02']])
  // stopped on the way: what lies behind is judged next time
  expect(next?.checkedEach('2026-02-01')).toEqual({ '1': '2026-03-10', '2': '2026-03-12', '3': '2026-02-01' })
  // one that was set before shops were told apart
  expect(dueOf(planOf(each, [shop('1', '2026-03-10')]), '1')).toEqual(['2026-03-09', '2026-03-10'])
})

test('after a pause all days are judged, a month of them at once', () => {
  const days = daysDue('2025-01-01', '2025-04-01')
  expect(days).toHaveLength(90)
  expect(portionsOf(days)).toEqual([
    ['2025-01-02', '2025-02-01'],
    ['2025-02-02', '2025-03-04'],
    ['2025-03-05', '2025-04-01'],
  ])
  expect(portionsOf([])).toEqual([])
})
