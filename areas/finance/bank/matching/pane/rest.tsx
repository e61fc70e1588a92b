/** What is chosen on both sides and what is left between them: whether it may be confirmed, and if not, why. Pure. */
import { add, compare, isZero, negate } from '#platform/format/decimal.ts'
import type { remainders } from '../../../base/match-words.ts'

export interface Amount {
  /** signed: positive comes in */
  readonly open: string
  readonly currency: string
}
export type Remainder = keyof typeof remainders
/** as calls take them */
export const remainderCodes: { readonly [Name in Remainder]: (typeof remainders)[Name][0] } = { keep: 1, charge: 2, exchange: 3 }
export interface Sum {
  readonly currency: string
  readonly amount: string
}
export const sumsOf = (parts: readonly Amount[]): Sum[] =>
  [...Map.groupBy(parts, one => one.currency)].map(([currency, all]) => ({
    currency,
    amount: all.reduce((sum, one) => add(sum, one.open), '0'),
  }))

export type Why = 'lines' | 'payments' | 'remainder' | 'transferKept' | 'currencies' | 'sameWay'
export interface Standing {
  readonly lines: readonly Sum[]
  readonly payments: readonly Sum[]
  /** lines less payments, where they differ */
  readonly differences: readonly Sum[]
  /** null: it may be confirmed */
  readonly why: Why | null
}

/** As the server takes it (sides.ts), which has the last word. */
export function standingOf(lines: readonly Amount[], payments: readonly Amount[], remainder: Remainder | null): Standing {
  const left = sumsOf([...lines, ...payments.map(one => ({ ...one, open: negate(one.open) }))]).filter(one => !isZero(one.amount))
  const isOwn = payments.length === 0 && lines.some(one => one.open.startsWith('-')) && lines.some(one => !one.open.startsWith('-'))
  return { lines: sumsOf(lines), payments: sumsOf(payments), differences: left, why: whyOf(lines, payments, left, isOwn, remainder) }
}

function whyOf(
  lines: readonly Amount[],
  payments: readonly Amount[],
  left: readonly Sum[],
  isOwn: boolean,
  remainder: Remainder | null,
): Why | null {
  if (lines.length === 0) return 'lines'
  if (payments.length === 0 && !isOwn) return 'payments'
  if (left.length > 2) return 'currencies'
  const [first, second] = left
  if (first !== undefined && second !== undefined) return compare(first.amount, '0') === compare(second.amount, '0') ? 'sameWay' : null
  if (first === undefined) return null
  if (remainder === null) return 'remainder'
  return isOwn && remainder === 'keep' ? 'transferKept' : null
}

/** Whether a part of the lines stays open once it is confirmed. */
export const keepsLines = ({ lines, payments, differences }: Standing, remainder: Remainder | null): boolean => {
  const [only] = differences
  if (remainder !== 'keep' || only === undefined || differences.length > 1) return false
  const size = (sums: readonly Sum[]): string => (sums.find(one => one.currency === only.currency)?.amount ?? '0').replace('-', '')
  return compare(size(lines), size(payments)) > 0
}
