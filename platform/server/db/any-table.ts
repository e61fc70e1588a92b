/** Tables whose names are known only when a declaration is read: kysely without column types. The door still scopes every query. */
import type { Kysely } from 'kysely'
import type { Db } from './database.ts'

export type AnyTables = Record<string, Record<string, unknown>>
export type AnyDb = Kysely<AnyTables>
export const anyTable = (db: Db): AnyDb => db as unknown as AnyDb
