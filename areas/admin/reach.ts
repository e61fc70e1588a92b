/**
 * How far a person sees: the algebra of data scopes. Pure, over ids as the database knows them.
 * A scope chooses employees (oneself, one's departments and those below, named departments, everybody); several add up. A shop, warehouse,
 * channel or shipping order is seen where it was granted to one of the chosen employees.
 */
import type { ObjectGrant } from '#platform/declare/scope.ts'
import { accountOrganisation } from './tables.ts'

export const dataScopes = {
  self: accountOrganisation.fields.dataScope.choices.self[0],
  department: accountOrganisation.fields.dataScope.choices.department[0],
  named: accountOrganisation.fields.dataScope.choices.named[0],
  all: accountOrganisation.fields.dataScope.choices.all[0],
} as const

export interface ScopeEntry {
  readonly dataScope: number
  readonly namedDeptIds: readonly string[] | null
}

export const objectGrants: readonly ObjectGrant[] = ['warehouses', 'channels', 'shippingOrders']

/** `employees: 'all'` and objects `'all'`: everything of the organisation. */
export interface Reach {
  readonly shops: readonly string[]
  readonly employees: readonly string[] | 'all'
  readonly objects: Readonly<Record<ObjectGrant, readonly string[] | 'all'>>
}

/** One organisation as the database tells it. */
export interface CompanyRows {
  readonly departments: readonly { readonly id: string; readonly parentId: string | null }[]
  readonly employees: readonly { readonly id: string; readonly deptIds: readonly string[] }[]
  readonly shops: readonly string[]
  readonly shopGrants: readonly { readonly employeeId: string; readonly shopId: string }[]
  readonly dataGrants: readonly { readonly employeeId: string; readonly kind: ObjectGrant; readonly objectId: string }[]
}

/** The same, ready to be asked. */
export interface Company {
  readonly shops: readonly string[]
  readonly childrenOf: ReadonlyMap<string, readonly string[]>
  /** department -> the one above it */
  readonly parentOf: ReadonlyMap<string, string>
  readonly deptsOf: ReadonlyMap<string, readonly string[]>
  readonly employeesOf: ReadonlyMap<string, readonly string[]>
  readonly shopsOf: ReadonlyMap<string, readonly string[]>
  readonly objectsOf: Readonly<Record<ObjectGrant, ReadonlyMap<string, readonly string[]>>>
}

const gathered = <T>(rows: readonly T[], key: (row: T) => string, value: (row: T) => string): Map<string, string[]> => {
  const map = new Map<string, string[]>()
  for (const row of rows) {
    const known = map.get(key(row))
    if (known) known.push(value(row))
    else map.set(key(row), [value(row)])
  }
  return map
}

export function companyOf(rows: CompanyRows): Company {
  const placed = rows.employees.flatMap(e => e.deptIds.map(deptId => ({ employeeId: e.id, deptId })))
  const objects = (kind: ObjectGrant): Map<string, string[]> =>
    gathered(
      rows.dataGrants.filter(g => g.kind === kind),
      g => g.employeeId,
      g => g.objectId,
    )
  return {
    shops: rows.shops,
    childrenOf: gathered(
      rows.departments.filter(d => d.parentId !== null),
      d => d.parentId ?? '',
      d => d.id,
    ),
    parentOf: new Map(rows.departments.flatMap(d => (d.parentId === null ? [] : [[d.id, d.parentId]]))),
    deptsOf: new Map(rows.employees.map(e => [e.id, e.deptIds])),
    employeesOf: gathered(
      placed,
      p => p.deptId,
      p => p.employeeId,
    ),
    shopsOf: gathered(
      rows.shopGrants,
      g => g.employeeId,
      g => g.shopId,
    ),
    objectsOf: { warehouses: objects('warehouses'), channels: objects('channels'), shippingOrders: objects('shippingOrders') },
  }
}

/** Departments and all below them; a circle in the data ends where it began. */
export function withBelow(company: Pick<Company, 'childrenOf'>, deptIds: Iterable<string>): Set<string> {
  const seen = new Set(deptIds)
  for (const id of seen) for (const child of company.childrenOf.get(id) ?? []) seen.add(child)
  return seen
}

/** Departments and all above them; a circle in the data ends where it began. */
export function withAbove(company: Pick<Company, 'parentOf'>, deptIds: Iterable<string>): Set<string> {
  const seen = new Set(deptIds)
  for (const id of seen) {
    const parent = company.parentOf.get(id)
    if (parent !== undefined) seen.add(parent)
  }
  return seen
}

const inOrder = (ids: Iterable<string>): string[] => [...new Set(ids)].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))

/** Employees whom the scopes choose, without oneself. */
function chosenDepartments(company: Company, employeeId: string | null, scopes: readonly ScopeEntry[]): Set<string> {
  const chosen = new Set<string>()
  for (const { dataScope, namedDeptIds } of scopes) {
    const own = employeeId === null ? [] : (company.deptsOf.get(employeeId) ?? [])
    const more = dataScope === dataScopes.department ? withBelow(company, own) : dataScope === dataScopes.named ? (namedDeptIds ?? []) : []
    for (const id of more) chosen.add(id)
  }
  return chosen
}

/** What a person with these scopes reaches. `everything`: a system administrator, or the server itself. */
export function reachOf(company: Company, employeeId: string | null, scopes: readonly ScopeEntry[], everything: boolean): Reach {
  if (everything || scopes.some(s => s.dataScope === dataScopes.all))
    return { shops: company.shops, employees: 'all', objects: { warehouses: 'all', channels: 'all', shippingOrders: 'all' } }
  const departments = chosenDepartments(company, employeeId, scopes)
  const employees = inOrder([
    ...(employeeId === null ? [] : [employeeId]),
    ...[...departments].flatMap(id => company.employeesOf.get(id) ?? []),
  ])
  const of = (map: ReadonlyMap<string, readonly string[]>): string[] => inOrder(employees.flatMap(id => map.get(id) ?? []))
  const { warehouses, channels, shippingOrders } = company.objectsOf
  return {
    shops: of(company.shopsOf),
    employees,
    objects: { warehouses: of(warehouses), channels: of(channels), shippingOrders: of(shippingOrders) },
  }
}

/** Whether `inner` lies wholly inside `outer`: what a person grants must lie inside what he reaches himself. */
export function isWithin(inner: Reach, outer: Reach): boolean {
  const within = (a: readonly string[] | 'all', b: readonly string[] | 'all'): boolean => {
    if (b === 'all') return true
    if (a === 'all') return false
    const known = new Set(b)
    return a.every(id => known.has(id))
  }
  return (
    within(inner.shops, outer.shops) &&
    within(inner.employees, outer.employees) &&
    objectGrants.every(kind => within(inner.objects[kind], outer.objects[kind]))
  )
}
