/** The right needed to see the records of a resource: that of the calls that show them, else the right to view it. */
import { needs, operations, type Demand } from '#platform/declare/operations.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { Registry } from '../contract/registry.ts'
import type { Context } from '../contract/context.ts'
import { satisfies } from './may.ts'
import { recordsOfThread } from '#platform/declare/thread-tables.ts'

const found = new WeakMap<Registry, Map<string, readonly Demand[]>>()

export function viewDemands(registry: Registry, resource: Resource): readonly Demand[] {
  // what stands in a conversation is for whoever may look at the record
  const r = recordsOfThread(resource) ?? resource
  const known = found.get(registry) ?? new Map<string, readonly Demand[]>()
  found.set(registry, known)
  const before = known.get(r.table)
  if (before !== undefined) return before
  const shown = registry.routes.filter(route => route.resource?.table === r.table && (route.verb === 'list' || route.verb === 'one'))
  const demands = shown.length === 0 ? [needs(permissionOf(r), operations.view)] : shown.map(route => route.demand)
  known.set(r.table, demands)
  return demands
}

/** Whether the caller may look at the records of a resource at all; which of them, the door says. */
export const mayView = ({ caller, house }: Context, r: Resource): boolean =>
  viewDemands(house.registry, r).some(demand => satisfies(caller, demand))
