/** Which lists hold records that refer to a record, found from the references of all declarations; and how many of each there are. */
import { sql } from 'kysely'
import type { Field } from '#platform/declare/fields.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { RelatedCount, RelationDefinition } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { satisfies } from '../calls/may.ts'
import { refuse } from '../calls/refusal.ts'
import { conditionsOf, keyOfRowId, wireFields } from './columns.ts'
import { childrenOf } from './children.ts'
import { askingOf } from './conditions.ts'
import { byKeys } from './keys.ts'
import { planned, planOf, rowsQuery } from './query.ts'
import { visibleResource } from './column-rights.ts'
import type { Registry } from '../contract/registry.ts'
import { unionAll, type UntypedQuery } from '../db/untyped-query.ts'

/** More of one kind are not counted: the count of a relation reads no more rows than this. */
export const countedMax = 999

interface Relation {
  /** with what the caller may see of it */
  readonly resource: Resource
  readonly field: string
  /** field of the record whose value stands there */
  readonly by: string
}

/** A field of a large table that no index leads to would be looked for row by row. Reference tables are small, links have an index. */
function isFound(r: Resource, name: string, { kind }: Field): boolean {
  if (r.kind === 'reference' || kind === 'links') return true
  const orders = [r.key, r.primary, ...(r.unique ?? []), ...(r.index ?? []).map(one => ('on' in one ? [] : one))]
  return orders.some(fields => fields?.find(one => one !== 'orgId' && (one === name || one !== 'shopId')) === name)
}

interface Reference {
  readonly table: string
  readonly field: string
  readonly by: string
}

const found = new WeakMap<Registry, ReadonlyMap<string, readonly Reference[]>>()

/** table -> fields of listed resources that refer to it; worked out once. */
function referencesOf(registry: Registry): ReadonlyMap<string, readonly Reference[]> {
  const known = found.get(registry)
  if (known !== undefined) return known
  const references = [...registry.types.values()].flatMap(r =>
    wireFields(r).flatMap(([field, f]) =>
      f.to !== undefined && r.scope.all !== null && conditionsOf(f).includes('EQ') && isFound(r, field, f)
        ? [{ to: f.to, table: r.table, field, by: f.by ?? 'id' }]
        : [],
    ),
  )
  const byTarget = Map.groupBy(references, ({ to }) => to)
  found.set(registry, byTarget)
  return byTarget
}

/** Those whose list the caller may call and whose field he may see. */
export function relationsOf({ caller, house }: Context, r: Resource): Relation[] {
  const { registry } = house
  // what belongs to it by the menus has a tab of its own, as lines have
  const children = childrenOf({ caller, house }, r)
  const isChild = (table: string, field: string): boolean =>
    children.some(one => one.resource.table === table && one.where.some(([name]) => name === field))
  return (referencesOf(registry).get(r.table) ?? []).flatMap(({ table, field, by }) => {
    const declared = registry.resources.get(table)
    const isListed = registry.routes.some(
      route => route.verb === 'list' && route.resource?.table === table && satisfies(caller, route.demand),
    )
    if (declared === undefined || !isListed || declared.linesOf?.field === field || isChild(table, field)) return []
    const resource = visibleResource(caller, declared)
    const isSeen = wireFields(resource).some(([name]) => name === field) && (by === 'id' || wireFields(r).some(([name]) => name === by))
    return isSeen ? [{ resource, field, by }] : []
  })
}

/** As the browser is told of them. */
export function relationDefinitions(context: Context, r: Resource): RelationDefinition[] {
  const at = context.language === 'en' ? 1 : 0
  const relations = relationsOf(context, r)
  return relations.map(({ resource, field, by }) => {
    const isOnlyOne = relations.filter(one => one.resource.table === resource.table).length === 1
    const title = resource.title[at]
    return {
      type: resource.type ?? resource.table,
      field,
      title: isOnlyOne ? title : `${title} · ${ownValue(resource.fields, field)?.title[at] ?? field}`,
      by,
    }
  })
}

/** How many records of each relation refer to this one, in one statement; bounded lists within the days that they begin with. */
export async function relatedCounts(context: Context, r: Resource, id: string): Promise<RelatedCount[]> {
  const db = anyTable(context.db)
  const key = keyOfRowId(r, id)
  const relations = relationsOf(context, r)
  const names = [...new Set(relations.map(one => one.by))].filter(name => name !== 'id')
  const [record] = key === null ? [] : await rowsQuery(db, r, { where: [byKeys(r, [key])], order: [] }, names).execute()
  if (record === undefined) throw refuse.unknown(r.title)
  const counted = relations.flatMap((relation, at) => {
    const value = relation.by === 'id' ? id : record[relation.by]
    if (value === null || value === undefined) return []
    const { resource, field } = relation
    const plan = planOf(resource, { conditionList: [{ field, condition: 'EQ', condList: [asText(value)] }] }, askingOf(context))
    const rows = planned(db.selectFrom(resource.table).select(sql`1`.as('one')), resource, { ...plan, order: [] }).limit(countedMax + 1)
    return [db.selectFrom((rows as UntypedQuery).as('p')).select([sql.lit(at).as('relation'), sql<number>`count(*)::int`.as('total')])]
  })
  const totals = counted.length === 0 ? [] : ((await unionAll(counted).execute()) as { relation: number; total: number }[])
  return relations.map(({ resource, field }, at) => {
    const total = totals.find(one => one.relation === at)?.total ?? 0
    return { type: resource.type ?? resource.table, field, total: Math.min(total, countedMax), isMore: total > countedMax }
  })
}
