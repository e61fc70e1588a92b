/** Session tokens: opaque, random, known to the browser alone; the server keeps the SHA-256. */
import { instantMs } from '#platform/format/instants.ts'
import { hash, randomBytes } from 'node:crypto'

const hourMs = 3_600_000
export const idleMsMax = 12 * hourMs
export const ageMsMax = 7 * 24 * hourMs
/** between the password and the second factor */
export const ticketMsMax = 5 * 60_000
export const trustedMsMax = 30 * 24 * hourMs
/** how long a factor counts for what asks for a fresh one */
export const freshMsMax = 10 * 60_000
/** a session's last use is written at most this often */
export const touchMs = 60_000

/** The token that a call carries; '': none. */
export const bearerOf = (headers: Readonly<Record<string, string | undefined>>): string =>
  (headers['authorization'] ?? '').replace(/^Bearer +/i, '')
/** 32 random bytes, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** Key of the session table. A fast hash is enough: the token has 256 bits of its own. */
export const hashOfToken = (token: string): string => hash('sha256', token, 'hex')
/** Sorts out what can't be a token before the database is asked. */
export const looksLikeToken = (token: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(token)

export interface SessionTimes {
  readonly lastSeenAt: string
  readonly expiresAt: string
  readonly revokedAt: string | null
}

/** Whether a session still holds: not revoked, used within 12 hours, begun within 7 days. */
export const isAlive = (times: SessionTimes, nowMs: number): boolean =>
  times.revokedAt === null && instantMs(times.expiresAt) > nowMs && instantMs(times.lastSeenAt) + idleMsMax > nowMs
