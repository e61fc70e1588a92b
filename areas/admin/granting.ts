/** What is given to one employee: roles, data scope, shops, warehouses, channels, shipping orders. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { within, anyTable } from '#platform/server/database.ts'
import { type Context, type Tx, refuse } from '#platform/server/area.ts'
import { writeAudit, change } from '#platform/server/records.ts'
import { sendMessage } from '#platform/server/notices.ts'
import { raiseScopeVersion } from '#platform/server/rights.ts'
import type { ObjectGrant } from '#platform/declare/scope.ts'
import { accountOf, refuseAdministrator } from './accounts.ts'
import { refuseMovingMyself, refuseMyself, refuseRoles, refuseSeeingMore, refuseTakingScope, refuseWiderScope } from './granting-rules.ts'
import { dataScopes, objectGrants } from './reach.ts'
import { departmentNames, kindOf, objectTables, explainedGrants } from './person-access.ts'
import { dataGrant } from './rights-tables.ts'
import { refuseUnknownDepartments } from './role-permissions.ts'
import { employee } from './tables.ts'

/** the call's field for each */
const fieldOf: Readonly<Record<ObjectGrant, keyof DataAcl>> = {
  warehouses: 'warehouseIds',
  channels: 'channelIds',
  shippingOrders: 'shippingOrderIds',
}

export interface DataAcl {
  readonly employeeId: string
  readonly dataScope?: number
  readonly namedDeptIds?: readonly string[]
  readonly shopIds?: readonly string[]
  readonly warehouseIds?: readonly string[]
  readonly channelIds?: readonly string[]
  readonly shippingOrderIds?: readonly string[]
}

/** Sets the roles of an employee's account: exactly these afterwards. */
export async function setRoles(context: Context, employeeId: string, roleIds: readonly string[]): Promise<null> {
  const { accountId, name } = await accountOf(context, employeeId)
  const { caller } = context
  await context.write(async tx => {
    const wanted = [...new Set(roleIds)]
    const found = wanted.length === 0 ? [] : await tx.selectFrom('role').select(['id', 'name']).where('id', 'in', wanted).execute()
    if (found.length < wanted.length) throw refuse.invalid([{ field: 'roleIds', message: sentence`角色不存在或已删除，请刷新后重选` }])
    const before = await tx
      .selectFrom('account_role as a')
      .innerJoin('role as r', 'r.id', 'a.role_id')
      .select(['r.id', 'r.name'])
      .where('a.account_id', '=', accountId)
      .execute()
    const added = wanted.filter(id => !before.some(role => role.id === id))
    const removed = before.map(role => role.id).filter(id => !wanted.includes(id))
    await refuseAdministrator(context, tx, accountId, name)
    await refuseRoles(context, tx, employeeId, { added, removed })
    // only what was checked is touched: a role that somebody else gives meanwhile stays
    if (removed.length > 0)
      await tx.deleteFrom('account_role').where('account_id', '=', accountId).where('role_id', 'in', removed).execute()
    if (added.length > 0)
      await tx
        .insertInto('account_role')
        .values(added.map(roleId => ({ org_id: caller.orgId, account_id: accountId, role_id: roleId, created_by: caller.accountId })))
        .onConflict(c => c.columns(['org_id', 'account_id', 'role_id']).doNothing())
        .execute()
    const told = (roles: readonly { name: string }[]): string[] => roles.map(role => role.name).toSorted()
    await writeAudit(context, tx, {
      subject: 'account_role',
      recordId: employeeId,
      verb: 'grant',
      before: { roles: told(before) },
      after: { roles: told(found) },
    })
    await raiseScopeVersion(tx, caller.orgId)
    await tellRoles(context, tx, accountId, told(before), told(found))
  })
  return null
}

/** Whose roles were changed by another person learns of it. */
async function tellRoles(context: Context, tx: Tx, accountId: string, before: readonly string[], after: readonly string[]): Promise<void> {
  const added = after.filter(name => !before.includes(name))
  const taken = before.filter(name => !after.includes(name))
  if (accountId === context.caller.accountId || added.length + taken.length === 0) return
  const detail = [
    ...(added.length > 0 ? [sentence`新增：${listed(added)}`] : []),
    ...(taken.length > 0 ? [sentence`取消：${listed(taken)}`] : []),
  ]
  await sendMessage(context, tx, [accountId], {
    kind: 'rights',
    title: sentence`${context.caller.name} 调整了您的角色`,
    detail: listed(detail, '；'),
    target: { page: '/account/center' },
  })
}

/**
 * PUT /userManage/dataAclSetting: what is given is replaced, what is left out stays. Of objects only those that the granter sees himself
 * are touched.
 */
export async function setDataAcl(context: Context, acl: DataAcl): Promise<null> {
  const { employeeId } = acl
  const found = await context.db.selectFrom('employee').select('name').where('id', '=', employeeId).executeTakeFirst()
  if (!found) throw refuse.unknown(['员工', 'Employee'])
  refuseMyself(context, employeeId)
  const account = acl.dataScope === undefined ? null : await accountOf(context, employeeId)
  await context.write(async tx => {
    if (account !== null) await refuseAdministrator(context, tx, account.accountId, account.name)
    const before = await explainedGrants(context, tx, employeeId)
    if (account !== null && acl.dataScope !== undefined)
      await setScope(context, tx, account.accountId, acl.dataScope, acl.namedDeptIds ?? [])
    if (acl.shopIds !== undefined) await setShops(context, tx, employeeId, acl.shopIds)
    const ids: Readonly<Record<ObjectGrant, readonly string[] | undefined>> = {
      warehouses: acl.warehouseIds,
      channels: acl.channelIds,
      shippingOrders: acl.shippingOrderIds,
    }
    for (const grant of objectGrants) {
      const wanted = ids[grant]
      if (wanted !== undefined) await setObjects(context, tx, employeeId, grant, wanted)
    }
    const after = await explainedGrants(context, tx, employeeId)
    await writeAudit(context, tx, { subject: 'data_acl', recordId: employeeId, verb: 'grant', before, after })
    await raiseScopeVersion(tx, context.caller.orgId)
  })
  return null
}

async function setScope(context: Context, tx: Tx, accountId: string, dataScope: number, namedDeptIds: readonly string[]): Promise<void> {
  const before = await tx
    .selectFrom('account_organisation')
    .select(['data_scope as dataScope', 'named_dept_ids as namedDeptIds'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const wanted = dataScope === dataScopes.named ? [...namedDeptIds] : null
  // the dialog sends what it shows: unchanged is no grant
  if (before.dataScope === dataScope && String(before.namedDeptIds ?? []) === String(wanted ?? [])) return
  refuseWiderScope(context, [{ dataScope }])
  refuseTakingScope(context, [before])
  if (dataScope === dataScopes.named) await refuseUnknownDepartments(tx, namedDeptIds)
  await tx
    .updateTable('account_organisation')
    .set({ data_scope: dataScope as 0 | 1 | 2 | 3, named_dept_ids: wanted })
    .where('account_id', '=', accountId)
    .execute()
}

async function setShops(context: Context, tx: Tx, employeeId: string, shopIds: readonly string[]): Promise<void> {
  const wanted = await visibleIds(tx, 'shop', shopIds, 'shopIds', '店铺')
  const { caller } = context
  const seen = [...caller.shops]
  if (seen.length > 0) await tx.deleteFrom('shop_grant').where('employee_id', '=', employeeId).where('shop_id', 'in', seen).execute()
  if (wanted.length > 0)
    await tx
      .insertInto('shop_grant')
      .values(wanted.map(shopId => ({ org_id: caller.orgId, employee_id: employeeId, shop_id: shopId, created_by: caller.accountId })))
      .execute()
}

async function setObjects(context: Context, tx: Tx, employeeId: string, grant: ObjectGrant, ids: readonly string[]): Promise<void> {
  const table = objectTables[grant]
  const [title] = [dataGrant.fields.kind.choices[grant][1]]
  const { caller, house } = context
  if (!house.registry.resources.has(table)) {
    if (ids.length > 0) throw refuse.rule(sentence`${title}还没有启用，暂时不能授权`)
    return
  }
  const wanted = await visibleIds(tx, table, ids, fieldOf[grant], title)
  const seen = anyTable(tx)
    .selectFrom(table)
    .select(sql<string>`id`.as('id'))
  await tx
    .deleteFrom('data_grant')
    .where('employee_id', '=', employeeId)
    .where('kind', '=', kindOf(grant))
    .where('object_id', 'in', (await seen.execute()).map(row => row.id).concat('0'))
    .execute()
  if (wanted.length > 0)
    await tx
      .insertInto('data_grant')
      .values(
        wanted.map(objectId => ({
          org_id: caller.orgId,
          employee_id: employeeId,
          kind: kindOf(grant),
          object_id: objectId,
          created_by: caller.accountId,
        })),
      )
      .execute()
}

/** Ids that the granter sees himself; any other is refused as unknown. */
async function visibleIds(tx: Tx, table: string, ids: readonly string[], field: string, title: string): Promise<string[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const found = await anyTable(tx)
    .selectFrom(table)
    .select(sql<string>`id`.as('id'))
    .where(sql<boolean>`id = any(${wanted})`)
    .execute()
  if (found.length < wanted.length) throw refuse.invalid([{ field, message: sentence`${title}不存在或无权使用，请重新选择` }])
  return wanted
}

/** Further departments of an employee; they count for the data scope. */
export async function setOtherDepartments(context: Context, employeeId: string, deptIds: readonly string[]): Promise<null> {
  refuseMovingMyself(context, employeeId)
  await context.write(async tx => {
    const found = await tx
      .selectFrom('employee')
      .select(['dept_id', 'other_dept_ids'])
      .where('id', '=', employeeId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw refuse.unknown(['员工', 'Employee'])
    if (deptIds.length > 0) await refuseUnknownDepartments(tx, deptIds, 'otherDeptIds')
    const others = [...new Set(deptIds)].filter(id => id !== found.dept_id)
    const told = {
      before: { otherDepts: await departmentNames(tx, found.other_dept_ids ?? []) },
      after: { otherDepts: await departmentNames(tx, others) },
    }
    await change(within(context, tx), employee, employeeId, { otherDeptIds: others }, { verb: 'departments', told })
    await refuseSeeingMore(context, tx)
    await raiseScopeVersion(tx, context.caller.orgId)
  })
  return null
}
