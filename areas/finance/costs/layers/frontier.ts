/**
 * The state of a product at the end of a closed day, from which later folds go on: layers with units left, sales of the last weeks that may
 * come back, what they are worth, what was shipped. A fold from it is the fold from nothing, unless a cost that counts later falls on a
 * layer of before, or more comes back than these sales; then it starts from an earlier state, or from nothing. Pure.
 */
import { addDays } from '#platform/format/dates.ts'
import { fold, type Folded } from './fold.ts'
import type { Layer, Method, Move } from './moves.ts'
import { sinceOf } from './since.ts'
import { takenOf, type CostPart, type CostRow, type Frontier, type Worth } from './values.ts'

/** Sales of that many days before may come back. */
const soldDays = 62

type StoredLayer = Omit<Layer, 'quantity' | 'taken' | 'since' | 'unitCost'> & {
  readonly quantity: string
  readonly taken: string
  readonly since: readonly (readonly [day: string, units: string])[]
  readonly worth: readonly (readonly [part: CostPart, countsFrom: string, amount: string])[]
}
/** As it is kept in JSON. */
export interface StoredState {
  readonly layers: readonly StoredLayer[]
  readonly shipped: readonly (readonly [place: string, open: string, ahead: readonly (readonly [day: string, quantity: string])[]])[]
}

export function stateAt({ matching, worth }: Frontier, day: string): StoredState {
  const taken = takenOf(matching)
  const since = sinceOf(matching)
  const lastSold = addDays(day, -soldDays)
  const layers = matching.layers.flatMap(({ id, day: on, kind, place, pool, quantity, party }): StoredLayer[] => {
    const used = taken.get(id) ?? 0n
    if (used === quantity || (place === null && (kind !== 'sale' || on <= lastSold))) return []
    return [
      {
        id,
        day: on,
        kind,
        place,
        ...(pool === undefined ? {} : { pool }),
        quantity: String(quantity),
        taken: String(used),
        ...(party === undefined ? {} : { party }),
        since: (since.get(id) ?? []).map(one => [one.day, String(one.units)]),
        worth: (worth.get(id) ?? []).map(one => [one.part, one.countsFrom, String(one.amount)]),
      },
    ]
  })
  const shipped = [...matching.shipped].map(
    ([place, { open, ahead }]) => [place, String(open), ahead.map(one => [one.day, String(one.quantity)] as const)] as const,
  )
  return { layers, shipped }
}

export function frontierOf({ layers, shipped }: StoredState): Frontier {
  const worth = new Map<string, readonly Worth[]>()
  for (const { id, worth: all } of layers)
    worth.set(
      id,
      all.map(([part, countsFrom, amount]) => ({ part, countsFrom, amount: BigInt(amount) })),
    )
  return {
    matching: {
      layers: layers.map(({ id, day: on, kind, place, pool, party, quantity, taken, since }) => ({
        id,
        day: on,
        kind,
        place,
        ...(pool === undefined ? {} : { pool }),
        ...(party === undefined ? {} : { party }),
        quantity: BigInt(quantity),
        taken: BigInt(taken),
        since: since.map(([day, units]) => ({ day, units: BigInt(units) })),
      })),
      takes: [],
      shortages: [],
      shipped: new Map(
        shipped.map(([place, open, ahead]) => [
          place,
          { open: BigInt(open), ahead: ahead.map(([day, quantity]) => ({ day, quantity: BigInt(quantity) })) },
        ]),
      ),
    },
    worth,
  }
}

/** Two folds of a product: what is closed, and what came after it. */
export interface ProductFold {
  readonly productId: string
  /** the stored state that the first of them goes on from; null: from nothing */
  readonly start: Frontier | null
  readonly closed: Folded
  readonly open: Folded
}

interface Moved {
  readonly moves: readonly Move[]
  readonly rows: readonly CostRow[]
}

/** Closed days alone, then all that came after them; of what was moved after `start`. */
export function foldProduct(
  productId: string,
  { moves, rows }: Moved,
  method: Method,
  closed: string,
  start: Frontier | null = null,
): ProductFold {
  const dayOf = new Map(moves.map(move => [move.id, move.day]))
  const isClosed = ({ layer, countsFrom }: CostRow): boolean => countsFrom <= closed && (dayOf.get(layer) ?? '') <= closed
  const before = fold(
    method,
    moves.filter(move => move.day <= closed),
    rows.filter(isClosed),
    start,
  )
  const after = fold(
    method,
    moves.filter(move => move.day > closed),
    rows.filter(row => !isClosed(row)),
    before.frontier,
  )
  return { productId, start, closed: before, open: after }
}

/** More came back than the sales that are known: earlier ones may be meant. */
export function lacksSales({ start, open }: ProductFold, moves: readonly Move[]): boolean {
  if (start === null) return false
  const came = new Map(open.frontier.matching.layers.map(layer => [layer.id, layer.quantity]))
  return moves.some(move => move.kind === 'return' && (came.get(move.id) ?? 0n) < move.quantity)
}
