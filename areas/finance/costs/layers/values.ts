/**
 * What layers are worth and what leaves with each move: cost rows spread over the intervals that were taken.
 * Of a row with amount A on a layer of Q units, units [from, to) bear round(A·to/Q) − round(A·from/Q): shares of all intervals add up to A
 * exactly, whatever its sign. Amounts are bigint, in ten thousandths of the currency. Pure.
 */
import type { Layer, Matching } from './moves.ts'

export const costParts = ['purchase', 'firstLeg', 'duty', 'other'] as const
export type CostPart = (typeof costParts)[number]

/** One cost of a layer. */
export interface CostRow {
  readonly layer: string
  readonly part: CostPart
  readonly amount: bigint
  /** first open day when it was posted ('': from the layer's own day); of units that left before, their share is a variance of it */
  readonly countsFrom: string
  /** of a move that may have found nothing to move: its cost then lies nowhere */
  readonly ifThere?: true
}

/** A part of a layer's value: rows of one part that count from one day. */
export interface Worth {
  readonly part: CostPart
  readonly countsFrom: string
  readonly amount: bigint
}

/** Value that comes to a place (above zero) or leaves it. */
export interface ValueEntry {
  readonly day: string
  readonly place: string
  readonly part: CostPart
  readonly amount: bigint
}

/** Cost of units that left the stock; below zero where a return brings them back. */
export interface CostLine {
  /** the sale, write-off or return */
  readonly move: string
  readonly day: string
  readonly part: CostPart
  readonly amount: bigint
  /** share of a row that was posted after the day of the move was closed */
  readonly isVariance: boolean
}

export interface Values {
  /** layer -> all it was worth when whole */
  readonly worth: ReadonlyMap<string, readonly Worth[]>
  readonly entries: readonly ValueEntry[]
  readonly lines: readonly CostLine[]
}

/** What was known up to the last day of `matching`: the worth of its layers. */
export interface Frontier {
  readonly matching: Matching
  readonly worth: ReadonlyMap<string, readonly Worth[]>
}

/** units are in millionths, their cost in hundred millionths, amounts in ten thousandths */
const perAmount = 1_000_000n * 10_000n
const half = (quantity: bigint): bigint => quantity / 2n
/** amount · at / quantity, rounded half away from zero */
function upTo(amount: bigint, at: bigint, quantity: bigint): bigint {
  const product = amount * at
  return product < 0n ? -((-product + half(quantity)) / quantity) : (product + half(quantity)) / quantity
}
/** The share that units [from, to) of a layer bear. */
export const shareOf = (amount: bigint, quantity: bigint, from: bigint, to: bigint): bigint =>
  upTo(amount, to, quantity) - upTo(amount, from, quantity)

const later = (a: string, b: string): string => (a > b ? a : b)

interface Flow extends Worth {
  /** the part of a frontier: what left before it was told then */
  readonly isKnown: boolean
}

/**
 * Throws for a cost of a layer that is not there, and for one that counts from a day which the frontier holds already.
 * The answer holds what is new since the frontier alone.
 */
export function spread(matching: Matching, rows: readonly CostRow[], before: Frontier | null = null): Values {
  const known = new Set(before?.matching.layers.map(layer => layer.id))
  const until = before?.matching.layers.at(-1)?.day ?? ''
  const layers = new Map(matching.layers.map(layer => [layer.id, layer]))
  const flows = new Map<string, Flow[]>()
  for (const [id, all] of before?.worth ?? [])
    flows.set(
      id,
      all.map(one => ({ ...one, isKnown: true })),
    )
  const [entries, lines]: [ValueEntry[], CostLine[]] = [[], []]
  const add = (id: string, flow: Flow): void => {
    const all = flows.get(id)
    if (!all) flows.set(id, [flow])
    else {
      const at = all.findIndex(one => one.part === flow.part && one.countsFrom === flow.countsFrom && one.isKnown === flow.isKnown)
      const same = all[at]
      if (same) all[at] = { ...same, amount: same.amount + flow.amount }
      else all.push(flow)
    }
  }
  for (const row of rows) {
    const layer = layers.get(row.layer)
    if (!layer && row.ifThere) continue
    if (!layer) throw new Error(`cost of the layer ${row.layer}, which is not there`)
    const countsFrom = row.countsFrom <= layer.day ? '' : row.countsFrom
    if (known.has(row.layer) && countsFrom <= until) throw new Error(`cost of ${row.layer} counts from ${countsFrom}, which is closed`)
    add(row.layer, { part: row.part, countsFrom, amount: row.amount, isKnown: false })
    if (layer.place !== null) entries.push({ day: later(layer.day, countsFrom), place: layer.place, part: row.part, amount: row.amount })
  }
  for (const { id, day, place, unitCost, quantity } of matching.layers) {
    if (unitCost === undefined || known.has(id)) continue
    const amount = upTo(unitCost, quantity, perAmount)
    if (amount === 0n) continue
    const part = 'purchase'
    add(id, { part, countsFrom: '', amount, isKnown: false })
    if (place !== null) entries.push({ day, place, part, amount })
    lines.push({ move: id, day, part, amount: -amount, isVariance: false })
  }
  const takesOf = Map.groupBy(matching.takes, take => take.layer)
  for (const layer of matching.layers)
    for (const take of takesOf.get(layer.id) ?? []) {
      const into = layers.get(take.into)
      if (!into) throw new Error(`units of ${layer.id} are in ${take.into}, which is not there`)
      for (const flow of flows.get(layer.id) ?? []) {
        if (flow.isKnown && known.has(into.id)) continue
        const amount = shareOf(flow.amount, layer.quantity, take.at, take.at + take.quantity)
        if (amount !== 0n) carry(layer, into, { ...flow, amount })
      }
    }
  function carry(from: Layer, into: Layer, flow: Flow): void {
    const { part, amount } = flow
    const countsFrom = flow.countsFrom <= into.day ? '' : flow.countsFrom
    add(into.id, { part, countsFrom, amount, isKnown: false })
    if (from.place === into.place) return
    const day = later(into.day, countsFrom)
    if (from.place !== null) entries.push({ day, place: from.place, part, amount: -amount })
    if (into.place !== null) entries.push({ day, place: into.place, part, amount })
    if (into.place === null) lines.push({ move: into.id, day, part, amount, isVariance: countsFrom !== '' })
    if (from.place === null) lines.push({ move: into.id, day, part, amount: -amount, isVariance: countsFrom !== '' })
  }
  const worth = new Map([...flows].map(([id, all]) => [id, all.map(({ part, countsFrom, amount }) => ({ part, countsFrom, amount }))]))
  return { worth, entries, lines }
}

/** What is left of a layer: its units from `taken` on, and what they are worth by part. */
export function leftOf(layer: Layer, taken: bigint, worth: readonly Worth[]): { quantity: bigint; amounts: Map<CostPart, bigint> } {
  const amounts = new Map<CostPart, bigint>()
  for (const one of worth) {
    const share = shareOf(one.amount, layer.quantity, taken, layer.quantity)
    amounts.set(one.part, (amounts.get(one.part) ?? 0n) + share)
  }
  return { quantity: layer.quantity - taken, amounts }
}

/** Layer -> units taken from it. */
export function takenOf({ layers, takes }: Matching): Map<string, bigint> {
  const taken = new Map(layers.flatMap(layer => (layer.taken === undefined ? [] : [[layer.id, layer.taken] as const])))
  for (const take of takes) taken.set(take.layer, (taken.get(take.layer) ?? 0n) + take.quantity)
  return taken
}
