/**
 * The organisation's own arrangement laid over the declared menus. Pure. What a setting leaves empty stays as declared; a setting of a menu
 * that is gone does nothing.
 */
import { menuIdOf, type Module, type Page, type PageGroup } from '#platform/declare/page.ts'
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

/** A group with the module that declares it, by which its address goes. */
interface Placed {
  readonly home: string
  readonly menuId: string
  readonly group: PageGroup
}
/** A page with the group it stands in. */
interface Spot {
  readonly group: string
  readonly page: Page
  readonly at: number
}

/** The id of a tab that holds several pages: it is renamed, put in order and hidden as one. */
export const tabIdOf = (group: string, { place }: Page): string | undefined =>
  place !== undefined && 'tab' in place && place.tab !== undefined ? `${group}/${place.tab}` : undefined

/**
 * Modules, groups and pages as the organisation has them, hidden groups left out. `whole`: hidden groups too, for the page that arranges
 * them.
 */
export function arranged(modules: readonly Module[], list: readonly MenuChange[], whole = false): Module[] {
  const changes: Changes = new Map(list.map(c => [c.menuId, c]))
  const front = modules.filter(module => module.backOffice !== true)
  const groups = [...declaredGroups(front), ...ownGroups(front, list)]
  const spots = [...declaredSpots(groups), ...ownSpots(groups, modules, list)].map(spot => {
    const change = changes.get(spot.page.menuId ?? '')
    const moved = groups.some(one => one.menuId === change?.parentId) ? change?.parentId : null
    const group = moved ?? spot.group
    const tab = group === spot.group ? tabIdOf(group, spot.page) : undefined
    const unit = tab === undefined ? change : changes.get(tab)
    const item = changedPage(spot.page, change)
    return {
      ...spot,
      group,
      // an order within a group that is gone says nothing of this one
      sort: unit?.parentId === group ? unit.sort : null,
      item: tab !== undefined && unit?.hidden === true ? { ...item, hidden: true } : item,
    }
  })
  const groupsOf = (module: Module): PageGroup[] =>
    sorted(
      groups
        .filter(one => moduleOf(front, one, changes.get(one.menuId)) === module.id && (whole || changes.get(one.menuId)?.hidden !== true))
        .map(({ menuId, group, home }, at) => {
          const change = changes.get(menuId)
          const icon = change?.icon ?? group.icon
          const pages = sorted(spots.filter(spot => spot.group === menuId))
          const item: PageGroup = {
            ...group,
            menuId,
            title: titled(group.title, change),
            ...(icon === undefined ? {} : { icon }),
            ...(group.subject === undefined ? {} : { subject: withTabTitles(menuId, group.subject, changes) }),
            // its address stays where it goes to another module
            ...(home === module.id || group.address !== undefined ? {} : { address: { path: `/${home}/${group.name}` } }),
            pages,
          }
          return { at, sort: change?.sort ?? null, item }
        }),
    )
  return sorted(
    modules.map((module, at) => {
      const change = changes.get(module.id)
      const title = titled(module.title, change)
      const item = { ...module, title, icon: change?.icon ?? module.icon, groups: module.backOffice ? module.groups : groupsOf(module) }
      return { at, sort: change?.sort ?? null, item }
    }),
  )
}

/** Where it was moved to, else where it is declared. */
const moduleOf = (modules: readonly Module[], { home }: Placed, change: MenuChange | undefined): string =>
  (change?.parentId == null ? undefined : moduleNow(modules, change.parentId)) ?? home

const withTabTitles = (
  menuId: string,
  subject: NonNullable<PageGroup['subject']>,
  changes: Changes,
): NonNullable<PageGroup['subject']> => ({
  ...subject,
  variants: subject.variants.map(one => ({ ...one, title: titled(one.title, changes.get(`${menuId}/${one.name}`)) })),
})

const declaredGroups = (modules: readonly Module[]): Placed[] =>
  modules.flatMap(module => module.groups.map(group => ({ home: module.id, menuId: menuIdOf(module, group), group })))

/** A module that was leads to the one it has become. */
const moduleNow = (modules: readonly Module[], id: string): string | undefined =>
  modules.find(module => module.id === id || module.was?.includes(id))?.id

function ownGroups(modules: readonly Module[], list: readonly MenuChange[]): Placed[] {
  return list.flatMap((c): Placed[] => {
    const home = moduleNow(modules, c.moduleId)
    if (!c.isOwn || c.component !== null || home === undefined) return []
    const model = modules.flatMap(module => module.groups).find(one => one.subject !== undefined)?.subject
    const group: PageGroup = {
      name: nameOf(c),
      title: [c.title ?? '', c.titleEn ?? c.title ?? ''],
      pages: [],
      ...(model === undefined ? {} : { subject: { gearTitle: model.gearTitle, variants: [] } }),
    }
    return [{ home, menuId: c.menuId, group }]
  })
}

const declaredSpots = (groups: readonly Placed[]): Spot[] =>
  groups.flatMap(({ home, menuId, group }) => {
    // pages of one tab stand together
    const first = new Map<string, number>()
    return group.pages.map((page, nth) => {
      const tab = tabIdOf(menuId, page)
      const at = tab === undefined ? nth : (first.get(tab) ?? nth)
      if (tab !== undefined) first.set(tab, at)
      return { group: menuId, page: { ...page, menuId: menuIdOf({ id: home }, page) }, at }
    })
  })

/** Entries of one's own: at the end of their group; where that is gone, where its pages have gone, else beside the page they open. */
function ownSpots(groups: readonly Placed[], modules: readonly Module[], list: readonly MenuChange[]): Spot[] {
  const holding = (isIt: (page: Page) => boolean): string | undefined =>
    groups
      .flatMap(({ menuId, group }) => group.pages.filter(isIt).map(page => ({ menuId, at: page.declaredIn?.at ?? 0 })))
      .toSorted((a, b) => a.at - b.at)[0]?.menuId
  return list.flatMap((c, at): Spot[] => {
    const page = c.isOwn && c.component !== null ? ownPage(c, modules) : null
    const former = `/${(c.parentId ?? '').replace('.', '/')}`
    const group =
      groups.find(one => one.menuId === c.parentId)?.menuId ??
      holding(one => one.declaredIn?.path === former) ??
      holding(one => one.component === c.component)
    return page === null || group === undefined ? [] : [{ group, page, at: 1000 + at }]
  })
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
  const { place, declaredIn: _, formerly: __, ...rest } = model
  return {
    ...changedPage(rest, change),
    name: nameOf(change),
    menuId: change.menuId,
    ...(place === undefined ? {} : { place: { in: 'tab' } }),
    path: change.path,
    title: [change.title ?? model.title[0], change.titleEn ?? change.title ?? model.title[1]],
  }
}

/** `finance.own-3` -> `own-3` */
const nameOf = ({ menuId, moduleId }: MenuChange): string => menuId.slice(moduleId.length + 1)
