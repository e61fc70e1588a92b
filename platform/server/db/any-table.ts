/** Tables whose names are known only when a declaration is read: kysely without column types. The door still scopes every query. */
import type { Kysely } from 'kysely'
import type { Db } from './database.ts'

export type AnyDb = Kysely<Record<string, Record<string, unknown>>>
export const anyTable = (db: Db): AnyDb => db as unknown as AnyDb
