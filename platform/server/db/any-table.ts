/** Tables whose names are known only when a declaration is read: kysely without column types. The door still scopes every query. */
import type { AnyDb, Db } from '../contract/database.ts'

export const anyTable: (db: Db) => AnyDb = (db: unknown) => db as AnyDb
