/**
 * Lists whose records belong to one record: each is a tab of its page. Those that say so (`tabOf`), then those that have no other place in
 * the menus (declare/subject.ts: child).
 */
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { ChildDefinition } from '#platform/declare/wire.ts'
import { satisfies } from '../calls/may.ts'
import type { Context } from '../contract/context.ts'
import type { Registry } from '../contract/registry.ts'
import { visibleResource } from './column-rights.ts'
import { wireFields } from './columns.ts'

type Pairs = readonly (readonly [field: string, by: string])[]
interface ChildList {
  readonly title: Title
  readonly resource: Resource
  readonly where: Pairs
}

/** By which of its fields a child belongs to a record of its list: those that are named, else its one reference; null: none can be told. */
export function childFields(child: Resource, of: Resource, by: Readonly<Record<string, string>> | undefined): Pairs | null {
  if (by !== undefined) return Object.entries(by)
  const [only, ...others] = Object.entries(child.fields).filter(([, field]) => field.to === of.table)
  return only === undefined || others.length > 0 ? null : [[only[0], only[1].by ?? 'id']]
}

const found = new WeakMap<Registry, ReadonlyMap<string, readonly ChildList[]>>()

/** By the type of the list; lines of a document have a tab of their own. Worked out once. */
function childLists(registry: Registry): ReadonlyMap<string, readonly ChildList[]> {
  const known = found.get(registry)
  if (known !== undefined) return known
  const pages = registry.modules.flatMap(module => module.groups.flatMap(group => group.pages))
  const lists = pages.flatMap(page => {
    const { component, place } = page
    const resource = registry.types.get(component.replace(/^list\//, ''))
    const of = place?.in === 'child' ? registry.types.get(place.of) : undefined
    if (place?.in !== 'child' || resource === undefined || of === undefined) return []
    const where = childFields(resource, of, place.by)
    return where === null || where.some(([field]) => field === resource.linesOf?.field)
      ? []
      : [{ of: place.of, title: page.title, resource, where }]
  })
  const joining = [...registry.types.values()]
    .flatMap(resource => Object.entries(resource.tabOf ?? {}).map(([of, words]) => ({ of, resource, ...words })))
    .toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
    .map(({ of, resource, title = resource.title, by }) => ({ of, title, resource, where: Object.entries(by) }))
  const byType = Map.groupBy([...joining, ...lists], one => one.of)
  found.set(registry, byType)
  return byType
}

/** Those whose list and fields the caller may see. */
export function childrenOf({ caller, house }: Pick<Context, 'caller' | 'house'>, r: Resource): readonly ChildList[] {
  const { registry } = house
  return (childLists(registry).get(r.type ?? '') ?? []).filter(({ resource, where }) => {
    const isListed = registry.routes.some(
      route => route.verb === 'list' && route.resource?.table === resource.table && satisfies(caller, route.demand),
    )
    const fields = new Set(wireFields(visibleResource(caller, resource)).map(([name]) => name))
    return isListed && where.every(([field]) => fields.has(field))
  })
}

export const childDefinitions = (context: Context, r: Resource): ChildDefinition[] =>
  childrenOf(context, r).map(({ title, resource, where }) => ({
    type: resource.type ?? '',
    title: title[context.language === 'en' ? 1 : 0],
    where,
  }))
