/**
 * Devices that have signed in before. A device is known by a random token in a cookie that scripts can't read; the server keeps its hash
 * beside each account that has signed in with it. It opens nothing: it only says that failures of others at the same address are not this
 * device's.
 */
import type { Db, Tx } from '../contract/database.ts'
import { hashOfToken, looksLikeToken, newToken } from './tokens.ts'

type Writer = Db | Tx

/** A device that nobody has signed in with for so long is forgotten. */
export const deviceMsMax = 180 * 24 * 3_600_000
/** Of an account the devices used last are kept: nobody collects devices to try the names of others with each of them. */
const devicesPerAccountMax = 20

export interface Device {
  readonly hash: string
  /** accounts that have signed in with it, by name */
  readonly usernames: ReadonlySet<string>
}

/** The device of a cookie's token; null where nobody has signed in with it. */
export const deviceOf = async (db: Writer, token: string | null, now: Date): Promise<Device | null> =>
  token === null || !looksLikeToken(token) ? null : deviceByHash(db, hashOfToken(token), now)

export async function deviceByHash(db: Writer, hash: string, now: Date): Promise<Device | null> {
  const rows = await db
    .selectFrom('known_device as d')
    .innerJoin('account as a', 'a.id', 'd.account_id')
    .select('a.username')
    .where('d.token_hash', '=', hash)
    .where('d.seen_at', '>', new Date(now.getTime() - deviceMsMax).toISOString())
    .execute()
  return rows.length === 0 ? null : { hash, usernames: new Set(rows.map(row => row.username)) }
}

/** Notes that an account has signed in with a device; answers the token for its cookie, a new one where the device was not known. */
export async function rememberDevice(db: Writer, token: string | null, accountId: string, now: Date): Promise<string> {
  const kept = token !== null && (await deviceOf(db, token, now)) !== null ? token : newToken()
  await noteDevice(db, hashOfToken(kept), accountId, now)
  return kept
}

/** The same of a device whose token the caller does not have. */
export async function noteDevice(db: Writer, hash: string, accountId: string, now: Date): Promise<void> {
  const seenAt = now.toISOString()
  await db
    .insertInto('known_device')
    .values({ token_hash: hash, account_id: accountId, seen_at: seenAt })
    .onConflict(conflict => conflict.columns(['token_hash', 'account_id']).doUpdateSet({ seen_at: seenAt }))
    .execute()
  await db
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('token_hash', 'not in', e =>
      e
        .selectFrom('known_device')
        .select('token_hash')
        .where('account_id', '=', accountId)
        .orderBy('seen_at', 'desc')
        .orderBy('token_hash')
        .limit(devicesPerAccountMax),
    )
    .execute()
}

/** Forgets devices that nobody has signed in with any more. */
export async function forgetDevices(db: Writer, now: Date): Promise<void> {
  await db
    .deleteFrom('known_device')
    .where('seen_at', '<', new Date(now.getTime() - deviceMsMax).toISOString())
    .execute()
}
