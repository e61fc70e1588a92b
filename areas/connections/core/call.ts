/** One call of an operation: limit, token, answer, what it means, and its line in the record of calls. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Context } from '#platform/server/area.ts'
import { FileTooLarge } from '#platform/server/files.ts'
import { InsideAddress, OutgoingError } from '#platform/server/outgoing.ts'
import { verdictOf, verdictOfFault, type Verdict } from './classify.ts'
import { noteClock, timeThere } from './clock.ts'
import type { Connection } from './connection.ts'
import { arrived, type Arrived, BrokenDocument, documentBytesMax } from './document.ts'
import { noteCall, takeCall, type Bucket, type Told } from './limits.ts'
import type { Platform } from './platform.ts'
import { requestOf, type Values } from './request.ts'
import { sendTo } from './send.ts'
import { tokenOf } from './token.ts'

export interface Called {
  readonly verdict: Verdict
  readonly body: Buffer
  /** what came, where a document was asked for: the caller keeps it or deletes it */
  readonly document?: Arrived
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
  /** its answer goes to the store */
  readonly isDocument?: true
}
const nothing = Buffer.alloc(0)
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
    const signed = platform.signed(request, { ...connection, clientSecret }, got.token, timeThere(context, connection))
    const about = { operation: call, host: platform.hostOf(call, connection.region), role: words.role ?? '', key: own.key }
    const done = await sent(context, connection, about, signed, words.isDocument)
    // a signature by the wrong time: once more by the time there
    if (round === 0 && done.isOff === true && done.verdict.is === 'app') continue
    if (done.verdict.is !== 'refresh') return done
    // a token that ended at once as well: it is asked for another time
    if (round > 0) return { ...done, verdict: { is: 'again', why: sentence`平台没有接受新的令牌` } }
    stale = got.stored
  }
}

/** A document behind an address that the marketplace answered: https, one of its hosts, no redirect. */
export async function fetchDocument(context: Context, connection: Connection, address: string): Promise<Called> {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || url.protocol !== 'https:' || !connection.platform.documentHosts.some(suffix => url.hostname.endsWith(suffix)))
    return { verdict: verdictOf(302, {}, '', ''), body: nothing, isUnknown: false }
  const request = { method: 'GET', path: `${url.pathname}${url.search}`, headers: { 'accept-encoding': 'identity' }, body: null } as const
  return sent(context, connection, { operation: 'document', host: url.host, role: '', key: null }, request, true)
}

interface About {
  readonly operation: string
  readonly host: string
  readonly role: string
  /** of the bucket that its answer tells of */
  readonly key: string | null
}
type Sent = Called & {
  /** our clock is found to be wrong */
  readonly isOff?: true
}

async function sent(
  context: Context,
  connection: Connection,
  about: About,
  request: Parameters<typeof sendTo>[3],
  isDocument?: true,
): Promise<Sent> {
  const started = performance.now()
  const note = (status: number, bytes: number, requestId: string, told?: Told): Promise<void> =>
    noteCall(
      context.house,
      {
        org_id: connection.orgId,
        at: context.now().toISOString(),
        connection_id: connection.id,
        operation: about.operation,
        status,
        ms: Math.round(performance.now() - started),
        bytes,
        request_id: requestId.slice(0, 100),
      },
      told,
    )
  let document: Arrived | undefined
  const into = {
    bytesMax: documentBytesMax,
    take: async (bytes: AsyncIterable<Buffer>) => void (document = await arrived(context.house, bytes)),
  }
  try {
    const { status, headers, body } = await sendTo(context, connection, about.host, request, isDocument === true ? into : undefined)
    const { requestId, codes, errorsIn200 } = connection.platform
    const isError = status >= 300 || (errorsIn200 === true && body.length < errorBytesMax)
    const verdict = verdictOf(status, headers, isError ? body.subarray(0, errorBytesMax).toString('utf8') : '', about.role, codes)
    const told = about.key === null ? undefined : limitIn(connection.platform, about.key, headers, verdict, context.now().getTime())
    await note(status, document?.size ?? body.length, headers[requestId] ?? '', told)
    // what serves documents may tell the time at which it was made
    const isOff = isDocument !== true && (await noteClock(context, connection, headers['date']))
    return {
      verdict,
      body,
      isUnknown: status >= 500,
      ...(document === undefined ? {} : { document }),
      ...(isOff ? { isOff } : {}),
    }
  } catch (error) {
    if (document !== undefined) await context.house.files.delete(document.storageKey)
    const verdict = verdictOfBreak(error)
    if (verdict === null) throw error
    await note(0, 0, '')
    return { verdict, body: nothing, isUnknown: true }
  }
}

/** An answer that did not come, or not whole; null: a fault of our own. */
function verdictOfBreak(error: unknown): Verdict | null {
  if (error instanceof OutgoingError) return verdictOfFault(error.fault)
  if (error instanceof InsideAddress) return verdictOfFault('connect')
  if (error instanceof BrokenDocument) return verdictOfFault('cut')
  return error instanceof FileTooLarge ? verdictOfFault('large') : null
}

/** What the answer tells of the marketplace's limit. */
function limitIn(
  { rate: rateHeader = '', left }: Platform,
  key: string,
  headers: Readonly<Record<string, string>>,
  verdict: Verdict,
  nowMs: number,
): Told | undefined {
  const rate = Number(headers[rateHeader] ?? Number.NaN)
  const told: Told = {
    key,
    ...(Number.isFinite(rate) && rate >= rateMin && rate < 1_000 ? { rate: rate.toFixed(6) } : {}),
    ...(verdict.is === 'limited' ? { blockedMs: Math.max(verdict.afterMs, 1_000) } : {}),
    ...(left !== undefined && headers[left.tokens] === '0' ? blockedUntil(headers[left.at], nowMs) : {}),
  }
  return told.rate === undefined && told.blockedMs === undefined ? undefined : told
}

/** No call is left until then; an instant that is none, or too far, is not believed. */
function blockedUntil(written: string | undefined, nowMs: number): { readonly blockedMs?: number } {
  const wait = Number(written) - nowMs
  return wait > 0 && wait <= blockedMsMax ? { blockedMs: wait } : {}
}
const blockedMsMax = 900_000
