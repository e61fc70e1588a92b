/** Sessions: begun at sign-in, listed by account, revoked at sign-out, by a changed password or by an administrator. */
import type { Db, Tx } from '../contract/database.ts'
import { ageMsMax, hashOfToken, idleMsMax, newToken } from './tokens.ts'

type Writer = Db | Tx

export interface Visitor {
  readonly address: string
  readonly userAgent: string
}

/** sessions that ended longer ago than this are forgotten when their account signs in again */
const keptMs = 30 * 24 * 3_600_000
const addressLengthMax = 64
const userAgentLengthMax = 300

/** How somebody came in. */
interface Entry {
  /** he has just proved himself by all that he has */
  readonly isFresh: boolean
  /** a provider has said who he is */
  readonly isOfCompany: boolean
}

/** Begins a session and gives its token, which is kept nowhere else. */
export async function beginSession(
  db: Writer,
  accountId: string,
  visitor: Visitor,
  now: Date,
  { isFresh, isOfCompany }: Entry = { isFresh: true, isOfCompany: false },
): Promise<string> {
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
      fresh_at: isFresh ? at : null,
      by_company: isOfCompany,
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

export interface SessionShown {
  /** the token's hash: enough to revoke a session, not to use it */
  readonly id: string
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly address: string
  readonly userAgent: string
  readonly isCurrent: boolean
}

/** The sessions of an account that still hold, the latest used first. */
export async function sessionsOf(db: Writer, accountId: string, now: Date, currentToken: string): Promise<SessionShown[]> {
  const rows = await db
    .selectFrom('session')
    .select(['token_hash as id', 'created_at as createdAt', 'last_seen_at as lastSeenAt', 'address', 'user_agent as userAgent'])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('last_seen_at', '>', new Date(now.getTime() - idleMsMax).toISOString())
    .orderBy('last_seen_at', 'desc')
    .execute()
  const current = hashOfToken(currentToken)
  return rows.map(row => ({ ...row, isCurrent: row.id === current }))
}

/** Ends one session of an account by its id; false: the account has no such session. */
export async function revokeSessionById(db: Writer, accountId: string, id: string, now: Date): Promise<boolean> {
  const done = await db
    .updateTable('session')
    .set({ revoked_at: now.toISOString() })
    .where('token_hash', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}
