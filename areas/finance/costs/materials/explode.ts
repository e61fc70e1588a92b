/** Material cost of products and use of parts by month, out of the bill of materials. Amounts in CNY. Pure. */
import { add, canonical, divide, multiply } from '#platform/format/decimal.ts'
import { lastOfMonth } from '#platform/format/dates.ts'

export interface BomLine {
  readonly productId: string
  /** of several kinds that hold the lowest is how it is made */
  readonly kind: number
  readonly partId: string
  readonly quantity: string
  /** percent */
  readonly scrap: string
  readonly from: string
  /** null: until further notice */
  readonly to: string | null
}
export interface MaterialFacts {
  readonly lines: readonly BomLine[]
  /** own unit cost of a product in a month, in CNY; null: none, or no rate */
  readonly costOf: (productId: string, month: string) => string | null
  /** units sold */
  readonly soldOf: (productId: string, month: string) => string
}
export interface MonthCost {
  readonly unitCost: string | null
  readonly quantity: string
  readonly amount: string
}

const scale = 8

/** What holds on the last day of the month counts for all of it. */
const holds = ({ from, to }: BomLine, month: string): boolean => from <= lastOfMonth(month) && (to === null || to >= lastOfMonth(month))
const taken = ({ quantity, scrap }: BomLine): string => divide(multiply(quantity, add('100', scrap)), '100', scale, 'halfUp')

export class Materials {
  readonly #facts: MaterialFacts
  readonly #linesOf: ReadonlyMap<string, readonly BomLine[]>
  readonly #costs = new Map<string, string | null>()

  constructor(facts: MaterialFacts) {
    this.#facts = facts
    this.#linesOf = Map.groupBy(facts.lines, line => line.productId)
  }

  #parts(productId: string, month: string): readonly BomLine[] {
    const held = (this.#linesOf.get(productId) ?? []).filter(line => holds(line, month))
    const kind = Math.min(...held.map(line => line.kind))
    return held.filter(line => line.kind === kind)
  }

  /** What the parts of a unit cost; null: it has none, or one of them has no cost. */
  unitCost(productId: string, month: string): string | null {
    const key = `${productId} ${month}`
    const known = this.#costs.get(key)
    if (known !== undefined) return known
    // a circle, which no writer leaves, would have no cost
    this.#costs.set(key, null)
    const parts = this.#parts(productId, month)
    let cost: string | null = parts.length === 0 ? null : '0'
    for (const line of parts) {
      const of = this.partCost(line.partId, month)
      cost = cost === null || of === null ? null : add(cost, multiply(taken(line), of))
    }
    const rounded = cost === null ? null : divide(cost, '1', scale, 'halfUp')
    this.#costs.set(key, rounded)
    return rounded
  }

  /** The own cost of a part; of one that is made and has none, that of its parts. */
  partCost(partId: string, month: string): string | null {
    return this.#facts.costOf(partId, month) ?? this.unitCost(partId, month)
  }

  /** Units of parts that went into what was sold in the month; what is made of other parts and has no cost of its own stands for them. */
  used(month: string): ReadonlyMap<string, string> {
    const used = new Map<string, string>()
    const put = (productId: string, units: string, depth: number): void => {
      for (const line of this.#parts(productId, month)) {
        const own = multiply(units, taken(line))
        if (depth > 0 && this.#facts.costOf(line.partId, month) === null && this.#parts(line.partId, month).length > 0)
          put(line.partId, own, depth - 1)
        else used.set(line.partId, canonical(add(used.get(line.partId) ?? '0', own)))
      }
    }
    for (const productId of this.#linesOf.keys()) {
      const sold = this.#facts.soldOf(productId, month)
      if (canonical(sold) !== '0') put(productId, sold, 20)
    }
    return used
  }
}
