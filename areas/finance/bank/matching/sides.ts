/**
 * The sides of a match from its lines and payments: what is left between them is a charge, an exchange difference, a conversion or stays
 * open. In each currency the sides add up to zero. Pure; amounts are whole numbers of 1/10,000.
 */
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { decimalText, multiply, parseDecimal, toFixedScale } from '#platform/format/decimal.ts'
import type { MatchKind, remainders, sideRoles } from '../../base/match-words.ts'

export interface Part {
  readonly id: string
  /** what is open of it, signed: positive comes in */
  readonly open: bigint
  readonly currency: string
  readonly day: string
}
export interface Side {
  readonly role: keyof typeof sideRoles
  readonly id: string | null
  readonly amount: bigint
  readonly currency: string
}
export interface Wish {
  readonly remainder: keyof typeof remainders
  /** what the lines are, where no document says */
  readonly item: number | null
  /** of a conversion: how much of the second currency one unit of the first gives; null: as the amounts say */
  readonly rate: string | null
  /** kept back before converting, in the currency that is given */
  readonly fee: bigint
  /** a person has said yes to what does not follow */
  readonly reason: string
}
export interface Conversion {
  readonly from: string
  readonly given: bigint
  readonly to: string
  readonly got: bigint
  readonly rate: string
}
export interface Sides {
  readonly kind: MatchKind
  readonly sides: readonly Side[]
  readonly conversion: Conversion | null
}
/** CNY of one unit as the company books the month; null: no rate is there. */
export type BookedRate = (currency: string) => string | null

export const scale = 4
export const unitsOf = (text: string): bigint => parseDecimal(toFixedScale(text, scale, 'halfUp')).units
export const textOfUnits = (units: bigint): string => decimalText(units, scale)

const rateScale = 10
/** what rounding to cents and pence may leave */
const roundingUnits = 100n
/** part by which a rate may be off the company's without a reason, in hundredths */
const offMax = 5n
const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
const ratio = (a: bigint, b: bigint): string => decimalText((a * 10n ** BigInt(rateScale)) / b, rateScale)

export class Unfit extends Error {
  readonly field: string
  readonly wording: Sentence
  constructor(field: string, wording: Sentence) {
    super(wording.key)
    this.field = field
    this.wording = wording
  }
}

/** Cuts the last parts down until they leave nothing between both sides. */
function cut(parts: readonly Part[], by: bigint): Map<string, bigint> {
  const taken = new Map(parts.map(part => [part.id, part.open]))
  let rest = by
  for (const part of parts.toReversed()) {
    if (rest === 0n) break
    // a part of the other sign would grow
    if (part.open < 0n !== rest < 0n) continue
    const less = size(rest) < size(part.open) ? rest : part.open
    taken.set(part.id, part.open - less)
    rest -= less
  }
  return taken
}

export function sidesOf(lines: readonly Part[], payments: readonly Part[], wish: Wish, booked: BookedRate): Sides {
  const sum = new Map<string, bigint>()
  for (const part of lines) sum.set(part.currency, (sum.get(part.currency) ?? 0n) + part.open)
  for (const part of payments) sum.set(part.currency, (sum.get(part.currency) ?? 0n) - part.open)
  const lineSides = (takes?: ReadonlyMap<string, bigint>): Side[] =>
    lines.map(part => ({ role: 'line' as const, id: part.id, amount: takes?.get(part.id) ?? part.open, currency: part.currency }))
  const paymentSides = (takes?: ReadonlyMap<string, bigint>): Side[] =>
    payments.map(part => ({ role: 'expected' as const, id: part.id, amount: -(takes?.get(part.id) ?? part.open), currency: part.currency }))
  const left = [...sum].filter(([, amount]) => amount !== 0n)
  const isOwn = payments.length === 0 && new Set(lines.map(line => line.open < 0n)).size === 2
  if (wish.item !== null) {
    if (payments.length > 0) throw new Unfit('item', sentence`已选择款项，不能同时归类；归类用于没有单据的流水`)
    const itemSides = left.map(([currency, amount]): Side => ({ role: 'item', id: null, amount: -amount, currency }))
    return { kind: 'booked', sides: [...lineSides(), ...itemSides], conversion: null }
  }
  if (payments.length === 0 && !isOwn)
    throw new Unfit('expectedIds', sentence`请选择要核对的款项，或选择归类；自有账户之间的转账要同时选中转出和转入`)
  if (left.length === 0) return { kind: isOwn ? 'transfer' : 'payment', sides: [...lineSides(), ...paymentSides()], conversion: null }
  const [first] = left
  if (left.length === 1 && first !== undefined) {
    const [currency, rest] = first
    if (wish.remainder !== 'keep')
      return {
        kind: isOwn ? 'transfer' : 'payment',
        sides: [...lineSides(), ...paymentSides(), { role: wish.remainder, id: null, amount: -rest, currency }],
        conversion: null,
      }
    if (isOwn) throw new Unfit('remainder', sentence`转出和转入相差 ${textOfUnits(size(rest))} ${currency}，请选择记为手续费或汇兑差额`)
    return { kind: 'payment', ...kept(lines, payments, currency, rest, lineSides, paymentSides), conversion: null }
  }
  if (left.length > 2) throw new Unfit('expectedIds', sentence`一次最多核对两个币种，请分开核对`)
  return { kind: isOwn ? 'conversion' : 'payment', ...converted(left, wish, booked, [...lineSides(), ...paymentSides()]) }
}

type Made = (takes?: ReadonlyMap<string, bigint>) => Side[]

/** What is left stays open at the line or at the payment, whichever is more. */
function kept(lines: readonly Part[], payments: readonly Part[], currency: string, rest: bigint, ofLines: Made, ofPayments: Made) {
  const mine = (parts: readonly Part[]): Part[] => parts.filter(part => part.currency === currency)
  const total = (parts: readonly Part[]): bigint => mine(parts).reduce((sum, part) => sum + part.open, 0n)
  const isLineMore = size(total(lines)) > size(total(payments))
  const takes = isLineMore ? cut(mine(lines), rest) : cut(mine(payments), -rest)
  const sides = isLineMore ? [...ofLines(takes), ...ofPayments()] : [...ofLines(), ...ofPayments(takes)]
  if (
    sides.some(side => side.amount === 0n) ||
    sides.reduce((sum, side) => sum + (side.currency === currency ? side.amount : 0n), 0n) !== 0n
  )
    throw new Unfit('expectedIds', sentence`选中的流水和款项对不上：有的一笔也用不到，请重新选择`)
  return { sides }
}

/** Two currencies: one was given for the other. */
function converted(left: readonly (readonly [string, bigint])[], wish: Wish, booked: BookedRate, base: readonly Side[]) {
  const [[from, out], [to, into]] = left.toSorted((a, b) => (a[1] < b[1] ? -1 : 1)) as [[string, bigint], [string, bigint]]
  if (out >= 0n || into <= 0n) throw new Unfit('expectedIds', sentence`两个币种的金额方向相同，不是换汇，请分开核对`)
  const given = -out - wish.fee
  if (wish.fee < 0n || given <= 0n) throw new Unfit('fee', sentence`手续费要大于等于 0，并小于换出的金额`)
  const implied = ratio(into, given)
  const follows = wish.rate === null ? into : unitsOf(toFixedScale(multiply(textOfUnits(given), wish.rate), 2, 'halfUp'))
  if (wish.reason === '') {
    if (size(into - follows) > roundingUnits)
      throw new Unfit(
        'reason',
        sentence`按汇率 ${wish.rate ?? ''} 应换得 ${textOfUnits(follows)} ${to}，实际 ${textOfUnits(into)}；确认无误请填写原因`,
      )
    const [a, b] = [booked(from), booked(to)]
    const fair = a === null || b === null ? null : unitsOf(toFixedScale(multiply(textOfUnits(given), a), scale, 'halfUp'))
    const worth = b === null ? null : unitsOf(toFixedScale(multiply(textOfUnits(into), b), scale, 'halfUp'))
    if (fair !== null && worth !== null && size(worth - fair) * 100n > fair * offMax)
      throw new Unfit('reason', sentence`换汇汇率 ${implied} 与公司当月汇率相差超过 5%；确认无误请填写原因`)
  }
  const sides: Side[] = [
    ...base,
    ...(wish.fee > 0n ? [{ role: 'charge', id: null, amount: wish.fee, currency: from } as const] : []),
    { role: 'conversion', id: null, amount: given, currency: from },
    { role: 'conversion', id: null, amount: -follows, currency: to },
    ...(into === follows ? [] : [{ role: 'exchange', id: null, amount: follows - into, currency: to } as const]),
  ]
  return { sides, conversion: { from, given, to, got: into, rate: wish.rate ?? implied } }
}
