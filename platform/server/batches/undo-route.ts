/** `POST /<family>/undo`: beside the calls by which a list's records are changed. No area writes it out. */
import { Object as O } from 'typebox'
import { demandOf } from '../calls/verbs.ts'
import type { Route } from '../contract/route.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { isUndoable } from '../records/open-batch.ts'
import { undoBatch } from './undo.ts'
import { Id } from '../calls/wire-types.ts'

const undoInput = O({ batchId: Id('批次') })

/** What the batch did needs its own operation again; that is looked at when the batch is known. */
const undoRoute = (resource: Resource): Route => ({
  verb: 'undo',
  resource,
  demand: demandOf(resource, 'view'),
  summary: `撤销对${resource.title[0]}的改动`,
  input: undoInput,
  handler: (context, ask) => undoBatch(context, resource, ask.input['batchId'] as string),
})

interface Bound extends Route {
  readonly method: string
  readonly path: string
  readonly area: string
}
const verbs: ReadonlySet<Route['verb']> = new Set(['add', 'update', 'batchUpdate', 'remove', 'removeBetween', 'import'])

/** Whether what a call does can be taken back: a new record where somebody may delete such records at all. */
export function canUndo({ resource, verb, hooks, imports }: Doing, routes: readonly Doing[]): boolean {
  if (resource?.type === undefined || !verbs.has(verb)) return false
  if (!isUndoable(resource, (verb === 'import' ? imports?.hooks : hooks) ?? {})) return false
  return (
    verb !== 'add' ||
    routes.some(one => one.verb === 'remove' && one.resource?.table === resource.table && one.hooks?.written === undefined)
  )
}
type Doing = Pick<Route, 'resource' | 'verb' | 'hooks' | 'imports'>

/**
 * One for each list whose records are changed by such a call, in the family of the first of them; a second list of the same family gets
 * `/<family>/<type>/undo`.
 */
export function undoRoutes(
  routes: readonly Bound[],
): (Route & { readonly method: 'POST'; readonly path: string; readonly area: string })[] {
  const families = new Map<string, { readonly route: Bound; readonly resource: Resource }>()
  for (const route of routes) {
    const { resource } = route
    if (resource === undefined || !canUndo(route, routes)) continue
    if (!families.has(resource.table)) families.set(resource.table, { route, resource })
  }
  const taken = new Set<string>()
  return [...families.values()].map(({ route, resource }) => {
    const family = route.path.replace(/\/\{[^}]*\}$/, '').replace(/\/[^/]+$/, '')
    const path = taken.has(family) ? `${family}/${resource.type ?? resource.table}/undo` : `${family}/undo`
    taken.add(family)
    const keys = route.keys === undefined ? {} : { keys: route.keys }
    return { ...undoRoute(resource), ...keys, method: 'POST', path, area: route.area }
  })
}
