/** Calls of 掌柜 with an API key. The types of all calls are printed by `npm run client` of the product. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import createClient from 'openapi-fetch'
import type { paths } from './types.js'

export type { components, paths } from './types.js'

type Method = 'get' | 'post' | 'put' | 'delete'
/** The paths that answer to a method. */
export type PathOf<M extends Method> = { [P in keyof paths]: paths[P][M] extends object ? P : never }[keyof paths]
type Call<M extends Method, P extends PathOf<M>> = paths[P][M]
type Parameters<C, Where extends 'path' | 'query'> = C extends { parameters: { [k in Where]?: infer V } }
  ? [V] extends [undefined]
    ? unknown
    : NonNullable<V>
  : unknown
type Body<C> = C extends { requestBody?: { content: { 'application/json': infer B } } } ? B : unknown
/** What a call takes: parts of the path, and what the body or, of GET, the query holds. */
export type InputOf<M extends Method, P extends PathOf<M>> = Parameters<Call<M, P>, 'path'> &
  Parameters<Call<M, P>, 'query'> &
  Body<Call<M, P>>
type Answer<C> = C extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : unknown
/** What a call answers, without envelope. */
export type DataOf<M extends Method, P extends PathOf<M>> = Extract<Answer<Call<M, P>>, { code: 0 }> extends { data: infer D } ? D : unknown
/** The lists, and what one row of them is. */
export type ListPath = { [P in PathOf<'post'>]: DataOf<'post', P> extends { list: unknown[] } ? P : never }[PathOf<'post'>]
export type RowOf<P extends ListPath> = DataOf<'post', P> extends { list: (infer R)[] } ? R : never

/** Why a call was refused: `code` as docs/api.md lists them, `fields` by name where single ones are wrong. */
export class Refused extends Error {
  readonly code: number
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  constructor(status: number, answer: { code?: number; msg?: string; data?: { errors?: { field: string; message: string }[] } | null }) {
    super(answer.msg || `HTTP ${status}`)
    this.name = 'Refused'
    this.code = answer.code ?? 1
    this.status = status
    this.fields = Object.fromEntries((answer.data?.errors ?? []).map(({ field, message }) => [field, message]))
  }
}

export interface Options {
  /** zg_live_… */
  readonly key: string
  /** messages in this language; Chinese without */
  readonly language?: 'zh-CN' | 'en-US'
  readonly fetch?: (request: Request) => Promise<Response>
}
export interface CallOptions {
  /** a write that carries the same one again is made once; each write has one of its own without */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}
type Input = Readonly<Record<string, unknown>>
interface Bare {
  readonly request: (method: Method, path: string, given: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>
}
const triesMax = 3
const pageSizeMax = 1_000

/** Input may be left out where nothing in it is required. */
type Given<I> = object extends I ? [input?: I, options?: CallOptions] : [input: I, options?: CallOptions]
type Calls<M extends Method> = <P extends PathOf<M>>(path: P, ...given: Given<InputOf<M, P>>) => Promise<DataOf<M, P>>
export interface Client {
  readonly get: Calls<'get'>
  readonly post: Calls<'post'>
  readonly put: Calls<'put'>
  readonly delete: Calls<'delete'>
  /** all rows of a list, page by page */
  readonly each: <P extends ListPath>(path: P, input?: Partial<InputOf<'post', P>>) => AsyncGenerator<RowOf<P>, void>
  /** a call that answers a file: its bytes as they come */
  readonly file: <P extends PathOf<'post'>>(path: P, ...given: Given<InputOf<'post', P>>) => Promise<ReadableStream<Uint8Array>>
}
/** `address`: where the product is opened in a browser. */
export function connect(address: string, { key, language = 'zh-CN', fetch: send = fetch }: Options): Client {
  const headers = { authorization: `Bearer ${key}`, 'accept-language': language }
  const baseUrl = new URL('/api-2024', address).href
  // its own types say the same as ours, for one call at a time
  const { request } = createClient({ baseUrl, headers, fetch: asked => patiently(send, asked) }) as unknown as Bare

  async function call(method: Method, path: string, input: Input, options: CallOptions, parseAs: 'json' | 'stream'): Promise<unknown> {
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
    const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))
    const params = { path: input, ...(method === 'get' ? { query: rest } : {}) }
    const own = method === 'get' ? {} : { 'idempotency-key': options.idempotencyKey ?? randomUUID() }
    const given = { params, headers: own, parseAs, signal: options.signal, ...(method === 'get' ? {} : { body: rest }) }
    const { data, error, response } = await request(method, path, given)
    if (error !== undefined) throw new Refused(response.status, typeof error === 'object' && error !== null ? error : {})
    if (parseAs === 'json') return unwrapped(response.status, data)
    if (response.headers.get('content-type')?.includes('json'))
      unwrapped(response.status, await new Response(data as ReadableStream).json())
    return data
  }
  const json =
    (method: Method) =>
    (path: string, input: Input = {}, options: CallOptions = {}) =>
      call(method, path, input, options, 'json')
  const file = (path: string, input: Input = {}, options: CallOptions = {}) => call('post', path, input, options, 'stream')

  async function* each(path: string, input: Input = {}): AsyncGenerator<unknown, void> {
    const pageSize = Number(input['pageSize'] ?? pageSizeMax)
    for (let asked: Input = { ...input, pageSize, pageNum: 1 }; ;) {
      const { list, next } = (await call('post', path, asked, {}, 'json')) as { list: unknown[]; next?: string | null }
      yield* list
      if (list.length < pageSize || next === null) return
      asked = next === undefined ? { ...asked, pageNum: Number(asked['pageNum']) + 1 } : { ...asked, next }
    }
  }
  return { get: json('get'), post: json('post'), put: json('put'), delete: json('delete'), each, file } as unknown as Client
}

function unwrapped(status: number, answer: unknown): unknown {
  const { code, data } = answer as { code: number; data: unknown }
  if (code !== 0) throw new Refused(status, answer as { code: number; msg: string })
  return data
}

/** A connection that broke is made again; a write under the same key, so that it happens once. */
async function patiently(send: (request: Request) => Promise<Response>, request: Request): Promise<Response> {
  for (let n = 1; ; n += 1)
    try {
      return await send(request.clone())
    } catch (error) {
      if (n >= triesMax || request.signal.aborted) throw error
      await new Promise(resolve => setTimeout(resolve, 200 * n))
    }
}

/** What a webhook says, proved to come from who knows the secret within five minutes; else an error. `body`: the text as it came. */
export function verifyWebhook(
  body: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
  now = new Date(),
): WebhookEvent {
  const [id, at, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => String(headers[name] ?? ''))
  if (Math.abs(now.getTime() / 1_000 - Number(at || Number.NaN)) < 300) {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest()
    const isOurs = (signatures ?? '').split(' ').some(one => {
      const given = Buffer.from(one.replace(/^v1,/, ''), 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    if (isOurs) return JSON.parse(body) as WebhookEvent
  }
  throw new Error('Not a webhook of this secret, or older than five minutes')
}
export interface WebhookEvent {
  readonly seq?: string
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly resource?: string
    readonly id?: string
    readonly version?: number | null
    readonly shopId?: string | null
    readonly fields?: readonly string[]
  }
}
