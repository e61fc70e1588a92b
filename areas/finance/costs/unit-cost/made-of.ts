/**
 * What the cost of units is made of: the same fold as the layers, with each cost row spread under a name of its own, so that what leaves
 * with a sale can be told by receipt, part and day. By the moving average layers are mixed, and only parts can be told. Pure.
 */
import type { ProductFacts } from '../layers/load.ts'
import { match, type Method } from '../layers/moves.ts'
import { costParts, spread, type CostPart } from '../layers/values.ts'

/** Amounts in ten thousandths of the base currency, quantities in millionths of a unit. */
export interface MadePart {
  /** layer of the receipt; '': of several that were mixed, or of none */
  readonly layer: string
  readonly part: CostPart
  /** known only after the receipt: an actual cost in place of an estimate, an invoice, a credit */
  readonly isLater: boolean
  /** the units had left before it counted */
  readonly isVariance: boolean
  readonly day: string
  readonly amount: bigint
}
export interface MadeUnits {
  readonly layer: string
  readonly day: string
  readonly quantity: bigint
}
export interface Made {
  readonly parts: readonly MadePart[]
  readonly units: readonly MadeUnits[]
  /** units that no layer had */
  readonly lacking: bigint
  /** what came to these units after the last of the days */
  readonly afterwards: bigint
}
export interface MadeAsk {
  readonly from: string
  readonly to: string
  /** whose sales: of the shops and SKUs that are asked for */
  readonly isAsked: (shopId: string, sku: string) => boolean
}

interface Named {
  readonly layer: string
  /** null: the units themselves */
  readonly part: CostPart | null
  readonly isLater: boolean
}

export function madeOf(method: Method, { moves, rows, sold }: ProductFacts, { from, to, isAsked }: MadeAsk): Made {
  const names = new Map<string, Named>()
  const isMixed = method === 'average'
  // the fold adds up what has one name and spreads it, whatever the name is
  const nameOf = (layer: string, part: CostPart | null, isLater: boolean): CostPart => {
    const of = isMixed && part !== null ? '' : layer
    const name = `${of} ${part ?? 'units'} ${isLater}`
    names.set(name, { layer: of, part, isLater })
    return name as CostPart
  }
  const matching = match(method, moves)
  const costs = rows.map(row => ({ ...row, part: nameOf(row.layer, row.part, row.countsFrom !== '') }))
  const whole = isMixed
    ? []
    : matching.layers
        .filter(layer => layer.kind === 'receipt' || layer.kind === 'convertIn')
        .map(({ id, quantity }) => ({ layer: id, part: nameOf(id, null, false), amount: quantity, countsFrom: '' }))
  const isMine = (move: string): boolean => {
    const whose = sold.get(move)
    return whose !== undefined && isAsked(whose.shopId, whose.sku)
  }
  const isIn = (day: string): boolean => day >= from && day <= to
  const dayOf = new Map(moves.map(move => [move.id, move.day]))
  const parts: MadePart[] = []
  const units: MadeUnits[] = []
  let afterwards = 0n
  for (const { move, day, part: name, amount, isVariance } of spread(matching, [...costs, ...whole]).lines) {
    if (!isMine(move)) continue
    const { layer, part, isLater } = names.get(name) ?? { layer: '', part: name, isLater: false }
    if (!isIn(day)) {
      if (part !== null && day > to && isIn(dayOf.get(move) ?? '')) afterwards += amount
    } else if (part === null) units.push({ layer, day, quantity: amount })
    else parts.push({ layer, part, isLater, isVariance, day, amount })
  }
  if (isMixed)
    for (const { id, day, kind, place, quantity } of matching.layers)
      if (isIn(day) && isMine(id)) {
        if (kind === 'sale') units.push({ layer: '', day, quantity })
        else if (place !== null) units.push({ layer: '', day, quantity: -quantity })
      }
  const lacking = matching.shortages.filter(one => isIn(one.day) && isMine(one.move)).reduce((sum, one) => sum + one.quantity, 0n)
  return { parts, units, lacking, afterwards }
}

export type Figures = Readonly<Record<CostPart | `${CostPart}Later`, bigint>> & { readonly total: bigint }

/** By part, what was known when the goods came and what came later. */
export function figuresOf(parts: readonly MadePart[]): Figures {
  const sumOf = (part: CostPart, isLater: boolean): bigint =>
    parts.filter(one => one.part === part && one.isLater === isLater).reduce((sum, one) => sum + one.amount, 0n)
  const by = Object.fromEntries(
    costParts.flatMap(part => [
      [part, sumOf(part, false)],
      [`${part}Later`, sumOf(part, true)],
    ]),
  ) as Record<CostPart | `${CostPart}Later`, bigint>
  return { ...by, total: parts.reduce((sum, one) => sum + one.amount, 0n) }
}
