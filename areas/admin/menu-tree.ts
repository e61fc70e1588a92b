/** The menus a person sees, in the node shape of the specification. Pure: out of the declared modules and his grants. */
import { may, type Caller, type Language } from '#platform/server/area.ts'
import { operations } from '#platform/declare/operations.ts'
import { menuIdOf, type Module, type Page, type PageGroup, type TabOfVariants } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'
import type { MenuWords } from '#platform/declare/wire-menu.ts'

export interface MenuNode {
  readonly path: string
  readonly name: string
  readonly component: string | null
  readonly meta: MenuWords & {
    readonly title: string
    readonly icon: string | null
    readonly keepAlive: boolean
    readonly operations: readonly number[]
    readonly permission: string | null
    /** list whose records the page shows one by one */
    readonly recordOf?: string
    /** they take turns in one tab */
    readonly inOneTab?: true
    /** type of the history of route use */
    readonly routeUse?: number
  }
  readonly companyId: string | null
  readonly isMonitoring: boolean
  readonly menuId: string
  readonly moduleId: string
  readonly parentId: string | null
  readonly hideChildrenInMenu: boolean
  readonly hidden: boolean
  readonly redirect: string | null
  readonly children: readonly MenuNode[]
}
export interface ModuleNode {
  readonly moduleId: string
  readonly title: string
  readonly icon: string
  readonly menus: readonly MenuNode[]
  /** headings between its subjects: id and title, in their order */
  readonly sections?: readonly (readonly [id: string, title: string])[]
}
type Rights = Pick<Caller, 'systemAdmin' | 'permissions' | 'manager'>
const inLanguage = (title: Title, language: Language): string => title[language === 'en' ? 1 : 0]

/** Modules with the pages the person may view; what is left empty is dropped. `more`: menu ids of what stands in 全部应用 alone. */
export function menusOf(
  modules: readonly Module[],
  caller: Rights,
  language: Language,
  more: ReadonlySet<string> = new Set(),
): ModuleNode[] {
  const seen = modules.filter(module => !module.backOffice || caller.systemAdmin)
  const former = formerAddresses(seen, caller)
  const seesReport = seen.some(module => module.groups.some(group => group.pages.some(page => isReport(page) && maySeePage(page, caller))))
  const nodes = seen.flatMap((module): ModuleNode[] => {
    const menus: readonly MenuNode[] = module.groups.flatMap(group =>
      groupNode(module, group, { caller, language, former, seesReport }).map(node =>
        more.has(node.menuId) ? { ...node, meta: { ...node.meta, more: true as const } } : node,
      ),
    )
    if (menus.length === 0) return []
    const sections = module.sections?.map(({ id, title }) => [id, inLanguage(title, language)] as const)
    const node = { moduleId: module.id, title: inLanguage(module.title, language), icon: module.icon, menus }
    return [sections === undefined ? node : { ...node, sections }]
  })
  return withEntries(nodes)
}

/** A module without an entry for him is none: its pages, which are found otherwise, stand with the first of his. */
function withEntries(nodes: readonly ModuleNode[]): ModuleNode[] {
  const isNone = ({ menus }: ModuleNode): boolean => menus.every(({ hidden }) => hidden)
  const others = nodes.filter(isNone).flatMap(({ menus }) => menus)
  const shown = nodes.filter(node => !isNone(node))
  if (shown.length === 0) return [...nodes]
  return shown.map((node, at) => (at === 0 ? { ...node, menus: [...node.menus, ...others] } : node))
}

/** Whether he may open it, where he may see its module. */
export const maySeePage = (page: Page, caller: Rights): boolean =>
  (page.shownTo === undefined || (page.shownTo === 'managers') === (caller.manager === true)) &&
  (page.everybody === true || mayAs(caller, page.permission, operations.view))

/** Address of a group of before -> menu id of the subject with the first of its pages that he may see. */
function formerAddresses(modules: readonly Module[], caller: Rights): ReadonlyMap<string, string> {
  const pages = modules.flatMap(module =>
    module.groups.flatMap(group =>
      group.pages.flatMap(page =>
        page.declaredIn === undefined || page.hidden === true || page.place?.in === 'beside' || !maySeePage(page, caller)
          ? []
          : [{ ...page.declaredIn, menuId: menuIdOf(module, group) }],
      ),
    ),
  )
  // of one address the last to be put counts: the first in order
  return new Map(pages.toSorted((a, b) => b.at - a.at).map(({ path, menuId }) => [path, menuId]))
}

/** Pages that are found and opened otherwise, and make no entry. */
export const isBeside = ({ pages }: PageGroup): boolean => pages.length > 0 && pages.every(page => page.place?.in === 'beside')

const isReport = ({ component }: Page): boolean => component.startsWith('report/')

interface Seer {
  readonly caller: Rights
  readonly language: Language
  readonly former: ReadonlyMap<string, string>
  readonly seesReport: boolean
}

function groupNode(module: Module, group: PageGroup, { caller, language, former, seesReport }: Seer): MenuNode[] {
  const menuId = menuIdOf(module, group)
  const pages = group.pages.filter(page => maySeePage(page, caller))
  const { subject } = group
  const tabs = subject === undefined ? pages.filter(page => page.hidden !== true) : pages.filter(isTab)
  const path = group.address?.path ?? `/${module.id}/${group.name}`
  const was = [...former].flatMap(([address, id]) => (id === menuId && address !== path ? [address] : []))
  const first = tabs.find(page => page.path === group.address?.opens || page.menuId === subject?.opens) ?? tabs[0] ?? pages[0]
  if (first === undefined) return []
  return [
    {
      path,
      name: menuId,
      component: null,
      meta: {
        title: inLanguage(group.title, language),
        icon: group.icon ?? null,
        keepAlive: true,
        operations: [],
        permission: null,
        ...(subject === undefined ? {} : subjectWords(subject, pages, was, language)),
      },
      companyId: null,
      isMonitoring: false,
      menuId,
      moduleId: module.id,
      parentId: null,
      hideChildrenInMenu: subject !== undefined,
      // what is set up or belongs to records makes no entry: it is found by the search
      hidden: isBeside(group) || (subject !== undefined && (tabs.length === 0 || (subject.shownWith === 'report' && !seesReport))),
      redirect: first.path,
      children: pages.map((page, at) => {
        const node = pageNode(module, menuId, page, caller, language)
        const words = variantWords(subject?.variants ?? [], page, pages.slice(0, at).findLast(isShown), language)
        return words === null ? node : { ...node, meta: { ...node.meta, ...words } }
      }),
    },
  ]
}

const isShown = (page: Page): boolean => page.hidden !== true
export const isTab = (page: Page): boolean => page.place?.in === 'tab' && page.hidden !== true

/** Of a subject: heading, gear, addresses of before whose first page of his stands here. */
function subjectWords(
  { section, gearTitle, opens }: NonNullable<PageGroup['subject']>,
  pages: readonly Page[],
  was: readonly string[],
  language: Language,
) {
  return {
    ...(section === undefined ? {} : { section }),
    ...(pages.some(page => page.place?.in === 'gear') ? { gearTitle: inLanguage(gearTitle, language) } : {}),
    ...(was.length === 0 ? {} : { was }),
    ...(opens === 'waiting' ? { opens: 'waiting' as const } : {}),
  }
}

const tabNameOf = (page: Page | undefined): string | undefined =>
  page?.place !== undefined && 'tab' in page.place ? page.place.tab : undefined

/** Of several pages of one tab, in the language of who sees them; null: the page is a tab of its own. */
function variantWords(variants: readonly TabOfVariants[], page: Page, before: Page | undefined, language: Language) {
  const name = tabNameOf(page)
  const all = variants.find(one => one.name === name)
  if (all === undefined || page.place === undefined || !('value' in page.place)) return null
  const values = page.place.value?.split('.') ?? []
  return {
    value: all.axes.map((axis, at) => inLanguage(axis.values[values[at] ?? ''] ?? ['', ''], language)),
    ...(isShown(page) && tabNameOf(before) === name
      ? {}
      : { tab: inLanguage(all.title, language), by: all.axes.map(axis => inLanguage(axis.title, language)) }),
  }
}

function placeWords(page: Page, language: Language) {
  const { place, formerly, shops, badge, departments } = page
  return {
    ...(place === undefined || place.in === 'tab' ? {} : { at: place.in }),
    ...(place !== undefined && 'of' in place ? { of: place.of } : {}),
    ...(shops === undefined ? {} : { shops }),
    ...(badge === undefined ? {} : { badge }),
    ...(departments === undefined ? {} : { departments }),
    ...(formerly === undefined ? {} : { formerly: inLanguage(formerly, language) }),
  }
}

function pageNode(module: Module, parentId: string, page: Page, caller: Rights, language: Language): MenuNode {
  return {
    // like words beside each other: packed it is 1 % smaller
    menuId: menuIdOf(module, page),
    name: page.name,
    component: page.component,
    meta: {
      permission: page.permission,
      title: inLanguage(page.title, language),
      icon: page.icon ?? null,
      keepAlive: page.keepAlive ?? true,
      operations: page.operations.filter(operation => page.everybody === true || mayAs(caller, page.permission, operation)),
      ...(page.recordOf === undefined ? {} : { recordOf: page.recordOf }),
      ...(page.inOneTab === undefined ? {} : { inOneTab: page.inOneTab }),
      ...(page.routeUse === undefined ? {} : { routeUse: page.routeUse }),
      ...placeWords(page, language),
    },
    path: page.path,
    companyId: null,
    isMonitoring: page.isMonitoring ?? false,
    moduleId: module.id,
    parentId,
    hideChildrenInMenu: false,
    hidden: page.hidden ?? false,
    redirect: null,
    children: [],
  }
}

/** The line of help of each page behind a gear that he may see, by menu id. */
export const hintsOf = (modules: readonly Module[], caller: Rights, language: Language): Record<string, string> =>
  Object.fromEntries(
    modules.flatMap(module =>
      module.groups.flatMap(group =>
        group.pages.flatMap(page =>
          page.place !== undefined && 'hint' in page.place && page.place.hint !== undefined && maySeePage(page, caller)
            ? [[menuIdOf(module, page), inLanguage(page.place.hint, language)]]
            : [],
        ),
      ),
    ),
  )

/** Pages of the tree that can be gone to without an id, in order. */
export function leavesOf(modules: readonly ModuleNode[]): MenuNode[] {
  const leaves = (menus: readonly MenuNode[]): MenuNode[] =>
    menus.flatMap(menu => (menu.component === null ? leaves(menu.children) : menu.hidden ? [] : [menu]))
  return modules.flatMap(module => leaves(module.menus))
}

const mayAs = (caller: Rights, permission: string, operation: number): boolean => may(caller as Caller, permission, operation)

/** The actions of the specification's permission list, by operation id. Audit and the areas' own operations have none. */
const actionsOf: ReadonlyMap<number, readonly string[]> = new Map([
  [operations.add, ['add']],
  [operations.view, ['query', 'get']],
  [operations.edit, ['edit']],
  [operations.remove, ['delete']],
  [operations.import, ['import']],
  [operations.export, ['export']],
  [operations.enable, ['enable']],
  [operations.disable, ['disable']],
])

/** `roles.permissions`: every permission of the person with its actions. `all`: what there is to grant, for system administrators. */
export function permissionList(
  caller: Rights,
  all: ReadonlyMap<string, ReadonlySet<number>>,
): { permissionId: string; actionList: string[]; operations: number[] }[] {
  const granted = caller.systemAdmin ? all : caller.permissions
  return [...granted]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([permissionId, ids]) => {
      const inOrder = [...ids].toSorted((a, b) => a - b)
      return { permissionId, actionList: inOrder.flatMap(id => actionsOf.get(id) ?? []), operations: inOrder }
    })
}
