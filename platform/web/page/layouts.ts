/** Which frame stands around an address, and what stands at its side. Pure. */
import { homePath } from './guard.ts'
import { firstPath, isSubject, leavesOf, pagesIn } from './routes.ts'
import type { PageRoute } from './page-route.ts'
import type { MenuNode, Module } from './profile.ts'

/**
 * `basic`: the module's menu; `admin`: the back office with a head of its own; `account`, `help`: their own pages; `menuless`: no side
 * menu.
 */
export type LayoutName = 'basic' | 'admin' | 'account' | 'help' | 'menuless'

export const adminPath = '/admin'

/** First fitting line counts. Screens without any frame (signing in, the phone's upload) are the gate's. */
const layouts: readonly (readonly [prefix: string, layout: LayoutName])[] = [
  [adminPath, 'admin'],
  ['/account', 'account'],
  ['/contribute', 'account'],
  ['/help-article', 'help'],
  ['/culture/help-article', 'help'],
  [homePath, 'menuless'],
  ['/notify', 'menuless'],
  ['/approval-notice', 'menuless'],
  ['/work-order/detail', 'menuless'],
]

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`)

export const layoutAt = (pathname: string): LayoutName => layouts.find(([prefix]) => isBelow(pathname, prefix))?.[1] ?? 'basic'

/** The back office: a module whose pages all stand below /admin. It has its own frame, so the top menu and 全部应用 leave it out. */
export function isBackOffice({ menus }: Module): boolean {
  const pages = pagesIn(menus)
  return pages.length > 0 && pages.every(menu => isBelow(menu.path, adminPath))
}

/** Addresses that only lead on, beside those of the server's own groups. */
const redirects: Readonly<Record<string, string>> = {
  '/contribute': '/contribute/employee/1',
  '/contribute/employee': '/contribute/employee/1',
  '/contribute/boss': '/contribute/boss/1',
  '/culture': '/culture/news-list',
  '/help-article': '/help-article/menu-list',
  '/culture/help-article': '/help-article/menu-list',
  '/culture/help-article/list': '/help-article/list',
}

/** Where such an address leads; null for others. The back office begins with its first page. */
export function layoutRedirect(pathname: string, modules: readonly Module[]): string | null {
  const path = pathname.replace(/\/+$/, '')
  if (path === adminPath || path === `${adminPath}/company`) {
    const office = modules.find(isBackOffice)
    return office === undefined ? null : firstPath(office.menus)
  }
  return redirects[path] ?? null
}

/** What stands at the side of `account` and `help`: the person's pages of these families, whatever module they come from. */
export function ownSide(layout: 'account' | 'help', title: string, routes: readonly PageRoute[]): Module {
  const menus = routes
    .filter(({ path, menu }) => layoutAt(path) === layout && !menu.hidden && !path.includes(':'))
    .map(({ menu }): MenuNode => ({ ...menu, menuId: menu.menuId ?? menu.path, children: [] }))
  return { moduleId: layout, title, icon: null, menus }
}

/** Key of an entry: a subject's address may be that of one of its pages. */
export const keyOfMenu = (menu: MenuNode): string => (isSubject(menu) ? (menu.menuId ?? menu.path) : menu.path || menu.menuId || menu.name)

/**
 * Key of the entry of a menu that an address belongs to: its subject, its own, else the one whose path it goes on from (a document of a
 * list).
 */
export function selectedKey(menus: readonly MenuNode[], subjectId: string | null, ownPath: string | null, pathname: string): string | null {
  const leaves = leavesOf(menus)
  if (leaves.some(menu => menu.menuId === subjectId && isSubject(menu))) return subjectId
  const paths = leaves.filter(menu => !isSubject(menu)).map(menu => menu.path)
  if (ownPath !== null && paths.includes(ownPath)) return ownPath
  const fitting = paths.filter(path => isBelow(pathname, path.split('?')[0] ?? path))
  return fitting.toSorted((a, b) => b.length - a.length)[0] ?? null
}

const nearMax = 3

/** Pages whose address begins like a wrong one, for the page that says so. */
export function nearPages(routes: readonly PageRoute[], pathname: string): readonly PageRoute[] {
  const wanted = pathname.toLowerCase().split('/').filter(Boolean)
  const common = ({ path }: PageRoute): number => {
    const parts = path.toLowerCase().split('/').filter(Boolean)
    const differs = wanted.findIndex((part, at) => part !== parts[at])
    return differs < 0 ? wanted.length : differs
  }
  return routes
    .filter(route => !route.path.includes(':') && !route.menu.hidden && common(route) > 0)
    .toSorted((a, b) => common(b) - common(a))
    .slice(0, nearMax)
}
