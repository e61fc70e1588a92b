/** Versions are written by one after the other, whichever row of a document each takes first. */
import { sql } from 'kysely'
import type { AnyDb, Context, RowLock, Tx } from '#platform/server/area.ts'

/**
 * Held until the end of the transaction, and taken before any row of documents: a step holds its version and then the document, a change
 * of level the document and then its versions.
 */
export async function lockWriting({ caller }: Context, db: AnyDb | Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`versions of documents ${caller.orgId}`}, 0))`.execute(db)
}
export const oneWriter: RowLock = async (context, db) => {
  await lockWriting(context, db)
  return []
}
