/**
 * The database's type. Empty here: each area adds its tables by declaration merging beside its resources,
 * `declare module '#platform/server/db/database.ts' { interface Database extends DatabaseOf<typeof tables> {} }`,
 * so that platform knows no area and queries still know every column.
 */
import type { Kysely, Transaction } from 'kysely'

// oxlint-disable-next-line typescript/no-empty-object-type -- merged into by the areas
export interface Database {}
export type Db = Kysely<Database>
export type Tx = Transaction<Database>
