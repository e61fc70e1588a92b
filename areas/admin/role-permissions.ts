/** What a role may do and how far its people see: read, held against the present rights, saved. */
import { operations } from '#platform/declare/operations.ts'
import { menuIdOf } from '#platform/declare/page.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { within } from '#platform/server/database.ts'
import { type Context, type Db, type Tx, refuse } from '#platform/server/area.ts'
import { change } from '#platform/server/records.ts'
import { raiseScopeVersion, grantable, grantablesOf } from '#platform/server/rights.ts'
import type { OperationHolders, RoleAccess, RoleDifference, RolePerson } from './answers.ts'
import { pairOf } from '#platform/format/levels.ts'
import { catalogueOf, differenceOf } from './catalogue.ts'
import { everyList } from './grants.ts'
import { refuseBeyond } from './granting-rules.ts'
import { modulesOf } from './menu-settings.ts'
import { isTab } from './menu-tree.ts'
import { dataScopes } from './reach.ts'
import { role as roleTable } from './tables.ts'
import { byPermission } from './usual-roles.ts'

export interface RoleWish {
  readonly roleId: string
  readonly version?: number
  readonly permissions: readonly { readonly permissionId: string; readonly operations: readonly number[] }[]
  readonly scopes: readonly { readonly permissionId: string; readonly dataScope: number; readonly namedDeptIds?: readonly string[] }[]
  /** menu ids of what stands in 全部应用 alone; absent: as it is */
  readonly more?: readonly string[]
}

/** Lets its people see all of the organisation, or departments that are not theirs. */
export const isWide = ({ scopes }: Pick<RoleWish, 'scopes'>): boolean =>
  scopes.some(({ dataScope }) => dataScope === dataScopes.all || dataScope === dataScopes.named)

/**
 * The role with everything there is to grant. Grants of permissions that are no more stand apart: they do nothing and go when it is saved.
 */
export async function roleAccess(context: Context, roleId: string): Promise<RoleAccess> {
  const { db, house, language } = context
  const role = await db.selectFrom('role').select(['id', 'name', 'remark', 'version']).where('id', '=', roleId).executeTakeFirst()
  if (!role) throw refuse.unknown(['角色', 'Role'])
  const granted = await db.selectFrom('role_permission').select(['permission', 'operation']).where('role_id', '=', roleId).execute()
  const scopes = await db
    .selectFrom('role_scope')
    .select(['permission as permissionId', 'data_scope as dataScope', 'named_dept_ids as namedDeptIds'])
    .where('role_id', '=', roleId)
    .orderBy('permission')
    .execute()
  const all = grantable(house.registry)
  const isThere = (g: { permission: string; operation: number }): boolean => all.get(g.permission)?.has(g.operation) === true
  return {
    roleId: role.id,
    roleName: role.name,
    remark: role.remark,
    version: role.version,
    people: await holders(db, roleId),
    modules: catalogueOf(house.registry, await modulesOf(context), language),
    granted: granted.filter(isThere).map(g => pairOf(g.permission, g.operation)),
    gone: granted.filter(g => !isThere(g)).map(g => pairOf(g.permission, g.operation)),
    scopes: scopes.map(s => ({ ...s, namedDeptIds: s.namedDeptIds ?? [] })),
    more: await moreOfRole(db, roleId),
  }
}

const moreOfRole = async (db: Db, roleId: string): Promise<string[]> =>
  (await db.selectFrom('role_more').select('menu_id').where('role_id', '=', roleId).orderBy('menu_id').execute()).map(row => row.menu_id)

async function holders(db: Db, roleId: string): Promise<RolePerson[]> {
  return db
    .selectFrom('account_role as r')
    .leftJoin('account_organisation as m', 'm.account_id', 'r.account_id')
    .leftJoin('employee as e', 'e.id', 'm.employee_id')
    .leftJoin('department as d', 'd.id', 'e.dept_id')
    .select([
      'r.account_id as accountId',
      'e.id as employeeId',
      sql<string>`coalesce(e.name, '账号 ' || r.account_id::text)`.as('name'),
      'd.name as deptName',
    ])
    .where('r.role_id', '=', roleId)
    .orderBy('r.account_id')
    .execute()
}

/** Pairs wanted, each of which must exist. */
function wantedPairs({ house }: Context, wish: RoleWish): Set<string> {
  const all = grantable(house.registry)
  const pairs = wish.permissions.flatMap(p => p.operations.map(operation => ({ permission: p.permissionId, operation })))
  const unknown = pairs.filter(p => all.get(p.permission)?.has(p.operation) !== true)
  if (unknown.length > 0)
    throw refuse.invalid(
      unknown.map(({ permission, operation }) => ({
        field: 'permissions',
        message: sentence`权限 ${permission} 的操作 ${operation} 不存在，菜单可能已删除，请刷新后重选`,
      })),
    )
  return new Set(pairs.map(p => pairOf(p.permission, p.operation)))
}

/** Every pair there is to grant, in words: 商品 · 删除. */
async function titlesOfPairs(context: Context): Promise<ReadonlyMap<string, string>> {
  const catalogue = catalogueOf(context.house.registry, await modulesOf(context), context.language)
  return new Map(
    catalogue.flatMap(m =>
      m.permissions.flatMap(p => p.operations.map(o => [pairOf(p.permissionId, o.operation), `${p.title} · ${o.title}`] as const)),
    ),
  )
}

/** Who would gain and lose what if the role were saved so. Nothing is written. */
export async function roleDifference(context: Context, wish: RoleWish): Promise<RoleDifference> {
  const { db } = context
  const access = await roleAccess(context, wish.roleId)
  const wanted = wantedPairs(context, wish)
  const titles = await titlesOfPairs(context)
  const inWords = (pairs: readonly string[]): string[] => pairs.map(pair => titles.get(pair) ?? pair)
  const ofRole = differenceOf(new Set(access.granted), wanted)
  const people = await Promise.all(
    (await holders(db, wish.roleId)).map(async ({ accountId, name }) => {
      const rows = await db
        .selectFrom('account_role as a')
        .innerJoin('role_permission as p', 'p.role_id', 'a.role_id')
        .select(['p.role_id', 'p.permission', 'p.operation'])
        .where('a.account_id', '=', accountId)
        .execute()
      const pairs = (keep: (roleId: string) => boolean): Set<string> =>
        new Set(rows.filter(r => keep(r.role_id)).map(r => pairOf(r.permission, r.operation)))
      const { gained, lost } = differenceOf(
        pairs(() => true),
        new Set([...pairs(id => id !== wish.roleId), ...wanted]),
      )
      return { name, gained: inWords(gained), lost: inWords(lost.filter(pair => titles.has(pair))) }
    }),
  )
  const told = (scopes: RoleWish['scopes'] | RoleAccess['scopes']): string =>
    scopes
      .map(s => `${s.permissionId} ${s.dataScope} ${[...(s.namedDeptIds ?? [])].toSorted().join(',')}`)
      .toSorted()
      .join(';')
  return {
    gained: inWords(ofRole.gained),
    lost: inWords(ofRole.lost),
    scopesChanged: told(access.scopes) !== told(wish.scopes),
    ...(await moreDifference(context, access.more, wish.more ?? access.more)),
    people,
  }
}

/** Subjects that leave the menu of its people, and that come into it, by their titles. */
async function moreDifference(context: Context, before: readonly string[], after: readonly string[]) {
  const at = context.language === 'en' ? 1 : 0
  const groups = (await modulesOf(context)).flatMap(module =>
    module.groups.map(group => [menuIdOf(module, group), group.title[at]] as const),
  )
  const titles = new Map(groups)
  const told = (ids: readonly string[], without: readonly string[]): string[] =>
    ids.filter(id => !without.includes(id)).map(id => titles.get(id) ?? id)
  return { toMore: told(after, before), toMenu: told(before, after) }
}

/** Replaces what the role grants. The granter gives no more than he has himself, and not to himself. */
export async function saveRoleAccess(context: Context, wish: RoleWish): Promise<{ version: number }> {
  const { caller } = context
  const wanted = wantedPairs(context, wish)
  const titles = await titlesOfPairs(context)
  return context.write(async tx => {
    const role = await tx.selectFrom('role').select(['name', 'version']).where('id', '=', wish.roleId).forUpdate().executeTakeFirst()
    if (!role) throw refuse.unknown(['角色', 'Role'])
    if (role.version !== wish.version) throw refuse.conflict(sentence`角色 ${role.name} 刚被别人修改过，请刷新后再保存`)
    const before = await stateOf(tx, wish.roleId)
    const all = new Set(grantablesOf(context.house.registry).map(g => pairOf(g.permission, g.operation)))
    await refuseBeyond(context, tx, {
      roleId: wish.roleId,
      roleName: role.name,
      before: new Set(before.permissions),
      wanted,
      gone: new Set(before.permissions.filter(pair => !all.has(pair))),
      scopes: wish.scopes,
      scopesBefore: before.scopes.map(scope => ({ dataScope: scope.data_scope })),
      told: pair => titles.get(pair) ?? pair,
    })
    await checkScopes(context, tx, wish)
    await tx.deleteFrom('role_permission').where('role_id', '=', wish.roleId).execute()
    const own = { org_id: caller.orgId, role_id: wish.roleId, created_by: caller.accountId }
    const rows = byPermission(wanted).flatMap(p => p.operations.map(operation => ({ ...own, permission: p.permissionId, operation })))
    if (rows.length > 0) await tx.insertInto('role_permission').values(rows).execute()
    await tx.deleteFrom('role_scope').where('role_id', '=', wish.roleId).execute()
    if (wish.scopes.length > 0)
      await tx
        .insertInto('role_scope')
        .values(
          wish.scopes.map(s => ({
            ...own,
            permission: s.permissionId,
            data_scope: s.dataScope as 0 | 1 | 2 | 3,
            named_dept_ids: s.dataScope === dataScopes.named ? [...(s.namedDeptIds ?? [])] : null,
          })),
        )
        .execute()
    if (wish.more !== undefined) {
      await tx.deleteFrom('role_more').where('role_id', '=', wish.roleId).execute()
      const more = [...new Set(wish.more)].map(menuId => ({ ...own, menu_id: menuId }))
      if (more.length > 0) await tx.insertInto('role_more').values(more).execute()
    }
    const told = { before, after: await stateOf(tx, wish.roleId) }
    const { version = role.version } = await change(within(context, tx), roleTable, wish.roleId, {}, { verb: 'grant', told })
    await raiseScopeVersion(tx, caller.orgId)
    return { version }
  })
}

/** What the role grants, as the audit trail keeps it. */
async function stateOf(
  tx: Tx,
  roleId: string,
): Promise<{
  permissions: string[]
  scopes: { permission: string; data_scope: number; named_dept_ids: string[] | null }[]
  more: string[]
}> {
  const permissions = await tx.selectFrom('role_permission').select(['permission', 'operation']).where('role_id', '=', roleId).execute()
  const scopes = await tx
    .selectFrom('role_scope')
    .select(['permission', 'data_scope', 'named_dept_ids'])
    .where('role_id', '=', roleId)
    .execute()
  const more = await moreOfRole(tx, roleId)
  return { permissions: permissions.map(p => pairOf(p.permission, p.operation)).toSorted(), scopes, more }
}

/** 更多 is for subjects of which the role opens a tab; what it names already stays, also while the organisation hides it. */
export async function checkMore(context: Context, wish: RoleWish): Promise<void> {
  const before = await moreOfRole(context.db, wish.roleId)
  const named = (wish.more ?? []).filter(menuId => !before.includes(menuId))
  if (named.length === 0) return
  const views = new Set(wish.permissions.flatMap(of => (of.operations.includes(operations.view) ? [of.permissionId] : [])))
  const modules = (await modulesOf(context)).filter(module => module.backOffice !== true)
  const groups = new Map(modules.flatMap(module => module.groups.map(group => [menuIdOf(module, group), group] as const)))
  for (const menuId of named) {
    const group = groups.get(menuId)
    if (group === undefined) throw refuse.invalid([{ field: 'more', message: sentence`菜单 ${menuId} 不存在，请刷新后重选` }])
    if (!group.pages.some(page => isTab(page) && (page.everybody === true || views.has(page.permission))))
      throw refuse.invalid([{ field: 'more', message: sentence`角色看不到${group.title}，不能放到更多` }])
  }
}

async function checkScopes(context: Context, tx: Tx, { scopes }: RoleWish): Promise<void> {
  const all = grantable(context.house.registry)
  for (const { permissionId, dataScope, namedDeptIds = [] } of scopes) {
    if (permissionId !== everyList && !all.has(permissionId))
      throw refuse.invalid([{ field: 'scopes', message: sentence`权限 ${permissionId} 不存在，请刷新后重选` }])
    if (dataScope !== dataScopes.named) continue
    await refuseUnknownDepartments(tx, namedDeptIds)
  }
  if (new Set(scopes.map(s => s.permissionId)).size < scopes.length)
    throw refuse.invalid([{ field: 'scopes', message: sentence`同一列表只能设置一种数据权限` }])
}

/** Named departments must be some, and of the caller's organisation. */
export async function refuseUnknownDepartments(tx: Db, ids: readonly string[], field = 'namedDeptIds'): Promise<void> {
  if (ids.length === 0) throw refuse.invalid([{ field, message: sentence`请选择至少一个部门` }])
  const found = await tx
    .selectFrom('department')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  if (found.length < new Set(ids).size) throw refuse.invalid([{ field, message: sentence`部门不存在或无权使用，请重新选择` }])
}

/** Where each operation is held: the matrix of the roles, turned round. */
export async function operationHolders(context: Context): Promise<OperationHolders> {
  const holders = await context.db
    .selectFrom('role_permission as p')
    .innerJoin('role as r', 'r.id', 'p.role_id')
    .select(['p.permission as permissionId', 'p.operation', sql<string[]>`array_agg(r.name order by r.name)`.as('roleNames')])
    .groupBy(['p.permission', 'p.operation'])
    .execute()
  return { holders, modules: catalogueOf(context.house.registry, await modulesOf(context), context.language) }
}
