/** The first steps of a new company that are about its people, and the usual roles. */
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { may, refuse, type Context, hasRow, type SetupStep } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { saveRoleAccess } from '../role-permissions.ts'
import { makeRole } from '../roles.ts'
import { byPermission, usualRoles } from '../usual-roles.ts'

/** The usual roles, each with what its preset gives; a role of that name is left as it is. Takes both rights: to add and to grant. */
export async function bringRoles(context: Context): Promise<number> {
  if (!may(context.caller, 'role', operations.add)) throw refuse.forbidden(sentence`没有新增角色的权限`)
  return context.write(async tx => {
    const inside = within(context, tx)
    const there = new Set((await tx.selectFrom('role').select('name').execute()).map(one => one.name))
    const missing = usualRoles(context.house.registry).filter(({ preset }) => !there.has(preset.title[0]))
    for (const { preset, pairs, more } of missing) {
      const made = await makeRole(inside, tx, { name: preset.title[0], pins: preset.pins, preset: preset.id })
      await saveRoleAccess(inside, { ...made, permissions: byPermission(pairs), scopes: [], more })
    }
    return missing.length
  })
}

/** Somebody besides the caller has an account here. */
async function hasPeople({ db, caller }: Context): Promise<boolean> {
  const other = await db
    .selectFrom('account_organisation')
    .select('id')
    .where('account_id', '!=', caller.accountId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export const peopleSteps: readonly SetupStep[] = [
  {
    code: 'company',
    order: 10,
    title: ['公司主体', 'Company'],
    why: ['店铺、凭证和劳动合同都属于一个公司主体', 'Shops, vouchers and contracts belong to a company'],
    path: '/people/company',
    isDone: hasRow('company'),
  },
  {
    code: 'departments',
    order: 25,
    title: ['部门', 'Departments'],
    why: ['每个员工属于一个部门，数据权限按部门划分', 'Each employee belongs to one: data access goes by them'],
    path: '/people/department',
    isDone: hasRow('department'),
  },
  {
    code: 'people',
    order: 30,
    title: ['员工与账号', 'People and accounts'],
    why: ['录入或导入员工，再为他们开通账号', 'Enter or import employees, then open their accounts'],
    path: '/people/employee',
    isDone: hasPeople,
  },
  {
    code: 'roles',
    order: 40,
    title: ['角色授权', 'Roles'],
    why: ['员工看到的菜单和数据由角色决定', 'Roles decide which menus and data people see'],
    path: '/people/role',
    isDone: hasRow('account_role'),
  },
]
