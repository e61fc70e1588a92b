/** Lock so that only one job merges or removes an owner's files at a time. */
import { sql } from 'kysely'
import type { Tx } from '../contract/database.ts'

/**
 * Waits until no other merge of this shop is under way, to the end of the transaction. Of any family: one report's merge looks at the lines
 * of the other (a settlement is proven by its transaction lines, a summary is replaced by details), and of two at once neither saw the
 * other's.
 */
export async function lockShop(tx: Tx, shopId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import of shop ${shopId}`}, 0))`.execute(tx)
}

/** Held by the connection that stages an import for as long as it is there: what it has sent may be committed until then. */
export const stagingLock = (importId: string): string => `staging of import ${importId}`

/** The same for an owner that is no shop: two people who import the same statement merge it one after the other. */
export async function lockOwner(tx: Tx, table: string, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import of ${table} ${id}`}, 0))`.execute(tx)
}
