/** Answers of calls that have a screen of their own. Types only; the browser imports them by `import type`. */

/** One finance item or order of a settlement, in its two reports. */
export interface Side {
  readonly title: string
  readonly settlement: string
  readonly transactions: string
  readonly difference: string
}

export interface ProductYearRow {
  readonly productId: string
  readonly sku: string
  readonly name: string
  /** cost in force, units sold and cost of goods sold by month, January first; null: none known */
  readonly months: readonly {
    readonly month: string
    readonly unitCost: string | null
    readonly currency: string | null
    readonly quantity: string
    readonly amount: string
  }[]
}
