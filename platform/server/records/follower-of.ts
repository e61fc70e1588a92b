/** A follower that has the records as their table declares them. */
import type { Resource, RowOf } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { Follower } from '../contract/record-hooks.ts'

/** One changed record of a table; `before` is null for a new one, `after` for a deleted one. */
export interface ChangeOf<R> {
  readonly id: string
  readonly before: RowOf<R> | null
  readonly after: RowOf<R> | null
}

/** `of`: the table that it follows; a name that is no field of it does not compile. */
export const followerOf = <R extends Resource>(
  _of: R,
  work: (context: Context, tx: Tx, changes: readonly ChangeOf<R>[]) => Promise<void>,
): Follower => work as Follower
