/** Netting of one item at one warehouse, day by day, and who gets what. Quantities are millionths. Pure. */
import type { Asked, Coming, Need, Netted, Origin, Peg, Pulled, Rule } from './snapshot.ts'

/** What lacks, at least the minimum, in whole lots. */
export function lotOf(net: bigint, { moq, lot }: Omit<Rule, 'safety'>): bigint {
  const least = net > moq ? net : moq
  return lot > 0n ? ((least + lot - 1n) / lot) * lot : least
}

const byDay = (a: { readonly day: number }, b: { readonly day: number }): number => a.day - b.day

/** On each day supply comes first, then demand; below the safety a later supply is brought forward, or more is provided. */
export function netOf({ supplies, demands, safety, pullDays, provide }: Asked): Netted {
  const open = supplies.toSorted(byDay)
  const asked = demands.toSorted(byDay)
  const counted: Coming[] = []
  const pulled: Pulled[] = []
  const days = [...new Set([0, ...open.map(one => one.day), ...asked.map(one => one.day)])].toSorted((a, b) => a - b)
  let [balance, nextIn, nextOut] = [0n, 0, 0]
  const moved = new Set<Coming>()
  for (const day of days) {
    for (let one = open[nextIn]; one !== undefined && one.day <= day; one = open[++nextIn]) {
      if (moved.has(one)) continue
      counted.push(one)
      balance += one.quantity
    }
    for (let one = asked[nextOut]; one !== undefined && one.day <= day; one = asked[++nextOut]) balance -= one.quantity
    for (let at = nextIn; balance < safety && at < open.length; at++) {
      const later = open[at]
      if (later === undefined || later.day > day + pullDays) break
      if (moved.has(later)) continue
      moved.add(later)
      const earlier = { ...later, day }
      counted.push(earlier)
      pulled.push({ supply: earlier, from: later.day })
      balance += later.quantity
    }
    if (balance >= safety) continue
    for (const one of provide(safety - balance, day)) {
      counted.push(one)
      balance += one.quantity
    }
  }
  return { supplies: counted, demands: asked, pulled }
}

/** What is left after each day on which something happens. */
export function balancesOf(supplies: readonly Coming[], demands: readonly Need[]): readonly (readonly [day: number, left: bigint])[] {
  const change = new Map([[0, 0n]])
  for (const { day, quantity } of supplies) change.set(day, (change.get(day) ?? 0n) + quantity)
  for (const { day, quantity } of demands) change.set(day, (change.get(day) ?? 0n) - quantity)
  let left = 0n
  return [...change].toSorted(([a], [b]) => a - b).map(([day, quantity]) => [day, (left += quantity)] as const)
}

/** What of the stock of today nobody here needs on any day. */
export function spareOf(supplies: readonly Coming[], demands: readonly Need[], safety: bigint): bigint {
  let spare = supplies.reduce((all, one) => (isStock(one.origin) ? all + one.quantity : all), 0n)
  for (const [, left] of balancesOf(supplies, demands)) if (left - safety < spare) spare = left - safety
  return spare > 0n ? spare : 0n
}

/** First in, first out. */
export function pegsOf(supplies: readonly Coming[], demands: readonly Need[]): readonly Peg[] {
  const pegs: Peg[] = []
  let [supply, left] = [-1, 0n]
  for (const [demand, { quantity }] of demands.entries()) {
    let open = quantity
    while (open > 0n) {
      if (left === 0n) {
        const next = supplies[++supply]
        if (next === undefined) return pegs
        left = next.quantity
        continue
      }
      const part = open < left ? open : left
      pegs.push({ supply, demand, quantity: part })
      open -= part
      left -= part
    }
  }
  return pegs
}

/** Orders of which nobody needs so many, the last first; what the safety takes is needed. */
export function surplusOf(
  supplies: readonly Coming[],
  demands: readonly Need[],
  pegs: readonly Peg[],
  safety: bigint,
): readonly { readonly supply: Coming; readonly quantity: bigint }[] {
  const given = new Map<number, bigint>()
  for (const { supply, quantity } of pegs) given.set(supply, (given.get(supply) ?? 0n) + quantity)
  const sum = (rows: readonly { readonly quantity: bigint }[]): bigint => rows.reduce((all, one) => all + one.quantity, 0n)
  let over = sum(supplies) - sum(demands) - safety
  const told = []
  for (let at = supplies.length - 1; at >= 0 && over > 0n; at--) {
    const supply = supplies[at]
    if (supply === undefined || isStock(supply.origin) || supply.planned !== null) continue
    const free = supply.quantity - (given.get(at) ?? 0n)
    const quantity = free < over ? free : over
    if (quantity <= 0n) continue
    told.push({ supply, quantity })
    over -= quantity
  }
  return told
}
const isStock = ({ list }: Origin): boolean => list === ''
