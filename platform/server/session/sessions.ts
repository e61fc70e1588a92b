/** Sessions: begun at sign-in, listed by account, revoked at sign-out, by a changed password or by an administrator. */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import { ageMsMax, hashOfToken, newToken } from './tokens.ts'

type Writer = Kysely<Database> | Transaction<Database>

export interface Visitor {
  readonly address: string
  readonly userAgent: string
}

/** sessions that ended longer ago than this are forgotten when their account signs in again */
const keptMs = 30 * 24 * 3_600_000
const addressLengthMax = 64
const userAgentLengthMax = 300

/** Begins a session and gives its token, which is kept nowhere else. */
export async function beginSession(db: Writer, accountId: string, visitor: Visitor, now: Date): Promise<string> {
  const token = newToken()
  const at = now.toISOString()
  await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('expires_at', '<', new Date(now.getTime() - keptMs).toISOString())
    .execute()
  await db
    .insertInto('session')
    .values({
      token_hash: hashOfToken(token),
      account_id: accountId,
      created_at: at,
      last_seen_at: at,
      expires_at: new Date(now.getTime() + ageMsMax).toISOString(),
      address: visitor.address.slice(0, addressLengthMax),
      user_agent: visitor.userAgent.slice(0, userAgentLengthMax),
    })
    .execute()
  return token
}

/** Ends one session; ending it twice is no fault. */
export async function revokeSession(db: Writer, token: string, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ revoked_at: now.toISOString() })
    .where('token_hash', '=', hashOfToken(token))
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends all sessions of an account but the one named (a changed password leaves the person where he is). */
export async function revokeSessions(db: Writer, accountId: string, now: Date, exceptToken: string | null = null): Promise<void> {
  await db
    .updateTable('session')
    .set({ revoked_at: now.toISOString() })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('token_hash', '<>', exceptToken === null ? '' : hashOfToken(exceptToken))
    .execute()
}

/** Notes that a session is in use. */
export async function touchSession(db: Writer, tokenHash: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: now.toISOString() }).where('token_hash', '=', tokenHash).execute()
}
