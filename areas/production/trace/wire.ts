/** What the page of a batch is drawn from. Pure types. */
export interface TraceRow {
  readonly key: string
  /** a batch or product; else what happened */
  readonly name: string
  readonly note: string
  readonly quantity: string
  readonly day: string
  /** of a batch: its status */
  readonly status: string
  /** list and id of the record that it leads to */
  readonly list: string | null
  readonly id: string | null
  readonly children?: readonly TraceRow[]
}
export interface Traced {
  readonly unit: string
  readonly back: readonly TraceRow[]
  readonly forward: readonly TraceRow[]
  /** what has left of it and of what was made of it: to whom */
  readonly gone: readonly TraceRow[]
  /** units of the batch itself */
  readonly here: string
  readonly out: string
  /** batches that may be frozen: found, still here and not frozen */
  readonly toFreeze: number
  readonly isCut: boolean
}
