/** What there is to grant, in the words and the order of the menus: pages with their operations. Pure. */
import { isSensitive } from '#platform/format/levels.ts'
import { seeCost } from '#platform/declare/cost.ts'
import { operations, permissionsOf, type Demand } from '#platform/declare/operations.ts'
import { menuIdOf, type Module, type Page, type PageGroup } from '#platform/declare/page.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { Branch } from '#platform/declare/scope.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Language, Registry } from '#platform/server/area.ts'
import { leveledOf, grantable, rightsBeside, rightsTold } from '#platform/server/rights.ts'
import type { ModuleFace, PermissionFace } from './answers.ts'
import { isTab } from './menu-tree.ts'

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

/** Every permission with the titles of its operations, by module and subject; `modules` as the organisation has arranged them. */
export function catalogueOf(declared: Declared, modules: readonly Module[], language: Language): ModuleFace[] {
  const at = language === 'en' ? 1 : 0
  const all = grantable(declared)
  const titled = operationTitles(declared, at)
  const opens = openedBy(declared, at)
  const scoped = scopedPermissions(declared)
  const faceOf = (permissionId: string, place: Pick<PermissionFace, 'title' | 'place' | 'menuId' | 'subject' | 'isGear' | 'pages'>) => ({
    permissionId,
    ...place,
    scopedBy: scoped.get(permissionId) ?? null,
    operations: [...(all.get(permissionId) ?? [])]
      .toSorted((a, b) => order(a) - order(b))
      .map(operation => ({
        operation,
        title: titled(permissionId, operation),
        ...(isSensitive(operation) ? { about: opens(permissionId, operation) } : {}),
      })),
  })
  const seen = new Set<string>()
  const front = modules.filter(module => module.backOffice !== true)
  const faces = modules.map(module => ({
    moduleId: module.id,
    title: module.title[at],
    subjects: front.includes(module)
      ? module.groups.filter(hasEntry).map(group => ({
          menuId: menuIdOf(module, group),
          title: group.title[at],
          everybody: group.pages.some(page => isTab(page) && page.everybody === true),
        }))
      : [],
    permissions: module.groups.flatMap(group => {
      const gear = new Set(leveledOf(group, all).flatMap(one => (one.isGear ? [one.permission] : [])))
      return group.pages.flatMap(page => {
        if (seen.has(page.permission) || !all.has(page.permission)) return []
        seen.add(page.permission)
        return [
          faceOf(page.permission, {
            title: page.title[at],
            place: `${module.title[at]} / ${group.title[at]}`,
            menuId: menuIdOf(module, page),
            subject: menuIdOf(module, group),
            isGear: gear.has(page.permission),
            pages: group.pages.flatMap(one => (one.permission === page.permission && one.hidden !== true ? [pageTitle(one, at)] : [])),
          }),
        ]
      })
    }),
  }))
  const others = [...all.keys()].filter(id => !seen.has(id)).toSorted()
  const none = { place: '', menuId: null, subject: null, isGear: false, pages: [] }
  return [
    ...faces,
    {
      moduleId: '',
      title: at ? 'Without a page' : '没有页面的权限',
      subjects: [],
      permissions: others.map(id => faceOf(id, { ...none, title: titleOf(declared, id, at) })),
    },
  ].filter(module => module.permissions.length > 0 || module.subjects.length > 0)
}

/** Pages beside the menu, such as centres, make no subject. */
const hasEntry = ({ pages }: PageGroup): boolean => pages.some(page => page.place === undefined || isTab(page))
const pageTitle = ({ place, title }: Page, at: 0 | 1): string =>
  `${place?.in === 'gear' ? '⚙ ' : place?.in === 'child' ? '⊂ ' : ''}${title[at]}`

const costSentence = '可看到：产品成本、头程、毛利、利润，以及由它们算出的指标'
/** Of a right that comes with no level: the columns it shows, or what is done with it. */
function openedBy({ routes, resources }: Declared, at: 0 | 1): (permission: string, operation: number) => string {
  return (permission, operation) => {
    const fields = [...resources.values()]
      .filter(r => permissionOf(r) === permission)
      .flatMap(r => Object.values(r.fields))
      .filter(({ options }) =>
        operation === operations.reveal ? options.sensitive === true : (options.see ?? options.closed)?.operation === operation,
      )
    const columns = [...new Set(fields.map(field => field.title[at]))]
    const calls = routes.filter(
      ({ demand, verb }) => permissionsOf(demand).includes(permission) && isOf(demand, operation) && verb !== 'reveal',
    )
    const done = [...new Set(calls.flatMap(({ right, summary, actions }) => right?.[at] ?? actions?.[0]?.title[at] ?? (at ? [] : summary)))]
    const told = (names: readonly string[]): string => names.join(at ? ', ' : '、')
    const costs = routes.some(route =>
      rightsTold(route).some(one => one.permission === permission && one.operation === operation && one.title === seeCost.title),
    )
    return [
      ...(costs ? [at ? 'Shows product cost, first leg, profit and every figure made of them' : costSentence] : []),
      ...(columns.length === 0 ? [] : [at ? `Shows ${told(columns)}` : `可看到：${told(columns)}`]),
      ...(done.length === 0 ? [] : [at ? `May do: ${told(done)}` : `可使用：${told(done)}`]),
    ].join(at ? '; ' : '；')
  }
}
const isOf = (demand: Demand, operation: number): boolean => demand.kind === 'operation' && demand.operation === operation

/** viewing first, then as numbered */
const order = (operation: number): number => (operation === operations.view ? 0 : operation)

/** 新增, 查看 ... for the suite's own; an area's operation is called what its button, its call or the right to a column is called. */
function operationTitles({ routes }: Declared, at: 0 | 1): (permission: string, operation: number) => string {
  const own = new Map<string, string>()
  for (const route of routes) {
    const { demand, actions, summary, right } = route
    for (const { permission, operation, title } of rightsBeside(route)) own.set(`${permission} ${operation}`, title[at])
    if (demand.kind !== 'operation' || Object.hasOwn(standardTitles, demand.operation)) continue
    const face = actions?.find(one => one.operation === demand.operation && one.usual !== true)
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

/** What a set of granted pairs gains and loses against another. Pure. */
export function differenceOf(before: ReadonlySet<string>, after: ReadonlySet<string>): { gained: string[]; lost: string[] } {
  return { gained: [...after].filter(pair => !before.has(pair)).toSorted(), lost: [...before].filter(pair => !after.has(pair)).toSorted() }
}
