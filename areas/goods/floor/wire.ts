/** What the phone page and the server say to each other. Types only. */
import type { ScannedCode } from '#platform/declare/scans.ts'

export interface FloorTask {
  readonly id: string
  readonly no: string
  /** what such a task is called */
  readonly title: string
  /** said where it goes before others */
  readonly urgency: string | null
  readonly warehouse: string
  readonly docNo: string | null
  readonly lines: number
  readonly done: number
  readonly dueAt: string | null
  readonly isMine: boolean
  /** it is done at the packing station */
  readonly isPacking: boolean
}
export interface FloorLine {
  readonly id: string
  readonly productId: string
  readonly sku: string
  readonly name: string
  /** id of a file */
  readonly picture: string | null
  readonly batchId: string | null
  readonly batch: string | null
  readonly expiresOn: string | null
  readonly label: string | null
  readonly fnsku: string | null
  readonly fromId: string | null
  readonly from: string | null
  readonly toId: string | null
  readonly to: string | null
  /** null: it is counted */
  readonly quantity: string | null
  readonly doneQty: string
  readonly isDone: boolean
  readonly reason: number | null
}
export interface FloorWork {
  readonly id: string
  readonly no: string
  readonly title: string
  readonly mode: 'put' | 'pick' | 'count' | 'receive'
  /** it may end while lines are open */
  readonly mayEnd: boolean
  readonly isOver: boolean
  readonly warehouse: string
  readonly docNo: string | null
  /** why less than asked for may be there */
  readonly reasons: readonly { readonly value: string; readonly label: string }[]
  readonly lines: readonly FloorLine[]
}
/** What a code is, seen from the line that somebody is at. */
export interface FloorScan {
  /** its place, its goods, a place where they may be put, an item that no line names and that is counted, none of these */
  readonly fits: 'from' | 'item' | 'to' | 'other' | 'wrong'
  /** the line that it fits, where that is another one than asked for */
  readonly lineId: string | null
  readonly unitQty: string
  /** place, or batch, that was scanned */
  readonly locationId: string | null
  readonly productId: string | null
  readonly batchId: string | null
  /** said to the person: what it is and where it belongs */
  readonly said: string
  readonly found: readonly ScannedCode[]
}
