/**
 * Page: a menu entry. `list/<type>` and `report/<name>` are drawn by the generic pages, any other component is
 * `areas/<component>.page.tsx`.
 */
import { operations } from './operations.ts'
import { rollupsOfReport, type Report } from './report.ts'
import type { Resource } from './resource.ts'
import type { Child, Section, Variants } from './subject.ts'
import type { Title } from './title.ts'
import type { UnreadKind } from './wire.ts'

/** What the data of a page come from: how fresh they are follows from it. */
export interface Freshness {
  /** families of imported files */
  readonly families?: readonly string[]
  /** tables whose changes are audited */
  readonly tables?: readonly string[]
  /** older than this is late */
  readonly everyDays: number
}

export interface Page {
  readonly path: string
  readonly name: string
  readonly title: Title
  readonly component: string
  readonly icon?: string
  /** permission whose operation 2 (view) shows the entry and whose operations the page is given */
  readonly permission: string
  readonly keepAlive?: boolean
  /** shows the monitor badge */
  readonly isMonitoring?: boolean
  readonly freshness?: Freshness
  readonly hidden?: boolean
  /** those who keep the general manager's mailbox (`isManager`) alone, or all others alone; absent: both */
  readonly shownTo?: 'managers' | 'others'
  /** shows rows of a list whose own page stands in another subject, and is opened by that page's permission */
  readonly sharesPermission?: true
  /** everybody who is signed in has it with all its operations, whatever his roles: nothing of it is granted */
  readonly everybody?: true
  /** shows a record of this list by the `id` of its address, in place of the usual page of records */
  readonly recordOf?: string
  /** records of `recordOf` take turns in one tab */
  readonly inOneTab?: true
  /** what its entry counts: unread ones of this kind */
  readonly badge?: UnreadKind
  /** words in the names of departments that it is the page of: the search finds it by them */
  readonly departments?: readonly string[]
  /** type of the history of route use (101 to 117) that its use counts for */
  readonly routeUse?: number
  /** operations an administrator may grant on the permission */
  readonly operations: readonly number[]
  /** `<declaring module>.<name>`, kept by the page wherever the menus put it; given by the registry */
  readonly menuId?: string
  /** where in its subject it stands; given by the registry. Absent: in no menu */
  readonly place?: Place
  /** address and order of the group that declared it: an address of before leads to the first of its pages that may be seen */
  readonly declaredIn?: { readonly path: string; readonly at: number }
  /** name of its filter by shops; given by the registry */
  readonly shops?: string
  /** what it was called before: its declared title, where the menu calls it otherwise and nothing else is said */
  readonly formerly?: Title
}
/** `again`: a second entry of another page, in no menu. `beside`: in no menu, found by the search and opened by the module's name. */
export type Place =
  | { readonly in: 'tab' | 'gear'; readonly tab?: string; readonly value?: string; readonly hint?: Title }
  | { readonly in: 'child'; readonly of: string; readonly by?: Child['by'] }
  | { readonly in: 'again'; readonly of: string }
  | { readonly in: 'beside' }
/** Several pages that are one tab of a subject. */
export type TabOfVariants = Pick<Variants, 'name' | 'title' | 'axes'>
export interface PageGroup {
  readonly name: string
  /** absent: `<module>.<name>` */
  readonly menuId?: string
  /** a subject of the map (declare/subject.ts), built by the registry; absent: pages as they are declared */
  readonly subject?: {
    readonly section?: string
    readonly gearTitle: Title
    readonly variants: readonly TabOfVariants[]
    readonly opens?: string
    readonly shownWith?: 'report'
  }
  readonly title: Title
  readonly icon?: string
  readonly pages: readonly Page[]
  /** its address, where it is not that of module and name, and the page that is opened there instead of its first */
  readonly address?: { readonly path: string; readonly opens?: string }
}
export interface Module {
  readonly id: string
  readonly title: Title
  readonly icon: string
  readonly groups: readonly PageGroup[]
  readonly sections?: readonly Section[]
  /** modules that were, whose pins and settings lead here */
  readonly was?: readonly string[]
  /** the admin back office: for system administrators, with a layout of its own; nothing of it is granted to roles */
  readonly backOffice?: true
}

export const page = (p: Page): Page => p
export const menuIdOf = (module: Pick<Module, 'id'>, one: Pick<Page | PageGroup, 'menuId' | 'name'>): string =>
  one.menuId ?? `${module.id}.${one.name}`
/** The module that declares the page, wherever the menus put it. */
export const declaringModule = (module: Pick<Module, 'id'>, page: Page): string => menuIdOf(module, page).split('.', 1)[0] ?? ''
/** What a list page takes of its list. */
export type Listed = Pick<Resource, 'type' | 'title' | 'permission'>
type ListPageWords = Partial<
  Omit<Page, 'path' | 'component' | 'permission' | 'operations'> & {
    /** operations that calls by hand ask for, beside those of the calls that are bound to the list */
    readonly also: readonly number[]
  }
>
/**
 * The page of a list: named and called as the list where nothing else is said, with its permission. The operations follow from the calls
 * that are bound to it (platform/server/page-operations.ts).
 */
export function listPage(of: Listed, path: string, { also = [], ...words }: ListPageWords = {}): Page {
  const type = of.type ?? ''
  return { name: type, title: of.title, ...words, path, component: `list/${type}`, permission: of.permission ?? type, operations: also }
}
/**
 * The page of a report: the generic one, with the operations that its calls need, as fresh as the files its facts come from (`families`: of
 * those, the ones that count here).
 */
export function reportPage(
  of: Report,
  p: Pick<Page, 'path' | 'title'> & { readonly everyDays: number; readonly families?: readonly string[] },
): Page {
  const families = p.families ?? [...new Set(rollupsOfReport(of).flatMap(one => one.from.flatMap(source => source.family ?? [])))]
  return {
    path: p.path,
    name: of.name,
    title: p.title,
    component: `report/${of.name}`,
    permission: of.permission,
    operations: [
      operations.view,
      ...(of.paths.compute === undefined ? [] : [operations.edit]),
      ...(of.paths.export === undefined ? [] : [operations.export]),
    ],
    isMonitoring: true,
    freshness: { families, everyDays: p.everyDays },
  }
}
export const group = (name: string, title: Title, pages: readonly Page[], icon?: string): PageGroup => ({
  name,
  title,
  pages,
  ...(icon === undefined ? {} : { icon }),
})
export const module = (id: string, title: Title, icon: string, groups: readonly PageGroup[]): Module => ({ id, title, icon, groups })
export const backOffice = (id: string, title: Title, icon: string, groups: readonly PageGroup[]): Module => ({
  ...module(id, title, icon, groups),
  backOffice: true,
})
