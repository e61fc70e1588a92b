/**
 * Requirements planning over one snapshot: level by level, each item at each warehouse is netted day by day; what is made asks for its
 * parts on the day of its start. The same snapshot gives the same plan. Pure.
 */
import { daysOf, type Days } from './days.ts'
import { levelsOf } from './levels.ts'
import { balancesOf, lotOf, netOf, pegsOf, spareOf, surplusOf } from './net.ts'
import {
  kinds,
  type Amount,
  type Cell,
  type Coming,
  type Item,
  type Need,
  type Origin,
  type Plan,
  type Snapshot,
  type Suggestion,
  type Supply,
  type Version,
} from './snapshot.ts'

const scale = 6
const million = 10n ** BigInt(scale)
/** A decimal text in millionths. */
export const millionths = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.')
  const digits = BigInt(`${whole.replace('-', '') || '0'}${part.padEnd(scale, '0').slice(0, scale)}`)
  return text.startsWith('-') ? -digits : digits
}

/** What so many millionths take of a part, with scrap, rounded up: as explode.ts says it. */
const taken = (units: bigint, base: bigint, per: bigint, scrap: bigint): bigint => {
  const whole = base * 100n * million
  return (units * per * (100n * million + scrap) + whole - 1n) / whole
}

interface Open {
  readonly supplies: Coming[]
  readonly demands: Need[]
}
interface State {
  readonly snapshot: Snapshot
  readonly days: Days
  readonly open: Map<string, Map<string, Open>>
  readonly bills: ReadonlyMap<string, readonly Version[]>
  readonly levels: ReadonlyMap<string, number>
  readonly lines: Suggestion[]
}

const bought = 1
const kindOf = new Map([
  [bought, kinds.buy],
  [2, kinds.make],
  [3, kinds.subcontract],
  [4, kinds.bundle],
])

const openOf = ({ open }: Pick<State, 'open'>, productId: string, warehouseId: string): Open => {
  const of = open.get(productId) ?? new Map<string, Open>()
  open.set(productId, of)
  const found = of.get(warehouseId) ?? { supplies: [], demands: [] }
  of.set(warehouseId, found)
  return found
}

/** In steps, so that a process does other things between them. */
export function* planning(snapshot: Snapshot): Generator<void, Plan> {
  const { items, parameters, today } = snapshot
  const levels = levelsOf(snapshot.bills)
  const bills = Map.groupBy(snapshot.bills, one => one.productId)
  const state: State = { snapshot, days: daysOf(today, snapshot.calendar), open: new Map(), bills, levels, lines: [] }
  const within = (one: Amount): number => Math.max(0, state.days.numberOf(one.day))
  for (const one of [...snapshot.stock, ...snapshot.supplies] as readonly Supply[]) {
    const day = within(one)
    if (day > parameters.horizonDays) continue
    const start = one.startOn === undefined ? null : Math.max(0, state.days.numberOf(one.startOn))
    openOf(state, one.productId, one.warehouseId).supplies.push({
      day,
      quantity: millionths(one.quantity),
      origin: one.origin,
      planned: null,
      start,
    })
  }
  for (const one of snapshot.demands) {
    const day = within(one)
    if (day <= parameters.horizonDays)
      openOf(state, one.productId, one.warehouseId).demands.push({
        day,
        quantity: millionths(one.quantity),
        origin: one.origin,
        isSent: one.sent === true,
        of: null,
      })
  }
  const cells: Cell[] = []
  const levelOf = (item: Item): number => levels.get(item.productId) ?? 0
  const ordered = items.toSorted(
    (a, b) => levelOf(a) - levelOf(b) || (a.productId.padStart(20, '0') < b.productId.padStart(20, '0') ? -1 : 1),
  )
  for (const [at, item] of ordered.entries()) {
    cells.push(...planItem(state, item, levelOf(item)))
    if (at % 200 === 0) yield
  }
  return { cells, lines: state.lines }
}

export function planOf(snapshot: Snapshot): Plan {
  const steps = planning(snapshot)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Warehouses that lack something take first what others can spare; then those others are looked at. */
function planItem(state: State, item: Item, level: number): readonly Cell[] {
  const { snapshot } = state
  const all = millionths(item.safety)
  const of = state.open.get(item.productId)
  const main = snapshot.warehouses[0]
  if (of === undefined && (all === 0n || main === undefined)) return []
  const ids = snapshot.warehouses.filter(id => of?.has(id) === true)
  const asked = ids.filter(id => of?.get(id)?.demands.some(one => !one.isSent) === true)
  // the safety is kept where something is used or leaves, else at the main warehouse
  const safeAt = new Set(asked.length > 0 || main === undefined ? asked : [main])
  if (all > 0n && safeAt.size > 0 && asked.length === 0 && main !== undefined && !ids.includes(main)) ids.unshift(main)
  const safetyAt = (id: string): bigint => (safeAt.has(id) ? all : 0n)
  const spare = new Map<string, bigint>()
  for (const id of ids) {
    const { supplies, demands } = openOf(state, item.productId, id)
    const units = spareOf(supplies, demands, safetyAt(id))
    if (units > 0n) spare.set(id, units)
  }
  const givers = new Set(spare.keys())
  const cells = [...ids.filter(id => !givers.has(id)), ...ids.filter(id => givers.has(id))].map(id =>
    planCell(state, item, level, id, safetyAt(id), spare),
  )
  return cells
}

interface At {
  readonly state: State
  readonly item: Item
  readonly warehouseId: string
  /** what others can spare, as it is used up */
  readonly spare: Map<string, bigint>
  readonly suggest: (line: Omit<Suggestion, 'key' | 'productId' | 'warehouseId'>) => string
}
const plain = { fromId: null, bomId: null, supplierId: null, origin: null, isFrozen: false } as const
const planned = (id: string): Origin => ({ list: 'mrpLine', id, no: '' })
const coming = (key: string, day: number, quantity: bigint): Coming => ({ day, quantity, origin: planned(key), planned: key, start: null })

function planCell(state: State, item: Item, level: number, warehouseId: string, safety: bigint, spare: Map<string, bigint>): Cell {
  const { productId } = item
  const { freezeDays, pullDays } = state.snapshot.parameters
  const open = openOf(state, productId, warehouseId)
  let count = 0
  const suggest: At['suggest'] = line => {
    const key = `${productId}:${warehouseId}:${++count}`
    state.lines.push({ key, productId, warehouseId, ...line })
    return key
  }
  for (const { start, quantity, origin } of open.supplies)
    if (start !== null) explode(state, { item, warehouseId, quantity, start, of: null, origin })
  const at = { state, item, warehouseId, spare, suggest }
  const [shortOn = null] = balancesOf(open.supplies, open.demands).find(([, left]) => left < safety) ?? []
  // what is in no bill and nobody asks for is bought for other reasons, as by replenishment; a transfer asks for nothing by itself
  const isAsked = [...(state.open.get(productId)?.values() ?? [])].some(({ demands }) => demands.some(one => !one.isSent))
  const isPlanned = state.levels.has(productId) || isAsked
  const netted = netOf({ ...open, safety, pullDays, provide: (lacking, day) => provide(at, lacking, day) })
  const pegs = pegsOf(netted.supplies, netted.demands)
  const tell = (kind: number, { day, origin }: Coming, quantity: bigint, start: number): void => {
    suggest({ ...plain, kind, quantity, due: day, start, isLate: false, origin, isFrozen: day <= freezeDays })
  }
  for (const { supply, from } of netted.pulled) tell(kinds.earlier, supply, supply.quantity, from)
  for (const { supply, quantity } of isPlanned ? surplusOf(netted.supplies, netted.demands, pegs, safety) : [])
    tell(kinds.surplus, supply, quantity, supply.day)
  return { productId, warehouseId, level, safety, supplies: netted.supplies, demands: netted.demands, pegs, shortOn }
}

/** First what others can spare, then a lot is made or bought. */
function provide(at: At, lacking: bigint, day: number): readonly Coming[] {
  const { state, item, warehouseId, spare, suggest } = at
  const result: Coming[] = []
  let net = lacking
  for (const [fromId, free] of spare) {
    if (net === 0n) return result
    if (fromId === warehouseId || free === 0n) continue
    const quantity = net < free ? net : free
    const start = day - state.snapshot.parameters.transferDays
    const key = suggest({ ...plain, kind: kinds.transfer, quantity, due: day, start, isLate: start < 0, fromId })
    const sent = { day: Math.max(0, start), quantity, origin: planned(key), isSent: true, of: key }
    openOf(state, item.productId, fromId).demands.push(sent)
    result.push(coming(key, day, quantity))
    spare.set(fromId, free - quantity)
    net -= quantity
  }
  if (net === 0n) return result
  const kind = kindOf.get(item.source) ?? kinds.buy
  const isBundle = kind === kinds.bundle
  const quantity = isBundle ? net : lotOf(net, { moq: millionths(item.moq), lot: millionths(item.lot) })
  const start = kind === kinds.buy ? day - item.lead : isBundle ? day : state.days.before(day, item.lead)
  const bomId = kind === kinds.buy ? null : (billOn(state, item, Math.max(0, start))?.bomId ?? null)
  const key = suggest({ ...plain, kind, quantity, due: day, start, isLate: start < 0, supplierId: item.supplierId, bomId })
  explode(state, { item, warehouseId, quantity, start: Math.max(0, start), of: key, origin: planned(key) })
  return [...result, coming(key, day, quantity)]
}

/** The version that holds on a day, of the kind by which the item is made. */
function billOn({ bills, days }: State, { productId, source }: Item, day: number): Version | null {
  const on = days.dayOf(day)
  const kind = source - 1
  return (bills.get(productId) ?? []).find(one => one.kind === kind && one.from <= on && (one.to === null || one.to >= on)) ?? null
}

interface Making {
  readonly item: Item
  readonly warehouseId: string
  readonly quantity: bigint
  readonly start: number
  readonly of: string | null
  readonly origin: Need['origin']
}
function explode(state: State, { item, warehouseId, quantity, start, of, origin }: Making): void {
  if (item.source === bought) return
  const bill = billOn(state, item, start)
  if (bill === null) return
  const base = millionths(bill.base)
  for (const { partId, per, scrap } of bill.lines)
    openOf(state, partId, warehouseId).demands.push({
      day: start,
      quantity: taken(quantity, base, millionths(per), millionths(scrap)),
      origin,
      isSent: false,
      of,
    })
}
