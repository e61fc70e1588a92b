/** `POST /<family>/undo`: beside the calls by which a list's records are changed by the batch. No area writes it out. */
import { Object as O } from 'typebox'
import { demandOf } from '../calls/verbs.ts'
import type { Route } from '../contract/route.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { undoBatch } from './undo.ts'
import { Id } from '../calls/wire-types.ts'

const undoInput = O({ batchId: Id('批次') })

/** What the batch did needs its own operation again; that is looked at when the batch is known. */
const undoRoute = (resource: Resource): Route => ({
  verb: 'undo',
  resource,
  demand: demandOf(resource, 'view'),
  summary: `撤销${resource.title[0]}的一批改动`,
  input: undoInput,
  handler: (context, ask) => undoBatch(context, resource, ask.input['batchId'] as string),
})

interface Bound extends Route {
  readonly method: string
  readonly path: string
  readonly area: string
}
const batchVerbs: ReadonlySet<Route['verb']> = new Set(['batchUpdate', 'remove', 'removeBetween', 'import'])

/** One for each list whose records can be changed by the batch, in the family of the first such call. */
export function undoRoutes(
  routes: readonly Bound[],
): (Route & { readonly method: 'POST'; readonly path: string; readonly area: string })[] {
  const families = new Map<string, { readonly route: Bound; readonly resource: Resource }>()
  for (const route of routes) {
    const { resource } = route
    if (resource === undefined || resource.type === undefined || resource.sealedAuthor !== undefined || !batchVerbs.has(route.verb))
      continue
    if (!families.has(resource.table)) families.set(resource.table, { route, resource })
  }
  return [...families.values()].map(({ route, resource }) => ({
    ...undoRoute(resource),
    method: 'POST',
    path: `${route.path.replace(/\/\{[^}]*\}$/, '').replace(/\/[^/]+$/, '')}/undo`,
    area: route.area,
  }))
}
