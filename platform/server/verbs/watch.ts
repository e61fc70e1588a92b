/** Records that people have open in a form: whoever has one open is told when another person changes or deletes it. */
import type { Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { House } from '../contract/house.ts'
import { refuse } from '../calls/refusal.ts'
import { oneRecord } from './record.ts'
import { watchType } from '../realtime/announce.ts'
import { mayView } from '../calls/view-demands.ts'

/** A form says each minute that it is still open; a browser that vanished is forgotten after this. */
const watchMsMax = 150_000
const reason = 'records that people have open'

/** The form of this record is open at the caller's, who must be able to see it. */
export async function watchRecord(context: Context, r: Resource, recordId: string): Promise<null> {
  if (!mayView(context, r)) throw refuse.forbidden()
  const { id } = await oneRecord(context, r, recordId)
  await keepWatch(context, watchType(r), id)
  return null
}

/** The caller has this open, under a name of its own, and was found to see it. */
export async function keepWatch({ house, caller, now }: Context, type: string, recordId: string): Promise<void> {
  const until = new Date(now().getTime() + watchMsMax).toISOString()
  await house
    .unscoped(reason)
    .insertInto('record_watch')
    .values({ type, record_id: recordId, org_id: caller.orgId, account_id: caller.accountId, until })
    .onConflict(conflict => conflict.columns(['type', 'record_id', 'org_id', 'account_id']).doUpdateSet({ until }))
    .execute()
}

/** The form is closed. */
export async function unwatchRecord({ house, caller }: Context, type: string, recordId: string): Promise<null> {
  await house
    .unscoped(reason)
    .deleteFrom('record_watch')
    .where('type', '=', type)
    .where('record_id', '=', recordId)
    .where('org_id', '=', caller.orgId)
    .where('account_id', '=', caller.accountId)
    .execute()
  return null
}

/** Forms that were never closed properly. */
export async function forgetWatches(house: House): Promise<void> {
  await house.unscoped(reason).deleteFrom('record_watch').where('until', '<', house.now().toISOString()).execute()
}
