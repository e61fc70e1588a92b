/** What requirements planning is worked out from, read once and stored, and what comes of it. Days and quantities are texts. Pure. */

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
const scale = 6
export const millionths = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.')
  const digits = BigInt(`${whole.replace('-', '') || '0'}${part.padEnd(scale, '0').slice(0, scale)}`)
  return text.startsWith('-') ? -digits : digits
}
/** percent of a whole */
export const hundred = millionths('100')
export interface Rule {
  readonly moq: bigint
  readonly lot: bigint
  readonly safety: bigint
}
/** so many units take (units x rate) / whole of a part */
export interface Recipe {
  readonly bomId: string
  readonly productId: string
  readonly kind: number
  readonly from: number
  readonly to: number
  readonly whole: bigint
  readonly lines: readonly { readonly partId: string; readonly rate: bigint }[]
}
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

/** counted from today */
export interface Days {
  readonly dayOf: (day: number) => string
  readonly numberOf: (day: string) => number
  /** So many working days before a day, which itself counts for none. */
  readonly before: (due: number, working: number) => number
}
/** supply and demand of an item at a warehouse that is not planned yet */
export interface Open {
  readonly supplies: Coming[]
  readonly demands: Need[]
}
export interface State {
  readonly snapshot: Snapshot
  readonly days: Days
  readonly open: Map<string, Map<string, Open>>
  readonly bills: ReadonlyMap<string, readonly Recipe[]>
  readonly levels: ReadonlyMap<string, number>
  readonly lines: Suggestion[]
}
export interface At {
  readonly state: State
  readonly item: Item
  readonly warehouseId: string
  readonly rule: Rule
  /** what others can spare, as it is used up */
  readonly spare: Map<string, bigint>
  readonly suggest: (line: Omit<Suggestion, 'key' | 'productId' | 'warehouseId'>) => string
}
export interface Making {
  readonly item: Item
  readonly warehouseId: string
  readonly quantity: bigint
  readonly start: number
  readonly of: string | null
  readonly origin: Origin
}
export interface Pulled {
  readonly supply: Coming
  readonly from: number
}
export interface Asked extends Open {
  readonly safety: bigint
  readonly pullDays: number
  /** What is done about so many that lack on a day: answers what comes. */
  readonly provide: (lacking: bigint, day: number) => readonly Coming[]
}
export interface Netted {
  /** in the order in which they are given out */
  readonly supplies: readonly Coming[]
  readonly demands: readonly Need[]
  readonly pulled: readonly Pulled[]
}
