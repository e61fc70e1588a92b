/**
 * The database's type. Empty here: each area adds the tables that handwritten statements name by declaration merging, `declare module
 * '#platform/server/contract/database.ts' { interface Database extends DatabaseOf<typeof named> {} }`. The verbs reach any table by
 * `anyTable`; each table here costs every type-check time and memory (test/laws/database-type.test.ts).
 */
import type { Kysely, KyselyPlugin, Transaction } from 'kysely'

// oxlint-disable-next-line typescript/no-empty-object-type -- merged into by the areas
export interface Database {}

/** Calls of kysely that answer with another database type: to compare them took a third of the type-check. */
type Retyping = '$extendTables' | '$omitTables' | '$pickTables' | 'withTables' | 'withSchema' | 'withPlugin' | 'withoutPlugins'
/** kysely over some tables. */
export interface On<Tables> extends Omit<Kysely<Tables>, Retyping> {
  withPlugin(plugin: KyselyPlugin): On<Tables>
  withoutPlugins(): On<Tables>
}
export type Db = On<Database>
export interface Tx extends Omit<Transaction<Database>, Retyping> {
  withPlugin(plugin: KyselyPlugin): Tx
  withoutPlugins(): Tx
}

/** Without column types: tables whose names are known only when a declaration is read (db/any-table.ts). */
export type AnyTables = Record<string, Record<string, unknown>>
export type AnyDb = On<AnyTables>
