/** A subject as it is shown: its tabs, what stands behind the gear, and the switches between pages of one tab. Pure. */
import type { UnreadKind } from '../../declare/wire.ts'
import type { MenuNode } from './menu-node.ts'
import type { PageRoute } from './page-route.ts'

/** A tab, or an entry behind the gear: one page, or several with their values of some axes. */
export interface SubjectTab {
  readonly key: string
  readonly title: string
  /** what its one page was called */
  readonly formerly?: string
  readonly axes: readonly string[]
  readonly pages: readonly TabPage[]
}
interface TabPage {
  readonly menu: MenuNode
  /** in the order of the axes */
  readonly values: readonly string[]
}
export interface SubjectView {
  readonly id: string
  readonly title: string
  readonly tabs: readonly SubjectTab[]
  readonly gear: readonly SubjectTab[]
  readonly gearTitle: string
}
/** Values that a person has chosen in a subject, by axis. */
export type Chosen = Readonly<Record<string, string>>

const known = new WeakMap<MenuNode, SubjectView>()

export function subjectView(node: MenuNode): SubjectView {
  const before = known.get(node)
  if (before !== undefined) return before
  const pages = (node.children ?? []).filter(page => !page.hidden)
  const view = {
    id: node.menuId ?? node.path,
    title: node.meta.title,
    tabs: tabsOf(pages.filter(page => page.meta.at === undefined)),
    gear: tabsOf(pages.filter(page => page.meta.at === 'gear')),
    gearTitle: node.meta.gearTitle ?? '',
  }
  known.set(node, view)
  return view
}

/** Pages that are one tab stand beside each other: the first names it. */
function tabsOf(pages: readonly MenuNode[]): SubjectTab[] {
  const tabs: (SubjectTab & { pages: TabPage[] })[] = []
  for (const menu of pages) {
    const { title, tab, by = [], value, formerly } = menu.meta
    const before = tabs.at(-1)
    if (value !== undefined && tab === undefined && before !== undefined) before.pages.push({ menu, values: value })
    else
      tabs.push({
        key: tab ?? menu.menuId ?? menu.path,
        title: tab ?? title,
        axes: by,
        pages: [{ menu, values: value ?? [] }],
        ...(formerly === undefined || tab !== undefined ? {} : { formerly }),
      })
  }
  return tabs
}

/** The tab that the page is one of several of. */
export const tabNameOf = (subject: MenuNode, { menuId, meta }: MenuNode): string | undefined =>
  meta.value === undefined
    ? undefined
    : tabsOf(subject.children ?? []).find(tab => tab.pages.some(page => page.menu.menuId === menuId))?.title

/** Pages of records and hidden ones have none, nor where there is nothing to go to. */
export function hasStrip(subject: MenuNode, { menu, isRecord }: PageRoute): boolean {
  if (isRecord === true || menu.hidden) return false
  const { tabs, gear } = subjectView(subject)
  return tabs.length > 1 || gear.length > 0 || (tabs[0]?.pages.length ?? 0) > 1
}

export const tabWith = (tabs: readonly SubjectTab[], menu: MenuNode): SubjectTab | undefined =>
  tabs.find(tab => tab.pages.some(page => page.menu.menuId === menu.menuId && page.menu.path === menu.path))

/** The page of a tab that has most of the chosen values; its first where it has none of them. */
export function pageOfTab({ axes, pages }: SubjectTab, chosen: Chosen): MenuNode | undefined {
  const fit = (page: TabPage): number => page.values.filter((value, at) => chosen[axes[at] ?? ''] === value).length
  return pages.reduce<TabPage | undefined>((best, page) => (best === undefined || fit(page) > fit(best) ? page : best), undefined)?.menu
}

export interface Switch {
  readonly axis: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly page: MenuNode | null }[]
}

/** The switches of the page in front: values he may see; one that goes with no value of the other axes leads nowhere. */
export function switchesOf({ axes, pages }: SubjectTab, front: MenuNode): Switch[] {
  const now = pages.find(page => page.menu.menuId === front.menuId)?.values ?? []
  return axes.flatMap((axis, at) => {
    const shown = [...new Set(pages.map(page => page.values[at] ?? ''))]
    if (shown.length < 2) return []
    const options = shown.map(value => {
      const wanted = now.with(at, value)
      return { value, page: pages.find(page => page.values.every((one, i) => one === wanted[i]))?.menu ?? null }
    })
    return [{ axis, value: now[at] ?? '', options }]
  })
}

/** What a person has chosen in subjects, and how many unread ones of a kind he has. */
export interface Standing {
  chosenIn(subject: string): Chosen
  unread(kind: UnreadKind): number
}

/** Where an entry of the menu leads a person: its first page, as it was left; where it opens what waits, the first tab that counts some. */
export function entryPath(menu: MenuNode, { chosenIn, unread }: Standing): string {
  if (menu.hideChildrenInMenu !== true || !menu.redirect) return menu.path
  const { id, tabs } = subjectView(menu)
  const { redirect } = menu
  const waits = ({ menu: { meta } }: TabPage): boolean => meta.badge !== undefined && unread(meta.badge) > 0
  const waiting = menu.meta.opens === 'waiting' ? tabs.flatMap(tab => tab.pages).find(waits) : undefined
  if (waiting !== undefined) return waiting.menu.path
  const tab = tabs.find(one => one.pages.some(page => page.menu.path === redirect))
  return (tab === undefined ? undefined : pageOfTab(tab, chosenIn(id)))?.path ?? redirect
}
