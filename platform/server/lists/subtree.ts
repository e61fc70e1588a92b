/** Filters by the records of a tree: what lies below the chosen one belongs to it. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql, type RawBuilder } from 'kysely'
import type { Field } from '#platform/declare/fields.ts'
import { columnOf, isChosenAsTree, type Resource } from '#platform/declare/resource.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/**
 * Builds pieces of statements and runs none: the door of whoever runs the whole statement guards the tables in them as it does all others.
 */
export const pieces = new Kysely<Record<string, Record<string, unknown>>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * The tree that a filter on this field walks down: of any reference into one but the link that makes the tree, which asks for the record
 * right above. Records that are found by words are chosen and filtered one by one: they are too many for a tree.
 */
export function treeOf(field: Field, resources: ReadonlyMap<string, Resource>): Resource | null {
  const target = field.to === undefined ? undefined : resources.get(field.to)
  return isChosenAsTree(target) && field.by === undefined && ownValue(target.fields, target.tree) !== field ? target : null
}

/** Ids of these records and of all below them, as an array. Worked out once for the statement, so that an index of the column is used. */
export function idsWithin({ table, tree }: Resource, ids: readonly string[]): RawBuilder<readonly string[]> {
  if (tree === undefined) throw new Error(`${table} is no tree`)
  const parent = `t.${columnOf(tree)}`
  const within = pieces
    .withRecursive('subtree', query =>
      query
        .selectFrom(`${table} as t`)
        .select('t.id')
        .where(sql<boolean>`t.id = any(${ids})`)
        // without "all": a circle, should there ever be one, ends
        .union(query.selectFrom(`${table} as t`).innerJoin('subtree as s', 's.id', parent).select('t.id')),
    )
    .selectFrom('subtree')
    .select('subtree.id')
  return sql<readonly string[]>`array${within}`
}
