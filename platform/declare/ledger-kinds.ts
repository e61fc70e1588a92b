/** Codes of the kinds of entries, the same in each ledger. What an entry does to the balance is the sign of its amount. */
export const entryKinds = { earn: 1, reserve: 2, release: 3, spend: 4, expire: 5, correct: 6 } as const
export type EntryKind = keyof typeof entryKinds
