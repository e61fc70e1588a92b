/** What the page of an order is told. Pure types. */
export interface OrderShop {
  readonly shopId: string
  readonly name: string
  readonly marketplace: string
  readonly currency: string
  readonly first: string
  readonly last: string
}
export interface OrderEvent {
  readonly id: string
  /** a day, or an instant */
  readonly at: string
  readonly source: string
  readonly title: string
  readonly what: string
  readonly sku: string
  readonly quantity: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly reference: string
  readonly isDeferred: boolean
  readonly recordId: string | null
}
export interface OrderPart {
  readonly name: string
  readonly title: string
  readonly currency: string
  readonly amount: string
  /** counts in the profit */
  readonly isIn: boolean
}
/** What the units of an order cost: its part of the day's cost of that SKU. */
export interface OrderCost {
  /** names the unit cost (areas/finance/costs/unit-cost/key.ts) */
  readonly made: string
  readonly item: string
  readonly day: string
  readonly sku: string
  readonly quantity: string
  readonly amount: string
  readonly currency: string
}
export interface OrderAnswer {
  readonly orderNo: string
  readonly shops: readonly OrderShop[]
  /** null: several shops have the number, one is to be chosen */
  readonly shop: OrderShop | null
  readonly timeline: readonly OrderEvent[]
  readonly parts: readonly OrderPart[]
  readonly costs: readonly OrderCost[]
  /** by currency: the profit, or what is left before the cost of goods where the asker may not see it */
  readonly sums: readonly { readonly currency: string; readonly amount: string }[]
  readonly isProfit: boolean
  /** the same in CNY; null while a cost or a rate is missing */
  readonly cny: string | null
  readonly lacking: readonly string[]
  readonly notFilled: readonly string[]
}
