/** What is stored of a folded product, as rows of the tables. Amounts and quantities are decimal texts. Pure. */
import { addMonths, monthOf, monthsFromTo } from '#platform/format/dates.ts'
import { decimalText } from '#platform/format/decimal.ts'
import type { ProductFold } from './frontier.ts'
import { financeItems } from '../../base/finance-items.ts'
import type { Folded } from './fold.ts'
import { layerKindOf, ledgerKindOf, outKindOf } from './derived-tables.ts'
import type { ProductFacts } from './load.ts'
import type { Layer } from './moves.ts'
import { cut, sinceOf } from './since.ts'
import { costParts, leftOf, shareOf, type CostPart, type Worth } from './values.ts'

const amountScale = 4
const quantityScale = 6
const money = (value: bigint): string => decimalText(value, amountScale)
const units = (value: bigint): string => decimalText(value, quantityScale)
type Amounts = Readonly<Record<CostPart, string>>
const amountsOf = (value: ReadonlyMap<CostPart, bigint>): Amounts =>
  Object.fromEntries(costParts.map(part => [part, money(value.get(part) ?? 0n)])) as Record<CostPart, string>

export const layerRows = ({ productId, open }: ProductFold) => {
  const whole = new Map(open.frontier.matching.layers.map(layer => [layer.id, layer.quantity]))
  return open.stock.map(({ id, day, kind, place, left, value }) => ({
    product: productId,
    move: id,
    day,
    kind: layerKindOf[kind as keyof typeof layerKindOf],
    place,
    whole: units(whole.get(id) ?? left),
    quantity: units(left),
    ...amountsOf(value),
  }))
}

/** Takes of open days; what was sold of a layer on a day is one row. */
export function takeRows({ productId, open }: ProductFold, closed: string) {
  const { matching, worth } = open.frontier
  const layers = new Map(matching.layers.map(layer => [layer.id, layer]))
  const rows = new Map<string, { day: string; kind: number; place: string | null; from: string; into: string; at: bigint } & Sums>()
  for (const take of open.takes) {
    const [from, into] = [layers.get(take.layer), layers.get(take.into)]
    if (!from || !into || take.day <= closed) continue
    const amount = (worth.get(from.id) ?? []).reduce(
      (sum, one) => sum + shareOf(one.amount, from.quantity, take.at, take.at + take.quantity),
      0n,
    )
    const became = into.kind === 'sale' ? '' : into.id
    const key = `${take.day} ${from.id} ${became}`
    const was = rows.get(key)
    if (was) [was.quantity, was.amount] = [was.quantity + take.quantity, was.amount + amount]
    else {
      const kind = outKindOf[into.kind as keyof typeof outKindOf]
      const { day, at, quantity } = take
      rows.set(key, { day, kind, place: from.place, from: from.id, into: became, at, quantity, amount })
    }
  }
  return [...rows.values()].map(one => ({
    ...one,
    product: productId,
    at: units(one.at),
    quantity: units(one.quantity),
    amount: money(one.amount),
  }))
}
/** What of open days the units cost that went into other products, by move, part and the day from which it counts. */
export function conversionRows({ productId, open }: ProductFold) {
  const into = new Map(open.frontier.matching.layers.flatMap(({ id, kind, day }) => (kind === 'convertOut' ? [[id, day] as const] : [])))
  const sums = new Map<string, { move: string; part: number; from: string; day: string; amount: bigint }>()
  for (const { move, day: from, part, amount } of open.lines) {
    const day = into.get(move)
    if (day === undefined) continue
    const key = `${move} ${part} ${from}`
    const was = sums.get(key)
    if (was) was.amount += amount
    else sums.set(key, { move: move.slice('move '.length), part: costParts.indexOf(part) + 1, from, day, amount })
  }
  return [...sums.values()].flatMap(one => (one.amount === 0n ? [] : [{ ...one, product: productId, amount: money(one.amount) }]))
}
interface Sums {
  quantity: bigint
  amount: bigint
}

/** Of open days. */
export const shortageRows = ({ productId, open }: ProductFold, facts: ProductFacts, closed: string) => {
  const kinds = new Map(facts.moves.map(move => [move.id, move.kind]))
  const later = open.shortages.filter(one => one.day > closed)
  return later.map(({ move, day, place, quantity }) => ({
    product: productId,
    day,
    place: place === null || place === '' ? null : place,
    kind: outKindOf[(kinds.get(move) ?? 'sale') as keyof typeof outKindOf],
    quantity: units(quantity),
  }))
}

const [productCost, firstLeg, variance] = [financeItems.productCost.id, financeItems.firstLeg.id, financeItems.costVariance.id]

/** Cost lines of open days by shop, day, SKU and finance item; taken off, as all costs are. */
export function costRows({ productId, open }: ProductFold, facts: ProductFacts, closed: string) {
  const rows = new Map<string, { shop: string; sku: string; day: string; item: number; amount: bigint; quantity: bigint }>()
  const add = (move: string, day: string, item: number, amount: bigint, quantity: bigint): void => {
    const sold = facts.sold.get(move)
    if (sold === undefined || sold.shopId === '') return
    const key = `${sold.shopId} ${day} ${item} ${sold.sku}`
    const was = rows.get(key)
    if (was) [was.amount, was.quantity] = [was.amount + amount, was.quantity + quantity]
    else rows.set(key, { shop: sold.shopId, sku: sold.sku, day, item, amount, quantity })
  }
  for (const { move, day, part, amount, isVariance } of open.lines)
    add(move, day, isVariance ? variance : part === 'firstLeg' ? firstLeg : productCost, -amount, 0n)
  for (const layer of open.frontier.matching.layers) {
    if (layer.day <= closed) continue
    if (layer.kind === 'sale') add(layer.id, layer.day, productCost, 0n, layer.quantity)
    if (layer.kind === 'return') add(layer.id, layer.day, productCost, 0n, -layer.quantity)
  }
  return [...rows.values()].map(one => ({ ...one, product: productId, amount: money(one.amount), quantity: units(one.quantity) }))
}

/** Units and value by place at the end of each month after `closed`, up to `today`: running sums of all that came and went. */
export function valueRows({ productId, start, closed: before, open }: ProductFold, closed: string, today: string) {
  const { layers, takes } = open.frontier.matching
  const placeOf = new Map(layers.map(layer => [layer.id, layer.place]))
  const events: { day: string; place: string; part: CostPart | null; by: bigint }[] = []
  for (const layer of start?.matching.layers ?? []) {
    const { day, place } = layer
    if (place === null) continue
    const left = leftOf(layer, layer.taken ?? 0n, start?.worth.get(layer.id) ?? [])
    events.push({ day, place, part: null, by: left.quantity })
    for (const [part, by] of left.amounts) events.push({ day, place, part, by })
  }
  for (const { day, place, part, amount } of [...before.entries, ...open.entries]) events.push({ day, place, part, by: amount })
  const known = new Set(start?.matching.layers.map(layer => layer.id))
  for (const { id, day, place, quantity } of layers)
    if (place !== null && !known.has(id)) events.push({ day, place, part: null, by: quantity })
  for (const { layer, day, quantity } of takes) {
    const place = placeOf.get(layer) ?? null
    if (place !== null) events.push({ day, place, part: null, by: -quantity })
  }
  const [first] = events.map(event => event.day).sort()
  if (first === undefined) return []
  const from = closed < first ? monthOf(first) : addMonths(monthOf(closed), 1)
  const months = monthsFromTo(from, monthOf(today))
  const lying = lyingIn(open, months)
  const rows: (Amounts & { product: string; place: string; month: string; quantity: string; inLayers: string })[] = []
  for (const [place, all] of Map.groupBy(events, event => event.place)) {
    const inTurn = all.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    const value = new Map<CostPart, bigint>()
    let quantity = 0n
    let at = 0
    for (const month of months) {
      for (let event = inTurn[at]; event !== undefined && monthOf(event.day) <= month; event = inTurn[++at])
        if (event.part === null) quantity += event.by
        else value.set(event.part, (value.get(event.part) ?? 0n) + event.by)
      const inLayers = lying.get(`${month} ${place}`) ?? 0n
      if (quantity !== 0n || inLayers !== 0n || [...value.values()].some(one => one !== 0n)) {
        const of = { product: productId, place, month: `${month}-01`, quantity: units(quantity), inLayers: money(inLayers) }
        rows.push({ ...of, ...amountsOf(value) })
      }
    }
  }
  return rows
}

interface Lying {
  readonly layer: Layer
  readonly place: string
  readonly month: string
  /** units that had left until then: the first of them */
  readonly taken: bigint
  /** costs that count until then */
  readonly worth: readonly Worth[]
}
/** Layers that had units left at the end of these months. */
function* lyingAt({ frontier: { matching, worth } }: Folded, months: readonly string[]): Generator<Lying> {
  const takesOf = Map.groupBy(matching.takes, take => take.layer)
  for (const layer of matching.layers) {
    if (layer.place === null) continue
    const takes = takesOf.get(layer.id) ?? []
    const all = worth.get(layer.id) ?? []
    let [taken, at] = [layer.taken ?? 0n, 0]
    for (const month of months) {
      if (monthOf(layer.day) > month) continue
      for (let take = takes[at]; take !== undefined && monthOf(take.day) <= month; take = takes[++at]) taken += take.quantity
      if (taken === layer.quantity) break
      yield { layer, place: layer.place, month, taken, worth: all.filter(one => monthOf(one.countsFrom) <= month) }
    }
  }
}

/** What lies in the layers of each place at the end of these months, another way than by what came and went. */
function lyingIn(folded: Folded, months: readonly string[]): ReadonlyMap<string, bigint> {
  const lying = new Map<string, bigint>()
  for (const { layer, place, month, taken, worth } of lyingAt(folded, months)) {
    const key = `${month} ${place}`
    lying.set(key, (lying.get(key) ?? 0n) + worthOf(worth, layer.quantity, taken, layer.quantity))
  }
  return lying
}
const worthOf = (worth: readonly Worth[], quantity: bigint, from: bigint, to: bigint): bigint =>
  worth.reduce((sum, one) => sum + shareOf(one.amount, quantity, from, to), 0n)

/** Units and value of the product by the day on which they came, at the end of each month after `closed`; what was shipped is sold. */
export function ageRows({ productId, open }: ProductFold, facts: ProductFacts, closed: string, today: string) {
  const { matching } = open.frontier
  const [first] = matching.layers.map(layer => layer.day).sort()
  if (first === undefined) return []
  const months = monthsFromTo(closed < first ? monthOf(first) : addMonths(monthOf(closed), 1), monthOf(today))
  const since = sinceOf(matching)
  const rows = new Map<string, { month: string; since: string; quantity: bigint; value: bigint }>()
  for (const { layer, place, month, taken, worth } of lyingAt(open, months)) {
    if (facts.shippedPlaces.has(place)) continue
    let at = taken
    for (const part of cut(since.get(layer.id) ?? [], taken, layer.quantity)) {
      const value = worthOf(worth, layer.quantity, at, at + part.units)
      const key = `${month} ${part.day}`
      const was = rows.get(key)
      if (was) [was.quantity, was.value] = [was.quantity + part.units, was.value + value]
      else rows.set(key, { month, since: part.day, quantity: part.units, value })
      at += part.units
    }
  }
  return [...rows.values()].map(one => ({
    product: productId,
    month: `${one.month}-01`,
    since: one.since,
    quantity: units(one.quantity),
    value: money(one.value),
  }))
}

/** By what the value of the product's stock changed in each month since the state it starts from: documents bring, cost lines take. */
export function ledgerRows({ productId, start, closed, open }: ProductFold, facts: ProductFacts) {
  const rows = new Map<string, { month: string; kind: number; amount: bigint; quantity: bigint }>()
  const add = (day: string, kind: number, amount: bigint, quantity: bigint): void => {
    const month = monthOf(day)
    const was = rows.get(`${month} ${kind}`)
    if (was) [was.amount, was.quantity] = [was.amount + amount, was.quantity + quantity]
    else rows.set(`${month} ${kind}`, { month, kind, amount, quantity })
  }
  const layers = new Map(open.frontier.matching.layers.map(layer => [layer.id, layer]))
  for (const { layer: id, amount, countsFrom } of facts.rows) {
    const layer = layers.get(id)
    if (layer === undefined) continue
    const isLater = countsFrom > layer.day
    const came = layer.kind === 'convertIn' ? ledgerKindOf.made : ledgerKindOf.received
    add(isLater ? countsFrom : layer.day, isLater ? ledgerKindOf.later : came, amount, 0n)
  }
  const out = new Map<string, number>([
    ['sale', ledgerKindOf.sold],
    ['return', ledgerKindOf.returned],
    ['writeOff', ledgerKindOf.writtenOff],
    ['convertOut', ledgerKindOf.used],
  ])
  const into = new Map<string, number>([
    ['receipt', ledgerKindOf.received],
    ['convertIn', ledgerKindOf.made],
  ])
  for (const { move, day, amount, isVariance } of [...closed.lines, ...open.lines])
    add(day, isVariance ? ledgerKindOf.variance : (out.get(layers.get(move)?.kind ?? '') ?? ledgerKindOf.sold), -amount, 0n)
  const known = new Set(start?.matching.layers.map(layer => layer.id))
  for (const { id, kind: by, day, place, quantity } of layers.values()) {
    if (known.has(id)) continue
    const kind = into.get(by) ?? out.get(by)
    if (kind !== undefined) add(day, kind, 0n, place === null ? -quantity : quantity)
  }
  return [...rows.values()].map(one => ({
    product: productId,
    month: `${one.month}-01`,
    kind: one.kind,
    quantity: units(one.quantity),
    amount: money(one.amount),
  }))
}
