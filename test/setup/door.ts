/** For tests of the door: tables of every scope, a door before a connection that is none, and the text it would send. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type sql } from 'kysely'
import { text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { everybody, grantedShops, grantedShopsById, ownedBy, serverOnly } from '#platform/declare/scope.ts'
import { Door } from '#platform/server/db/door.ts'
import type { Granted } from '#platform/server/db/scope-predicate.ts'

export interface Tables {
  line: { id: string; shop_id: string; posted_on: string; amount: string }
  shop: { id: string; org_id: string; name: string }
  note: { id: string; org_id: string; owner_id: string; shop_id: string | null; words: string }
  country: { id: string; code: string }
  secret: { id: string; word: string }
}
const declared = (table: string, scope: Resource['scope']): Resource =>
  resource(table, {
    title: ['表', 'Table'],
    access: { scope },
    fields: { word: text('字', 'Word') },
  }) as unknown as Resource
export const resources = new Map(
  [
    declared('line', grantedShops),
    declared('shop', grantedShopsById),
    declared('note', ownedBy('owner_id')),
    declared('country', everybody),
    declared('secret', serverOnly),
  ].map(r => [r.table, r]),
)
export const mine: Granted = {
  organisation: '1',
  organisations: ['1'],
  shops: ['1', '2'],
  employees: ['7'],
  audience: ['o'],
  account: '70',
  server: false,
}
export const all: Granted = { ...mine, employees: 'all' }

export const bare = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: d => new PostgresIntrospector(d),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
export const reading = (granted = mine): Kysely<Tables> => bare.withPlugin(new Door(resources, granted, false))
export const writing = (granted = mine): Kysely<Tables> => bare.withPlugin(new Door(resources, granted, true))
export const db = reading()
export const tx = writing()

export interface Compilable {
  compile(): { readonly sql: string; readonly parameters: readonly unknown[] }
}
/** The compiled text with its parameters in place, so that a reader sees what PostgreSQL would be asked. */
export const shown = (q: Compilable): string => {
  const { sql: statement, parameters } = q.compile()
  return statement
    .replaceAll(/\s+/g, ' ')
    .replaceAll('"', '')
    .replaceAll(/\$(\d+)/g, (_all, n: string) => JSON.stringify(parameters[Number(n) - 1]).replaceAll('"', "'"))
}
export const raw = <T>(fragment: ReturnType<typeof sql<T>>, on = db): Compilable => ({ compile: () => fragment.compile(on) })
/** A note that lies inside the scope of `mine`. */
export const values = { id: '1', org_id: '1', owner_id: '7', words: 'x' }
