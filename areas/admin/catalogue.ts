/** What there is to grant, in the words and the order of the menus: pages with their operations. Pure. */
import { operations, permissionsOf } from '#platform/declare/operations.ts'
import { menuIdOf, type Module } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Branch } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Language } from '#platform/server/contract/context.ts'
import type { Registry } from '#platform/server/contract/registry.ts'
import type { ModuleFace, PermissionFace } from './answers.ts'
import { grantable, rightsBeside } from './grantable.ts'

type Declared = Pick<Registry, 'routes' | 'modules' | 'resources'>

const standardTitles: Readonly<Record<number, Title>> = {
  [operations.add]: ['新增', 'Add'],
  [operations.view]: ['查看', 'View'],
  [operations.edit]: ['修改', 'Edit'],
  [operations.remove]: ['删除', 'Delete'],
  [operations.import]: ['导入', 'Import'],
  [operations.export]: ['导出', 'Export'],
  [operations.audit]: ['审核', 'Audit'],
  [operations.enable]: ['启用', 'Enable'],
  [operations.disable]: ['停用', 'Disable'],
  [operations.reveal]: ['查看敏感信息', 'See sensitive values'],
}
/** Grants that a role's scope for one list can widen. */
const personal: ReadonlySet<string> = new Set(['shops', 'employees', 'warehouses', 'channels', 'shippingOrders'])

/** Every permission with the titles of its operations, by module; `modules` as the organisation has arranged them. */
export function catalogueOf(declared: Declared, modules: readonly Module[], language: Language): ModuleFace[] {
  const at = language === 'en' ? 1 : 0
  const all = grantable(declared)
  const titled = operationTitles(declared, at)
  const scoped = scopedPermissions(declared)
  const faceOf = (permissionId: string, title: string, place: string, menuId: string | null): PermissionFace => ({
    permissionId,
    title,
    place,
    menuId,
    scopedBy: scoped.get(permissionId) ?? null,
    operations: [...(all.get(permissionId) ?? [])]
      .toSorted((a, b) => order(a) - order(b))
      .map(operation => ({ operation, title: titled(permissionId, operation) })),
  })
  const seen = new Set<string>()
  const faces = modules.map(module => ({
    moduleId: module.id,
    title: module.title[at],
    permissions: module.groups.flatMap(group =>
      group.pages.flatMap(page => {
        if (seen.has(page.permission) || !all.has(page.permission)) return []
        seen.add(page.permission)
        return [faceOf(page.permission, page.title[at], `${module.title[at]} / ${group.title[at]}`, menuIdOf(module, page))]
      }),
    ),
  }))
  const others = [...all.keys()].filter(id => !seen.has(id)).toSorted()
  return [
    ...faces,
    {
      moduleId: '',
      title: at ? 'Without a page' : '没有页面的权限',
      permissions: others.map(id => faceOf(id, titleOf(declared, id, at), '', null)),
    },
  ].filter(module => module.permissions.length > 0)
}

/** viewing first, then as numbered */
const order = (operation: number): number => (operation === operations.view ? 0 : operation)

/** 新增, 查看 ... for the suite's own; an area's operation is called what its button, its call or the right to a column is called. */
function operationTitles({ routes }: Declared, at: 0 | 1): (permission: string, operation: number) => string {
  const own = new Map<string, string>()
  for (const route of routes) {
    const { demand, actions, summary, right } = route
    for (const { permission, operation, title } of rightsBeside(route)) own.set(`${permission} ${operation}`, title[at])
    if (demand.kind !== 'operation' || Object.hasOwn(standardTitles, demand.operation)) continue
    const face = actions?.find(a => a.operation === demand.operation)
    const key = `${demand.permission} ${demand.operation}`
    if (face || right || !own.has(key)) own.set(key, face?.title[at] ?? right?.[at] ?? summary)
  }
  return (permission, operation) => standardTitles[operation]?.[at] ?? own.get(`${permission} ${operation}`) ?? String(operation)
}

function titleOf({ routes }: Declared, permission: string, at: 0 | 1): string {
  const of = routes.find(({ demand }) => permissionsOf(demand).includes(permission))
  return of?.resource?.title[at] ?? of?.right?.[at] ?? of?.summary ?? permission
}

/** Permissions of which some list is narrowed by what a person was granted, not by the organisation alone; reports go by his shops. */
function scopedPermissions({ routes, modules, resources }: Declared): ReadonlyMap<string, 'list' | 'general'> {
  const pages = modules.flatMap(m => m.groups.flatMap(g => g.pages))
  const reports = pages.flatMap(p => (p.component.startsWith('report/') ? [[p.permission, 'general'] as const] : []))
  const lists = routes.flatMap(({ resource, demand }) => {
    const by = resource && demand.kind === 'operation' ? scopedBy(resource, resources) : null
    return by !== null && demand.kind === 'operation' ? [[demand.permission, by] as const] : []
  })
  // of one permission with several lists the one that has scopes of its own counts
  return new Map([...reports, ...lists.toSorted((a, b) => (a[1] === b[1] ? 0 : a[1] === 'general' ? -1 : 1))])
}

/** What is seen through another record alone goes by the scopes of that record's list. */
function scopedBy({ scope, fields }: Resource, resources: Declared['resources']): 'list' | 'general' | null {
  const ofBranch = (branch: Branch): 'list' | 'general' | null => {
    if (branch.kind === 'member') return 'list'
    if (branch.kind === 'parts') return branch.all?.some(part => personal.has(part.grant)) ? 'list' : null
    if (branch.kind === 'when') return widest((branch.any ?? []).map(ofBranch))
    const parent = resources.get(fields[branch.field]?.to ?? '')
    return parent && scopedBy(parent, resources) !== null ? 'general' : null
  }
  return widest([{ kind: 'parts', all: scope.all } as const, ...(scope.any ?? [])].map(ofBranch))
}
const widest = (all: readonly ('list' | 'general' | null)[]): 'list' | 'general' | null =>
  all.includes('list') ? 'list' : all.includes('general') ? 'general' : null

/** Permission and operation as one key, and back. */
export const pairOf = (permission: string, operation: number): string => `${permission} ${operation}`

/** What a set of granted pairs gains and loses against another. Pure. */
export function differenceOf(before: ReadonlySet<string>, after: ReadonlySet<string>): { gained: string[]; lost: string[] } {
  return { gained: [...after].filter(pair => !before.has(pair)).toSorted(), lost: [...before].filter(pair => !after.has(pair)).toSorted() }
}
