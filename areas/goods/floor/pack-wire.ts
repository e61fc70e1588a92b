/** What the packing station and the server say to each other. Types only. */
export interface PackLine {
  readonly id: string
  readonly productId: string
  readonly sku: string
  readonly name: string
  readonly picture: string | null
  readonly label: string | null
  readonly quantity: string
  readonly packed: string
}
export interface PackDocument {
  readonly id: string
  readonly no: string
  readonly orderNo: string | null
  readonly state: number
  readonly trackingNo: string | null
  readonly carrier: string | null
  readonly isComplete: boolean
  readonly isBegun: boolean
  readonly lines: readonly PackLine[]
}
export interface PackState {
  /** number of the wave, or of the document */
  readonly no: string
  readonly documents: readonly PackDocument[]
}
export interface PackScan extends PackState {
  readonly outId: string
  readonly lineId: string
}
