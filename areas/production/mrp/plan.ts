/**
 * Requirements planning over one snapshot: level by level, each item at each warehouse is netted day by day; what is made asks for its
 * parts on the day of its start. The same snapshot gives the same plan. Pure.
 */
import { daysOf } from './days.ts'
import { levelsOf } from './levels.ts'
import { balancesOf, lotOf, netOf, pegsOf, spareOf, surplusOf } from './net.ts'
import { hundred, kinds, millionths } from './snapshot.ts'
import type {
  Amount,
  At,
  Cell,
  Coming,
  Days,
  Item,
  Making,
  Open,
  Origin,
  Plan,
  Recipe,
  Rule,
  Snapshot,
  State,
  Supply,
  Version,
} from './snapshot.ts'

const bought = 1
const kindOf = new Map([
  [bought, kinds.buy],
  [2, kinds.make],
  [3, kinds.subcontract],
  [4, kinds.bundle],
])
/** items that are planned before other work goes on */
const portion = 20

const openOf = ({ open }: Pick<State, 'open'>, productId: string, warehouseId: string): Open => {
  const of = open.get(productId) ?? new Map<string, Open>()
  open.set(productId, of)
  const found = of.get(warehouseId) ?? { supplies: [], demands: [] }
  of.set(warehouseId, found)
  return found
}
const ruleOf = ({ moq, lot, safety }: Item): Rule => ({ moq: millionths(moq), lot: millionths(lot), safety: millionths(safety) })
const recipeOf = ({ bomId, productId, kind, base, from, to, lines }: Version, days: Days): Recipe => ({
  bomId,
  productId,
  kind,
  from: days.numberOf(from),
  to: to === null ? Number.POSITIVE_INFINITY : days.numberOf(to),
  whole: millionths(base) * hundred,
  lines: lines.map(({ partId, per, scrap }) => ({ partId, rate: millionths(per) * (hundred + millionths(scrap)) })),
})

/** A part of the plan at a time, so that a process does other things between them and keeps none that is written. */
export function* planning(snapshot: Snapshot): Generator<Plan, void> {
  const { items, parameters, today } = snapshot
  const levels = levelsOf(snapshot.bills)
  const days = daysOf(today, snapshot.calendar)
  const bills = Map.groupBy(
    snapshot.bills.map(one => recipeOf(one, days)),
    one => one.productId,
  )
  const state: State = { snapshot, days, open: new Map(), bills, levels, lines: [] }
  const within = (day: string): number => Math.max(0, days.numberOf(day))
  const amounts = function* <T extends Amount>(all: readonly T[]) {
    for (const one of all) {
      const day = within(one.day)
      if (day <= parameters.horizonDays) yield [one, { day, quantity: millionths(one.quantity), origin: one.origin }] as const
    }
  }
  for (const [one, amount] of amounts<Supply>([...snapshot.stock, ...snapshot.supplies]))
    openOf(state, one.productId, one.warehouseId).supplies.push({
      ...amount,
      planned: null,
      start: one.startOn === undefined ? null : within(one.startOn),
    })
  for (const [one, amount] of amounts(snapshot.demands))
    openOf(state, one.productId, one.warehouseId).demands.push({ ...amount, isSent: one.sent === true, of: null })
  const levelOf = (item: Item): number => levels.get(item.productId) ?? 0
  const ordered = items.toSorted(
    (a, b) => levelOf(a) - levelOf(b) || (a.productId.padStart(20, '0') < b.productId.padStart(20, '0') ? -1 : 1),
  )
  for (let at = 0; at < ordered.length; at += portion) {
    const cells = ordered.slice(at, at + portion).flatMap(item => planItem(state, item, levelOf(item)))
    yield { cells, lines: state.lines.splice(0) }
  }
}

export function planOf(snapshot: Snapshot): Plan {
  const parts = [...planning(snapshot)]
  return { cells: parts.flatMap(one => one.cells), lines: parts.flatMap(one => one.lines) }
}

/** Warehouses that lack something take first what others can spare; then those others are looked at. */
function planItem(state: State, item: Item, level: number): readonly Cell[] {
  const { snapshot } = state
  const rule = ruleOf(item)
  const all = rule.safety
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
    planCell(state, item, level, id, { ...rule, safety: safetyAt(id) }, spare),
  )
  state.open.delete(item.productId)
  return cells
}

const plain = { fromId: null, bomId: null, supplierId: null, origin: null, isFrozen: false } as const
const planned = (id: string): Origin => ({ list: 'mrpLine', id, no: '' })
const coming = (key: string, day: number, quantity: bigint): Coming => ({ day, quantity, origin: planned(key), planned: key, start: null })

function planCell(state: State, item: Item, level: number, warehouseId: string, rule: Rule, spare: Map<string, bigint>): Cell {
  const [{ productId }, { safety }] = [item, rule]
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
  const at = { state, item, warehouseId, rule, spare, suggest }
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
  const { state, item, warehouseId, rule, spare, suggest } = at
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
  const quantity = isBundle ? net : lotOf(net, rule)
  const start = kind === kinds.buy ? day - item.lead : isBundle ? day : state.days.before(day, item.lead)
  const bomId = kind === kinds.buy ? null : (billOn(state, item, Math.max(0, start))?.bomId ?? null)
  const key = suggest({ ...plain, kind, quantity, due: day, start, isLate: start < 0, supplierId: item.supplierId, bomId })
  explode(state, { item, warehouseId, quantity, start: Math.max(0, start), of: key, origin: planned(key) })
  return [...result, coming(key, day, quantity)]
}

/** The version that holds on a day, of the kind by which the item is made. */
const billOn = ({ bills }: State, { productId, source }: Item, day: number): Recipe | null =>
  bills.get(productId)?.find(one => one.kind === source - 1 && one.from <= day && one.to >= day) ?? null

/** What so many units take of each part, with scrap, rounded up: as explode.ts says it. */
function explode(state: State, { item, warehouseId, quantity, start, of, origin }: Making): void {
  const bill = item.source === bought ? null : billOn(state, item, start)
  for (const { partId, rate } of bill?.lines ?? []) {
    const taken = (quantity * rate + (bill?.whole ?? 0n) - 1n) / (bill?.whole ?? 1n)
    openOf(state, partId, warehouseId).demands.push({ day: start, quantity: taken, origin, isSent: false, of })
  }
}
