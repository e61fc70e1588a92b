/** Since when units are in the stock: transfers, returns and mixtures hold what came before them. Pure. */
import type { Matching, Since } from './moves.ts'

/** Of each layer: transfers, returns and mixtures hold units that came before them. */
export function sinceOf({ layers, takes }: Matching): ReadonlyMap<string, readonly Since[]> {
  const of = new Map<string, readonly Since[]>()
  const takesInto = Map.groupBy(takes, take => take.into)
  for (const { id, day, quantity, since } of layers) {
    if (since !== undefined) {
      of.set(id, since)
      continue
    }
    const parts = (takesInto.get(id) ?? []).flatMap(take => cut(of.get(take.layer) ?? [], take.at, take.at + take.quantity))
    const joined: Since[] = []
    for (const part of parts) {
      const last = joined.at(-1)
      if (last?.day === part.day) joined[joined.length - 1] = { day: part.day, units: last.units + part.units }
      else joined.push(part)
    }
    of.set(id, joined.length === 0 ? [{ day, units: quantity }] : joined)
  }
  return of
}
/** Units [from, to). */
export function cut(all: readonly Since[], from: bigint, to: bigint): Since[] {
  const parts: Since[] = []
  let at = 0n
  for (const { day, units } of all) {
    const [first, last] = [at > from ? at : from, at + units < to ? at + units : to]
    if (last > first) parts.push({ day, units: last - first })
    at += units
  }
  return parts
}
