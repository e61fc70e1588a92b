/** Who sees the amounts of freight. Pure. */

/** what carriers and forwarders are paid is known to who keeps the books, not to everybody who looks for a parcel */
export const freightAmounts = { operation: 100, title: ['查看运费金额', 'See freight amounts'] } as const
