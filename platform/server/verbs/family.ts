/** The calls of a resource whose names the specification leaves to us, in one line of a route map. */
import type { Resource } from '#platform/declare/resource.ts'
import { refuse } from '../calls/refusal.ts'
import type { FieldError } from '../contract/route.ts'
import type { Route, RouteKey, RouteMap } from '../contract/route.ts'
import { isSensitive } from '../lists/sensitive.ts'
import { add, batchUpdate, exportOf, importOf, list, one, remove, removeBetween, reveal, templateOf, update } from './verbs.ts'

/** What the fields alone can't say; answers the faults of an input, which may leave fields out when a record is edited. */
export type Rule = (input: Readonly<Record<string, unknown>>) => FieldError[]

/** The same route, which first holds its input against a rule. */
const checked = (rule: Rule, route: Route): Route => ({
  ...route,
  handler: async (context, ask) => {
    const faults = rule(ask.input)
    if (faults.length > 0) throw refuse.invalid(faults)
    return route.handler(context, ask)
  },
})

/** list, query, insert, update, delete, listExport; reveal where something is sensitive */
export const family = (name: string, resource: Resource, rule: Rule = () => []): RouteMap => ({
  [`POST /${name}/list` as RouteKey]: list(resource),
  [`GET /${name}/query/{id}` as RouteKey]: one(resource),
  [`POST /${name}/insert` as RouteKey]: checked(rule, add(resource)),
  [`POST /${name}/update` as RouteKey]: checked(rule, update(resource)),
  [`POST /${name}/delete` as RouteKey]: remove(resource),
  [`POST /${name}/listExport` as RouteKey]: exportOf(resource),
  ...(Object.values(resource.fields).some(field => isSensitive(field) && field.options.secret !== true)
    ? { [`POST /${name}/reveal` as RouteKey]: reveal(resource) }
    : {}),
})

/** Import and its template, beside the family's other calls. */
export const imported = (name: string, resource: Resource, rule: Rule = () => []): RouteMap => ({
  [`POST /${name}/importData` as RouteKey]: importOf(resource, { rule }),
  [`GET /${name}/template` as RouteKey]: templateOf(resource),
})

/** A list that people bring as a workbook and mend by hand: all of the above, editing of many, and deletion by shop and period. */
export const datedFamily = (name: string, resource: Resource, rule: Rule = () => []): RouteMap => ({
  ...family(name, resource, rule),
  ...imported(name, resource, rule),
  [`POST /${name}/batchUpdate` as RouteKey]: batchUpdate(resource),
  [`POST /${name}/deleteByDateBetween` as RouteKey]: removeBetween(resource),
})
