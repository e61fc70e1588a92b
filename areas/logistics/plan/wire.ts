/** What the explanation of a suggestion is drawn from. Pure types. */
import type { Buy } from './buy.ts'
import type { Need } from './need.ts'

interface ChannelTold {
  readonly id: string
  readonly lead: number
  readonly prepDays: number
  readonly transitP80: number
  readonly receiveDays: number
  readonly sigma: number
}
export interface ItemTold {
  /** 90 days, the oldest first; an x behind the units of a day without stock */
  readonly history: string
  readonly seenDays: number
  readonly cutAt: number | null
  readonly means: readonly (number | null)[]
  readonly weights: readonly number[]
  readonly daily: number | null
  readonly isMean: boolean
  readonly ahead?: number | null
  readonly sigma: number
  readonly slow: ChannelTold
  readonly fast: ChannelTold | null
  readonly reviewDays: number
  readonly maxCoverDays: number
  readonly mode: number
  readonly carton: number
  readonly onHand: number
  readonly coming: readonly { readonly units: number; readonly on: string | null }[]
  readonly need: Need | null
  readonly given: number
  readonly lack: number
}
/** Null: it tells of shops that the reader was not granted. */
export interface BuyTold extends Omit<Buy, 'target' | 'position' | 'need'> {
  readonly target: number | null
  readonly position: number | null
  readonly need: number | null
  readonly supplyDays: number
  readonly supplyBy?: 'receipts' | 'supplier' | 'rule'
  readonly own: number
  readonly coming: number
  readonly moq: number
  readonly pack: number
  readonly listings: number | null
  readonly there: number | null
}
export interface Explained {
  readonly productId: string | null
  readonly shopId: string | null
  readonly sku: string | null
  readonly labelId: string | null
  readonly ranAt: string
  readonly item: ItemTold | null
  readonly buy: BuyTold | null
}
