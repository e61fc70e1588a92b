/** Parts of an area that follow or lock the same tables. */
import type { Follower } from '../contract/record-hooks.ts'

/** Several parts of an area may follow or lock one table. */
export function together<T>(of: readonly Readonly<Record<string, T>>[], join: (several: readonly T[]) => T): Readonly<Record<string, T>> {
  const byTable = Map.groupBy(
    of.flatMap(one => Object.entries(one)),
    ([table]) => table,
  )
  return Object.fromEntries([...byTable].map(([table, entries]) => [table, join(entries.map(([, one]) => one))]))
}
/** One after the other, in the order of the parts. */
export const followTogether = (of: readonly Readonly<Record<string, Follower>>[]): Readonly<Record<string, Follower>> =>
  together(of, followers => async (context, tx, changes) => {
    for (const follower of followers) await follower(context, tx, changes)
  })
