/** States of lists too long for an address (hundreds of values in the batch box): kept under a short key that a link can carry. */
import { instantMs } from '#platform/format/instants.ts'
import { createHash, randomBytes } from 'node:crypto'
import { Object as O, String as Text } from 'typebox'
import { dateTime, longText, text } from '#platform/declare/fields.ts'
import { signedIn } from '#platform/declare/operations.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { Context } from '../contract/context.ts'
import type { House } from '../contract/house.ts'
import { refuse } from '../calls/refusal.ts'
import { call } from '../calls/verbs.ts'
import type { RouteMap } from '../contract/route.ts'

const dayMs = 86_400_000
/** a link nobody has opened for so long is gone */
const keptDays = 180
/** 5,000 values of 40 letters, written for an address */
const stateCharactersMax = 400_000
const keyBytes = 12

/** What a link shows is decided by the rights of whoever opens it: the state itself is the organisation's. */
export const listState = resource('list_state', {
  title: ['列表链接', 'List link'],
  access: { scope: ownOrganisation },
  fields: {
    stateKey: text('键', 'Key', { max: 32 }),
    /** SHA-256 of type and state: the same state keeps its key */
    digest: text('摘要', 'Digest', { max: 64 }),
    type: text('列表类型', 'List type', { max: 100 }),
    state: longText('状态', 'State'),
    usedAt: dateTime('使用时间', 'Used'),
  },
  storage: { key: ['stateKey'], unique: [['digest']], index: [['usedAt']] },
})
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<{ listState: typeof listState }> {}
}

async function keep(context: Context, type: string, state: string): Promise<{ key: string }> {
  if (!context.house.registry.types.has(type)) throw refuse.unknown(['列表', 'List'])
  const { orgId, accountId } = context.caller
  const used = { used_at: context.now().toISOString() }
  const digest = createHash('sha256').update(`${type}\n${state}`).digest('hex')
  return context.write(async tx => {
    const row = await tx
      .insertInto('list_state')
      .values({
        org_id: orgId,
        created_by: accountId,
        state_key: randomBytes(keyBytes).toString('base64url'),
        digest,
        type,
        state,
        ...used,
      })
      .onConflict(conflict => conflict.columns(['org_id', 'digest']).doUpdateSet(used))
      .returning('state_key')
      .executeTakeFirstOrThrow()
    return { key: row.state_key }
  })
}

async function keptState(context: Context, key: string): Promise<{ type: string; state: string }> {
  const row = await context.db.selectFrom('list_state').select(['type', 'state', 'used_at']).where('state_key', '=', key).executeTakeFirst()
  if (row === undefined) throw refuse.unknown(['列表链接', 'Link to a list'])
  const now = context.now()
  // once a day is enough to know that it is in use
  if (instantMs(row.used_at) < now.getTime() - dayMs)
    await context.write(tx => tx.updateTable('list_state').set({ used_at: now.toISOString() }).where('state_key', '=', key).execute())
  return { type: row.type, state: row.state }
}

export const listStateRoutes: RouteMap = {
  'POST /listState/insert': call(
    {
      demand: signedIn,
      summary: '保存列表链接',
      input: O({
        type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }),
        state: Text({ title: '状态', minLength: 1, maxLength: stateCharactersMax }),
      }),
    },
    (context, { input }) => keep(context, input['type'] as string, input['state'] as string),
  ),
  'POST /listState/query': call(
    { demand: signedIn, summary: '打开列表链接', input: O({ key: Text({ title: '键', minLength: 1, maxLength: 32 }) }), write: false },
    (context, { input }) => keptState(context, input['key'] as string),
  ),
}

/** States that no link has opened for half a year go. */
export async function removeUnused(house: House): Promise<void> {
  const before = new Date(house.now().getTime() - keptDays * dayMs).toISOString()
  await house.unscoped('links that nobody opens any more').deleteFrom('list_state').where('used_at', '<', before).execute()
}
