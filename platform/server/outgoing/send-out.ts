/**
 * One call to the internet. No redirect is followed; TLS 1.2 at least; an address inside the own network is refused at the moment of the
 * call. What is thrown never holds the address, its query or a header: each may be a key.
 */
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { connect as connectTls } from 'node:tls'
import type { Duplex } from 'node:stream'
import { InsideAddress, namesInside, outsideLookup } from './addresses.ts'

export interface OutgoingCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** from the first byte sent to the last one read, in ms; 5 minutes */
  readonly allMsMax?: number
  /** bytes of an answer in memory; 32 MB */
  readonly bytesMax?: number
  /** an answer of 200 goes there as it comes, and is not in memory */
  readonly into?: { readonly bytesMax: number; take(bytes: AsyncIterable<Buffer>): Promise<void> }
  /** a server of this machine, by http: of tests and of the demo company's other side; no environment and no record says so */
  readonly isLocal?: boolean
  /** a proxy that is asked to connect: hosts that the program itself names go through it */
  readonly proxy?: URL | null
  readonly signal?: AbortSignal
}
export interface OutgoingAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}
export type OutgoingFault = 'connect' | 'timeout' | 'cut' | 'large'
export class OutgoingError extends Error {
  readonly fault: OutgoingFault
  constructor(fault: OutgoingFault, options?: ErrorOptions) {
    super(`no whole answer: ${fault}`, options)
    this.fault = fault
  }
}

const connectMsMax = 10_000
const firstByteMsMax = 60_000
const allMsUsual = 300_000
const bytesUsual = 32 * 1_048_576
const agent = new https.Agent({ keepAlive: true, maxSockets: 16, minVersion: 'TLSv1.2' })
const localAgent = new http.Agent({ keepAlive: true })

/** The answer, whole; more bytes than allowed, a cut or a late one reject. What `into` throws is thrown as it is. */
export async function sendOut(call: OutgoingCall): Promise<OutgoingAnswer> {
  const { allMsMax = allMsUsual, signal, into } = call
  const all = AbortSignal.timeout(allMsMax)
  const ends = signal === undefined ? all : AbortSignal.any([all, signal])
  let isUntaken = false
  try {
    const answer = await begun(call, ends)
    const told = { status: answer.statusCode ?? 0, headers: headersOf(answer) }
    const taken = told.status === 200 ? into : undefined
    bound(answer, taken?.bytesMax ?? call.bytesMax ?? bytesUsual)
    const parts: Buffer[] = []
    if (taken === undefined) for await (const part of answer) parts.push(part as Buffer)
    else
      await taken.take(answer).catch((error: unknown) => {
        isUntaken = answer.errored === null
        throw answer.errored ?? error
      })
    // ended before its stated length: `complete` is false then
    if (!answer.complete) throw new OutgoingError('cut')
    return { ...told, body: Buffer.concat(parts) }
  } catch (error) {
    if (isUntaken || error instanceof OutgoingError || error instanceof InsideAddress) throw error
    if (signal?.aborted === true) throw signal.reason
    throw new OutgoingError(all.aborted ? 'timeout' : isCut(error) ? 'cut' : 'connect', { cause: error })
  }
}

/** Ends an answer that says that it is longer, or that becomes longer. */
function bound(answer: IncomingMessage, bytesMax: number): void {
  if (Number(answer.headers['content-length'] ?? 0) > bytesMax) answer.destroy(new OutgoingError('large'))
  let size = 0
  answer.on('data', (part: Buffer) => {
    size += part.length
    if (size > bytesMax) answer.destroy(new OutgoingError('large'))
  })
  answer.pause()
}

const isCut = (error: unknown): boolean =>
  error instanceof Error && (error.message === 'aborted' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))

/** Until the headers of the answer are there. */
const begun = async (
  { method, url, headers, body, isLocal = false, proxy }: OutgoingCall,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  // of an address without a name nothing is looked up
  if (!isLocal && namesInside(url)) throw new InsideAddress()
  const socket = isLocal || proxy === null || proxy === undefined ? null : await through(proxy, url, signal)
  return new Promise((resolve, reject) => {
    const options = {
      method,
      signal,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
    }
    const secure = socket === null ? { agent, lookup: outsideLookup } : { agent: false, createConnection: () => socket }
    const request = isLocal
      ? http.request(url, { ...options, agent: localAgent }, resolve)
      : https.request(url, { ...options, ...secure }, resolve)
    const late = setTimeout(() => request.destroy(new OutgoingError('timeout')), firstByteMsMax)
    request.on('socket', one => {
      if (!one.connecting) return
      const slow = setTimeout(() => request.destroy(new OutgoingError('connect')), connectMsMax)
      one.once('connect', () => clearTimeout(slow)).once('close', () => clearTimeout(slow))
    })
    request.on('response', () => clearTimeout(late))
    request.on('close', () => clearTimeout(late))
    request.on('error', reject)
    request.end(body)
  })
}

/** A secured connection through a proxy that only connects. */
const through = (proxy: URL, { hostname, port }: URL, signal: AbortSignal): Promise<Duplex> =>
  new Promise((resolve, reject) => {
    const to = `${hostname}:${port === '' ? '443' : port}`
    const user = proxy.username === '' ? null : `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
    const headers = { host: to, ...(user === null ? {} : { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` }) }
    http
      .request({ host: proxy.hostname, port: proxy.port === '' ? 80 : Number(proxy.port), method: 'CONNECT', path: to, headers, signal })
      .on('connect', (answer, socket) => {
        if (answer.statusCode === 200) return resolve(connectTls({ socket, servername: hostname, minVersion: 'TLSv1.2' }))
        socket.destroy()
        reject(new OutgoingError('connect'))
      })
      .on('error', reject)
      .end()
  })

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]))
