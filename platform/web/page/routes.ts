/** Routes out of the server's menus. Pure. */
import type { MenuNode, Module } from './menu-node.ts'
import type { PageRoute } from './page-route.ts'
import { recordKey, tabKeyOf } from './record-routes.ts'
import { tabNameOf } from './subjects.ts'

export interface ResolvedPage {
  readonly route: PageRoute
  /** identifies the tab: the route's key, for a pattern the actual path, for a record its id as well */
  readonly tabKey: string
}

/** Splits `/finance/x?kind=1` into path and sorted query values. */
function splitPath(fullPath: string): { path: string; query: Record<string, string> } {
  const [path = '', search = ''] = fullPath.split('?', 2)
  const query = Object.fromEntries([...new URLSearchParams(search)].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { path: withoutTrailingSlash(path), query }
}

const withoutTrailingSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path)

export function routeOf(menu: MenuNode, moduleId: string, subject?: MenuNode): PageRoute {
  const { path, query } = splitPath(menu.path)
  const search = new URLSearchParams(query).toString()
  const tab = subject === undefined ? undefined : tabNameOf(subject, menu)
  return {
    key: search === '' ? path : `${path}?${search}`,
    path,
    query,
    menu,
    moduleId,
    title: tab ?? menu.meta.title,
    ...(subject === undefined ? {} : { subject }),
    ...(tab === undefined ? {} : { turns: `${subject?.menuId ?? ''} ${tab}` }),
  }
}

/** Every entry with a component, hidden ones too: they are left out of the menu, not out of reach. */
export function routesOf(modules: readonly Module[]): PageRoute[] {
  const routes = new Map<string, PageRoute>()
  const collect = (menus: readonly MenuNode[], moduleId: string, subject?: MenuNode): void => {
    for (const menu of menus) {
      if (menu.component) {
        const route = routeOf(menu, moduleId, subject)
        if (!routes.has(route.key)) routes.set(route.key, route)
      }
      collect(menu.children ?? [], moduleId, isSubject(menu) ? menu : undefined)
    }
  }
  for (const module of modules) collect(module.menus, module.moduleId)
  return withSharedTabs([...routes.values()])
}

/** An entry that shows its pages on itself, not in the menu. */
export const isSubject = (menu: MenuNode): boolean => menu.hideChildrenInMenu === true && Boolean(menu.redirect)

/** Entries of several menus that show the same screen with the same own query values are one page: one tab. */
function withSharedTabs(routes: readonly PageRoute[]): PageRoute[] {
  const first = new Map<string, string>()
  return routes.map(route => {
    if (route.path.includes(':')) return route
    const screen = JSON.stringify([route.menu.component, route.menu.meta.title, route.query])
    const tabOf = first.get(screen)
    if (tabOf !== undefined) return { ...route, tabOf }
    first.set(screen, route.key)
    return route
  })
}

/** Where a path that only leads on goes to: a group's redirect. */
export function redirectOf(modules: readonly Module[], pathname: string): string | null {
  const wanted = withoutTrailingSlash(pathname)
  const find = (menus: readonly MenuNode[], isIt: (menu: MenuNode) => boolean): string | null => {
    for (const menu of menus) {
      if (!menu.component && isIt(menu)) return menu.redirect || firstPath(menu.children ?? [])
      const inner = find(menu.children ?? [], isIt)
      if (inner !== null) return inner
    }
    return null
  }
  const all = modules.flatMap(module => module.menus)
  return find(all, menu => splitPath(menu.path).path === wanted) ?? find(all, menu => menu.meta.was?.includes(wanted) === true)
}

function matches(pattern: string, pathname: string): boolean {
  if (!pattern.includes(':')) return pattern === pathname
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  return wanted.length === given.length && wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
}

/**
 * The page at an address: among entries of the same path the one whose own query values all stand in the address; fixed paths before
 * patterns.
 */
export function resolvePage(routes: readonly PageRoute[], pathname: string, search: string): ResolvedPage | null {
  const path = withoutTrailingSlash(pathname)
  const given = new URLSearchParams(search)
  const rank = (route: PageRoute): number => (route.path.includes(':') ? 0 : 100) + Object.keys(route.query).length
  const fitting = routes
    .filter(route => matches(route.path, path) && Object.entries(route.query).every(([name, value]) => given.get(name) === value))
    .toSorted((a, b) => rank(b) - rank(a))
  const route = fitting[0]
  if (route === undefined) return null
  if (route.isRecord === true) return { route, tabKey: recordKey(route, search) }
  return { route, tabKey: route.path.includes(':') ? path : tabKeyOf(route) }
}

/** Menu entries to show: hidden ones dropped, groups without anything to show as well. */
export function visibleMenus(menus: readonly MenuNode[]): MenuNode[] {
  return menus.flatMap(menu => {
    if (menu.hidden) return []
    const children = menu.hideChildrenInMenu ? [] : visibleMenus(menu.children ?? [])
    if (children.length === 0 && !menu.component && !isSubject(menu)) return []
    return [{ ...menu, children }]
  })
}

/** Leaves of the visible menu, in order: subjects, and pages outside of them. */
export function leavesOf(menus: readonly MenuNode[]): MenuNode[] {
  return visibleMenus(menus).flatMap(menu => (menu.children && menu.children.length > 0 ? leavesOf(menu.children) : [menu]))
}

/** What stands in the menu: not what is kept for 全部应用, but for the entry that is open. */
export const inMenu = (menus: readonly MenuNode[], open: string | null): MenuNode[] =>
  menus.filter(menu => menu.meta.more !== true || menu.menuId === open)

/** Every page that is not hidden, in order, those within subjects too. */
export function pagesIn(menus: readonly MenuNode[]): MenuNode[] {
  return menus.flatMap(menu => (menu.component ? (menu.hidden ? [] : [menu]) : pagesIn(menu.children ?? [])))
}

/** Where an entry of the menu leads. */
export const pathOf = (menu: MenuNode): string => (isSubject(menu) ? (menu.redirect ?? menu.path) : menu.path)

/** First page of a module that can be opened; patterns with `:id` can't. */
export function firstPath(menus: readonly MenuNode[]): string | null {
  const first = firstLeaf(menus)
  return first === undefined ? null : pathOf(first)
}

/** The entry a module opens with: one that stands in the menu, where there is one. */
export function firstLeaf(menus: readonly MenuNode[]): MenuNode | undefined {
  const leaves = leavesOf(menus).filter(menu => !menu.path.includes('/:'))
  return leaves.find(menu => menu.meta.more !== true) ?? leaves[0]
}

/** The module an address belongs to: its page's, else the one with most pages that begin with the same path segment. */
export function moduleAt(modules: readonly Module[], resolved: ResolvedPage | null, pathname: string): string | null {
  if (resolved !== null && modules.some(module => module.moduleId === resolved.route.moduleId)) return resolved.route.moduleId
  const segment = pathname.split('/')[1]
  if (!segment) return null
  const counted = modules.map(({ moduleId, menus }) => ({
    moduleId,
    count: pagesIn(menus).filter(menu => menu.path.split(/[/?]/)[1] === segment).length,
  }))
  const most = counted.reduce((best, one) => (one.count > best.count ? one : best), { moduleId: '', count: 0 })
  return most.count === 0 ? null : most.moduleId
}
