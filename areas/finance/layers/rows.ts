/** What is stored of a folded product, as rows of the tables. Amounts and quantities are decimal texts. Pure. */
import { addMonths, monthOf, monthsFromTo } from '#platform/format/dates.ts'
import { decimalText } from '#platform/format/decimal.ts'
import { financeItems } from '../amazon/mapping/finance-items.ts'
import type { Folded } from './fold.ts'
import { layerKindOf, outKindOf } from './derived-tables.ts'
import type { ProductFacts } from './load.ts'
import { costParts, shareOf, type CostPart } from './values.ts'

const amountScale = 4
const quantityScale = 6
const money = (value: bigint): string => decimalText(value, amountScale)
const units = (value: bigint): string => decimalText(value, quantityScale)
type Amounts = Readonly<Record<CostPart, string>>
const amountsOf = (value: ReadonlyMap<CostPart, bigint>): Amounts =>
  Object.fromEntries(costParts.map(part => [part, money(value.get(part) ?? 0n)])) as Record<CostPart, string>

/** Two folds of a product: what is closed, and what came after it. */
export interface ProductFold {
  readonly productId: string
  readonly closed: Folded
  readonly open: Folded
}

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
interface Sums {
  quantity: bigint
  amount: bigint
}

export const shortageRows = ({ productId, open }: ProductFold, facts: ProductFacts) => {
  const kinds = new Map(facts.moves.map(move => [move.id, move.kind]))
  return open.shortages.map(({ move, day, place, quantity }) => ({
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
export function valueRows({ productId, closed: before, open }: ProductFold, closed: string, today: string) {
  const { layers, takes } = open.frontier.matching
  const placeOf = new Map(layers.map(layer => [layer.id, layer.place]))
  const events: { day: string; place: string; part: CostPart | null; by: bigint }[] = []
  for (const { day, place, part, amount } of [...before.entries, ...open.entries]) events.push({ day, place, part, by: amount })
  for (const { day, place, quantity } of layers) if (place !== null) events.push({ day, place, part: null, by: quantity })
  for (const { layer, day, quantity } of takes) {
    const place = placeOf.get(layer) ?? null
    if (place !== null) events.push({ day, place, part: null, by: -quantity })
  }
  const [first] = events.map(event => event.day).sort()
  if (first === undefined) return []
  const from = closed < first ? monthOf(first) : addMonths(monthOf(closed), 1)
  const rows: (Amounts & { product: string; place: string; month: string; quantity: string })[] = []
  for (const [place, all] of Map.groupBy(events, event => event.place)) {
    const inTurn = all.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    const value = new Map<CostPart, bigint>()
    let quantity = 0n
    let at = 0
    for (const month of monthsFromTo(from, monthOf(today))) {
      for (let event = inTurn[at]; event !== undefined && monthOf(event.day) <= month; event = inTurn[++at])
        if (event.part === null) quantity += event.by
        else value.set(event.part, (value.get(event.part) ?? 0n) + event.by)
      if (quantity !== 0n || [...value.values()].some(one => one !== 0n))
        rows.push({ product: productId, place, month: `${month}-01`, quantity: units(quantity), ...amountsOf(value) })
    }
  }
  return rows
}
