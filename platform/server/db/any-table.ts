/** Two narrower ways to write a statement than over the whole type of the database. The door scopes every query of both. */
import type { TableOf } from '#platform/declare/resource.ts'
import type { AnyDb, Database, Db, On } from '../contract/database.ts'

/** Tables whose names are known only when a declaration is read: kysely without column types. */
export const anyTable: (db: Db) => AnyDb = (db: unknown) => db as AnyDb

type Given = keyof Database | { readonly table: string }
type Tables<T extends Given> = {
  [R in T as R extends keyof Database ? R : R extends { readonly table: infer N extends string } ? N : never]: R extends keyof Database
    ? Database[R]
    : TableOf<R>
}

/**
 * These tables alone, with their columns: `tablesOf<typeof invoice | 'product'>(db)`. Those of the database's type by name, others by their
 * declarations, which then need not stand in the type that every statement is checked against.
 */
export const tablesOf: <T extends Given>(db: Db) => On<Tables<T>> = <T extends Given>(db: Db) => db as object as On<Tables<T>>
