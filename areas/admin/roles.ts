/** Roles as wholes: copied with what they grant; deleted with their permissions and scopes, unless people hold them. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { may, type Context, type Tx, refuse } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { change, removeRecords, addRecord, idsOf } from '#platform/server/records.ts'
import { holdAction } from '#platform/server/steps.ts'
import type { RoleFace } from './answers.ts'
import { isWide, roleAccess, saveRoleAccess } from './role-permissions.ts'
import { role } from './tables.ts'
import { byPermission } from './usual-roles.ts'

/** Every role with how many people have it. */
export async function roleFaces({ db }: Pick<Context, 'db'>): Promise<RoleFace[]> {
  return db
    .selectFrom('role as r')
    .leftJoin('account_role as a', 'a.role_id', 'r.id')
    .select(['r.id as roleId', 'r.name as roleName', 'r.remark', sql<number>`count(a.id)::int`.as('people')])
    .groupBy(['r.id', 'r.name', 'r.remark'])
    .orderBy('r.id')
    .execute()
}

/** A new role that grants nothing yet, with the modules of its top menu. */
export async function makeRole(
  inside: Context,
  tx: Tx,
  {
    pins = [],
    preset = null,
    ...values
  }: {
    readonly name: string
    readonly remark?: string | null
    readonly pins?: readonly string[]
    readonly preset?: string | null
  },
): Promise<{ roleId: string; version: number }> {
  const { id } = await addRecord(inside, role, values)
  const told = { before: { pinnedModules: null }, after: { pinnedModules: pins } }
  if (pins.length > 0) await change(inside, role, id, { pinnedModules: [...pins], preset }, { verb: 'pinModules', told })
  // a copy has no pins of its own, and knows what it began as
  else if (preset !== null) await change(inside, role, id, { preset }, { verb: 'update' })
  const { version } = await tx.selectFrom('role').select('version').where('id', '=', id).executeTakeFirstOrThrow()
  return { roleId: id, version }
}

/**
 * A new role with everything the other one grants and nobody who has it. The copier gives no more than he has himself. A wide data scope
 * waits for its approval as when it is saved: until then the new role grants nothing.
 */
export async function copyRole(
  context: Context,
  ask: { readonly roleId: string; readonly name: string },
): Promise<{ id: string; approval?: string }> {
  if (!may(context.caller, 'role', operations.add)) throw refuse.forbidden(sentence`没有新增角色的权限`)
  const { granted, scopes, remark, more } = await roleAccess(context, ask.roleId)
  return context.write(async tx => {
    const inside = within(context, tx)
    const like = await tx.selectFrom('role').select('preset').where('id', '=', ask.roleId).executeTakeFirst()
    const made = await makeRole(inside, tx, { name: ask.name, remark, preset: like?.preset ?? null })
    const { roleId: id } = made
    const wish = { ...made, permissions: byPermission(granted), scopes, more }
    const save = (own: Context) => saveRoleAccess(own, wish)
    const resource = role
    const approval = isWide(wish)
      ? await holdAction(inside, tx, { resource, matter: 'scopes', recordId: id, input: { ...wish }, run: save })
      : null
    if (approval !== null) return { id, approval }
    await save(inside)
    return { id }
  })
}

export async function removeRoles(context: Context, input: Readonly<Record<string, unknown>>): Promise<{ deleted: number }> {
  const ids = idsOf(input['id'], input['ids']).filter(id => /^[0-9]{1,18}$/.test(id))
  if (ids.length > 0) await refuseHeld(context, ids)
  return context.write(async tx => {
    if (ids.length > 0) {
      await tx.deleteFrom('role_permission').where('role_id', 'in', ids).execute()
      await tx.deleteFrom('role_scope').where('role_id', 'in', ids).execute()
      await tx.deleteFrom('role_more').where('role_id', 'in', ids).execute()
    }
    return removeRecords(within(context, tx), role, idsOf(input['id'], input['ids']), { undoable: false })
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
  if (held) throw refuse.rule(sentence`角色 ${held.name} 还有人在用，请先从他们的账号上取消这个角色`)
}
