/** Where returned units came from: the pure reckoning against a plain walk, and what is stored against files, issues and arrivals. */
import { expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { arrivalOf, type Came } from './batch-of.ts'
import { classOfReason, reasonClasses } from './words.ts'

test.each([
  ['DEFECTIVE', 'product'],
  [' defective ', 'product'],
  ['DAMAGED_BY_CARRIER', 'logistics'],
  ['NOT_AS_DESCRIBED', 'description'],
  ['UNWANTED_ITEM', 'none'],
  ['', 'none'],
  ['something new', 'none'],
])('the reason %s is of kind %s', (reason, kind) => {
  expect(classOfReason(reason)).toBe(kind)
  expect(Object.keys(reasonClasses)).toContain(kind)
})

type Lot = Came & { readonly name: string }
const lots: readonly Lot[] = [
  { name: 'A', day: '2026-01-10', quantity: 10 },
  { name: 'B', day: '2026-02-10', quantity: 5 },
  { name: 'C', day: '2026-03-10', quantity: 5 },
]
const nameOf = (day: string, shipped: number | null, opening = 0) => arrivalOf(lots, { day, opening, shipped })?.name ?? null

test.each([
  ['before anything came', '2026-01-09', 0, 0, null],
  ['the first unit', '2026-01-10', 0, 0, 'A'],
  ['the last unit of the first', '2026-02-20', 9, 0, 'A'],
  ['the first unit of the second', '2026-02-20', 10, 0, 'B'],
  ['what lay there before goes first', '2026-02-20', 10, 11, null],
  ['and then what came', '2026-02-20', 12, 11, 'A'],
  ['more than came by that day', '2026-02-20', 100, 0, 'B'],
  ['nobody says what left', '2026-03-20', null, 0, 'C'],
  ['a balance below nothing is none', '2026-02-20', 9, -5, 'A'],
] as const)('%s', (_, day, shipped, opening, expected) => {
  expect(nameOf(day, shipped, opening)).toBe(expected)
})

const cases = Number(process.env['RETURN_CASES'] ?? 400)
test(`${cases} random courses: as a walk over each unit says`, () => {
  const random = seededRandom(39)
  for (let at = 0; at < cases; at += 1) {
    const came: Lot[] = []
    let day = '2026-01-01'
    for (let n = 0; n < random.below(7); n += 1) {
      day = addDays(day, random.below(21))
      came.push({ name: `${n}`, day, quantity: 1 + random.below(12) })
    }
    const asked = addDays('2026-01-01', random.below(101))
    const [opening, shipped] = [random.below(9), random.below(41)]
    const there = came.filter(one => one.day <= asked)
    const units = [...Array.from({ length: opening }, () => null), ...there.flatMap(one => Array.from({ length: one.quantity }, () => one))]
    const expected = there.length === 0 ? null : shipped < units.length ? units[shipped] : there.at(-1)
    expect(arrivalOf(came, { day: asked, opening, shipped })).toEqual(expected ?? null)
  }
})
