/** The only administrator has lost all his factors: whoever runs a command on the machine takes them away. The password stays. */
import { forgetFactors, openedByOthers, revokeSessions } from '#platform/server/rights.ts'
import type { Db } from '#platform/server/area.ts'
import { noteOwnAct } from '#areas/admin/index.ts'

/** false: no account has this name */
export async function resetAtServer(db: Db, username: string, now: Date): Promise<boolean> {
  return db.transaction().execute(async tx => {
    const found = await tx.selectFrom('account').select('id').where('username', '=', username.trim().toLowerCase()).executeTakeFirst()
    if (!found) return false
    await forgetFactors(tx, found.id)
    await openedByOthers(tx, found.id, now)
    await revokeSessions(tx, found.id, now)
    await noteOwnAct(tx, found.id, { verb: 'resetFactor', after: null, address: '', now })
    return true
  })
}
