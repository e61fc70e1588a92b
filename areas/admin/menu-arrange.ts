/**
 * The organisation's own arrangement laid over the declared menus. Pure. What a setting leaves empty stays as declared; a setting of a menu
 * that is gone does nothing.
 */
import type { Module, Page, PageGroup } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'

/** A row of menu_setting in the words of the code. */
export interface MenuChange {
  readonly menuId: string
  readonly moduleId: string
  readonly parentId: string | null
  readonly sort: number | null
  readonly title: string | null
  readonly titleEn: string | null
  readonly icon: string | null
  readonly path: string | null
  readonly component: string | null
  readonly permission: string | null
  readonly keepAlive: boolean | null
  readonly hidden: boolean | null
  readonly isMonitoring: boolean | null
  readonly isOwn: boolean
}

export const groupIdOf = (moduleId: string, name: string): string => `${moduleId}.${name}`
export const pageIdOf = groupIdOf

type Changes = ReadonlyMap<string, MenuChange>
const titled = (declared: Title, change: MenuChange | undefined): Title => [
  change?.title ?? declared[0],
  change?.titleEn ?? (change?.title ? change.title : declared[1]),
]

/** Declared order, ten apart, so that a setting can stand between two. */
const step = 10
function sorted<T>(items: readonly { readonly item: T; readonly sort: number | null; readonly at: number }[]): T[] {
  return items.toSorted((a, b) => (a.sort ?? a.at * step) - (b.sort ?? b.at * step) || a.at - b.at).map(({ item }) => item)
}

/**
 * Modules, groups and pages as the organisation has them, hidden groups left out. `whole`: hidden groups too, for the page that arranges
 * them.
 */
export function arranged(modules: readonly Module[], list: readonly MenuChange[], whole = false): Module[] {
  const changes: Changes = new Map(list.map(c => [c.menuId, c]))
  return sorted(
    modules.map((module, at) => {
      const change = changes.get(module.id)
      return {
        at,
        sort: change?.sort ?? null,
        item: {
          ...module,
          title: titled(module.title, change),
          icon: change?.icon ?? module.icon,
          groups: module.backOffice ? module.groups : groupsOf(module, modules, changes, list, whole),
        },
      }
    }),
  )
}

function groupsOf(module: Module, modules: readonly Module[], changes: Changes, list: readonly MenuChange[], whole: boolean): PageGroup[] {
  const own = list
    .filter(c => c.isOwn && c.moduleId === module.id && c.component === null && c.parentId === null)
    .map((c): PageGroup => ({ name: nameOf(c), title: [c.title ?? '', c.titleEn ?? c.title ?? ''], pages: [] }))
  const groups = [...module.groups, ...own]
  const declaredPlace = new Map(module.groups.flatMap(g => g.pages.map((page, at) => [page.name, { group: g.name, page, at }] as const)))
  const ownPages = list
    .filter(c => c.isOwn && c.moduleId === module.id && c.component !== null)
    .flatMap((c, at) => {
      const page = ownPage(c, modules)
      return page === null ? [] : [{ page, group: groupName(module, c.parentId), at: 1000 + at }]
    })
  const places = [
    ...[...declaredPlace.values()].map(({ group, page, at }) => {
      const change = changes.get(pageIdOf(module.id, page.name))
      const moved = groupName(module, change?.parentId ?? null)
      const isThere = moved !== null && groups.some(g => g.name === moved)
      return { group: isThere ? moved : group, page: changedPage(page, change), at, sort: change?.sort ?? null }
    }),
    ...ownPages.map(p => ({ ...p, sort: changes.get(pageIdOf(module.id, p.page.name))?.sort ?? null })),
  ]
  const filled = groups.map((group, at) => {
    const change = changes.get(groupIdOf(module.id, group.name))
    const icon = change?.icon ?? group.icon
    const item: PageGroup = {
      name: group.name,
      title: titled(group.title, change),
      ...(icon === undefined ? {} : { icon }),
      pages: sorted(places.filter(p => p.group === group.name).map(p => ({ item: p.page, sort: p.sort, at: p.at }))),
    }
    return { at, sort: change?.sort ?? null, item, hidden: change?.hidden === true }
  })
  return sorted(filled.filter(g => whole || !g.hidden))
}

function changedPage(page: Page, change: MenuChange | undefined): Page {
  if (!change) return page
  const icon = change.icon ?? page.icon
  return {
    ...page,
    title: titled(page.title, change),
    path: change.path ?? page.path,
    ...(icon === undefined ? {} : { icon }),
    keepAlive: change.keepAlive ?? page.keepAlive ?? true,
    hidden: change.hidden ?? page.hidden ?? false,
    isMonitoring: change.isMonitoring ?? page.isMonitoring ?? false,
  }
}

/** A further entry for a page that exists, for instance with a query string of its own; its rights are those of that page. */
function ownPage(change: MenuChange, modules: readonly Module[]): Page | null {
  const model = modules.flatMap(m => m.groups.flatMap(g => g.pages)).find(p => p.component === change.component)
  if (!model || change.path === null) return null
  return {
    ...changedPage(model, change),
    name: nameOf(change),
    path: change.path,
    title: [change.title ?? model.title[0], change.titleEn ?? change.title ?? model.title[1]],
  }
}

/** `finance.own-3` -> `own-3` */
const nameOf = ({ menuId, moduleId }: MenuChange): string => menuId.slice(moduleId.length + 1)
const groupName = (module: Module, parentId: string | null): string | null =>
  parentId?.startsWith(`${module.id}.`) ? parentId.slice(module.id.length + 1) : null
