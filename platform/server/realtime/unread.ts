/** Unread messages: counted when they are asked for, by an index of the unread ones; pages are told to ask, and ask every minute. */
import type { UnreadKind } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { House } from '../contract/house.ts'

/** These people have another number of unread messages once the transaction commits. */
export const tellUnread = (house: Pick<House, 'events'>, tx: Tx, kind: UnreadKind, accountIds: readonly string[]): Promise<void> =>
  house.events.hint(tx, accountIds, { kind: 'unread', of: kind })

/** The caller's own number: counted by the area that has the kind. */
export async function unreadTotal(context: Context, kind: UnreadKind): Promise<{ total: number }> {
  const counted = context.house.areas.find(area => area.unread?.[kind] !== undefined)?.unread?.[kind]
  return { total: counted === undefined ? 0 : await counted(context) }
}
