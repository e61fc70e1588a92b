/** One call of an operation: limit, token, answer, what it means, and its line in the record of calls. */
import { createHash } from 'node:crypto'
import { sentence } from '#platform/declare/sentence.ts'
import type { Context } from '#platform/server/area.ts'
import { InsideAddress, OutgoingError } from '#platform/server/outgoing.ts'
import { verdictOf, verdictOfFault, type Verdict } from './classify.ts'
import type { Connection } from './connection.ts'
import { noteLimit, takeCall, type Bucket } from './limits.ts'
import { requestOf, type Values } from './request.ts'
import { sendTo } from './send.ts'
import { tokenOf } from './token.ts'

export interface Called {
  readonly verdict: Verdict
  readonly body: Buffer
  /** it was sent, and what it did there is not known */
  readonly isUnknown: boolean
}
export interface CallWords {
  /** buckets beside the operation's own */
  readonly buckets?: readonly Bucket[]
  /** the role that is named where it lacks */
  readonly role?: string
  /** left to others */
  readonly spare?: number
  /** of an answer that is a document */
  readonly bytesMax?: number
}
const nothing = Buffer.alloc(0)
export const documentBytesMax = 320 * 1_048_576
/** a slower one is not believed: a call in 11 days */
const rateMin = 0.000_001
const errorBytesMax = 4_000
const usualRate = { rate: 0.5, burst: 5 }

export async function callOf(
  context: Context,
  connection: Connection,
  call: string,
  values: Values,
  words: CallWords = {},
): Promise<Called> {
  const { platform, clientSecret } = connection
  const operation = platform.operationOf(call)
  const own = {
    key: `${platform.title[1]} ${connection.region} ${connection.id} ${call}`,
    rate: operation.rate ?? usualRate.rate,
    burst: operation.burst ?? usualRate.burst,
  }
  const wait = await takeCall(context.house, [own, ...(words.buckets ?? [])], words.spare ?? 0)
  if (wait > 0) return { verdict: { is: 'limited', afterMs: wait }, body: nothing, isUnknown: false }
  const request = requestOf(operation, values)
  let stale: string | null = null
  for (let round = 0; ; round += 1) {
    const got = await tokenOf(context, connection, stale)
    if ('verdict' in got) return { verdict: got.verdict, body: nothing, isUnknown: false }
    if (clientSecret === null) throw new Error('a token without the secret that asks for it')
    const signed = platform.signed(request, { ...connection, clientSecret }, got.token, context.now())
    const about = { operation: call, host: platform.hostOf(call, connection.region), role: words.role ?? '' }
    const done = await sent(context, connection, about, signed, words.bytesMax)
    if (done.limit !== undefined) await noteLimit(context.house, own.key, done.limit)
    if (done.verdict.is !== 'refresh') return done
    // a token that ended at once as well: it is asked for another time
    if (round > 0) return { ...done, verdict: { is: 'again', why: sentence`平台没有接受新的令牌` } }
    const kept = await context.db
      .selectFrom('connection_token')
      .select('value')
      .where('connection_id', '=', connection.id)
      .executeTakeFirst()
    stale = kept?.value ?? null
  }
}

/** A document behind an address that the marketplace answered: https, one of its hosts, no redirect. */
export async function fetchDocument(context: Context, connection: Connection, address: string): Promise<Called> {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.protocol !== 'https:' || !connection.platform.documentHosts.some(suffix => url.hostname.endsWith(suffix)))
    return { verdict: verdictOf(302, {}, '', ''), body: nothing, isUnknown: false }
  const request = { method: 'GET', path: `${url.pathname}${url.search}`, headers: { 'accept-encoding': 'identity' }, body: null } as const
  return sent(context, connection, { operation: 'document', host: url.host, role: '' }, request, documentBytesMax)
}

interface About {
  readonly operation: string
  readonly host: string
  readonly role: string
}
type Sent = Called & { readonly limit?: { readonly rate?: number; readonly blockedMs?: number } }

async function sent(
  context: Context,
  connection: Connection,
  about: About,
  request: Parameters<typeof sendTo>[3],
  bytesMax?: number,
): Promise<Sent> {
  const started = performance.now()
  const note = (status: number, bytes: number, requestId: string): Promise<void> =>
    context.write(async tx => {
      await tx
        .insertInto('sync_call')
        .values({
          org_id: connection.orgId,
          at: context.now().toISOString(),
          connection_id: connection.id,
          operation: about.operation,
          status,
          ms: Math.round(performance.now() - started),
          bytes,
          request_id: requestId.slice(0, 100),
        })
        .execute()
    })
  try {
    const { status, headers, body } = await sendTo(context, connection, about.host, request, bytesMax)
    const { requestId, rate: rateHeader = '', codes, errorsIn200, left } = connection.platform
    await note(status, body.length, headers[requestId] ?? '')
    const isError = status >= 300 || (errorsIn200 === true && body.length < errorBytesMax)
    const verdict = verdictOf(status, headers, isError ? body.subarray(0, errorBytesMax).toString('utf8') : '', about.role, codes)
    const rate = Number(headers[rateHeader] ?? Number.NaN)
    const limit = {
      ...(Number.isFinite(rate) && rate >= rateMin && rate < 1_000 ? { rate } : {}),
      ...(verdict.is === 'limited' ? { blockedMs: Math.max(verdict.afterMs, 1_000) } : {}),
      ...(left !== undefined && headers[left.tokens] === '0' ? blockedUntil(headers[left.at], context.now().getTime()) : {}),
    }
    return { verdict, body, isUnknown: status >= 500, ...(Object.keys(limit).length === 0 ? {} : { limit }) }
  } catch (error) {
    if (!(error instanceof OutgoingError) && !(error instanceof InsideAddress)) throw error
    await note(0, 0, '')
    return { verdict: verdictOfFault(error instanceof OutgoingError ? error.fault : 'connect'), body: nothing, isUnknown: true }
  }
}

/** No call is left until then; an instant that is none, or too far, is not believed. */
function blockedUntil(written: string | undefined, nowMs: number): { readonly blockedMs?: number } {
  const wait = Number(written) - nowMs
  return wait > 0 && wait <= blockedMsMax ? { blockedMs: wait } : {}
}
const blockedMsMax = 900_000

/** What two readings of the same days share. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
