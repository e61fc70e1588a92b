/**
 * How well a bank line and what it may be go together: windows, limits and points. Pure; the suggestions and their plain reference
 * share it.
 */
import { daysBetween } from '#platform/format/dates.ts'
import { holds, isConversion, referencesIn } from './line-words.ts'

/** Amounts are whole numbers of 1/10,000, signed: positive comes in. */
export interface OpenLine {
  readonly id: string
  readonly accountId: string
  readonly day: string
  readonly amount: bigint
  readonly currency: string
  /** all of its texts, folded */
  readonly text: string
  /** what is remembered of it */
  readonly words: string
}
export interface OpenPayment {
  readonly id: string
  readonly source: number
  readonly shopId: string | null
  readonly day: string
  readonly amount: bigint
  readonly currency: string
  readonly reference: string
  readonly party: string
}
export interface Rule {
  readonly id: string
  readonly accountId: string
  /** 1: in, 2: out */
  readonly direction: number
  readonly words: string
  readonly source: number | null
  readonly shopId: string | null
  readonly item: number | null
}
/** CNY of one unit, by month and currency; null: none is there. */
export type RateOf = (month: string, currency: string) => number | null

/** days by which a line may come before and after what it pays; after, where it names its number */
export const before = 3
export const after = 21
export const namedAfter = 60
export const transferDays = { before: 2, after: 7 } as const
export const conversionDays = { before: 1, after: 5 } as const
/** lines and payments that are added up at most */
export const paymentsMax = 20
export const linesMax = 6
/** part of a payment that may be missing as a charge, in thousandths; where the line names its number */
const chargeMax = 20n
const namedChargeMax = 50n
/** by how many thousandths a conversion may be off the company's rate */
const offMax = 30
export const leastScore = 20

const points = {
  equal: 50,
  charged: 25,
  several: 40,
  lines: 35,
  transfer: 45,
  conversion: 40,
  ruledItem: 55,
  guessedItem: 30,
  named: 40,
  ruled: 20,
  known: 10,
  saysConversion: 10,
  alike: -15,
} as const
export const itemScore = { ruled: points.ruledItem, guessed: points.guessedItem } as const

/** Numbers that a line names, read once. */
const named = new WeakMap<OpenLine, ReadonlySet<string>>()
export function namedBy(line: OpenLine): ReadonlySet<string> {
  const known = named.get(line)
  if (known !== undefined) return known
  const found = referencesIn(line.text)
  named.set(line, found)
  return found
}

export const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
export const sameSign = (a: bigint, b: bigint): boolean => a < 0n === b < 0n
const directionOf = (amount: bigint): number => (amount < 0n ? 2 : 1)

export const rulesFor = (line: OpenLine, rules: readonly Rule[]): Rule[] =>
  rules.filter(rule => rule.accountId === line.accountId && rule.direction === directionOf(line.amount) && holds(line.text, rule.words))
export const ruleOf = (mine: readonly Rule[], payment: OpenPayment): Rule | undefined =>
  mine.find(rule => rule.source === payment.source && (rule.shopId === null || rule.shopId === payment.shopId))

export interface Reasons {
  /** days from what is paid to the line */
  readonly gap: number
  /** what is missing: a charge */
  readonly missing: bigint
  readonly isNamed: boolean
  readonly rule: Rule | undefined
  readonly isKnown: boolean
  readonly score: number
}
const knows = (line: OpenLine, { party }: OpenPayment): boolean => party.length > 1 && line.text.includes(party)
const isBetween = (gap: number, from: number, to: number): boolean => gap >= -from && gap <= to

/** One line and one payment; null: they have nothing to do with each other. */
export function pairOf(line: OpenLine, payment: OpenPayment, mine: readonly Rule[]): Reasons | null {
  if (line.currency !== payment.currency || !sameSign(line.amount, payment.amount)) return null
  const missing = payment.amount - line.amount
  if (missing < 0n || missing * 1000n > sizeOf(payment.amount) * namedChargeMax) return null
  const gap = daysBetween(payment.day, line.day)
  const isNamed = payment.reference !== '' && namedBy(line).has(payment.reference)
  if (!isBetween(gap, before, isNamed ? namedAfter : after)) return null
  const [rule, isKnown] = [ruleOf(mine, payment), knows(line, payment)]
  const limit = isNamed ? namedChargeMax : isKnown || rule !== undefined ? chargeMax : 0n
  if (missing * 1000n > sizeOf(payment.amount) * limit) return null
  const score =
    (missing === 0n ? points.equal : points.charged) +
    (isNamed ? points.named : 0) +
    (rule === undefined ? (isKnown ? points.known : 0) : points.ruled) -
    Math.min(Math.abs(gap), after)
  return { gap, missing, isNamed, rule, isKnown, score }
}
/** Less sure where others of the same amount would do as well. */
export const alike = (found: Reasons, others: number): number =>
  found.score + (others > 0 && !found.isNamed && found.missing === 0n ? points.alike : 0)

/** One line and several payments of one source and shop that follow on each other. */
export function severalOf(line: OpenLine, payments: readonly OpenPayment[], mine: readonly Rule[]): Reasons | null {
  const [first, last] = [payments[0], payments.at(-1)]
  if (first === undefined || last === undefined || payments.length < 2 || payments.length > paymentsMax) return null
  if (payments.some(one => one.currency !== line.currency || !sameSign(one.amount, line.amount))) return null
  if (payments.reduce((sum, one) => sum + one.amount, 0n) !== line.amount) return null
  const gap = daysBetween(last.day, line.day)
  if (!isBetween(gap, before, after) || !isBetween(daysBetween(first.day, line.day), before, after)) return null
  const [rule, isKnown] = [ruleOf(mine, first), knows(line, first)]
  const score = points.several + (rule === undefined ? (isKnown ? points.known : 0) : points.ruled) - Math.abs(gap)
  return { gap, missing: 0n, isNamed: false, rule, isKnown, score }
}

/** Several lines of one account and counterparty that follow on each other, and one payment. */
export function linesOf(lines: readonly OpenLine[], payment: OpenPayment, rules: (line: OpenLine) => readonly Rule[]): Reasons | null {
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined || lines.length < 2 || lines.length > linesMax) return null
  if (lines.some(one => one.currency !== payment.currency || !sameSign(one.amount, payment.amount))) return null
  if (lines.reduce((sum, one) => sum + one.amount, 0n) !== payment.amount) return null
  const gap = daysBetween(payment.day, last.day)
  if (!isBetween(gap, before, after) || !isBetween(daysBetween(payment.day, first.day), before, after)) return null
  const [rule, isKnown] = [ruleOf(rules(first), payment), knows(first, payment)]
  const score = points.lines + (rule === undefined ? (isKnown ? points.known : 0) : points.ruled) - Math.abs(gap)
  return { gap, missing: 0n, isNamed: false, rule, isKnown, score }
}

/** Out of one account, into another. */
export function transferOf(out: OpenLine, into: OpenLine): { readonly gap: number; readonly score: number } | null {
  if (out.amount >= 0n || out.amount !== -into.amount || out.currency !== into.currency || out.accountId === into.accountId) return null
  const gap = daysBetween(out.day, into.day)
  return isBetween(gap, transferDays.before, transferDays.after) ? { gap, score: points.transfer - Math.abs(gap) } : null
}

const converting = new WeakMap<OpenLine, boolean>()
function saysConversion(line: OpenLine): boolean {
  const known = converting.get(line)
  if (known !== undefined) return known
  const says = isConversion(line.text)
  converting.set(line, says)
  return says
}

/** Out in one currency, in in another, near the company's rate of the month. */
export function conversionOf(
  out: OpenLine,
  into: OpenLine,
  rateOf: RateOf,
): { readonly gap: number; readonly off: number; readonly score: number } | null {
  if (out.amount >= 0n || into.amount <= 0n || out.currency === into.currency) return null
  if (!saysConversion(out) && !saysConversion(into)) return null
  const gap = daysBetween(out.day, into.day)
  if (!isBetween(gap, conversionDays.before, conversionDays.after)) return null
  const month = into.day.slice(0, 7)
  const [from, to] = [rateOf(month, out.currency), rateOf(month, into.currency)]
  if (from === null || to === null) return null
  // thousandths by which it is off: a measure to choose by, no amount
  const off = Math.round(((Number(into.amount) * to) / (Number(-out.amount) * from) - 1) * 1000)
  if (Math.abs(off) > offMax) return null
  const both = saysConversion(out) && saysConversion(into) ? points.saysConversion : 0
  return { gap, off, score: points.conversion + both - 2 * Math.abs(gap) - Math.round(Math.abs(off) / 3) }
}
