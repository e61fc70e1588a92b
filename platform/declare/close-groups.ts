/** The order in which a month of the books is worked through. Pure. */
export const closeGroups = ['data', 'costs', 'fees', 'match', 'vouchers', 'review'] as const
export type CloseGroup = (typeof closeGroups)[number]
