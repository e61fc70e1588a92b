/** Routes that ask for a fresh factor: the session has seen one, or the password of who has none, within the last ten minutes. */
import { instantMs } from '#platform/format/instants.ts'
import type { House } from '../contract/house.ts'
import { texts } from '../calls/messages.ts'
import { refuse } from '../calls/refusal.ts'
import { waysOf } from './factors.ts'
import { freshMsMax, hashOfToken } from './tokens.ts'

/** Throws 1016, with the ways that the person has, where the last proof is too old. It is read each time: an act so rare needs no cache. */
export async function demandFresh(house: House, token: string): Promise<void> {
  const db = house.unscoped('a fresh factor: sessions are sealed')
  const session = await db
    .selectFrom('session')
    .select(['account_id', 'fresh_at'])
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst()
  // what has no session is no person
  if (session === undefined) throw refuse.forbidden(texts.personally)
  if (session.fresh_at !== null && instantMs(session.fresh_at) + freshMsMax > house.now().getTime()) return
  throw refuse.proof(await waysOf(db, session.account_id))
}
