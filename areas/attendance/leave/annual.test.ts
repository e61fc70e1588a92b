/** Statutory annual leave: the worked examples, and that it never falls with longer service. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { annualLeave, annualParts } from './annual.ts'

test.each([
  ['hired in the year, above ten years', '2015-07-01', '2026-03-16', null, 2026, 7],
  ['the tenth year ends within the year', '2016-07-01', '2020-01-01', null, 2026, 7],
  ['twelve months of work end within the year', '2026-03-02', '2026-03-02', null, 2027, 4],
  ['the year of the first job', '2026-03-02', '2026-03-02', null, 2026, 0],
  ['leaves in June, above twenty years', '2004-09-01', '2010-01-01', '2026-06-30', 2026, 7],
  ['a whole year below ten years', '2018-01-01', '2020-01-01', null, 2026, 5],
  ['a whole year above twenty', '2000-01-01', '2020-01-01', null, 2026, 15],
  ['left before the year', '2000-01-01', '2020-01-01', '2025-12-31', 2026, 0],
  ['first day of work on 29 February', '2024-02-29', '2024-02-29', null, 2025, 4],
])('%s', (_, firstWorkedOn, hiredOn, leftOn, year, days) => {
  expect(annualLeave({ firstWorkedOn, hiredOn, leftOn }, year)).toBe(days)
})

test('parts do not overlap, lie within the year, and who worked longer has not less', () => {
  const day = fc.integer({ min: 0, max: 12_000 }).map(n => addDays('1995-01-01', n))
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 0, max: 400 }), (first, after, earlier) => {
      const service = { firstWorkedOn: first, hiredOn: addDays(first, after), leftOn: null }
      const parts = annualParts(service, 2026)
      for (const [n, one] of parts.entries()) {
        expect(one.from >= '2026-01-01' && one.to <= '2026-12-31').toBe(true)
        if (n > 0) expect(addDays(parts[n - 1]?.to ?? '', 1)).toBe(one.from)
      }
      const days = annualLeave(service, 2026)
      expect(days).toBeLessThanOrEqual(15)
      expect(annualLeave({ ...service, firstWorkedOn: addDays(first, -earlier) }, 2026)).toBeGreaterThanOrEqual(days)
    }),
  )
})
