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
