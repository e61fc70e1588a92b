/** What pages of production are drawn from. Pure types. */
export interface BomTreeRow {
  readonly key: string
  readonly level: number
  readonly productId: string
  readonly bomId: string | null
  readonly kind: number | null
  readonly sku: string
  readonly name: string
  readonly unit: string
  readonly per: string
  readonly scrap: string
  /** for one unit of the top */
  readonly quantity: string
  /** of that quantity, in CNY; null: not known, or not for the caller */
  readonly cost: string | null
  readonly children?: readonly BomTreeRow[]
}
export interface BomTree {
  readonly day: string
  readonly seesCost: boolean
  readonly rows: readonly BomTreeRow[]
}

/** A material of an order: planned for what came, used, and why the two differ. Amounts in CNY; null: no price was known. */
export interface CostLine {
  readonly key: string
  readonly productId: string
  readonly sku: string
  readonly name: string
  readonly planned: string
  readonly planPrice: string | null
  readonly planAmount: string | null
  readonly used: string
  readonly amount: string
  readonly byQuantity: string | null
  readonly byPrice: string | null
  /** in production, units and value */
  readonly left: string
  readonly wip: string
}
/** The fee is among them. */
export interface CostTotals {
  readonly planned: string
  readonly actual: string
  readonly byQuantity: string
  readonly byPrice: string
  /** lies in production */
  readonly wip: string
}
export interface OrderCost {
  readonly no: string
  readonly lines: readonly CostLine[]
  readonly feePlanned: string
  readonly feeActual: string
  /** received */
  readonly units: string
  readonly totals: CostTotals
  /** costs are being worked out */
  readonly waits: boolean
  /** the stock of the warehouse has a value: else nothing is known of what was used */
  readonly isKept: boolean
}
