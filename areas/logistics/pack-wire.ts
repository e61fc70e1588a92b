/** What the packing bench of shipping orders answers. Types alone. */
export interface BoxLine {
  readonly id: string
  readonly productId: string
  readonly labelId: string | null
  readonly sku: string
  readonly name: string
  readonly picture: string | null
  readonly label: string | null
  readonly held: string
  readonly packed: string
}
export interface BoxBench {
  readonly id: string
  readonly no: string
  readonly state: number
  readonly lines: readonly BoxLine[]
  /** the newest first; one of them is open at most while people scan */
  readonly boxes: readonly {
    readonly id: string
    readonly boxNo: number
    readonly isSealed: boolean
    readonly weight: string | null
    readonly units: string
  }[]
}
