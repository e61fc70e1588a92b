/** Effects add up to the difference to the cent, whatever the figures are; what a sentence names follows by rule. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, multiply, negate, roundTo, subtract, sum } from './decimal.ts'
import { effectsOfFactors, effectsOfLines, isFlat, namedEffects, namedMovers, sizeOf } from './why.ts'

const reports = 10_000
const cents = fc.integer({ min: -9_999_999_999, max: 9_999_999_999 })
/** four decimals, as amounts are kept; often nothing */
const amount = fc
  .oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 5, arbitrary: cents })
  .map(units => roundTo(multiply(String(units), '0.0001'), 4, 'halfUp'))
const sideOf = (lines: number) => fc.record({ of: amount, base: amount, lines: fc.array(amount, { minLength: lines, maxLength: lines }) })
const pair = fc.integer({ min: 0, max: 8 }).chain(lines => fc.tuple(sideOf(lines), sideOf(lines)))

const inCents = (now: string, was: string): string => subtract(roundTo(now, 2, 'halfUp'), roundTo(was, 2, 'halfUp'))

describe('effects', () => {
  it('of lines add up to the difference to the cent, with zero, negative and missing bases', () => {
    fc.assert(
      fc.property(pair, ([now, was]) => {
        const { volume, lines, isPlain } = effectsOfLines(now, was, 2)
        expect(compare(sum([volume, ...lines]), inCents(now.of, was.of))).toBe(0)
        expect(lines).toHaveLength(now.lines.length + 1)
        expect(isPlain).toBe(compare(was.base, '0') <= 0)
      }),
      { numRuns: reports },
    )
  })
  it('are the same whichever line stands first', () => {
    fc.assert(
      fc.property(pair, ([now, was]) => {
        const turned = effectsOfLines({ ...now, lines: now.lines.toReversed() }, { ...was, lines: was.lines.toReversed() }, 6)
        const { lines } = effectsOfLines(now, was, 6)
        const own = [...lines.slice(0, -1).toReversed(), lines.at(-1) ?? '']
        // what rounding left over goes to the largest, of equal ones to the first
        turned.lines.forEach((one, at) => expect(compare(sizeOf(subtract(one, own[at] ?? '')), '0.0001') < 0).toBe(true))
      }),
      { numRuns: 500 },
    )
  })
  it('of factors add up too, and are none where there is nothing to divide by', () => {
    const factor = fc.record({ over: amount, under: amount })
    const three = fc
      .array(factor, { minLength: 1, maxLength: 4 })
      .chain(now => fc.tuple(fc.constant(now), fc.constant(now.map(one => one))))
    fc.assert(
      fc.property(three, fc.array(factor, { minLength: 4, maxLength: 4 }), amount, amount, ([now], other, of, before) => {
        const was = other.slice(0, now.length)
        const effects = effectsOfFactors(now, was, { now: of, was: before }, 2)
        const hasZero = [...now, ...was].some(one => compare(one.under, '0') === 0)
        expect(effects === null).toBe(hasZero)
        if (effects !== null) expect(compare(sum(effects), inCents(of, before))).toBe(0)
      }),
      { numRuns: 2_000 },
    )
  })
  it('tell volume from rates: sales double, one rate falls', () => {
    const was = { of: '20', base: '100', lines: ['-10', '-70'] }
    const now = { of: '60', base: '200', lines: ['-10', '-130'] }
    // 100 x 20 % and, of 200, 5 % of refunds and 5 % of cost
    expect(effectsOfLines(now, was, 2)).toEqual({ volume: '20', lines: ['10', '10', '0'], isPlain: false })
  })
  it('of orders x sales an order', () => {
    const now = [
      { over: '12', under: '1' },
      { over: '600', under: '12' },
    ]
    const was = [
      { over: '10', under: '1' },
      { over: '400', under: '10' },
    ]
    expect(effectsOfFactors(now, was, { now: '600', was: '400' }, 2)).toEqual(['80', '120'])
  })
})

describe('what is named', () => {
  it.each([
    [['50', '6', '3', '-1'], '58', { main: [0], but: null }],
    [['30', '25', '20', '10', '5'], '90', { main: [0, 1, 2], but: null }],
    [['-21', '-6', '5'], '-22', { main: [0, 1], but: 2 }],
    [['5', '-5'], '0', { main: [], but: null }],
    [['1', '1', '100'], '102', { main: [2], but: null }],
    [[], '5', { main: [], but: null }],
  ])('of %j for a difference of %s', (effects, difference, named) => expect(namedEffects(effects, difference)).toEqual(named))
  it('never names one of the wrong sign, nor one below a twentieth', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 9 }), effects => {
        const difference = sum(effects)
        const { main, but } = namedEffects(effects, difference)
        for (const at of main) expect(compare(effects[at] ?? '0', '0')).toBe(compare(difference, '0'))
        for (const at of main) expect(compare(sizeOf(effects[at] ?? '0'), multiply(sizeOf(difference), '0.05'))).toBeGreaterThanOrEqual(0)
        if (but !== null) expect(compare(effects[but] ?? '0', '0')).toBe(-compare(difference, '0'))
      }),
      { numRuns: 1_000 },
    )
  })
  it('says nothing below a hundredth of the base', () => {
    expect(isFlat('0.99', '100')).toBe(true)
    expect(isFlat(negate('1'), '100')).toBe(false)
    expect(isFlat('5', '0')).toBe(false)
    expect(isFlat('0', '0')).toBe(true)
  })
  it('names two rows that make two fifths of it', () => {
    expect(namedMovers(['20', '-90', '25', '5'], '100')).toEqual([2, 0])
    expect(namedMovers(['20', '15', '5'], '100')).toEqual([])
    expect(namedMovers(['-20', '15'], '-40')).toEqual([0])
  })
})
