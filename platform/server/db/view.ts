/**
 * A view: a list over a query instead of a table. The door reads the query in its place, with the scope of each table the query names, so
 * that list, filters, totals, export and record page need nothing of their own. It is read and never written.
 */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type OperationNode } from 'kysely'
import type { Fields } from '#platform/declare/fields.ts'
import type { AccessWords, LifeWords, ListWords, RecordWords, StorageWords } from '#platform/declare/chapters.ts'
import { columnOf, resource, type Resource, type ResourceDefinition } from '#platform/declare/resource.ts'
import type { Db } from '../contract/database.ts'

/** A query has a primary key and a kind, and nothing else of what a table has. */
type ViewDefinition<F extends Fields> = Omit<ResourceDefinition<F>, 'access' | 'list' | 'record' | 'storage' | 'life'> & {
  readonly access: Omit<AccessWords, 'sealedAuthor'>
  readonly list?: Omit<ListWords<keyof F & string>, 'batchDelete'>
  readonly record?: Omit<RecordWords<keyof F & string>, 'tree' | 'editable' | 'thread'>
  readonly storage: Required<Pick<StorageWords<keyof F & string>, 'primary'>> & Pick<StorageWords, 'kind'>
  readonly life?: Pick<LifeWords<keyof F & string>, 'closes'>
}

/** Writes queries down; runs none. */
const paper = new Kysely<never>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: db => new PostgresIntrospector(db),
  },
})

const queries = new WeakMap<Resource, OperationNode>()

/** The query answers a column for each field, under the field's name in the database. `scope` narrows what it answers further. */
export function view<const N extends string, F extends Fields>(
  name: N,
  definition: ViewDefinition<F>,
  query: (db: Db) => { toOperationNode(): OperationNode },
): Resource<N, F, 'none'> {
  const made = resource(name, {
    ...definition,
    record: { ...definition.record, editable: [] },
    storage: { ...definition.storage, isView: true },
  } as ResourceDefinition<F, readonly (keyof F & string)[], undefined>)
  queries.set(made as unknown as Resource, query(paper as unknown as Db).toOperationNode())
  return made
}

/** What the door reads in place of the table; undefined: it is one. Resources made from a view (without some columns) are the view. */
export const queryOf = (r: Resource): OperationNode | undefined => queries.get(r)

/** What a view can't be, and that nothing refers to one. */
export function viewFaults(r: Resource, resources: ReadonlyMap<string, Resource>): string[] {
  const pointing = Object.entries(r.fields).flatMap(([name, { to }]) =>
    to !== undefined && resources.get(to)?.isView === true ? [`${r.table}.${name}: refers to the view ${to}`] : [],
  )
  if (r.isView !== true) return pointing
  const node = queryOf(r)
  const answered = node !== undefined && 'selections' in node ? selectedNames(node) : null
  const missing = answered === null ? [] : Object.keys(r.fields).filter(name => !answered.has(columnOf(name)))
  return [...pointing, ...missing.map(name => `${r.table}: its query answers no column ${columnOf(name)}`)]
}

/** Names under which a query answers; null: not all of them can be told. */
function selectedNames(node: OperationNode): Set<string> | null {
  const names = new Set<string>()
  for (const { selection } of (node as unknown as { selections: readonly { selection: Selected }[] }).selections) {
    const name = selection.alias?.name ?? selection.column?.column?.column?.name ?? selection.column?.column?.name
    if (name === undefined) return null
    names.add(name)
  }
  return names
}
interface Selected {
  readonly alias?: { readonly name?: string }
  readonly column?: { readonly column?: { readonly name?: string; readonly column?: { readonly name?: string } } }
}
