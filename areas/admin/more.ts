/** 更多: subjects that a person may open and that stand in 全部应用 instead of his menu. */
import { operations } from '#platform/declare/operations.ts'
import { menuIdOf, type Module, type Page } from '#platform/declare/page.ts'
import type { Context } from '#platform/server/area.ts'
import { isTab, maySeePage } from './menu-tree.ts'

export interface RoleMenu {
  /** permissions with the right to view */
  readonly views: readonly string[]
  /** menu ids */
  readonly more: readonly string[]
}

/** In the menu of one role is in the menu, whatever another says. What everybody has, each role has. Pure. */
export function moreIn(modules: readonly Module[], roles: readonly RoleMenu[], sees: (page: Page) => boolean): Set<string> {
  const groups = modules.flatMap(module =>
    module.backOffice === true ? [] : module.groups.map(group => ({ group, menuId: menuIdOf(module, group) })),
  )
  const held = roles.map(role => ({ views: new Set(role.views), more: new Set(role.more) }))
  return new Set(
    groups.flatMap(({ group, menuId }) => {
      const tabs = group.pages.filter(page => isTab(page) && sees(page))
      const opening = held.filter(role => tabs.some(page => page.everybody === true || role.views.has(page.permission)))
      const isMore = opening.length > 0 && opening.every(role => role.more.has(menuId))
      return isMore ? [menuId] : []
    }),
  )
}

/** Of the caller; administrators have everything in the menu. */
export async function moreOf({ db, caller }: Context, modules: readonly Module[]): Promise<ReadonlySet<string>> {
  if (caller.systemAdmin || modules.length === 0) return new Set()
  const held = await db.selectFrom('account_role').select('role_id').where('account_id', '=', caller.accountId).execute()
  const ids = held.map(row => row.role_id)
  if (ids.length === 0) return new Set()
  const more = await db.selectFrom('role_more').select(['role_id', 'menu_id']).where('role_id', 'in', ids).execute()
  // where nothing is kept out of the menu, it matters not which role opens what
  const views =
    more.length === 0
      ? []
      : await db
          .selectFrom('role_permission')
          .select(['role_id', 'permission'])
          .where('role_id', 'in', ids)
          .where('operation', '=', operations.view)
          .execute()
  const roles = ids.map(id => ({
    views: views.flatMap(row => (row.role_id === id ? [row.permission] : [])),
    more: more.flatMap(row => (row.role_id === id ? [row.menu_id] : [])),
  }))
  return moreIn(modules, roles, page => maySeePage(page, caller))
}
