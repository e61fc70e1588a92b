/** The menus a person sees, in the node shape of the specification. Pure: out of the declared modules and his grants. */
import { may } from '#platform/server/calls/may.ts'
import type { Caller, Language } from '#platform/server/contract/context.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Module, Page, PageGroup } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'

export interface MenuNode {
  readonly path: string
  readonly name: string
  readonly component: string | null
  readonly meta: {
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
}

type Rights = Pick<Caller, 'systemAdmin' | 'permissions' | 'manager'>
const inLanguage = (title: Title, language: Language): string => title[language === 'en' ? 1 : 0]

/** Modules with the pages the person may view; what is left empty is dropped. */
export function menusOf(modules: readonly Module[], caller: Rights, language: Language): ModuleNode[] {
  return modules.flatMap(module => {
    if (module.backOffice && !caller.systemAdmin) return []
    const menus = module.groups.flatMap(group => groupNode(module, group, caller, language))
    return menus.length === 0 ? [] : [{ moduleId: module.id, title: inLanguage(module.title, language), icon: module.icon, menus }]
  })
}

/** Whether he may open it, where he may see its module. */
export const maySeePage = (page: Page, caller: Rights): boolean =>
  (page.shownTo === undefined || (page.shownTo === 'managers') === (caller.manager === true)) &&
  (page.everybody === true || mayAs(caller, page.permission, operations.view))

function groupNode(module: Module, group: PageGroup, caller: Rights, language: Language): MenuNode[] {
  const menuId = `${module.id}.${group.name}`
  const children = group.pages.filter(page => maySeePage(page, caller)).map(page => pageNode(module, menuId, page, caller, language))
  const first = children.find(child => !child.hidden) ?? children[0]
  if (!first) return []
  return [
    {
      path: group.address?.path ?? `/${module.id}/${group.name}`,
      name: menuId,
      component: null,
      meta: { title: inLanguage(group.title, language), icon: group.icon ?? null, keepAlive: true, operations: [], permission: null },
      companyId: null,
      isMonitoring: false,
      menuId,
      moduleId: module.id,
      parentId: null,
      hideChildrenInMenu: false,
      hidden: false,
      redirect: children.find(child => child.path === group.address?.opens)?.path ?? first.path,
      children,
    },
  ]
}

function pageNode(module: Module, parentId: string, page: Page, caller: Rights, language: Language): MenuNode {
  return {
    path: page.path,
    name: page.name,
    component: page.component,
    meta: {
      title: inLanguage(page.title, language),
      icon: page.icon ?? null,
      keepAlive: page.keepAlive ?? true,
      permission: page.permission,
      operations: page.operations.filter(operation => page.everybody === true || mayAs(caller, page.permission, operation)),
      ...(page.recordOf === undefined ? {} : { recordOf: page.recordOf }),
      ...(page.inOneTab === undefined ? {} : { inOneTab: page.inOneTab }),
      ...(page.routeUse === undefined ? {} : { routeUse: page.routeUse }),
    },
    companyId: null,
    isMonitoring: page.isMonitoring ?? false,
    menuId: `${module.id}.${page.name}`,
    moduleId: module.id,
    parentId,
    hideChildrenInMenu: false,
    hidden: page.hidden ?? false,
    redirect: null,
    children: [],
  }
}

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
