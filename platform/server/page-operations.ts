/** The operations of a list's page: what the calls that are bound to the list ask for on its permission. Pure. */
import { operations, permissionsOf } from '#platform/declare/operations.ts'
import type { Module, Page } from '#platform/declare/page.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { AnyFamily } from './contract/file-family.ts'
import type { BoundRoute, ReportFace } from './contract/registry.ts'
import { withShops } from './page-shops.ts'
import { stepRights } from './states/machine.ts'

interface Declared {
  readonly types: ReadonlyMap<string, Resource>
  readonly routes: readonly BoundRoute[]
  readonly families: readonly Pick<AnyFamily, 'permission'>[]
  readonly reports: ReadonlyMap<string, Pick<ReportFace, 'report'>>
}
/** of calls that everybody has, whatever his roles */
const verbOperations: Partial<Readonly<Record<BoundRoute['verb'], number>>> = {
  list: operations.view,
  add: operations.add,
  update: operations.edit,
  remove: operations.remove,
  export: operations.export,
  import: operations.import,
}

/** Modules whose list pages have the operations of their calls, beside those that the page names itself, and their filter by shops. */
export const withOperations = (modules: readonly Module[], declared: Declared): Module[] =>
  modules.map(module => ({
    ...module,
    groups: module.groups.map(group => ({ ...group, pages: group.pages.map(page => withShops(withOwn(page, declared), declared)) })),
  }))

function withOwn(page: Page, { types, routes, families }: Declared): Page {
  const list = page.component.startsWith('list/') ? types.get(page.component.slice('list/'.length)) : undefined
  if (list === undefined) return page
  const own = routes.filter(({ resource, upload }) => resource === list || upload?.on.includes(list))
  const found = own.flatMap(({ demand, verb }) => {
    if (demand.kind === 'operation' && permissionsOf(demand).includes(page.permission)) return [demand.operation]
    return page.everybody === true && demand.kind === 'signedIn' ? (verbOperations[verb] ?? []) : []
  })
  // files that are brought here are taken back as well: both are asked of whoever has the permission of the family
  const isFilled =
    own.some(({ upload, verb }) => upload !== undefined && verb !== 'import') && families.some(one => one.permission === page.permission)
  const steps = page.everybody === true ? [] : stepRights(list).map(one => one.operation)
  const all = new Set([
    operations.view,
    ...found,
    ...steps,
    ...(isFilled ? [operations.import, operations.remove] : []),
    ...page.operations,
  ])
  return { ...page, operations: [...all].toSorted((a, b) => a - b) }
}
