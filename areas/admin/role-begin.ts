/** How a role begins: a template, and the people who have it at once; and its menu, as they will see it. */
import { sentence } from '#platform/declare/sentence.ts'
import { operations } from '#platform/declare/operations.ts'
import { may, refuse, type Context } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { accountOf } from './accounts.ts'
import type { MenuPreview, PresetFace } from './answers.ts'
import { setRoles } from './granting.ts'
import { modulesOf } from './menu-settings.ts'
import { maySeePage, menusOf, type MenuNode } from './menu-tree.ts'
import { moreIn } from './more.ts'
import { peopleOperations, roleOperations } from './people-operations.ts'
import { saveRoleAccess, type RoleWish } from './role-permissions.ts'
import { makeRole } from './roles.ts'
import { byPermission, presetRoles } from './usual-roles.ts'

export const presetFaces = ({ house, language }: Context): PresetFace[] =>
  presetRoles(house.registry).map(({ preset, pairs, more }) => ({
    presetId: preset.id,
    title: preset.title[language === 'en' ? 1 : 0],
    pairs: [...pairs],
    more,
  }))

export interface NewRole {
  readonly name: string
  readonly presetId?: string
  readonly employeeIds?: readonly string[]
}

/** All of it or nothing. Who makes it gives no more than he has himself. */
export async function beginRole(context: Context, { name, presetId, employeeIds = [] }: NewRole): Promise<{ id: string }> {
  const { caller, house } = context
  const begun = presetRoles(house.registry).find(({ preset }) => preset.id === presetId)
  if (presetId !== undefined && begun === undefined)
    throw refuse.invalid([{ field: 'presetId', message: sentence`模板不存在，请刷新后重选` }])
  if (begun !== undefined && !may(caller, 'role', roleOperations.grant)) throw refuse.forbidden(sentence`没有设置角色权限的权限`)
  if (employeeIds.length > 0 && !may(caller, 'employee', peopleOperations.roles)) throw refuse.forbidden(sentence`没有设置员工角色的权限`)
  return context.write(async tx => {
    const inside = within(context, tx)
    const made = await makeRole(inside, tx, { name, pins: begun?.preset.pins ?? [], preset: begun?.preset.id ?? null })
    if (begun !== undefined) await saveRoleAccess(inside, { ...made, permissions: byPermission(begun.pairs), scopes: [], more: begun.more })
    for (const employeeId of new Set(employeeIds)) {
      const { accountId } = await accountOf(inside, employeeId)
      const held = await tx.selectFrom('account_role').select('role_id').where('account_id', '=', accountId).execute()
      await setRoles(inside, employeeId, [...held.map(row => row.role_id), made.roleId])
    }
    return { id: made.roleId }
  })
}

const tabsOf = ({ children }: MenuNode): string[] => {
  const tabs = children.filter(
    page => !page.hidden && page.meta.at === undefined && (page.meta.value === undefined || page.meta.tab !== undefined),
  )
  return tabs.map(page => page.meta.tab ?? page.meta.title)
}

/** Nothing is written. */
export async function menuPreview(context: Context, wish: Pick<RoleWish, 'permissions' | 'more'>): Promise<MenuPreview> {
  const arranged = (await modulesOf(context)).filter(module => module.backOffice !== true)
  const permissions = new Map(wish.permissions.map(of => [of.permissionId, new Set(of.operations)]))
  const rights = { systemAdmin: false, manager: false, permissions }
  const views = wish.permissions.flatMap(of => (of.operations.includes(operations.view) ? [of.permissionId] : []))
  const more = moreIn(arranged, [{ views, more: wish.more ?? [] }], page => maySeePage(page, rights))
  const shown = menusOf(arranged, rights, context.language, more).map(({ title, sections = [], menus }) => {
    const heading = new Map(sections)
    const subjects = menus.filter(menu => !menu.hidden)
    return {
      title,
      subjects: subjects.map(menu => ({
        title: menu.meta.title,
        section: heading.get(menu.meta.section ?? '') ?? null,
        tabs: tabsOf(menu),
        isMore: menu.meta.more === true,
      })),
    }
  })
  return { modules: shown.filter(module => module.subjects.length > 0) }
}
