/** One-time tickets: the session token must never stand in an address, so the browser buys a ticket with it first. */
import { instantMs } from '#platform/format/instants.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { House } from '../contract/house.ts'

export const ticketMsMax = 30_000
const reason = 'realtime tickets'
const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')

/** A ticket for one connection within 30 s, in any process. */
export async function issueTicket(house: House, accountId: string): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  const expiresAt = new Date(house.now().getTime() + ticketMsMax).toISOString()
  await house
    .unscoped(reason)
    .insertInto('realtime_ticket')
    .values({ ticket_hash: hashOf(ticket), account_id: accountId, expires_at: expiresAt })
    .execute()
  return ticket
}

/** The account of a ticket, which is used up; null: unknown, used or expired. */
export async function redeemTicket(house: House, ticket: string): Promise<string | null> {
  const row = await house
    .unscoped(reason)
    .deleteFrom('realtime_ticket')
    .where('ticket_hash', '=', hashOf(ticket))
    .returning(['account_id', 'expires_at'])
    .executeTakeFirst()
  return row !== undefined && instantMs(row.expires_at) > house.now().getTime() ? row.account_id : null
}
