/** What the page of a unit cost is told. Pure types; amounts in CNY. */
export const figureNames = ['purchase', 'purchaseLater', 'firstLeg', 'firstLegLater', 'duty', 'other', 'total'] as const
export type CostFigures = Readonly<Record<(typeof figureNames)[number], string>>

export interface CostOfLayer extends CostFigures {
  /** receipt line; null: goods of several receipts that were mixed, or what came back and had left no layer */
  readonly receiptId: string | null
  readonly documentNo: string
  readonly receivedOn: string
  /** its purchase price is that of the order, no invoice came yet */
  readonly isProvisional: boolean
  readonly units: string
}
export interface CostOfDay extends CostFigures {
  readonly id: string
  readonly day: string
  readonly units: string
  /** of units that were sold on earlier days, which had been closed */
  readonly isVariance: boolean
}
/** A product without layers on these days: its unit cost of the month. */
export interface CostOfMonth {
  readonly month: string
  readonly unitCost: string
  readonly currency: string
  /** when it holds from, where an earlier month's is carried on */
  readonly since: string
}
export interface ProductUnitCost {
  readonly productId: string
  readonly sku: string
  readonly name: string
  readonly method: 'fifo' | 'average' | 'month'
  readonly units: string
  /** null: no unit was sold */
  readonly unitCost: string | null
  readonly lacking: string
  readonly afterwards: string
  readonly sum: CostFigures
  readonly layers: readonly CostOfLayer[]
  readonly days: readonly CostOfDay[]
  readonly months: readonly CostOfMonth[]
}
export type Span = 'day' | 'month' | 'year'
export interface UnitCostAnswer {
  readonly shop: string | null
  readonly sku: string | null
  readonly from: string
  readonly to: string
  /** periods that it can be asked for, and the one that was */
  readonly spans: readonly Span[]
  readonly span: Span
  readonly products: readonly ProductUnitCost[]
  readonly notFilled: readonly string[]
}
