/** What the page of an item and of a suggestion is drawn from. Pure types. */

/** a quantity on a day and the record behind it; list empty: stock */
export interface EventTold {
  readonly day: string
  readonly quantity: string
  readonly list: string
  readonly id: string
  readonly no: string
}
export interface RuleTold {
  /** as product_supply.source */
  readonly source: number
  readonly lead: number
  readonly moq: string
  readonly lot: string
  readonly safety: string
  readonly supplierId: string | null
}
/** as it is kept, in as few letters as can be; without a list: of the suggestion with this key */
export type EventKept = readonly [day: string, quantity: string, id: string, list?: string, no?: string]
/** pegs name supply and demand by their place */
export interface CellKept {
  readonly rule: RuleTold
  readonly supplies: readonly EventKept[]
  readonly demands: readonly EventKept[]
  readonly pegs: readonly (readonly [supply: number, demand: number, quantity: string])[]
}
export interface PegTold {
  readonly quantity: string
  /** place of the demand among the rows */
  readonly row: number
}
/** in order: supply before demand of a day */
export interface ProjectionRow extends EventTold {
  readonly isDemand: boolean
  /** after it */
  readonly left: string
  /** a suggestion that is no document yet */
  readonly isPlanned: boolean
  /** the suggestion that this page explains */
  readonly isOwn: boolean
  /** what is made of it, of a demand of a suggestion or an order */
  readonly what: string
  /** of a supply: to whom it goes */
  readonly pegs: readonly PegTold[]
}
export interface LeftOn {
  readonly day: string
  readonly left: string
}
export interface Projection {
  readonly productId: string
  readonly sku: string
  readonly warehouse: string
  readonly ranAt: string
  readonly supplier: string | null
  readonly rule: RuleTold
  readonly rows: readonly ProjectionRow[]
  /** left at the end of each day */
  readonly days: readonly LeftOn[]
  /** without the suggestion that this page explains: the first day that would end below the safety stock */
  readonly lack: LeftOn | null
}
