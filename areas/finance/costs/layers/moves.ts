/**
 * Moves of one product, and which units of which layer each of them takes. Matching depends on moves alone, never on amounts.
 * A layer is what one move brings to a place: it is used up from its beginning to its end, so what a move takes is an interval of it.
 * Quantities are bigint, in millionths of a unit. Pure.
 */

import { addDays } from '#platform/format/dates.ts'

/** FIFO: the oldest layer of a place first. Average: what comes to a place is mixed with what lies there. */
export type Method = 'fifo' | 'average'

/**
 * By rank, the order in which moves of one day happen; `ship`: goods are on their way to buyers, their sale is not yet told. Conversions
 * (units become, or come of, other products) have the rank of transfers.
 */
export const moveKinds = ['receipt', 'transfer', 'ship', 'sale', 'return', 'writeOff', 'convertOut', 'convertIn'] as const
export type MoveKind = (typeof moveKinds)[number]

export interface Move {
  readonly id: string
  /** YYYY-MM-DD */
  readonly day: string
  readonly kind: MoveKind
  /** order among moves of the day of one rank; those without follow, in the order of their ids */
  readonly seq?: number
  /** the kind whose rank it has; absent: its own. What came back into a warehouse may be sent on the same day */
  readonly rank?: MoveKind
  /** the layer that it takes first, where it takes back what made that */
  readonly undoes?: string
  /** place the units leave; null: they come from a supplier or from a customer */
  readonly from: string | null
  /** place the units come to; null: they leave the stock */
  readonly to: string | null
  /** what is kept apart within a place, as each consignment under way; absent: the place itself. Units are taken of a pool */
  readonly fromPool?: string
  readonly toPool?: string
  /** above zero */
  readonly quantity: bigint
  /** who bought (shop and SKU): a return that names no sale goes back along his latest ones */
  readonly party?: string
  /** of a sale: the place of shipped goods that it takes from first */
  readonly settles?: string
  /** the sale that a return is of */
  readonly returns?: string
  /** of a return whose sale left no layer, in hundred millionths of the base currency; absent: such units have no cost */
  readonly unitCost?: bigint
}

export interface Layer {
  readonly id: string
  readonly day: string
  /** 'mix' where the average method puts layers of a place together */
  readonly kind: MoveKind | 'mix'
  /** null: outside the stock, that is sold or written off */
  readonly place: string | null
  /** absent: the place itself */
  readonly pool?: string
  /** what really came: less than its move asked for where the stock did not suffice */
  readonly quantity: bigint
  readonly party?: string
  /** what a unit is worth that came back and had left no layer */
  readonly unitCost?: bigint
  /** of a layer of a stored state: units that were taken before it */
  readonly taken?: bigint
  /** of a layer of a stored state: since when its units are in the stock */
  readonly since?: readonly Since[]
}

/** Units of a layer that came on one day; its first units stand first. */
export interface Since {
  readonly day: string
  readonly units: bigint
}

/** The layer of units that a return brings back beyond what its buyer had taken of layers. */
export const beyondOf = (move: string): string => `${move} beyond`

/** Units [at, at + quantity) of `layer`, which are now in the layer `into`. */
export interface Take {
  readonly layer: string
  readonly into: string
  readonly at: bigint
  readonly quantity: bigint
  readonly day: string
}

/** Units that a move asked for and no layer had: they have no cost. */
export interface Shortage {
  readonly move: string
  readonly day: string
  readonly place: string | null
  readonly quantity: bigint
}

export interface Matching {
  /** what was shipped to each place of shipped goods, against what was sold of it */
  readonly shipped: ReadonlyMap<string, Shipped>
  /** in the order in which they came into being: a layer stands after all whose units it holds */
  readonly layers: readonly Layer[]
  readonly takes: readonly Take[]
  readonly shortages: readonly Shortage[]
}

/** Units by their count, whether or not layers had them. */
interface Shipped {
  /** shipped and not yet sold */
  readonly open: bigint
  /** sold before their shipment was told, the earliest first */
  readonly ahead: readonly { readonly day: string; readonly quantity: bigint }[]
}
const nothingShipped: Shipped = { open: 0n, ahead: [] }
/** What was sold that many days before a shipment, and is not shipped yet, is not of this shipment: it went by another way. */
const aheadDays = 7

interface Open {
  readonly layer: Layer
  taken: bigint
}

const rankOf = ({ rank, kind }: Move): number => moveKinds.indexOf(rank ?? kind)
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const unnumbered = Number.MAX_SAFE_INTEGER
const seqOf = ({ seq }: Move): number => seq ?? unnumbered
/** Business order: the day, the rank, the number, the id. In which order moves were read does not matter. */
export const inOrder = (moves: readonly Move[]): Move[] =>
  moves.toSorted((a, b) => byText(a.day, b.day) || rankOf(a) - rankOf(b) || seqOf(a) - seqOf(b) || byText(a.id, b.id))

const leftOf = (one: Open): bigint => one.layer.quantity - one.taken

/**
 * Goes on from `before` (all that happened up to a day) with moves of later days.
 * Throws where a move has no quantity, lacks its places, or is not later than `before`.
 */
export function match(method: Method, moves: readonly Move[], before: Matching | null = null): Matching {
  const state = stateOf(before)
  const last = before?.layers.at(-1)?.day ?? ''
  for (const move of inOrder(moves)) {
    check(move, last)
    const wanted = countShipped(state, move)
    if (wanted === 0n) continue
    const parts = sourcesOf(state, move)?.reduce<Omit<Take, 'into' | 'day'>[]>(
      (all, source) => [...all, ...takeFrom(source, wanted - unitsOf(all))],
      [],
    )
    const quantity = parts === undefined ? wanted : unitsOf(parts)
    const beyond = wanted - quantity
    const isValued = move.kind === 'return' && move.unitCost !== undefined
    // what is shipped and not there is sold later: that sale names it
    if (beyond > 0n && !isValued && move.kind !== 'ship')
      state.shortages.push({ move: move.id, day: move.day, place: move.from, quantity: beyond })
    const layer: Layer = {
      id: move.id,
      day: move.day,
      kind: move.kind,
      place: move.to,
      ...(move.toPool === undefined ? {} : { pool: move.toPool }),
      quantity,
      ...(move.party === undefined ? {} : { party: move.party }),
    }
    for (const part of parts ?? []) state.takes.push({ ...part, into: move.id, day: move.day })
    if (quantity > 0n) settle(state, method, layer)
    if (beyond > 0n && isValued) settle(state, method, { ...layer, id: beyondOf(move.id), quantity: beyond, unitCost: move.unitCost ?? 0n })
  }
  return { layers: state.layers, takes: state.takes, shortages: state.shortages, shipped: state.shipped }
}

interface State {
  readonly layers: Layer[]
  readonly takes: Take[]
  readonly shortages: Shortage[]
  /** what is left in each pool, the oldest first */
  readonly pools: Map<string, Open[]>
  /** what each buyer got, the earliest sale first */
  readonly sold: Map<string, Open[]>
  readonly sales: Map<string, Open>
  readonly shipped: Map<string, Shipped>
}

function stateOf(before: Matching | null): State {
  const state: State = {
    layers: [...(before?.layers ?? [])],
    takes: [...(before?.takes ?? [])],
    shortages: [...(before?.shortages ?? [])],
    pools: new Map(),
    sold: new Map(),
    sales: new Map(),
    shipped: new Map(before?.shipped),
  }
  const taken = new Map<string, bigint>()
  for (const take of state.takes) taken.set(take.layer, (taken.get(take.layer) ?? 0n) + take.quantity)
  for (const layer of state.layers) keep(state, { layer, taken: (layer.taken ?? 0n) + (taken.get(layer.id) ?? 0n) })
  return state
}

function check(move: Move, last: string): void {
  if (move.quantity <= 0n) throw new Error(`move ${move.id} has no quantity`)
  const comes = move.kind === 'receipt' || move.kind === 'return' || move.kind === 'convertIn'
  const leaves = move.kind === 'sale' || move.kind === 'writeOff' || move.kind === 'convertOut'
  if ((move.from === null) !== comes || (move.to === null) !== leaves) throw new Error(`${move.kind} ${move.id} lacks its places`)
  if (move.day <= last) throw new Error(`move ${move.id} of ${move.day} is not later than ${last}`)
}

/** A layer that has units left can be taken from: by its place, or by returns where it was sold. */
function keep(state: State, one: Open): void {
  const { layer } = one
  if (layer.kind === 'sale') {
    state.sales.set(layer.id, one)
    const all = state.sold.get(layer.party ?? '')
    if (all) all.push(one)
    else state.sold.set(layer.party ?? '', [one])
  }
  const name = poolOf(layer)
  if (name === null || leftOf(one) === 0n) return
  const pool = state.pools.get(name)
  if (pool) pool.push(one)
  else state.pools.set(name, [one])
}
const poolOf = ({ pool, place }: Layer): string | null => (place === null ? null : (pool ?? place))

/** Puts a layer where it came to; by the average method it is mixed with what lies there. */
function settle(state: State, method: Method, layer: Layer): void {
  state.layers.push(layer)
  const name = poolOf(layer)
  const lies = name === null ? [] : (state.pools.get(name) ?? []).filter(one => leftOf(one) > 0n)
  if (name === null || method === 'fifo' || lies.length === 0) return keep(state, { layer, taken: 0n })
  const both = [...lies, { layer, taken: 0n }]
  const quantity = both.reduce((sum, one) => sum + leftOf(one), 0n)
  const { place, pool } = layer
  const mix: Layer = { id: `mix ${layer.id}`, day: layer.day, kind: 'mix', place, ...(pool === undefined ? {} : { pool }), quantity }
  for (const one of both) state.takes.push({ layer: one.layer.id, into: mix.id, at: one.taken, quantity: leftOf(one), day: layer.day })
  state.layers.push(mix)
  state.pools.set(name, [])
  keep(state, { layer: mix, taken: 0n })
}

const unitsOf = (parts: readonly { readonly quantity: bigint }[]): bigint => parts.reduce((sum, part) => sum + part.quantity, 0n)

/** Where the units of a move lie, in the order in which it takes them; null: they come from outside. */
function sourcesOf(state: State, move: Move): Open[][] | null {
  if (move.kind === 'return') return [soldTo(state, move)]
  const pools = [move.settles, move.fromPool ?? move.from].filter(pool => pool !== undefined && pool !== null)
  if (pools.length === 0) return null
  const lying = pools.map(pool => state.pools.get(pool) ?? [])
  return move.undoes === undefined ? lying : [...lying.map(all => all.filter(one => one.layer.id === move.undoes)), ...lying]
}

/** Keeps what is shipped against what is sold; answers how many units the move takes: a shipment those alone that were not sold ahead. */
function countShipped({ shipped }: State, { kind, day, from, to, settles, quantity }: Move): bigint {
  const of = (place: string): Shipped => shipped.get(place) ?? nothingShipped
  if (kind === 'ship' && to !== null) {
    const since = addDays(day, -aheadDays)
    let left = quantity
    const ahead = of(to).ahead.flatMap(one => {
      const by = one.quantity < left ? one.quantity : left
      if (one.day < since) return []
      left -= by
      return by === one.quantity ? [] : [{ ...one, quantity: one.quantity - by }]
    })
    shipped.set(to, { open: of(to).open + left, ahead })
    return left
  }
  const leaves = settles ?? from
  if (leaves !== null && (settles !== undefined || shipped.has(leaves))) {
    const { open, ahead } = of(leaves)
    const by = quantity < open ? quantity : open
    const isAhead = settles !== undefined && by < quantity
    const recent = isAhead ? ahead.filter(one => one.day >= addDays(day, -aheadDays)) : ahead
    shipped.set(leaves, { open: open - by, ahead: isAhead ? [...recent, { day, quantity: quantity - by }] : recent })
  }
  if (to !== null && shipped.has(to)) shipped.set(to, { ...of(to), open: of(to).open + quantity })
  return quantity
}

function soldTo(state: State, move: Move): Open[] {
  if (move.returns !== undefined) {
    const sale = state.sales.get(move.returns)
    return sale ? [sale] : []
  }
  return (state.sold.get(move.party ?? '') ?? []).toReversed()
}

/** Takes up to `wanted` from the beginning of what is there; layers that are used up leave a pool. */
function takeFrom(sources: Open[], wanted: bigint): Omit<Take, 'into' | 'day'>[] {
  const parts: Omit<Take, 'into' | 'day'>[] = []
  let open = wanted
  let usedUp = 0
  for (const one of sources) {
    if (open === 0n) break
    const quantity = leftOf(one) < open ? leftOf(one) : open
    if (quantity > 0n) parts.push({ layer: one.layer.id, at: one.taken, quantity })
    one.taken += quantity
    open -= quantity
    if (leftOf(one) === 0n) usedUp++
  }
  sources.splice(0, usedUp)
  return parts
}
