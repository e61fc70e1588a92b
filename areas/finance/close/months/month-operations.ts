/** Closing and reopening a month are granted by themselves: neither follows from editing. Pure. */
export const monthOperations = { close: 100, reopen: 101 } as const
