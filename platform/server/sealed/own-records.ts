/** Records that their sealed author sees besides his scope: his own. */
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { within } from '../db/within.ts'
import { ownSealedIds } from '../db/sealed-author.ts'

/** The same caller, to whom the records of this kind that he made under seal are open whatever their scope says. */
export async function openToAuthor(context: Context, r: Resource): Promise<Context> {
  const ids = await ownSealedIds(context, (context.tx ?? context.db) as Tx, r)
  if (ids.length === 0) return context
  const { caller, house, language, requestId, abandoned, origin } = context
  const opened = new Map([...(caller.opened ?? []), [r.table, [...(caller.opened?.get(r.table) ?? []), ...ids]] as const])
  const own = { ...house.asUser({ ...caller, opened }, language, requestId, abandoned, origin), now: context.now }
  return context.tx === undefined ? own : within(own, context.tx)
}
