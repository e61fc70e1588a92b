/** Grants and data scopes of roles whose permission this version does not know: they do nothing, and the log says so at every start. */
import type { House } from '#platform/server/area.ts'
import { grantable } from '#platform/server/rights.ts'
import { everyList } from './grants.ts'

/** Names of permissions, in order. */
export async function unknownPermissions(house: House): Promise<string[]> {
  const known = grantable(house.registry)
  const db = house.unscoped('start: names of permissions that roles hold')
  const rows = await db
    .selectFrom('role_permission')
    .select('permission')
    .union(db.selectFrom('role_scope').select('permission'))
    .orderBy('permission')
    .execute()
  return rows.map(row => row.permission).filter(permission => permission !== everyList && !known.has(permission))
}

export async function tellUnknownGrants(house: House): Promise<void> {
  const permissions = await unknownPermissions(house)
  if (permissions.length > 0) house.log.warn({ permissions }, 'roles hold permissions that are no more: they go when the role is saved')
}
