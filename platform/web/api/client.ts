/** Calls to the server. `get` and `post` read, `write`, `put` and `del` change something and do it once however often they are clicked. */
import { buildHeader, noteBuild } from './build.ts'
import { noteClock } from './clock.ts'
import { noteAnswer, noteNoAnswer } from './connection.ts'
import { once } from './once.ts'
import { proved } from './proof.ts'
import { randomId } from './random-id.ts'
import { session } from './session.ts'
import { callUrl, commonHeaders, noAnswer, parseJson, requestIdHeader, settle, type CallOptions } from './request.ts'

export type { CallOptions } from './request.ts'
export { ApiError, fieldErrors } from './api-error.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The answer with its whole body, and what it tells besides: that the server is there, its build and its clock. */
async function answered(url: string, init: RequestInit): Promise<{ answer: Response; text: string }> {
  try {
    const answer = await fetch(url, init)
    const text = await answer.text()
    noteAnswer()
    noteBuild(answer.headers.get(buildHeader))
    noteClock(answer.headers.get('date'))
    return { answer, text }
  } catch (error) {
    // an aborted call is the caller's own doing, a TypeError is the network
    if (!(error instanceof TypeError)) throw error
    void noteNoAnswer()
    throw noAnswer()
  }
}

async function call(method: Method, path: string, body: unknown, options: CallOptions, key: string | null): Promise<unknown> {
  const headers = commonHeaders()
  if (key !== null) headers['idempotency-key'] = key
  const init: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-store' }
  if (options.signal !== undefined) init.signal = options.signal
  if (options.keepalive === true) init.keepalive = true
  if (body instanceof FormData) init.body = body
  else if (body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(body)
  }
  const send = async (): Promise<unknown> => {
    const { answer, text } = await answered(callUrl(path, options.query), init)
    return settle(answer.status, parseJson(text), answer.headers.get(requestIdHeader), options.quiet === true)
  }
  try {
    return await send()
  } catch (error) {
    if (await proved(error)) return send()
    throw error
  }
}

/** An answer that nobody has taken by then would be an old one. */
const aheadMsMax = 10_000
const ahead = new Map<string, Promise<unknown>>()
/** The answer to one person's question is nobody else's. */
const questionOf = (method: Method, path: string, body: unknown, query?: CallOptions['query']): string =>
  `${session.token() ?? ''} ${method} ${callUrl(path, query)} ${JSON.stringify(body) ?? ''}`

/** A read: the answer of the same question put ahead, once; else a new one. */
function ask(method: Method, path: string, body: unknown, options: CallOptions): Promise<unknown> {
  const what = questionOf(method, path, body, options.query)
  const asked = ahead.get(what)
  ahead.delete(what)
  return asked ?? call(method, path, body, options, null)
}

/** Puts a question while the program that needs its answer is still on its way; that one asks as if nothing had happened. */
function putAhead(method: Method, path: string, body: unknown, query?: CallOptions['query']): Promise<unknown> {
  const what = questionOf(method, path, body, query)
  const asked = call(method, path, body, query === undefined ? { quiet: true } : { quiet: true, query }, null)
  ahead.set(what, asked)
  const forget = (): void => {
    if (ahead.get(what) === asked) ahead.delete(what)
  }
  // a refusal is told by whoever takes the answer
  asked.catch(() => undefined)
  setTimeout(forget, aheadMsMax)
  return asked
}

/**
 * Reads that are answered by the same call of `api` within some seconds. The promise is for what can be asked next; it need not be waited
 * for.
 */
export const prefetch = {
  get: (path: string, query?: CallOptions['query']): Promise<unknown> => putAhead('GET', path, undefined, query),
  post: (path: string, body: unknown = {}): Promise<unknown> => putAhead('POST', path, body),
}

function change(method: Method, path: string, body: unknown, options: CallOptions): Promise<unknown> {
  const what = `${method} ${callUrl(path, options.query)} ${body instanceof FormData ? randomId() : (JSON.stringify(body) ?? '')}`
  return once(what, key => call(method, path, body, options, key))
}

export const api = {
  get: <Data>(path: string, query?: CallOptions['query'], options: CallOptions = {}): Promise<Data> =>
    ask('GET', path, undefined, query === undefined ? options : { ...options, query }) as Promise<Data>,
  /** A read that takes its query as a body: list, listField/getByType, details. */
  post: <Data>(path: string, body?: unknown, options: CallOptions = {}): Promise<Data> =>
    ask('POST', path, body ?? {}, options) as Promise<Data>,
  /** A POST that changes something. */
  write: <Data>(path: string, body?: unknown, options: CallOptions = {}): Promise<Data> =>
    change('POST', path, body ?? {}, options) as Promise<Data>,
  put: <Data>(path: string, body?: unknown, options: CallOptions = {}): Promise<Data> =>
    change('PUT', path, body ?? {}, options) as Promise<Data>,
  del: <Data>(path: string, body?: unknown, options: CallOptions = {}): Promise<Data> =>
    change('DELETE', path, body, options) as Promise<Data>,
}
