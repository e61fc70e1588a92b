/** px of a row (look.md of the house: dense or roomy, per person) */
export const rowHeights = { compact: 36, comfortable: 44 } as const
