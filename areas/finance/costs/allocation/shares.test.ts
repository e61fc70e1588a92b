/** Shares against a slow plain reference: they add up to the fee, whatever its sign and scale, and fall through when a basis is zero. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical, sum } from '#platform/format/decimal.ts'
import { dividedAmong } from './shares.ts'

const scaleOf = (places: number): bigint => 10n ** BigInt(places)
const unitsOf = (text: string, places: number): bigint => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole) * scaleOf(places) + BigInt(part.padEnd(places, '0') || '0')
  return text.startsWith('-') ? -units : units
}

/** One unit after the other to the line that is furthest behind its exact part; of equal ones to the first. Whole numbers throughout. */
function plainShares(fee: bigint, weights: readonly bigint[]): bigint[] | null {
  const whole = weights.reduce((total, weight) => total + weight, 0n)
  if (whole === 0n) return null
  const [sign, size] = fee < 0n ? [-1n, -fee] : [1n, fee]
  const given = weights.map(weight => (size * weight) / whole)
  const behind = weights.map((weight, at) => size * weight - (given[at] ?? 0n) * whole)
  for (let left = size - given.reduce((total, one) => total + one, 0n); left > 0n; left -= 1n) {
    let most = 0
    for (const [at, rest] of behind.entries()) if (rest > (behind[most] ?? 0n)) most = at
    given[most] = (given[most] ?? 0n) + 1n
    behind[most] = -1n
  }
  return given.map(one => sign * one)
}

const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n })
const weights = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000_000 })), { maxLength: 40 })
const text = (units: bigint, places: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - places)}${places === 0 ? '' : `.${digits.slice(-places)}`}`
}

test('10,000 random fees: as the plain reference has them, to the last place', () => {
  fc.assert(
    fc.property(cents, fc.constantFrom(0, 2, 3, 4), weights, (fee, places, lines) => {
      const made = dividedAmong({
        amount: text(fee, places),
        scale: places,
        basis: 'w',
        inTurn: [],
        lines,
        weight: (_, line) => String(line),
      })
      const plain = plainShares(
        fee,
        lines.map(line => BigInt(line)),
      )
      if (plain === null) {
        expect(made).toBeNull()
        return
      }
      expect(made?.shares.map(share => unitsOf(share, places))).toEqual(plain)
      expect(canonical(sum(made?.shares ?? []))).toBe(canonical(text(fee, places)))
    }),
    { numRuns: 10_000, seed: 22 },
  )
}, 60_000)

interface Line {
  readonly sales: string
  readonly units: string
}
const divide = (amount: string, lines: readonly Line[]) =>
  dividedAmong({
    amount,
    scale: 2,
    basis: 'sales',
    inTurn: ['units', 'equal'],
    lines,
    weight: (name, line) => (name === 'equal' ? '1' : line[name as keyof Line]),
  })

test.each([
  ['its basis', [{ sales: '3', units: '0' }], 'sales', ['10']],
  [
    'the next where it is zero on every line',
    [
      { sales: '0', units: '1' },
      { sales: '0', units: '3' },
    ],
    'units',
    ['2.5', '7.5'],
  ],
  [
    'equal where nothing has a weight',
    [
      { sales: '0', units: '0' },
      { sales: '0', units: '0' },
    ],
    'equal',
    ['5', '5'],
  ],
  [
    'a weight below zero bears nothing',
    [
      { sales: '-5', units: '9' },
      { sales: '1', units: '0' },
    ],
    'sales',
    ['0', '10'],
  ],
])('%s', (_what, lines, basis, shares) => {
  expect(divide('10.00', lines)).toMatchObject({ basis, shares })
})

test('a negative fee larger than its basis; no line at all', () => {
  const made = divide('-1000.01', [
    { sales: '0.01', units: '0' },
    { sales: '0.02', units: '0' },
  ])
  expect(made?.shares).toEqual(['-333.34', '-666.67'])
  expect(divide('10', [])).toBeNull()
})
