/** Lines of sheets of 1688 and orders as they are held against each other. Types alone. */
export interface SheetLine {
  readonly id: string
  readonly platformNo: string
  readonly supplierId: string | null
  readonly productId: string | null
  /** as it was found before */
  readonly orderId: string | null
  readonly warehouseId: string
  readonly quantity: string
  readonly price: string
  readonly freight: string
  readonly change: string
  readonly paid: string
  readonly orderedOn: string
  readonly stage: number
  readonly carrier: string
  readonly trackingNo: string
  readonly leadDays: number
}
export interface OrderHead {
  readonly id: string
  readonly no: string | null
  readonly supplierId: string
  readonly warehouseId: string
  readonly buyerId: string
  readonly state: number
  readonly total: string
  readonly lines: readonly OrderLine[]
}
export interface OrderLine {
  readonly id: string
  readonly productId: string
  readonly quantity: string
  readonly price: string | null
  readonly open: string
}
