/** Unread messages as numbers: changed in the transaction that brings or reads a message, pushed, and asked for every minute. */
import { sql } from 'kysely'
import type { UnreadKind } from '#platform/declare/wire.ts'
import type { Caller, Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { House } from '../contract/house.ts'

/** Adds `by` (negative: read) to the numbers of these accounts in the caller's organisation; late in its transaction, as it counts. */
export async function changeUnread(
  { caller, house }: { readonly caller: Pick<Caller, 'orgId'>; readonly house: House },
  tx: Tx,
  kind: UnreadKind,
  accountIds: readonly string[],
  by: number,
): Promise<void> {
  // in order, so that two of them never wait for each other
  const ids = [...new Set(accountIds)].sort()
  if (ids.length === 0 || by === 0) return
  await tx
    .withoutPlugins()
    .insertInto('unread_count')
    .values(ids.map(id => ({ account_id: id, org_id: caller.orgId, kind, total: String(Math.max(by, 0)) })))
    .onConflict(conflict =>
      conflict
        .columns(['account_id', 'org_id', 'kind'])
        .doUpdateSet({ total: sql<string>`greatest(unread_count.total + ${by}::bigint, 0)` }),
    )
    .execute()
  await house.events.push(tx, ids, { kind: 'unread', of: kind })
}

/** The caller's own number: counted by the area that has the kind, else as it is kept. */
export async function unreadTotal(context: Context, kind: UnreadKind): Promise<{ total: number }> {
  const { caller, house } = context
  const counted = house.areas.find(area => area.unread?.[kind] !== undefined)?.unread?.[kind]
  if (counted !== undefined) return { total: await counted(context) }
  const row = await house
    .unscoped("the caller's own number of unread messages")
    .selectFrom('unread_count')
    .select('total')
    .where('account_id', '=', caller.accountId)
    .where('org_id', '=', caller.orgId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return { total: Number(row?.total ?? 0) }
}
