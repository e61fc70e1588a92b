import type { Context } from '#platform/server/area.ts'

/**
 * The books as a person may read them. `isWhole`: he sees every shop of the organisation; else they are those of his own shops alone.
 */
export interface Books {
  readonly books: Context
  readonly isWhole: boolean
}

/** Closing needs every shop, also one that was opened a moment ago: whoever sees all reads as the organisation itself. */
export async function booksOf(context: Context): Promise<Books> {
  const system = await context.house.asSystem(
    context.caller.orgId,
    'month close: the books of all shops, for who sees all of them',
    context.tx,
  )
  const mine = new Set(context.caller.shops)
  const isWhole = system.caller.shops.every(id => mine.has(id))
  return { books: isWhole ? system : context, isWhole }
}
