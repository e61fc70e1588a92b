/**
 * Exact decimals as strings ("-1234.5") over bigint. Money, quantities and rates travel as such strings from the file to the screen;
 * a JS number never holds them, because 0.1 + 0.2 is not 0.3 there.
 * Every function answers a canonical string: no leading zeros, no trailing zeros after the point, no "-0".
 */

/** digits a value may have in all: far above numeric(20,6), low enough that a hostile cell can't pin the processor */
export const DIGITS_MAX = 200

export type Rounding =
  /** toward minus infinity: -1.231 -> -1.24 */
  | 'floor'
  /** toward plus infinity */
  | 'ceiling'
  /** toward zero: cut off */
  | 'down'
  /** a half goes away from zero, as shops and tax offices round */
  | 'halfUp'
  /** a half goes to the even neighbour */
  | 'halfEven'

/** A decimal taken apart: value = units / 10^scale. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** Text that is no decimal, or an operation without an answer. The message is Chinese and fit to be shown. */
export class DecimalError extends Error {
  override name = 'DecimalError'
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/

/** Whether the text is a plain decimal: optional sign, digits, optional point. No separators, no exponent, no spaces. */
export function isDecimal(text: string): boolean {
  return text.length <= DIGITS_MAX + 2 && DECIMAL.test(text)
}

/** Takes a decimal text apart; refuses anything else with a DecimalError. */
export function parseDecimal(text: string): Decimal {
  if (text.length > DIGITS_MAX + 2) throw new DecimalError(`数字过长，最多${DIGITS_MAX}位`)
  if (!DECIMAL.test(text)) throw new DecimalError(`“${text}”不是数字，请填写如 1234.56 的数字`)
  const point = text.indexOf('.')
  if (point < 0) return { units: BigInt(text.startsWith('+') ? text.slice(1) : text), scale: 0 }
  const negative = text.startsWith('-')
  const start = negative || text.startsWith('+') ? 1 : 0
  const units = BigInt(text.slice(start, point) + text.slice(point + 1))
  return { units: negative ? -units : units, scale: text.length - point - 1 }
}

/** Puts units and scale together again, in canonical form. */
export function decimalText(units: bigint, scale: number): string {
  if (scale === 0) return units.toString()
  const fixed = fixedText(units, scale)
  let end = fixed.length
  while (fixed.charCodeAt(end - 1) === 48) end -= 1
  if (fixed.charCodeAt(end - 1) === 46) end -= 1
  return fixed.slice(0, end)
}

/** units / 10^scale with exactly `scale` decimals; zero has no sign. */
function fixedText(units: bigint, scale: number): string {
  if (scale === 0) return units.toString()
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0')
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return negative ? `-${text}` : text
}

/** The one spelling of a value: "+01.50" -> "1.5", "-0.00" -> "0". */
export function canonical(text: string): string {
  const { units, scale } = parseDecimal(text)
  return decimalText(units, scale)
}

function power(scale: number): bigint {
  return 10n ** BigInt(scale)
}

/** Both values at the larger of the two scales. */
function aligned(left: string, right: string): readonly [bigint, bigint, number] {
  const a = parseDecimal(left)
  const b = parseDecimal(right)
  if (a.scale === b.scale) return [a.units, b.units, a.scale]
  return a.scale > b.scale ? [a.units, b.units * power(a.scale - b.scale), a.scale] : [a.units * power(b.scale - a.scale), b.units, b.scale]
}

export function add(left: string, right: string): string {
  const [a, b, scale] = aligned(left, right)
  return decimalText(a + b, scale)
}

export function subtract(left: string, right: string): string {
  const [a, b, scale] = aligned(left, right)
  return decimalText(a - b, scale)
}

/** Exact product; round it with roundTo where a scale is wanted. */
export function multiply(left: string, right: string): string {
  const a = parseDecimal(left)
  const b = parseDecimal(right)
  return decimalText(a.units * b.units, a.scale + b.scale)
}

/** Quotient at `scale` decimals. A quotient has no exact form in general, so scale and rounding are always named. */
export function divide(dividend: string, divisor: string, scale: number, rounding: Rounding): string {
  const [a, b] = aligned(dividend, divisor)
  if (b === 0n) throw new DecimalError('除数不能为 0')
  return decimalText(divideUnits(a * power(scale), b, rounding), scale)
}

/** Integer quotient by the named rounding. bigint division cuts toward zero, so the remainder carries the dividend's sign. */
function divideUnits(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const quotient = dividend / divisor
  const remainder = dividend % divisor
  if (remainder === 0n) return quotient
  const away = dividend < 0n === divisor < 0n ? 1n : -1n
  switch (rounding) {
    case 'down':
      return quotient
    case 'floor':
      return away < 0n ? quotient - 1n : quotient
    case 'ceiling':
      return away > 0n ? quotient + 1n : quotient
  }
  const twice = absolute(remainder) * 2n
  const size = absolute(divisor)
  const up = twice > size || (twice === size && (rounding === 'halfUp' || quotient % 2n !== 0n))
  return up ? quotient + away : quotient
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** The value with exactly `scale` decimals, zeros kept: ("1.5", 2) -> "1.50". */
export function toFixedScale(text: string, scale: number, rounding: Rounding): string {
  const value = parseDecimal(text)
  if (value.scale <= scale) return fixedText(value.units * power(scale - value.scale), scale)
  return fixedText(divideUnits(value.units, power(value.scale - scale), rounding), scale)
}

/** The value rounded to at most `scale` decimals, canonical. */
export function roundTo(text: string, scale: number, rounding: Rounding): string {
  return canonical(toFixedScale(text, scale, rounding))
}

export function negate(text: string): string {
  const { units, scale } = parseDecimal(text)
  return decimalText(-units, scale)
}

/** -1, 0 or 1; fit for Array.sort. */
export function compare(left: string, right: string): -1 | 0 | 1 {
  const [a, b] = aligned(left, right)
  return a < b ? -1 : a > b ? 1 : 0
}

export function isZero(text: string): boolean {
  return parseDecimal(text).units === 0n
}

export function isNegative(text: string): boolean {
  return parseDecimal(text).units < 0n
}

/** Exact sum; "0" of nothing. */
export function sum(values: Iterable<string>): string {
  const total = new DecimalSum()
  for (const value of values) total.add(value)
  return total.toString()
}

/** A running exact sum for millions of values: keeps units at the widest scale met so far. */
export class DecimalSum {
  #units = 0n
  #scale = 0

  add(text: string): this {
    const { units, scale } = parseDecimal(text)
    if (scale > this.#scale) {
      this.#units *= power(scale - this.#scale)
      this.#scale = scale
    }
    this.#units += scale === this.#scale ? units : units * power(this.#scale - scale)
    return this
  }

  toString(): string {
    return decimalText(this.#units, this.#scale)
  }
}

/** Decimals a value really needs: "1.50" -> 1. */
export function scaleOf(text: string): number {
  const plain = canonical(text)
  const point = plain.indexOf('.')
  return point < 0 ? 0 : plain.length - point - 1
}

/**
 * Refuses what numeric(digits, scale) of the database could not hold exactly: nothing is rounded in silence. Answers the canonical value.
 */
export function within(text: string, limit: { readonly digits: number; readonly scale: number }): string {
  const plain = canonical(text)
  const [whole = '', decimals = ''] = plain.replace('-', '').split('.')
  if (decimals.length > limit.scale) throw new DecimalError(`“${text}”的小数超过${limit.scale}位`)
  if (whole.length > limit.digits - limit.scale) throw new DecimalError(`“${text}”过大，整数部分最多${limit.digits - limit.scale}位`)
  return plain
}
