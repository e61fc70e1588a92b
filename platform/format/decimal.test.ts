import { describe, expect, it, test } from 'vitest'
import {
  add,
  canonical,
  compare,
  DecimalError,
  DecimalSum,
  divide,
  isDecimal,
  isNegative,
  isZero,
  multiply,
  negate,
  parseDecimal,
  roundTo,
  scaleOf,
  subtract,
  sum,
  toFixedScale,
  within,
  type Rounding,
} from './decimal.ts'

/** a small linear congruential generator: the same values in every run */
function* values(count: number): Generator<string> {
  let state = 20241121n
  const next = (limit: bigint): bigint => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % (1n << 64n)
    return (state >> 20n) % limit
  }
  for (let index = 0; index < count; index += 1) {
    const digits = next(10n ** (1n + next(18n))).toString()
    const scale = Number(next(7n))
    const padded = digits.padStart(scale + 1, '0')
    const plain = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`
    yield next(2n) === 0n ? plain : `-${plain}`
  }
}

test.each([
  ['0', '0'],
  ['-0', '0'],
  ['-0.00', '0'],
  ['+01.50', '1.5'],
  ['007', '7'],
  ['.5', '0.5'],
  ['-.5', '-0.5'],
  ['5.', '5'],
  ['100', '100'],
  ['-10.10', '-10.1'],
  ['12345678901234567890.123456789', '12345678901234567890.123456789'],
])('canonical(%s) is %s', (written, expected) => expect(canonical(written)).toBe(expected))

test.each(['', ' ', '1,5', '1.2.3', '1e5', 'NaN', '--1', '.', '-', '1 ', '１', '0x10', 'Infinity', '9'.repeat(300)])(
  'refuses %j',
  written => {
    expect(isDecimal(written)).toBe(false)
    expect(() => parseDecimal(written)).toThrow(DecimalError)
  },
)

test.each([
  ['0.1', '0.2', '0.3'],
  ['-0.1', '0.1', '0'],
  ['99999999999999.99', '0.01', '100000000000000'],
  ['1.005', '-2', '-0.995'],
])('%s + %s = %s', (left, right, expected) => {
  expect(add(left, right)).toBe(expected)
  expect(subtract(expected, right)).toBe(canonical(left))
})

test.each<[string, string, string]>([
  ['1.1', '1.1', '1.21'],
  ['-0.5', '0.2', '-0.1'],
  ['0', '-5', '0'],
  ['1141.18', '100', '114118'],
])('%s x %s = %s', (a, b, expected) => expect(multiply(a, b)).toBe(expected))

const ROUNDED: readonly [string, number, Record<Rounding, string>][] = [
  ['1.235', 2, { floor: '1.23', ceiling: '1.24', down: '1.23', halfUp: '1.24', halfEven: '1.24' }],
  ['-1.235', 2, { floor: '-1.24', ceiling: '-1.23', down: '-1.23', halfUp: '-1.24', halfEven: '-1.24' }],
  ['2.5', 0, { floor: '2', ceiling: '3', down: '2', halfUp: '3', halfEven: '2' }],
  ['-2.5', 0, { floor: '-3', ceiling: '-2', down: '-2', halfUp: '-3', halfEven: '-2' }],
  ['-0.001', 2, { floor: '-0.01', ceiling: '0', down: '0', halfUp: '0', halfEven: '0' }],
  ['1.2', 4, { floor: '1.2', ceiling: '1.2', down: '1.2', halfUp: '1.2', halfEven: '1.2' }],
]
test.each(
  ROUNDED.flatMap(([value, scale, by]) => (Object.keys(by) as Rounding[]).map(rounding => [value, scale, rounding, by[rounding]] as const)),
)('%s to %i decimals by %s is %s', (value, scale, rounding, expected) => {
  expect(roundTo(value, scale, rounding)).toBe(expected)
  expect(divide(value, '1', scale, rounding)).toBe(expected)
  expect(divide(negate(value), '-1', scale, rounding)).toBe(expected)
})

test('divides by scale and rounding, and refuses zero', () => {
  expect(divide('10', '3', 4, 'halfUp')).toBe('3.3333')
  expect(divide('-10', '3', 2, 'floor')).toBe('-3.34')
  expect(divide('1', '0.0008', 0, 'down')).toBe('1250')
  expect(() => divide('1', '0.00', 2, 'down')).toThrow('除数不能为 0')
})

test('fixed scale keeps its zeros', () => {
  expect(toFixedScale('1.5', 2, 'floor')).toBe('1.50')
  expect(toFixedScale('-0.004', 2, 'halfUp')).toBe('0.00')
  expect(roundTo('-0.004', 2, 'floor')).toBe('-0.01')
})

test('a value that the column could not hold is refused, never rounded', () => {
  expect(within('123456.7800', { digits: 8, scale: 2 })).toBe('123456.78')
  expect(() => within('1.234', { digits: 8, scale: 2 })).toThrow('小数超过2位')
  expect(() => within('-1234567', { digits: 8, scale: 2 })).toThrow('整数部分最多6位')
  expect(scaleOf('1.50')).toBe(1)
})

describe('properties', () => {
  const all = [...values(300)]
  it('addition commutes, has an inverse and a neutral element', () => {
    for (let index = 1; index < all.length; index += 1) {
      const [a, b] = [all[index - 1]!, all[index]!]
      expect(add(a, b)).toBe(add(b, a))
      expect(subtract(add(a, b), b)).toBe(canonical(a))
      expect(isZero(add(a, negate(a)))).toBe(true)
      expect(multiply(a, b)).toBe(multiply(negate(a), negate(b)))
      expect(compare(a, b)).toBe(-compare(b, a) + 0)
    }
  })
  it('the sum is the same in any order, and canonical is a fixed point', () => {
    expect(sum(all)).toBe(sum([...all].reverse()))
    expect(sum(all)).toBe(all.reduce(add, '0'))
    expect(new DecimalSum().toString()).toBe('0')
    for (const value of all) expect(canonical(canonical(value))).toBe(canonical(value))
  })
  it('floor is below and nearer than one unit', () => {
    for (const value of all) {
      const distance = subtract(value, roundTo(value, 2, 'floor'))
      expect(isNegative(distance)).toBe(false)
      expect(compare(distance, '0.01')).toBe(-1)
    }
  })
})
