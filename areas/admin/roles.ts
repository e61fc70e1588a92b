/** Deleting roles: with their permissions and scopes; one that people hold is kept. */
import type { Context } from '#platform/server/context.ts'
import { refuse } from '#platform/server/http/refusal.ts'
import { removeRecords } from '#platform/server/batches/batch-remove.ts'
import { idsOf } from '#platform/server/lists/verbs.ts'
import { role } from './tables.ts'

export async function removeRoles(context: Context, input: Readonly<Record<string, unknown>>): Promise<{ deleted: number }> {
  const ids = idsOf(input['id'], input['ids']).filter(id => /^[0-9]{1,18}$/.test(id))
  if (ids.length > 0) await refuseHeld(context, ids)
  return context.write(async tx => {
    if (ids.length > 0) {
      await tx.deleteFrom('role_permission').where('role_id', 'in', ids).execute()
      await tx.deleteFrom('role_scope').where('role_id', 'in', ids).execute()
    }
    return removeRecords({ ...context, db: tx, write: work => work(tx) }, role, idsOf(input['id'], input['ids']), { undoable: false })
  })
}

async function refuseHeld({ db }: Context, ids: readonly string[]): Promise<void> {
  const held = await db
    .selectFrom('account_role as a')
    .innerJoin('role as r', 'r.id', 'a.role_id')
    .select('r.name')
    .where('a.role_id', 'in', [...ids])
    .limit(1)
    .executeTakeFirst()
  if (held) throw refuse.rule(`角色 ${held.name} 还有人在用，请先从他们的账号上取消这个角色`)
}
