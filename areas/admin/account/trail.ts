/** What somebody does to his own account before he is signed in, in the trail of an organisation. */
import type { Tx } from '#platform/server/area.ts'
import { insertEntries } from '#platform/server/records.ts'

export interface OwnAct {
  readonly verb: 'signIn' | 'register' | 'activate' | 'recover' | 'resetFactor'
  readonly after: object | null
  readonly address: string
  readonly now: Date
}
const calls = {
  signIn: 'POST /auth/user/login',
  register: 'POST /auth/user/register',
  activate: 'POST /auth/user/activate',
  recover: 'POST /auth/user/recover',
  resetFactor: 'npm run reset-factor',
} as const

/** Into the trail of the organisation where the person goes on; who belongs to none yet, into that of the first. */
export async function noteOwnAct(tx: Tx, accountId: string, { verb, after, address, now }: OwnAct): Promise<void> {
  const who = await tx.selectFrom('account').select(['name', 'last_org_id']).where('id', '=', accountId).executeTakeFirstOrThrow()
  const member = await tx
    .selectFrom('account_organisation')
    .select('org_id')
    .where('account_id', '=', accountId)
    .orderBy('org_id')
    .execute()
  const org =
    member.find(one => one.org_id === who.last_org_id)?.org_id ??
    member[0]?.org_id ??
    (await tx.selectFrom('organisation').select('id').orderBy('id').limit(1).executeTakeFirst())?.id
  if (org === undefined) return
  await insertEntries(tx, [
    {
      org_id: org,
      at: now.toISOString(),
      account_id: accountId,
      account_name: who.name,
      subject: 'account',
      record_id: accountId,
      verb,
      before: null,
      after: after === null ? null : JSON.stringify(after),
      address: address.slice(0, 64),
      via: calls[verb],
      request_id: null,
    },
  ])
}
