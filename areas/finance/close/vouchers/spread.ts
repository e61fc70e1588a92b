/**
 * Cents of the amounts of a month. Each item is rounded as a whole, half up, and its cents are given to what it is of (largest remainder);
 * what the rounded profit is more than its items is left over. Amounts of the bank add up by currency. Pure.
 */
import { canonical } from '#platform/format/decimal.ts'
import { centsOf, exactOf, roundedCents, totalOf } from './cents.ts'
import { isInProfit, topics, type Topic } from './words.ts'

export interface Fact {
  readonly event: number
  readonly topic: Topic
  readonly shopId: string | null
  readonly bankAccountId: string | null
  readonly currency: string
  /** exact, signed as in the reports */
  readonly amount: string
}
/** Cents that an amount has in a voucher already. */
export interface KeptCents {
  readonly event: number
  readonly amount: bigint
  readonly base: bigint
  readonly cny: bigint
}
export type Cents = Exclude<keyof KeptCents, 'event'>
/** The same amount at the same rates keeps its cents, so that what changes elsewhere changes no voucher that is not about it. */
export const factKey = (fact: Fact, cnyRate: string, baseRate: string): string =>
  [
    topics[fact.topic][0],
    fact.event,
    fact.shopId ?? '',
    fact.bankAccountId ?? '',
    fact.currency,
    canonical(fact.amount),
    canonical(cnyRate),
    canonical(baseRate),
  ].join(' ')

/** Places in the list of all by a key, each list in the order of its amounts. */
export function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  all.forEach((one, at) => {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [at])
    else group.push(at)
  })
  return groups
}

export const pick = <T>(all: readonly T[], places: readonly number[]): T[] => places.map(at => all[at] as T)

/** Cents of some of the amounts that add up to a total; those that are kept stay as they are, unless all are and come to another one. */
function spreadTo(exact: readonly bigint[], kept: readonly (bigint | undefined)[], total: bigint): bigint[] {
  const free = kept.flatMap((one, at) => (one === undefined ? [at] : []))
  const rest = total - totalOf(kept.map(one => one ?? 0n))
  if (free.length === 0 && rest !== 0n) return centsOf(exact, total)
  const made = kept.map(one => one ?? 0n)
  centsOf(pick(exact, free), rest).forEach((cent, i) => {
    made[free[i] ?? 0] = cent
  })
  return made
}

/**
 * Cents of every amount: each item rounded as a whole, then by what it is of; the bank by currency, so that what leads through an account
 * in between leaves nothing there. `same`: items of which no amount changed, came or went; they stay as they were.
 */
export function spread(
  facts: readonly Fact[],
  exact: readonly bigint[],
  kept: readonly (bigint | undefined)[],
  same: ReadonlySet<number>,
): bigint[] {
  const made = exact.map(() => 0n)
  const keyOf = (fact: Fact): string => (fact.topic === 'bank' ? `bank ${fact.currency}` : `item ${fact.event}`)
  for (const places of grouped(facts, keyOf).values()) {
    const first = facts[places[0] ?? -1]
    const [own, before] = [pick(exact, places), pick(kept, places)]
    const isKept = first !== undefined && first.topic !== 'bank' && same.has(first.event)
    const total = isKept ? totalOf(before.map(one => one ?? 0n)) : roundedCents(totalOf(own))
    spreadTo(own, before, total).forEach((cent, i) => {
      made[places[i] ?? 0] = cent
    })
  }
  return made
}

/** Items of which every amount is as the vouchers in force have it, and none is gone. */
export function unchanged(
  facts: readonly Fact[],
  before: readonly (KeptCents | undefined)[],
  kept: ReadonlyMap<string, KeptCents>,
): Set<number> {
  const held = [...kept.values()]
  const counted = (all: readonly ({ readonly event: number } | undefined)[], event: number): number =>
    all.filter(one => one?.event === event).length
  const events = new Set(held.map(one => one.event))
  return new Set(
    [...events].filter(event => {
      const now = counted(facts, event)
      return now === counted(before, event) && now === counted(held, event)
    }),
  )
}

/** What the rounded profit is more than the cents of its items. */
export function roundingOf(facts: readonly Fact[], exact: readonly bigint[], made: readonly bigint[]): bigint {
  const places = facts.flatMap((fact, at) => (fact.topic !== 'bank' && isInProfit(fact.event) ? [at] : []))
  return roundedCents(totalOf(pick(exact, places))) - totalOf(pick(made, places))
}

/** Hundredths of the amounts in their own currencies; what matches of the bank moved in one adds up as they do. */
export function ownCents(facts: readonly Fact[], kept: readonly (bigint | undefined)[]): bigint[] {
  const exact = facts.map(fact => exactOf(fact.amount))
  const made = exact.map(roundedCents)
  for (const [currency, places] of grouped(facts, fact => (fact.topic === 'bank' ? fact.currency : '')))
    if (currency !== '')
      spreadTo(pick(exact, places), pick(kept, places), roundedCents(totalOf(pick(exact, places)))).forEach((cent, i) => {
        made[places[i] ?? 0] = cent
      })
  return made
}
