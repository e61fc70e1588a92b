/**
 * How often a message may be asked for: by receiver and by the address it is asked from. Nothing here depends on whether an account exists.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { sql } from 'kysely'
import { type Tx, refuse } from '#platform/server/area.ts'

const pauseSeconds = 60
const hourSeconds = 3_600
const perTargetMax = 5
const perAddressMax = 20

/** Notes a request, or refuses it (1029). Requests for one receiver, and those from one address, are counted one after the other. */
export async function demandRequest(tx: Tx, target: string, address: string, now: Date): Promise<void> {
  // always in this order, so that two requests can't wait for each other
  for (const key of [`post to ${target}`, `post from ${address}`].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  const since = (seconds: number): string => new Date(now.getTime() - seconds * 1000).toISOString()
  const ofTarget = await tx
    .selectFrom('post_request')
    .select('at')
    .where('target', '=', target)
    .where('at', '>', since(hourSeconds))
    .orderBy('at')
    .execute()
  const ofAddress = await tx
    .selectFrom('post_request')
    .select('at')
    .where('address', '=', address)
    .where('at', '>', since(hourSeconds))
    .orderBy('at')
    .execute()
  const waits = [
    waitFor(ofTarget.at(-1)?.at, pauseSeconds, now),
    ofTarget.length >= perTargetMax ? waitFor(ofTarget.at(-perTargetMax)?.at, hourSeconds, now) : 0,
    ofAddress.length >= perAddressMax ? waitFor(ofAddress.at(-perAddressMax)?.at, hourSeconds, now) : 0,
  ]
  const wait = Math.max(...waits)
  if (wait > 0) throw refuse.tooMany(sentence`发送过于频繁，请 ${wait} 秒后再试`, wait)
  await tx.insertInto('post_request').values({ target, address, at: now.toISOString() }).execute()
}

/** Seconds until an instant is `seconds` old. */
const waitFor = (at: string | undefined, seconds: number, now: Date): number =>
  at === undefined ? 0 : Math.max(0, Math.ceil((instantMs(at) - now.getTime()) / 1000) + seconds)
