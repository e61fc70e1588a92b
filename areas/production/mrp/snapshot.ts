/** What requirements planning is worked out from, read once and stored, and what comes of it. Days and quantities are texts. Pure types. */

/** a record behind a quantity */
export interface Origin {
  /** list type of the document; empty: stock */
  readonly list: string
  readonly id: string
  readonly no: string
}
export interface Amount {
  readonly productId: string
  readonly warehouseId: string
  readonly day: string
  readonly quantity: string
  readonly origin: Origin
  /** it goes to another own warehouse: no reason to keep safety here */
  readonly sent?: true
}
/** An accepted suggestion is no document yet: what it takes of parts from its start on is asked for here. */
export interface Supply extends Amount {
  readonly startOn?: string
}
export interface Item {
  readonly productId: string
  readonly sku: string
  /** as product_supply.source */
  readonly source: number
  readonly moq: string
  /** whole multiples of it; 0: any quantity */
  readonly lot: string
  readonly safety: string
  /** working days where it is made, calendar days where it is bought */
  readonly lead: number
  readonly supplierId: string | null
  readonly isStopped?: boolean
}
export interface Version {
  readonly bomId: string
  readonly productId: string
  readonly kind: number
  readonly base: string
  readonly from: string
  readonly to: string | null
  readonly lines: readonly { readonly partId: string; readonly per: string; readonly scrap: string }[]
}
export interface Calendar {
  /** Monday first */
  readonly week: readonly boolean[]
  /** days that differ from the week: worked or not */
  readonly days: Readonly<Record<string, boolean>>
}
export interface Parameters {
  readonly horizonDays: number
  /** nothing is moved within them, only told */
  readonly freezeDays: number
  /** a supply that comes so many days later is told to come earlier */
  readonly pullDays: number
  readonly transferDays: number
}
export interface Snapshot {
  readonly today: string
  readonly parameters: Parameters
  readonly calendar: Calendar
  /** own ones, the main one first */
  readonly warehouses: readonly string[]
  readonly items: readonly Item[]
  readonly bills: readonly Version[]
  readonly stock: readonly Amount[]
  readonly supplies: readonly Supply[]
  readonly demands: readonly Amount[]
}

export const kinds = { buy: 2, make: 3, subcontract: 4, transfer: 5, earlier: 6, surplus: 7, bundle: 8 } as const
/** quantities are millionths from here on, days are counted from today */
export interface Need {
  readonly day: number
  readonly quantity: bigint
  readonly origin: Origin
  readonly isSent: boolean
  /** of a suggestion that asks for it: its key */
  readonly of: string | null
}
export interface Coming {
  /** day on which it is counted; one that is told to come earlier is counted on that day */
  day: number
  readonly quantity: bigint
  readonly origin: Origin
  /** key of the suggestion; null: there already */
  readonly planned: string | null
  readonly start: number | null
}
export interface Peg {
  readonly supply: number
  readonly demand: number
  readonly quantity: bigint
}
/** An item at a warehouse with all that happens to it, in order. */
export interface Cell {
  readonly productId: string
  readonly warehouseId: string
  readonly level: number
  readonly safety: bigint
  readonly supplies: readonly Coming[]
  readonly demands: readonly Need[]
  readonly pegs: readonly Peg[]
  /** first day on which less than the safety is there, if nothing is done */
  readonly shortOn: number | null
}
export interface Suggestion {
  readonly key: string
  readonly kind: number
  readonly productId: string
  readonly warehouseId: string
  readonly quantity: bigint
  readonly due: number
  readonly start: number
  readonly isLate: boolean
  /** transfer: where it comes from */
  readonly fromId: string | null
  readonly bomId: string | null
  readonly supplierId: string | null
  /** what is told to come earlier, or that nobody asks for it */
  readonly origin: Origin | null
  readonly isFrozen: boolean
}
export interface Plan {
  readonly cells: readonly Cell[]
  readonly lines: readonly Suggestion[]
}
