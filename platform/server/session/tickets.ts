/**
 * Between the password and the second factor there is no session: a ticket, for five minutes and one use, in the browser that asked.
 * Devices that a person trusts are told by a cookie of their own for thirty days.
 */
import type { Db, Tx } from '../contract/database.ts'
import { signInTicket } from './tables.ts'
import { hashOfToken, looksLikeToken, newToken, ticketMsMax, trustedMsMax } from './tokens.ts'

type Writer = Db | Tx

const { factor, setUp } = signInTicket.fields.purpose.choices
export const ticketPurposes = { factor: factor[0], setUp: setUp[0] }
const trustedMax = 20

export interface Ticket {
  readonly accountId: string
  readonly purpose: number
  /** device that has signed in before */
  readonly deviceHash: string | null
  /** the first step was company sign-in */
  readonly byCompany: boolean
}

/** `ticket` goes to the page, `browser` into a cookie: both are needed. */
export async function issueTicket(
  db: Writer,
  { accountId, purpose, deviceHash, byCompany }: Ticket,
  now: Date,
): Promise<{ ticket: string; browser: string }> {
  const [ticket, browser] = [newToken(), newToken()]
  await db.deleteFrom('sign_in_ticket').where('expires_at', '<', now.toISOString()).execute()
  await db
    .insertInto('sign_in_ticket')
    .values({
      token_hash: hashOfToken(ticket),
      browser_hash: hashOfToken(browser),
      account_id: accountId,
      purpose: purpose === ticketPurposes.setUp ? ticketPurposes.setUp : ticketPurposes.factor,
      device_hash: deviceHash,
      by_company: byCompany,
      expires_at: new Date(now.getTime() + ticketMsMax).toISOString(),
    })
    .execute()
  return { ticket, browser }
}

const isTicket = (ticket: string, browser: string | null): browser is string =>
  looksLikeToken(ticket) && browser !== null && looksLikeToken(browser)

/** Whose a ticket is; null: unknown, of another browser, used or over. */
export async function ticketOf(db: Writer, ticket: string, browser: string | null, now: Date): Promise<Ticket | null> {
  if (!isTicket(ticket, browser)) return null
  const found = await db
    .selectFrom('sign_in_ticket')
    .select(['account_id as accountId', 'purpose', 'device_hash as deviceHash', 'by_company as byCompany'])
    .where('token_hash', '=', hashOfToken(ticket))
    .where('browser_hash', '=', hashOfToken(browser))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return found ?? null
}

/** Whether a ticket is still there, held until the transaction ends: of two that spend one ticket, one does. */
export async function holdTicket(tx: Writer, ticket: string): Promise<boolean> {
  const held = await tx
    .selectFrom('sign_in_ticket')
    .select('account_id')
    .where('token_hash', '=', hashOfToken(ticket))
    .forUpdate()
    .executeTakeFirst()
  return held !== undefined
}

export async function spendTicket(tx: Writer, ticket: string): Promise<void> {
  await tx.deleteFrom('sign_in_ticket').where('token_hash', '=', hashOfToken(ticket)).execute()
}

/** Half-way sign-ins of an account end: what they were begun with has changed. */
export async function forgetTickets(tx: Writer, accountId: string): Promise<void> {
  await tx.deleteFrom('sign_in_ticket').where('account_id', '=', accountId).execute()
}

export async function isTrusted(db: Writer, token: string | null, accountId: string, now: Date): Promise<boolean> {
  if (token === null || !looksLikeToken(token)) return false
  const found = await db
    .selectFrom('trusted_device')
    .select('account_id')
    .where('token_hash', '=', hashOfToken(token))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return found !== undefined
}

/** The token for its cookie. */
export async function trustDevice(db: Writer, accountId: string, userAgent: string, now: Date): Promise<string> {
  const token = newToken()
  await db.deleteFrom('trusted_device').where('expires_at', '<', now.toISOString()).execute()
  await db
    .deleteFrom('trusted_device')
    .where('account_id', '=', accountId)
    .where('token_hash', 'not in', e =>
      e
        .selectFrom('trusted_device')
        .select('token_hash')
        .where('account_id', '=', accountId)
        .orderBy('expires_at', 'desc')
        .orderBy('token_hash')
        .limit(trustedMax - 1),
    )
    .execute()
  const expiresAt = new Date(now.getTime() + trustedMsMax).toISOString()
  await db
    .insertInto('trusted_device')
    .values({ token_hash: hashOfToken(token), account_id: accountId, user_agent: userAgent.slice(0, 300), expires_at: expiresAt })
    .execute()
  return token
}
