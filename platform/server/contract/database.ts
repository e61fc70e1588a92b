/**
 * The database's type. Empty here: each area adds the tables that handwritten statements name by declaration merging, `declare module
 * '#platform/server/contract/database.ts' { interface Database extends DatabaseOf<typeof named> {} }`. The verbs reach any table by
 * `anyTable`; each table here costs every type-check time and memory (test/laws/database-type.test.ts).
 */
import type { Kysely, Transaction } from 'kysely'

// oxlint-disable-next-line typescript/no-empty-object-type -- merged into by the areas
export interface Database {}
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** Without column types: tables whose names are known only when a declaration is read (db/any-table.ts). */
export type AnyTables = Record<string, Record<string, unknown>>
export type AnyDb = Kysely<AnyTables>
