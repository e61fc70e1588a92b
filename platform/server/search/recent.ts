/** What a person opened from the search last, kept for him in each organisation. A preference: no audit entry is written. */
import type { RecentFound } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { beginActions } from './actions.ts'
import { foundByIds } from './find.ts'

const keptMax = 20

export interface Opened {
  readonly type: string
  readonly recordId: string
  readonly name: string
}

const mine = (context: Context) =>
  context.db
    .selectFrom('found_recent')
    .select(['id', 'type', 'record_id', 'name'])
    .where('account_id', '=', context.caller.accountId)
    .where('org_id', '=', context.caller.orgId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')

/** As they are now: what is gone, and what the person may no longer see or do, is left out. */
export async function recentFound(context: Context): Promise<RecentFound[]> {
  const kept = await mine(context).limit(keptMax).execute()
  const ids = Map.groupBy(
    kept.filter(one => one.record_id !== ''),
    one => one.type,
  )
  const records = await foundByIds(context, new Map([...ids].map(([type, of]) => [type, of.map(one => one.record_id)])))
  const actions = beginActions(context)
  return kept.flatMap((one): RecentFound[] => {
    if (one.record_id === '') {
      const action = actions.find(({ type, name }) => type === one.type && name === one.name)
      return action === undefined ? [] : [{ action }]
    }
    const record = records.find(({ type, id }) => type === one.type && id === one.record_id)
    return record === undefined ? [] : [{ record }]
  })
}

export async function noteOpened(context: Context, { type, recordId, name }: Opened): Promise<null> {
  // who opened a record whose author may be sealed is kept nowhere
  if (context.house.registry.types.get(type)?.sealedAuthor !== undefined) return null
  await context.write(async (tx, inside) => {
    const { accountId, orgId } = inside.caller
    const at = inside.now().toISOString()
    await tx
      .insertInto('found_recent')
      .values({ account_id: accountId, org_id: orgId, type, record_id: recordId, name, at })
      .onConflict(conflict =>
        conflict.columns(['org_id', 'account_id', 'type', 'record_id', 'name']).doUpdateSet(eb => ({ at: eb.ref('excluded.at') })),
      )
      .execute()
    const old = (await mine({ ...inside, db: tx }).execute()).slice(keptMax).map(one => one.id)
    if (old.length > 0) await tx.deleteFrom('found_recent').where('id', 'in', old).execute()
  })
  return null
}
