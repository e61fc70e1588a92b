/** px of a row (look.md of the house: dense or roomy, per person) */
export const rowHeights = { compact: 36, comfortable: 44, item: 48 } as const

/** Rows that show a product have room for its picture, however dense the others are. */
export const heightOf = <Density extends keyof typeof rowHeights>(density: Density, hasItem: boolean): Density | 'item' =>
  hasItem ? 'item' : density
