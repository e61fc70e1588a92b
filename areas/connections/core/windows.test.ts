/** Days of plans: no gap, whatever was done, failed or paused; what is read again; costs. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysFromTo } from '#platform/format/dates.ts'
import { pauseOf, triesMax, verdictOf } from './classify.ts'
import { amazon } from '../amazon/index.ts'
import { costOf } from './cost.ts'
import { windowsOf, type PlanShape, type Window } from './windows.ts'

const shape = fc.record({
  days: fc.integer({ min: 1, max: 31 }),
  delayHours: fc.integer({ min: 0, max: 60 }),
  rereadDays: fc.constantFrom([], [14], [14, 30]),
})
test('looked at or not, each day from the first wanted to the newest is asked once, and read again when it is time', () => {
  fc.assert(
    fc.property(
      shape,
      fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 23 }),
      (plan, pauses, back, max, hour) => {
        let today = '2026-03-01'
        const backfillFrom = addDays(today, -back)
        const windows: Window[] = []
        for (const pause of pauses) {
          today = addDays(today, pause)
          // several looks of one day, until nothing is due
          for (
            let due = windowsOf(plan, { backfillFrom, windows }, today, hour, max);
            due.length > 0;
            due = windowsOf(plan, { backfillFrom, windows }, today, hour, max)
          ) {
            expect(due.length).toBeLessThanOrEqual(max)
            windows.push(...due)
          }
          const last = addDays(today, -1 - Math.ceil(Math.max(0, plan.delayHours - hour) / 24))
          const asked = windows.filter(one => one.round === 0).flatMap(one => daysFromTo(one.from, one.to))
          expect(asked.toSorted()).toEqual(last < backfillFrom ? [] : daysFromTo(backfillFrom, last))
          for (const one of windows.filter(w => w.round === 0)) {
            expect(daysFromTo(one.from, one.to).length).toBeLessThanOrEqual(plan.days)
            for (const round of plan.rereadDays)
              expect(windows.filter(w => w.from === one.from && w.round === round)).toHaveLength(addDays(one.to, round) <= last ? 1 : 0)
          }
        }
      },
    ),
    { numRuns: 300 },
  )
})
/** Windows that are made on each of these days, looked at four times. */
function madeOn(plan: PlanShape, from: string, to: string): Map<string, Window[]> {
  const windows: Window[] = []
  const look = (day: string, hour: number) => windowsOf(plan, { backfillFrom: from, windows }, day, hour, 4)
  return new Map(
    daysFromTo(from, to).map(day => {
      const before = windows.length
      for (const hour of [0, 6, 12, 23]) for (let due = look(day, hour); due.length > 0; due = look(day, hour)) windows.push(...due)
      return [day, windows.slice(before)]
    }),
  )
}
test('what comes by the month or the week is asked for by so many days, without a gap', () => {
  const made = [...madeOn({ days: 30, least: 30, delayHours: 240, rereadDays: [] }, '2026-01-01', '2026-05-20').values()].flat()
  expect(made.slice(-3).map(({ from, to }) => daysFromTo(from, to).length)).toEqual([30, 30, 30])
  const asked = made.flatMap(({ from, to }) => daysFromTo(from, to))
  expect(asked).toEqual(daysFromTo('2026-01-01', asked.at(-1) ?? ''))
})
test('a quiet shop of Amazon takes at most 110 calls a day, even where each report has lines', () => {
  const days = Object.values(amazon.sources).map(source => {
    const made = madeOn(source, '2026-01-15', '2026-03-30')
    // a settlement is looked for each day, and is there every two weeks; of what is told by pages one is enough
    const isListed = source.by === 'report' && source.listed === true
    const usual = source.by === 'call' ? 1 : costOf(amazon, source, '2026-03-30', '2026-03-30').calls
    // of the last month, by when all is read again
    const windows = daysFromTo('2026-03-01', '2026-03-30').reduce((sum, day) => sum + (made.get(day)?.length ?? 0), 0)
    return (windows * (isListed ? 1 + 2 / 14 : usual)) / 30
  })
  expect(days.reduce((a, b) => a + b)).toBeLessThanOrEqual(110)
})
test('what a first fetching takes: calls of each window, and the minutes that the limits make of them', () => {
  const [orders, settlement] = [amazon.sources['orders'], amazon.sources['settlement']]
  if (orders === undefined || settlement === undefined) throw new Error('no source')
  // 13 windows: 7 at once, 6 of a minute each
  expect(costOf(amazon, orders, '2026-01-01', '2026-12-31')).toEqual({ windows: 13, calls: 65, minutes: 6 })
  expect(costOf(amazon, settlement, '2026-10-01', '2026-12-29')).toEqual({ windows: 3, calls: 9, minutes: 0 })
})

test.each([
  [200, '', 'done'],
  [429, '{"errors":[{"code":"QuotaExceeded"}]}', 'limited'],
  [503, '<html>', 'again'],
  [400, '{"error":"invalid_grant"}', 'reauthorise'],
  [401, '{"error":"invalid_client"}', 'app'],
  [403, '{"errors":[{"code":"Unauthorized","message":"The access token you provided has expired."}]}', 'refresh'],
  [403, '{"errors":[{"code":"Unauthorized"}]}', 'role'],
  [404, '', 'gone'],
  [302, '', 'fail'],
  [400, '{"errors":[{"code":"InvalidInput"}]}', 'fail'],
])('%s %s: %s', (status, body, is) => expect(verdictOf(status, {}, body, '财务').is).toBe(is))
test('an absurd Retry-After is not believed; tries end', () => {
  expect(verdictOf(429, { 'retry-after': '999999' }, '', '')).toEqual({ is: 'limited', afterMs: 900_000 })
  expect(Array.from({ length: triesMax + 1 }, (_, i) => pauseOf(i, 1) === null)).toEqual([
    ...Array.from({ length: triesMax }, () => false),
    true,
  ])
})
