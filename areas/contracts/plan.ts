/** What a plan of payments says: amounts of shares, days that follow from events, states, sums, and what supplements make of it. Pure. */
import { addDays, addMonthsToDay, daysBetween } from '#platform/format/dates.ts'
import { add, compare, divide, isZero, multiply, roundTo, subtract, sum } from '#platform/format/decimal.ts'
import { planStates, triggers, eventKinds } from './plan-tables.ts'

const cents = 2
const whole = '100'
/** the last day that the database and a page can hold */
const lastDay = '9999-12-31'
const later = (day: string, days: number): string => {
  const after = addDays(day, days)
  return after.length > lastDay.length ? lastDay : after
}
const code = (of: readonly [number, ...unknown[]]): number => of[0]

export interface Shared {
  readonly share: string | null
  readonly amount: string | null
}
/** Amounts by share of the total; where the shares come to 100 the last of them takes what rounding leaves, to the cent. */
export function amountsOf(total: string, lines: readonly Shared[]): (string | null)[] {
  const shares = lines.map(one => one.share)
  const isWhole = compare(sum(shares.map(one => one ?? '0')), whole) === 0
  const last = shares.findLastIndex(one => one !== null && !isZero(one))
  const rounded = lines.map(({ share, amount }) =>
    share === null ? amount : roundTo(divide(multiply(total, share), whole, cents + 8, 'halfUp'), cents, 'halfUp'),
  )
  if (!isWhole || last < 0) return rounded
  const others = sum(rounded.flatMap((amount, at) => (at === last || shares[at] === null ? [] : [amount ?? '0'])))
  return rounded.map((amount, at) => (at === last ? subtract(total, others) : amount))
}

export interface PlanLine {
  readonly id: string
  readonly trigger: number
  readonly days: number
  readonly dueOn: string | null
  readonly amount: string
  readonly matched: string
  readonly held: string
}
export interface PlanEvent {
  readonly kind: number
  readonly day: string
  readonly planIds: readonly string[]
}
const datedBy: Readonly<Record<number, readonly number[]>> = {
  [code(triggers.delivery)]: [code(eventKinds.delivery)],
  [code(triggers.acceptance)]: [code(eventKinds.acceptance)],
  [code(triggers.invoice)]: [code(eventKinds.invoiceOut), code(eventKinds.invoiceIn)],
  [code(triggers.warranty)]: [code(eventKinds.warranty)],
}
/** The day on which a line is due: typed, from signing, or from the last event that dates it. Events come in any order. */
export function dueOf(line: PlanLine, events: readonly PlanEvent[], signOn: string | null): string | null {
  if (line.trigger === code(triggers.day)) return line.dueOn
  if (line.trigger === code(triggers.sign)) return signOn === null ? null : later(signOn, line.days)
  const kinds = datedBy[line.trigger] ?? []
  const days = events
    .filter(({ kind, planIds }) => kinds.includes(kind) && (planIds.length === 0 || planIds.includes(line.id)))
    .map(one => one.day)
    .sort()
  const last = days.at(-1)
  return last === undefined ? null : later(last, line.days)
}

/** days before its day from which a payment is shown as due */
export const dueDays = 7
export interface Standing {
  readonly today: string
  /** signed and not ended */
  readonly holds: boolean
  readonly isEnded: boolean
  readonly cancelled: boolean
}
/** How a line stands on a day, and what of it is open. */
export function standing(
  line: PlanLine,
  dueOn: string | null,
  { today, holds, isEnded, cancelled }: Standing,
): { state: number; open: string } {
  const paid = add(line.matched, line.held)
  const rest = subtract(line.amount, paid)
  if (cancelled || (isEnded && isZero(line.matched))) return { state: code(planStates.cancelled), open: '0' }
  if (compare(rest, '0') <= 0 || isEnded) return { state: code(planStates.done), open: '0' }
  if (!holds || dueOn === null) return { state: code(planStates.waiting), open: rest }
  if (dueOn < today) return { state: code(planStates.late), open: rest }
  if (compare(paid, '0') > 0) return { state: code(planStates.partly), open: rest }
  return { state: code(dueOn <= addDays(today, dueDays) ? planStates.due : planStates.later), open: rest }
}

export interface Supplement {
  readonly id: string
  readonly signOn: string
  readonly amount: string | null
  readonly validTo: string | null
  /** how often the contract had renewed itself when it was signed */
  readonly renewalsBefore: number
}
/** Sum and end of a contract with the supplements that are signed, in whatever order they were. */
export function folded(
  { amount, validTo }: { readonly amount: string | null; readonly validTo: string | null },
  supplements: readonly Supplement[],
): { readonly total: string; readonly endsOn: string | null; readonly renewalsBefore: number } {
  const inOrder = supplements.toSorted((one, other) =>
    one.signOn === other.signOn ? Number(BigInt(one.id) - BigInt(other.id)) : one.signOn < other.signOn ? -1 : 1,
  )
  const ending = inOrder.findLast(one => one.validTo !== null)
  return {
    total: sum([amount ?? '0', ...inOrder.map(one => one.amount ?? '0')]),
    endsOn: ending?.validTo ?? validTo,
    renewalsBefore: ending?.renewalsBefore ?? 0,
  }
}

const monthsOfYear = 12
const farEnd = '9000-01-01'
/** A contract that renews itself goes on by its first term, in months where it has whole ones, else in days. */
export function renewedEnd(from: string, to: string, end: string, times: number): string {
  if (end >= farEnd || to >= farEnd) return end
  const next = addDays(to, 1)
  const months = (Number(next.slice(0, 4)) - Number(from.slice(0, 4))) * monthsOfYear + Number(next.slice(5, 7)) - Number(from.slice(5, 7))
  if (months > 0 && addMonthsToDay(from, months) === next) return addDays(addMonthsToDay(addDays(end, 1), months * times), -1)
  const days = daysBetween(from, to) + 1
  return addDays(end, days * times)
}

export const everies = {
  month: [1, '每月', 'Every month'],
  quarter: [3, '每季', 'Every quarter'],
  half: [6, '每半年', 'Every half year'],
  year: [12, '每年', 'Every year'],
} as const
/** Days from one to another, so many months apart. */
export function repeatedDays(from: string, to: string, months: number, max: number): string[] {
  const days: string[] = []
  for (let n = 0; n < max; n++) {
    const day = addMonthsToDay(from, n * months)
    if (day > to) break
    days.push(day)
  }
  return days
}

/** Stamp duty: per mille of the amount without tax. */
export function stampOf(amount: string, taxPercent: string, perMille: string): { readonly base: string; readonly tax: string } {
  const base = roundTo(divide(multiply(amount, whole), add(whole, taxPercent), cents + 8, 'halfUp'), cents, 'halfUp')
  return { base, tax: roundTo(divide(multiply(base, perMille), '1000', cents + 8, 'halfUp'), cents, 'halfUp') }
}
