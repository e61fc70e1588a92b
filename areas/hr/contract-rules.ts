/**
 * What Chinese labour law says of days. Pure. Sources: 劳动合同法 (LCL) 19, 24; 禁止使用童工规定 2.
 */
import { addDays, addMonthsToDay } from '#platform/format/dates.ts'

/** the youngest age at which somebody may be employed, years */
const ageMin = 16
/** Whether somebody born on this day is 16 on the day of joining. */
export const mayWork = (birthday: string, on: string): boolean => addMonthsToDay(birthday, ageMin * 12) <= on

/** Months of probation at most (LCL 19): by how long the contract lasts, none for tasks, interns, services and part time. */
export function probationMonthsMax(kind: number, from: string, to: string | null): 0 | 1 | 2 | 6 {
  if (kind > 2) return 0
  if (kind === 2 || to === null) return 6
  const end = addDays(to, 1)
  if (end < addMonthsToDay(from, 3)) return 0
  if (end < addMonthsToDay(from, 12)) return 1
  if (end < addMonthsToDay(from, 36)) return 2
  return 6
}
/** The last day on which probation may end; null: there is none. */
export function probationLastDay(kind: number, from: string, to: string | null): string | null {
  const months = probationMonthsMax(kind, from, to)
  return months === 0 ? null : addDays(addMonthsToDay(from, months), -1)
}

/** months of a non-compete at most (LCL 24) */
const nonCompeteMonthsMax = 24
export const nonCompeteLastDay = (from: string): string => addDays(addMonthsToDay(from, nonCompeteMonthsMax), -1)

/** below this age a worker is 未成年工, with days of his own (LCL 劳动法 58) */
const adultAge = 18
export const isMinor = (birthday: string, on: string): boolean => !(addMonthsToDay(birthday, adultAge * 12) <= on)

/** How a contract that is not signed stands on a day (LCL 10, 14, 82): `since` is the first day of work without one. */
export type Unsigned = 'fine' | 'soon' | 'month' | 'year'
/** told so many days after the work has begun */
const soonDays = 20
export function unsignedOn(since: string, today: string): Unsigned {
  if (today >= addMonthsToDay(since, 12)) return 'year'
  if (today >= nextMonthDay(since)) return 'month'
  return today >= addDays(since, soonDays) ? 'soon' : 'fine'
}
/** The day from which double pay is owed: one calendar month after the first day; of 31 January it is 1 March. */
export function nextMonthDay(since: string): string {
  const day = addMonthsToDay(since, 1)
  return day.slice(8) === since.slice(8) ? day : addDays(day, 1)
}

export interface Term {
  readonly kind: number
  readonly from: string
  readonly to: string | null
}
/** days between two contracts of somebody who had left: one that begins later begins a new chain */
const gapDaysMax = 30
/**
 * Those of the terms before that the next one follows, over all companies: of this service, and those before it without a break of more
 * than thirty days. An extension is another contract, and counts as one (解释二, 2025, article 10).
 */
export function chainOf(before: readonly Term[], next: Term, hiredOn: string | null): readonly Term[] {
  const chain: Term[] = []
  for (const term of before.filter(one => one.from < next.from).toSorted((a, b) => (a.from < b.from ? 1 : -1))) {
    const follower = chain.at(-1) ?? next
    const isOfService = hiredOn !== null && term.from >= hiredOn
    const follows = term.to === null || addDays(term.to, gapDaysMax + 1) >= follower.from
    if (!isOfService && !follows) break
    chain.push(term)
  }
  return chain
}
export const fixedTerms = (terms: readonly Term[]): number => terms.filter(one => one.kind === 1).length
const [termsMax, serviceYearsMax] = [2, 10]
/** Why another fixed term needs the written wish of the employee (LCL 14); null: it does not. */
export function wishNeeded(before: readonly Term[], next: Term, hiredOn: string | null): 'terms' | 'years' | null {
  if (next.kind !== 1) return null
  if (fixedTerms(chainOf(before, next, hiredOn)) >= termsMax) return 'terms'
  return hiredOn !== null && addMonthsToDay(hiredOn, serviceYearsMax * 12) <= next.from ? 'years' : null
}

/** Days of notice that an employee gives (LCL 37): fewer are shown, and hold nobody. */
export const noticeDays = (isProbation: boolean): number => (isProbation ? 3 : 30)

/** A contract that ends while its employee is protected goes on until then (LCL 45). */
export const isProlonged = (to: string | null, protectedUntil: string | null): boolean =>
  to !== null && protectedUntil !== null && to < protectedUntil
