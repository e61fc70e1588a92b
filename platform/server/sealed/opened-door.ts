/**
 * Doors that others open: whoever comes into an account by a password that somebody else made is not known to be the person who had it.
 * Every such way calls `openedByOthers`: what the account wrote under seal before is then no longer shown to it as its author's, and for
 * some days it takes no part in opening sealed authors. So one administrator alone stays one, whatever accounts he comes into.
 */
import { sql } from 'kysely'
import { instantMs } from '#platform/format/instants.ts'
import type { Tx } from '../contract/database.ts'

/** days in which the person himself finds out that his password is another one, or that somebody has an office */
export const pausedDays = 7
const dayMs = 86_400_000

/** A password was set by somebody who need not have known the one before. In the transaction that sets it. */
export async function openedByOthers(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ seal_turn: sql<number>`seal_turn + 1`, door_opened_at: now.toISOString() })
    .where('id', '=', accountId)
    .execute()
}

/** An account got an office that opens sealed authors: its seals stay its own. */
export async function givenOffice(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx.updateTable('account').set({ door_opened_at: now.toISOString() }).where('id', '=', accountId).execute()
}

export const isLatelyOpened = (openedAt: string | null, now: Date): boolean =>
  openedAt !== null && now.getTime() - instantMs(openedAt) < pausedDays * dayMs
