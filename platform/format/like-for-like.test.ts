/** Two sides of a comparison over random shops: files that end on unlike days, gaps, shops that begin, months of every length. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, dayNumber, daysBetween, daysFromTo, firstOfMonth, lastOfMonth, monthOf } from './dates.ts'
import { commonUntil, dayBefore, likeForLike, partsOf, sidesUntil, wholeOf, type Covered } from './like-for-like.ts'
import { isWholeMonths, ownLength, periodBefore, type Moved, type Period } from './periods.ts'

const day = (from: string, to: string) => fc.integer({ min: dayNumber(from), max: dayNumber(to) }).map(n => addDays('1970-01-01', n))
const year: Moved = { unit: 'month', count: 12 }
/** whole months, parts of them, days across months; a leap February among them */
const periods = fc
  .tuple(day('2027-01-01', '2029-06-30'), fc.integer({ min: 0, max: 130 }), fc.boolean())
  .map(([from, days, isWhole]): Period => {
    const to = addDays(from, days)
    return isWhole ? { from: firstOfMonth(monthOf(from)), to: lastOfMonth(monthOf(to)) } : { from, to }
  })
const moves = (period: Period) => fc.constantFrom(ownLength(period), year)
/** spans of files in order, each after a gap */
const covered = fc
  .array(fc.tuple(fc.integer({ min: 2, max: 200 }), fc.integer({ min: 0, max: 900 })), { minLength: 1, maxLength: 4 })
  .chain(spans => day('2025-06-01', '2028-01-01').map(first => ({ spans, first })))
  .map(({ spans, first }) => {
    const days: Period[] = []
    for (const [gap, length] of spans) {
      const from = addDays(days.at(-1)?.to ?? first, gap)
      days.push({ from, to: addDays(from, length) })
    }
    return days
  })
const asked = periods.chain(period =>
  fc.record({
    period: fc.constant(period),
    moved: moves(period),
    shops: fc
      .array(fc.option(covered, { nil: null, freq: 8 }), { minLength: 1, maxLength: 8 })
      .map(all => all.map((days, at): Covered => ({ shop: String(at + 1), days }))),
  }),
)
/** every covered day has facts */
const factsOf =
  (shops: readonly Covered[]) =>
  (shop: string, { from, to }: Period) => {
    const days = shops.find(one => one.shop === shop)?.days
    return days == null || days.some(one => one.from <= to && one.to >= from)
  }
const length = ({ from, to }: Period): number => daysBetween(from, to) + 1
const monthsIn = ({ from, to }: Period): number =>
  Number(to.slice(0, 4)) * 12 + Number(to.slice(5, 7)) - Number(from.slice(0, 4)) * 12 - Number(from.slice(5, 7))

describe('like for like', () => {
  test('both sides hold the same shops, as many days, and none that files do not cover', () => {
    fc.assert(
      fc.property(asked, ({ period, moved, shops }) => {
        const { sides, leftOut } = likeForLike(period, moved, shops, factsOf(shops))
        const earlier = periodBefore(period, moved)
        for (const [shop, { now, before }] of sides) {
          const days = shops.find(one => one.shop === shop)?.days ?? null
          expect(now.from <= now.to && now.from >= period.from && now.to <= period.to).toBe(true)
          expect(before.from >= earlier.from && before.to <= earlier.to).toBe(true)
          if (moved.unit === 'day') expect(length(before)).toBe(length(now))
          else {
            // by day number, at most the last day of the month; a whole month against a whole one
            expect(monthsIn(before)).toBe(monthsIn(now))
            expect(before.to).toBe(dayBefore(period, now.to, moved))
            const isEnd = now.to === lastOfMonth(monthOf(now.to)) && isWholeMonths(period)
            const number = Number(before.to.slice(8))
            const last = Number(lastOfMonth(monthOf(before.to)).slice(8))
            expect(number).toBe(isEnd ? last : Math.min(Number(now.to.slice(8)), last))
          }
          if (days === null) continue
          const since = days[0]?.from ?? ''
          const holds = ({ from, to }: Period): boolean => days.some(one => one.from <= (from > since ? from : since) && one.to >= to)
          expect([holds(now), holds(before)]).toEqual([true, true])
        }
        expect(leftOut.every(({ shop }) => !sides.has(shop))).toBe(true)
        expect(new Set(leftOut.map(one => one.shop)).size).toBe(leftOut.length)
      }),
      { numRuns: 3_000 },
    )
  })

  test('the parts of a side together are its days, each once; whole months are read by month', () => {
    fc.assert(
      fc.property(asked, ({ period, moved, shops }) => {
        const { sides } = likeForLike(period, moved, shops, factsOf(shops))
        const spans = new Map([...sides].map(([shop, { now }]) => [shop, now]))
        const held = (parts: readonly ReturnType<typeof wholeOf>[]): string[] =>
          parts
            .flatMap(({ from, to, only }) =>
              shops.flatMap(({ shop }) => {
                const at = only === null ? 0 : only.shops.indexOf(shop)
                if (at < 0) return []
                const [first, last] = [only?.spans?.first[at] ?? from, only?.spans?.last[at] ?? to]
                return daysFromTo(first > from ? first : from, last < to ? last : to).map(one => `${shop} ${one}`)
              }),
            )
            .toSorted()
        const wanted = [...spans].flatMap(([shop, one]) => daysFromTo(one.from, one.to).map(at => `${shop} ${at}`)).toSorted()
        const parts = partsOf(period, spans, shops.length)
        expect(held(parts)).toEqual(wanted)
        expect(held([wholeOf(period, spans, shops.length)])).toEqual(wanted)
        for (const { only, byDay } of parts)
          if (only?.spans?.unit === 'month') {
            expect(byDay).toBe(false)
            expect([...only.spans.first, ...only.spans.last.map(one => addDays(one, 1))].every(one => one.endsWith('-01'))).toBe(true)
          }
      }),
      { numRuns: 1_000 },
    )
  })

  const november = { from: '2026-11-01', to: '2026-11-30' }
  const month: Moved = { unit: 'month', count: 1 }
  const all = (): boolean => true

  test.each<[string, Period, Moved, string, Period | null]>([
    ['a month up to a day', november, month, '2026-11-18', { from: '2026-10-01', to: '2026-10-18' }],
    ['a whole month of 30 days', november, month, '2026-12-09', { from: '2026-10-01', to: '2026-10-31' }],
    [
      'a month of 31 days up to its 30th',
      { from: '2027-03-01', to: '2027-03-31' },
      month,
      '2027-03-30',
      { from: '2027-02-01', to: '2027-02-28' },
    ],
    ['February of a leap year', { from: '2028-02-01', to: '2028-02-29' }, year, '2028-02-29', { from: '2027-02-01', to: '2027-02-28' }],
    [
      'after February of a leap year',
      { from: '2028-03-01', to: '2028-03-31' },
      month,
      '2028-03-29',
      { from: '2028-02-01', to: '2028-02-29' },
    ],
    ['days', { from: '2026-11-05', to: '2026-11-20' }, { unit: 'day', count: 16 }, '2026-11-18', { from: '2026-10-20', to: '2026-11-02' }],
    ['nothing complete', november, month, '2026-10-31', null],
  ])('%s', (_name, period, moved, until, before) => {
    expect(sidesUntil(period, moved, until)?.before ?? null).toEqual(before)
  })

  test('who is left out is named with the reason; who rests holds up nothing', () => {
    const shops: Covered[] = [
      { shop: 'whole', days: [{ from: '2026-01-01', to: '2026-11-18' }] },
      { shop: 'late', days: [{ from: '2026-01-01', to: '2026-11-16' }] },
      { shop: 'weeks ago', days: [{ from: '2026-01-01', to: '2026-10-28' }] },
      {
        shop: 'gap',
        days: [
          { from: '2026-01-01', to: '2026-10-10' },
          { from: '2026-10-12', to: '2026-11-18' },
        ],
      },
      {
        shop: 'old gap',
        days: [
          { from: '2026-01-01', to: '2026-05-10' },
          { from: '2026-05-12', to: '2026-11-18' },
        ],
      },
      { shop: 'fresh', days: [{ from: '2026-11-03', to: '2026-11-18' }] },
      { shop: 'no files', days: null },
      { shop: 'like others', days: null, until: '2026-11-16' },
    ]
    const like = likeForLike(november, month, shops, all)
    expect(like.leftOut).toEqual([
      { shop: 'weeks ago', why: 'noData' },
      { shop: 'gap', why: 'noData' },
      { shop: 'fresh', why: 'new' },
    ])
    expect(like.until).toBe('2026-11-16')
    expect(like.sides.get('late')).toEqual({
      now: { from: '2026-11-01', to: '2026-11-16' },
      before: { from: '2026-10-01', to: '2026-10-16' },
    })
    expect(like.sides.get('whole')?.before.to).toBe('2026-10-18')
    expect(like.sides.get('no files')?.before.to).toBe('2026-10-31')
    expect(like.sides.get('like others')?.before.to).toBe('2026-10-16')
    const had = likeForLike(november, month, shops.slice(0, 2), (shop, _days, side) => shop === 'whole' || side === 'now')
    expect(had.leftOut).toEqual([{ shop: 'late', why: 'new' }])
    expect(commonUntil(['2026-11-18', null, '2026-08-01', '2026-11-02'])).toBe('2026-11-02')
    expect(likeForLike(november, month, shops.slice(2, 3), all)).toMatchObject({ until: null })
    // nor does a shop without any facts say that a day is complete
    const one = likeForLike(november, month, shops.slice(-2), (shop, _days, side) => shop === 'no files' && side === 'now')
    expect(one).toMatchObject({ leftOut: [{ shop: 'no files', why: 'new' }], until: null })
  })

  test('of a year the months before a shop began are held against nothing', () => {
    const shops: Covered[] = [{ shop: '1', days: [{ from: '2025-06-10', to: '2027-01-01' }] }]
    expect(likeForLike({ from: '2026-01-01', to: '2026-12-31' }, year, shops, all).sides.get('1')).toEqual({
      now: { from: '2026-06-01', to: '2026-12-31' },
      before: { from: '2025-06-01', to: '2025-12-31' },
    })
    expect(addMonths('2025-06', 12)).toBe('2026-06')
  })
})
