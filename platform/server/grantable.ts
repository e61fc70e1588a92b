/** What there is to grant: every permission with the operations that routes demand, pages offer, columns and steps ask for. Pure. */
import type { FieldOptions } from '#platform/declare/fields.ts'
import { permissionsOf } from '#platform/declare/operations.ts'
import { declaringModule } from '#platform/declare/page.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import { stepRights } from './states/machine.ts'
import type { BoundRoute, Registry } from './contract/registry.ts'

type Declared = Pick<Registry, 'routes' | 'modules'>
export interface Grantable {
  readonly area: string
  readonly permission: string
  readonly operation: number
  /** what the right is called where it has a name of its own */
  readonly title?: Title
}

/** One by one, with the area or module each belongs to; a permission that two areas use comes with both. */
export function grantablesOf({ routes, modules }: Declared): Grantable[] {
  const byRoutes = routes.flatMap(({ area, demand }) =>
    demand.kind === 'operation' ? permissionsOf(demand).map(permission => ({ area, permission, operation: demand.operation })) : [],
  )
  const byPages = modules.flatMap(m =>
    m.backOffice
      ? []
      : m.groups.flatMap(g =>
          g.pages.flatMap(p =>
            p.everybody ? [] : p.operations.map(operation => ({ area: declaringModule(m, p), permission: p.permission, operation })),
          ),
        ),
  )
  const beside = routes.flatMap(route => rightsBeside(route).map(right => ({ area: route.area, ...right })))
  return [...byRoutes, ...byPages, ...beside]
}

/** Rights to what the answer of a call tells further. */
export const rightsTold = ({ demand, further = [] }: Pick<BoundRoute, 'demand' | 'further'>) =>
  demand.kind === 'operation' ? further.map(right => ({ ...right, permission: demand.permission })) : []
/** All rights beside the one that a call demands: also to columns of its list and to steps of its records. */
export const rightsBeside = (route: Pick<BoundRoute, 'demand' | 'further' | 'resource'>) => [
  ...rightsTold(route),
  ...(route.resource === undefined ? [] : fieldAndStepRights(route.resource)).map(({ operation, title }) => ({
    permission: route.resource === undefined ? '' : permissionOf(route.resource),
    operation,
    title,
  })),
]

/** Rights on single columns of a list, and those that steps of its records ask for. */
export const fieldAndStepRights = (r: Resource): readonly NonNullable<FieldOptions['see']>[] => [
  ...Object.values(r.fields).flatMap(({ options }) => options.see ?? options.closed ?? []),
  ...stepRights(r),
]

/** of each registry, which stays as it is while the program runs: going through all routes and fields took 30 ms */
const known = new WeakMap<Declared, ReadonlyMap<string, ReadonlySet<number>>>()

/** permission -> operation ids */
export function grantable(declared: Declared): ReadonlyMap<string, ReadonlySet<number>> {
  const found = known.get(declared)
  if (found) return found
  const all = new Map<string, Set<number>>()
  for (const { permission, operation } of grantablesOf(declared)) {
    const ids = all.get(permission)
    if (ids) ids.add(operation)
    else all.set(permission, new Set([operation]))
  }
  known.set(declared, all)
  return all
}
