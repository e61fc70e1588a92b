/**
 * Cost of one product in layers: a pure function of its moves and cost rows, from nothing or from a frontier (the last closed month).
 * Value that was received = value that lies in layers + value that left, always.
 */
import { match, type Layer, type Method, type Move, type Shortage, type Take } from './moves.ts'
import { leftOf, spread, takenOf, type CostLine, type CostPart, type CostRow, type Frontier, type ValueEntry } from './values.ts'

export interface StockLayer extends Layer {
  readonly place: string
  readonly left: bigint
  readonly value: ReadonlyMap<CostPart, bigint>
}
export interface Folded {
  /** to go on from; its matching holds all layers and takes since the beginning */
  readonly frontier: Frontier
  /** layers with units left, as they lie in the stock now, the oldest of each place first */
  readonly stock: readonly StockLayer[]
  readonly takes: readonly Take[]
  readonly shortages: readonly Shortage[]
  /** since the frontier that was given */
  readonly entries: readonly ValueEntry[]
  readonly lines: readonly CostLine[]
}

export function fold(method: Method, moves: readonly Move[], rows: readonly CostRow[], before: Frontier | null = null): Folded {
  const matching = match(method, moves, before?.matching ?? null)
  const { worth, entries, lines } = spread(matching, rows, before)
  const taken = takenOf(matching)
  const stock = matching.layers.flatMap((layer): StockLayer[] => {
    const { place } = layer
    if (place === null) return []
    const { quantity, amounts } = leftOf(layer, taken.get(layer.id) ?? 0n, worth.get(layer.id) ?? [])
    return quantity === 0n ? [] : [{ ...layer, place, left: quantity, value: amounts }]
  })
  return { frontier: { matching, worth }, stock, takes: matching.takes, shortages: matching.shortages, entries, lines }
}
