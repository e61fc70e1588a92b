/**
 * The version that invalidates cached rights: raised by whoever changes a grant, in the same transaction, so that it commits with the
 * change.
 */
import { sql } from 'kysely'
import type { Tx } from '../contract/database.ts'
import { markTransaction } from '../db/one-connection.ts'

/**
 * Makes this process read the rights of this organisation's people anew at once, and every other within a second. Last statement of the
 * transaction: it holds a row others wait for.
 */
export async function raiseScopeVersion(tx: Tx, orgId: string): Promise<void> {
  await tx
    .insertInto('scope_version')
    .values({ organisation_id: orgId, version: '1' })
    .onConflict(conflict => conflict.column('organisation_id').doUpdateSet({ version: sql<string>`scope_version.version + 1` }))
    .execute()
  markTransaction('scope')
}
