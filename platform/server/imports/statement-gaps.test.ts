/** Stretches of statements and the gaps between them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { gapsBetween } from './statement-gaps.ts'

const statement = (importId: string, firstDay: string, lastDay: string, opening: string, closing: string, currency = 'CNY') => ({
  importId,
  currency,
  firstDay,
  lastDay,
  opening,
  closing,
})

describe('gaps', () => {
  test.each([
    ['one alone', [statement('1', '2026-01-01', '2026-01-31', '0', '5')], []],
    ['two that join', [statement('1', '2026-01-01', '2026-01-31', '0', '5'), statement('2', '2026-02-03', '2026-02-28', '5.00', '6')], []],
    [
      'a month is missing, whatever came first',
      [statement('3', '2026-03-01', '2026-03-31', '9', '10'), statement('1', '2026-01-01', '2026-01-31', '0', '5')],
      [['3', '2026-01-31', '2026-03-01', '5', '9']],
    ],
    [
      'what overlaps is one stretch',
      [
        statement('1', '2026-01-01', '2026-02-10', '0', '5'),
        statement('2', '2026-01-15', '2026-02-05', '2', '4'),
        statement('3', '2026-02-11', '2026-02-28', '5', '6'),
      ],
      [],
    ],
    [
      'each currency for itself',
      [statement('1', '2026-01-01', '2026-01-31', '0', '5'), statement('2', '2026-02-01', '2026-02-28', '9', '6', 'USD')],
      [],
    ],
  ] as const)('%s', (_name, statements, gaps) => {
    expect(gapsBetween(statements).map(one => [one.importId, one.after, one.before, one.closing, one.opening])).toEqual(gaps)
  })

  test('of a chain of statements exactly those without a neighbour have a gap, and none when all are there', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.boolean()), { minLength: 1, maxLength: 12 }), parts => {
        let balance = 0
        const all = parts.map(([moved, isThere], at) => {
          const opening = balance
          balance += moved
          const day = addDays('2026-01-01', at * 10)
          return { isThere, ...statement(String(at), day, addDays(day, 5), String(opening), String(balance)) }
        })
        expect(gapsBetween(all)).toEqual([])
        const there = all.filter(one => one.isThere)
        const holes = there
          .filter((one, at) => at > 0 && Number(one.importId) - Number(there[at - 1]?.importId) > 1)
          .map(one => one.importId)
        expect(gapsBetween(there.toReversed()).map(gap => gap.importId)).toEqual(holes)
      }),
    )
  })
})
