/** Who has a changed record open in a form is told: `watch.ts` knows who that is. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'

/** Name of a list as the browser knows it. */
export const watchType = (r: Resource): string => r.type ?? r.table

/** Who has one of these records open just now, as `type`, except whoever writes. */
export const watchersOf = ({ caller, now }: Context, tx: Tx, type: string, recordIds: readonly string[]) =>
  tx
    .withoutPlugins()
    .selectFrom('record_watch')
    .select(['record_id', 'account_id'])
    .where('type', '=', type)
    .where('org_id', '=', caller.orgId)
    .where('account_id', '!=', caller.accountId)
    .where('until', '>', now().toISOString())
    .where(sql<boolean>`record_id = any(${[...recordIds]})`)
    .execute()

/** Tells whoever has one of these records open, except who changed them. */
export async function announceChanges(context: Context, tx: Tx, r: Resource, recordIds: readonly string[]): Promise<void> {
  // what is told at once tells when a sealed author was at it
  if (recordIds.length === 0 || context.sealed === 'acting') return
  const { caller, house } = context
  const open = await watchersOf(context, tx, watchType(r), recordIds)
  for (const { record_id: id, account_id: accountId } of open)
    await house.events.push(tx, [accountId], { kind: 'changed', type: watchType(r), id, by: caller.name })
}

/**
 * Tells whoever has one of these records open, the writer as well, that figures the server derives have changed: the page reads anew, and
 * nobody is said to have changed the record.
 */
export async function announceDerived(context: Context, r: Resource, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length === 0 || context.sealed === 'acting') return
  const { caller, house, now } = context
  // derived in the transaction of the change that it follows from
  const tx = context.db as Tx
  const type = watchType(r)
  const open = await tx
    .withoutPlugins()
    .selectFrom('record_watch')
    .select(['record_id', 'account_id'])
    .where('type', '=', type)
    .where('org_id', '=', caller.orgId)
    .where('until', '>', now().toISOString())
    .where(sql<boolean>`record_id = any(${[...recordIds]})`)
    .execute()
  for (const { record_id: id, account_id: accountId } of open) await house.events.push(tx, [accountId], { kind: 'changed', type, id })
}
