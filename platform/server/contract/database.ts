/**
 * The database's type. Empty here: each area adds tables by declaration merging beside its resources,
 * `declare module '#platform/server/contract/database.ts' { interface Database extends DatabaseOf<typeof named> {} }`,
 * so that platform knows no area and statements written by hand still know every column. Only tables that such a statement names stand in
 * it (test/laws/database-type.test.ts): the verbs reach any table by `anyTable`, and each table here costs every type-check time and
 * memory.
 */
import type { Kysely, Transaction } from 'kysely'

// oxlint-disable-next-line typescript/no-empty-object-type -- merged into by the areas
export interface Database {}
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** Without column types: tables whose names are known only when a declaration is read (db/any-table.ts). */
export type AnyTables = Record<string, Record<string, unknown>>
export type AnyDb = Kysely<AnyTables>
