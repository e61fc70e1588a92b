/**
 * One of each shape. What follows from a declaration is the same code for every resource: two that agree in scope, kind of table and kinds
 * of fields are tried by the same statements. The default run therefore tries as few routes and lists as show every verb on every scope and
 * every kind of field; `npm test -- --all` tries all of them. A call that is written by hand, in whole or in part, has a shape of its own
 * and is always tried; so is the first list of a new scope or kind of field.
 */
import { text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { everybody, ownOrganisation } from '#platform/declare/scope.ts'
import type { Route } from '#platform/server/contract/route.ts'
import { family, imported } from '#platform/server/verbs/family.ts'
import { batchUpdate, removeBetween, reveal } from '#platform/server/verbs/verbs.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { registryOf } from '#platform/server/registry-of.ts'

/** Every resource is tried, not one of each shape. */
export const isWhole = process.env['TEST_ALL'] === '1'

const probe = resource('probe', {
  type: 'probe',
  title: ['试验', 'Probe'],
  access: { scope: everybody },
  fields: { code: text('编号', 'Code'), secret: text('秘密', 'Secret', { optional: true, sensitive: true }) },
  list: { batchDelete: { year: 'code' } },
  storage: { organisation: false, key: ['code'] },
}) as unknown as Resource

const talked = resource('talked', {
  type: 'talked',
  title: ['试验', 'Probe'],
  access: { scope: ownOrganisation },
  fields: { code: text('编号', 'Code') },
  record: { thread: true },
}) as unknown as Resource

/** The handlers' source is what tells a verb's own from one that an area has put in its place. */
const sourceOf = (route: Route): string => `${route.verb} ${String(route.handler)}`
const generic: ReadonlySet<string> = new Set(
  registryOf([
    {
      name: 'probe',
      title: ['试验', 'Probe'],
      resources: [probe, talked],
      routes: {
        ...family('probe', probe),
        ...imported('probe', probe),
        'POST /probe/batchUpdate': batchUpdate(probe),
        'POST /probe/removeBetween': removeBetween(probe),
        'POST /probe/reveal': reveal(probe),
      },
    },
  ]).routes.map(sourceOf),
)

/** Whether anything about the call is written by hand: its handler, hooks, words, the input it takes. */
export const isByHand = (route: Route): boolean =>
  !route.resource ||
  !generic.has(sourceOf(route)) ||
  route.hooks !== undefined ||
  route.words !== undefined ||
  Object.keys(route.imports?.hooks ?? {}).length > 0

/** What makes pages of a list differ: its kind of table, its kinds of fields. */
export function partsOf(r: Resource): string[] {
  const table = [
    r.kind,
    r.standard,
    r.bound && 'bound',
    r.byMonth && 'byMonth',
    r.tree && 'tree',
    r.editable && 'editable',
    r.appendOnly && 'appendOnly',
    r.readOnly && 'readOnly',
  ]
  const fields = Object.values(r.fields).map(({ kind, by, options }) => [
    kind,
    by && 'by key',
    options.filter,
    ...(['sensitive', 'see', 'hidden', 'atCreation', 'inline', 'currency', 'narrowedBy'] as const).filter(
      word => options[word] !== undefined,
    ),
  ])
  return [table, ...fields].map(words => words.filter(Boolean).join(' '))
}

/** What makes statements and answers of a list differ: the same, each with its scope. */
export const piecesOf = (r: Resource): string[] => partsOf(r).map(part => `${r.scope.name} ${part}`)

/** The same of a call, with its verb and whoever may make it; a call written by hand is a shape by itself. */
export const piecesOfRoute = (route: BoundRoute): string[] =>
  !route.resource || isByHand(route)
    ? [`${route.method} ${route.path}`]
    : piecesOf(route.resource).map(piece => `${route.method} ${route.demand.kind} ${sourceOf(route)} ${piece}`)

/** The first ones that together show every piece; all of them in a whole run. */
export function oneOfEachShape<T>(all: readonly T[], pieces: (one: T) => readonly string[], whole = isWhole): T[] {
  const seen = new Set<string>()
  return all.filter(one => {
    const fresh = pieces(one).filter(piece => !seen.has(piece))
    for (const piece of fresh) seen.add(piece)
    return whole || fresh.length > 0
  })
}
