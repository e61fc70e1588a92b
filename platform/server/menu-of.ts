/**
 * The menus of the house: pages as areas declare them, put where the map of subjects names them. Without a map (a house of some areas) they
 * stay in the groups that declare them. Pure; what does not hold together is told at start (menu-faults.ts).
 */
import { menuIdOf, type Module, type Page, type PageGroup, type Place } from '#platform/declare/page.ts'
import type { MenuModule, Subject, TabsFor, TabWord, Variants } from '#platform/declare/subject.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { childFaults, tabFaults, nearTo, subjectFaults, wholeFaults } from './menu-faults.ts'

/** worded where somebody listens: the nearest name takes time */
type Say = (fault: () => string) => unknown

const setting: Title = ['设置', 'Settings']

/** Pages by their menu id, each with the address and order of the group that declares it. */
function declaredPages(modules: readonly Module[]): Map<string, Page> {
  const pages = modules.flatMap(module =>
    module.groups.flatMap(group =>
      group.pages.map((page, at): Page => ({
        ...page,
        menuId: menuIdOf(module, page),
        declaredIn: {
          path: group.address?.path ?? `/${module.id}/${group.name}`,
          at: group.address?.opens === page.path ? -1 : at,
        },
      })),
    ),
  )
  return new Map(pages.map(page => [page.menuId ?? '', page]))
}

/** Several areas may add subjects to one module. */
function merged(map: readonly MenuModule[]): MenuModule[] {
  const all = new Map<string, MenuModule>()
  for (const one of map) {
    const before = all.get(one.id)
    all.set(
      one.id,
      before === undefined
        ? one
        : {
            ...before,
            subjects: [...before.subjects, ...one.subjects],
            beside: [...(before.beside ?? []), ...(one.beside ?? [])],
          },
    )
  }
  return [...all.values()]
}

export const nameOfTab = (tab: TabWord): string => (typeof tab === 'string' ? tab : 'page' in tab ? tab.page : tab.name)

function withTabs(subject: Subject, { tabs = [], gear = [], children = [], after }: TabsFor, say: Say): Subject {
  const names = subject.tabs.map(nameOfTab)
  if (after !== undefined && !names.includes(after)) say(() => `tabsFor("${subject.id}"): after names no tab ${nearTo(after, names)}`)
  const at = after === undefined ? names.length : names.indexOf(after) + 1
  return {
    ...subject,
    tabs: subject.tabs.toSpliced(at, 0, ...tabs),
    gear: [...(subject.gear ?? []), ...gear],
    children: [...(subject.children ?? []), ...children],
  }
}

function withAdded(modules: readonly MenuModule[], added: readonly TabsFor[], say: Say): MenuModule[] {
  const ids = modules.flatMap(module => module.subjects.map(one => one.id))
  for (const { subject } of added) if (!ids.includes(subject)) say(() => `tabsFor("${subject}"): no such subject ${nearTo(subject, ids)}`)
  return modules.map(module => ({
    ...module,
    subjects: module.subjects.map(subject =>
      added.filter(one => one.subject === subject.id).reduce((before, one) => withTabs(before, one, say), subject),
    ),
  }))
}

/** The page under the label it has here; what it was called is found as well. */
function labelled(page: Page, title: Title | undefined, place: Place, before?: Title): Page {
  const formerly = before ?? page.formerly ?? (title === undefined || title[0] === page.title[0] ? undefined : page.title)
  return { ...page, ...(title === undefined ? {} : { title }), ...(formerly === undefined ? {} : { formerly }), place }
}

type Put = (menuId: string, title: Title | undefined, place: Place, before?: Title) => Page[]

const ofTab = (put: Put, where: 'tab' | 'gear', tab: TabWord): Page[] => {
  if (typeof tab === 'string') return put(tab, undefined, { in: where })
  const hint = tab.hint === undefined ? {} : { hint: tab.hint }
  if ('page' in tab) return put(tab.page, tab.title, { in: where, ...hint }, tab.formerly)
  return Object.entries(tab.pages).flatMap(([value, page]) => put(page, undefined, { in: where, tab: tab.name, value, ...hint }))
}

const isVariants = (tab: TabWord): tab is Variants => typeof tab !== 'string' && 'axes' in tab

function groupOf(subject: Subject, put: Put): PageGroup {
  const { id, title, icon, section, tabs, gear = [], gearTitle = setting, children = [], again = {}, opens, shownWith } = subject
  return {
    name: id,
    menuId: `subject.${id}`,
    title,
    icon,
    subject: {
      gearTitle,
      variants: [...tabs, ...gear].filter(isVariants),
      ...(section === undefined ? {} : { section }),
      ...(opens === undefined ? {} : { opens }),
      ...(shownWith === undefined ? {} : { shownWith }),
    },
    pages: [
      ...tabs.flatMap(tab => ofTab(put, 'tab', tab)),
      ...gear.flatMap(tab => ofTab(put, 'gear', tab)),
      ...children.flatMap(one => put(one.page, one.title, { in: 'child', of: one.of, ...(one.by === undefined ? {} : { by: one.by }) })),
      ...Object.entries(again).flatMap(([menuId, of]) =>
        put(menuId, undefined, { in: 'again', of }).map(page => ({ ...page, hidden: true })),
      ),
    ],
  }
}

function groupBeside({ id, title }: Pick<Module, 'id' | 'title'>, beside: readonly string[], put: Put): PageGroup[] {
  const pages = beside.flatMap(menuId => put(menuId, undefined, { in: 'beside' }))
  return pages.length === 0 ? [] : [{ name: 'beside', menuId: `${id}.beside`, title, pages }]
}

/** Hidden pages and those of single records need no place: they go where the first page of their declared group stands. */
function withHidden(modules: readonly Module[], unplaced: readonly Page[]): Module[] {
  const home = new Map<string, string>()
  for (const group of modules.flatMap(module => module.groups))
    for (const { declaredIn } of group.pages.toSorted((a, b) => (a.declaredIn?.at ?? 0) - (b.declaredIn?.at ?? 0)))
      if (declaredIn !== undefined && !home.has(declaredIn.path)) home.set(declaredIn.path, group.name)
  const first = modules[0]?.groups[0]?.name
  return modules.map(module => ({
    ...module,
    groups: module.groups.map(group => ({
      ...group,
      pages: [...group.pages, ...unplaced.filter(page => (home.get(page.declaredIn?.path ?? '') ?? first) === group.name)],
    })),
  }))
}

/** A second entry is called as the page it is one of. */
const calledAs = (titles: ReadonlyMap<string | undefined, Title>, page: Page): Page =>
  page.place?.in === 'again' ? { ...page, title: titles.get(page.place.of) ?? page.title } : page

interface Declared {
  readonly areas: readonly { readonly menu?: readonly MenuModule[]; readonly tabsFor?: readonly TabsFor[] }[]
  /** list type -> resource */
  readonly types: ReadonlyMap<string, Resource>
}

/** Without `faults` nobody is told what does not hold together. */
export function menuOf(declared: readonly Module[], { areas, types }: Declared, faults?: string[]): Module[] {
  const map = areas.flatMap(area => area.menu ?? [])
  const added = areas.flatMap(area => area.tabsFor ?? [])
  if (map.length === 0) return [...declared]
  const say: Say = fault => faults?.push(fault())
  const pages = declaredPages(declared)
  const places = new Map<string, string>()
  const put =
    (subject: string): Put =>
    (menuId, title, place, before) => {
      const page = pages.get(menuId)
      const other = places.get(menuId)
      if (page === undefined) say(() => `subject ${subject}: there is no page ${menuId} ${nearTo(menuId, [...pages.keys()])}`)
      else if (other !== undefined) say(() => `page ${menuId} stands in ${other} and ${subject}: keep one`)
      places.set(menuId, subject)
      return page === undefined || other !== undefined ? [] : [labelled(page, title, place, before)]
    }
  const modules = withAdded(merged(map), added, say)
  const built = modules.map(({ subjects, beside = [], ...module }): Module => ({
    ...module,
    groups: [...subjects.map(one => groupOf(one, put(one.id))), ...groupBeside(module, beside, put(`module ${module.id}`))],
  }))
  for (const module of modules) for (const one of module.subjects) faults?.push(...subjectFaults(module, one, pages))
  faults?.push(...wholeFaults(modules, built), ...childFaults(built, types), ...tabFaults(types))
  const titles = new Map(built.flatMap(module => module.groups.flatMap(group => group.pages.map(page => [page.menuId, page.title]))))
  const unplaced = [...pages].flatMap(([menuId, page]) => (places.has(menuId) ? [] : [page]))
  for (const page of unplaced.filter(one => one.hidden !== true && one.recordOf === undefined))
    say(() => `page ${page.menuId ?? ''} has no place: name it in areas/menu or use tabsFor`)
  return withHidden(
    built.map(module => ({
      ...module,
      groups: module.groups.map(group => ({ ...group, pages: group.pages.map(page => calledAs(titles, page)) })),
    })),
    // the page of single records of a list is no tab, and is found
    unplaced.map(page =>
      page.hidden === true || page.recordOf === undefined ? page : { ...page, place: { in: 'child', of: page.recordOf } },
    ),
  )
}
