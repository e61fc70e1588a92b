/** Sides of a match on random lines and payments: in each currency they add up to zero, and take no more of a part than is open of it. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sidesOf, Unfit, unitsOf, type Part, type Sides, type Wish } from './sides.ts'

const wish: Wish = { remainder: 'keep', item: null, rate: null, fee: 0n, reason: '' }
const rates: Readonly<Record<string, string>> = { USD: '7.1', CNY: '1' }
const booked = (currency: string): string | null => rates[currency] ?? null
const part = (id: string, open: string, currency = 'USD'): Part => ({ id, open: unitsOf(open), currency, day: '2026-03-01' })
const sums = ({ sides }: Sides): Record<string, bigint> => {
  const sum: Record<string, bigint> = {}
  for (const side of sides) sum[side.currency] = (sum[side.currency] ?? 0n) + side.amount
  return sum
}
const shown = ({ kind, sides }: Sides) => [kind, ...sides.map(one => `${one.role} ${one.currency} ${Number(one.amount) / 10_000}`)]

const parts = (prefix: string) =>
  fc
    .array(
      fc.record({
        amount: fc.bigInt({ min: -5_000_0000n, max: 5_000_0000n }).filter(amount => amount !== 0n),
        currency: fc.constantFrom('USD', 'CNY', 'USD', 'USD'),
      }),
      { maxLength: 5 },
    )
    .map(all => all.map(({ amount, currency }, at): Part => ({ id: `${prefix}${at}`, open: amount, currency, day: '2026-03-01' })))
const anyWish = fc.record({
  remainder: fc.constantFrom('keep', 'charge', 'exchange') as fc.Arbitrary<Wish['remainder']>,
  item: fc.constantFrom(null, null, null, 4),
  rate: fc.constantFrom(null, '7.1', '0.14'),
  fee: fc.constantFrom(0n, 1_0000n),
  reason: fc.constantFrom('', '银行确认'),
})

describe('sides', () => {
  test('add up to zero in each currency and take no more than is open, or nothing is made', () => {
    let made = 0
    fc.assert(
      fc.property(parts('l'), parts('p'), anyWish, (lines, payments, wished) => {
        if (lines.length === 0) return
        let sides: Sides
        try {
          sides = sidesOf(lines, payments, wished, booked)
        } catch (error) {
          expect(error).toBeInstanceOf(Unfit)
          return
        }
        made += 1
        expect(Object.values(sums(sides)).every(sum => sum === 0n)).toBe(true)
        for (const side of sides.sides) {
          if (side.role !== 'line' && side.role !== 'expected') continue
          const of = (side.role === 'line' ? lines : payments).find(one => one.id === side.id)
          const taken = side.role === 'line' ? side.amount : -side.amount
          expect(of !== undefined && taken < 0n === of.open < 0n && (taken < 0n ? taken >= of.open : taken <= of.open)).toBe(true)
        }
      }),
      { numRuns: 10_000 },
    )
    expect(made).toBeGreaterThan(1_000)
  })
  test('a charge, a rest that stays open, a conversion with its fee', () => {
    const less = [[part('1', '98')], [part('p', '100')]] as const
    expect(shown(sidesOf(...less, { ...wish, remainder: 'charge' }, booked))).toEqual([
      'payment',
      'line USD 98',
      'expected USD -100',
      'charge USD 2',
    ])
    expect(shown(sidesOf(...less, wish, booked))).toEqual(['payment', 'line USD 98', 'expected USD -98'])
    expect(shown(sidesOf([part('1', '-500'), part('2', '500')], [], wish, booked))[0]).toBe('transfer')
    const conversion = sidesOf([part('1', '-1000'), part('2', '7064.50', 'CNY')], [], { ...wish, fee: unitsOf('5') }, booked)
    expect(shown(conversion)).toEqual([
      'conversion',
      'line USD -1000',
      'line CNY 7064.5',
      'charge USD 5',
      'conversion USD 995',
      'conversion CNY -7064.5',
    ])
    expect(conversion.conversion?.rate).toBe('7.1')
  })
  test('a conversion that does not follow its rate, or is far off the company’s, asks for a reason', () => {
    const lines = [part('1', '-1000'), part('2', '7000', 'CNY')]
    expect(() => sidesOf(lines, [], { ...wish, rate: '7.1' }, booked)).toThrow('按汇率')
    const said = sidesOf(lines, [], { ...wish, rate: '7.1', reason: '银行另收' }, booked)
    expect(shown(said).at(-1)).toBe('exchange CNY 100')
    expect(() => sidesOf([part('1', '-1000'), part('2', '6000', 'CNY')], [], wish, booked)).toThrow('5%')
  })
})
