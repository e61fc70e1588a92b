/** Runs calls that a definition names: reads take their query as a body on POST and as a query string on GET. */
import type { Call } from '../../declare/wire.ts'
import { api, prefetch, type CallOptions } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { basePath } from '../api/request.ts'
import { t } from '../i18n/t.ts'

type Body = Readonly<Record<string, unknown>>
type Query = NonNullable<CallOptions['query']>

/** Path as the api client takes it: calls name theirs with the base path. */
export const pathOf = (call: Call): string => (call.path.startsWith(`${basePath}/`) ? call.path.slice(basePath.length) : call.path)

/** Lists and objects travel as JSON text in a query string. */
function asQuery(body: Body): Query {
  const query: Record<string, string | number | boolean | null> = {}
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || value === null) continue
    query[name] = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value)
  }
  return query
}

/** The path with its `{name}` parts filled from the body, and what of the body is left. */
export function filledPath(call: Call, body: Body): { path: string; rest: Body } {
  const rest = { ...body }
  const path = pathOf(call).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = rest[name]
    if (typeof value !== 'string' && typeof value !== 'number') return whole
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { path, rest }
}

/** A call that only reads. */
export function read<Data>(call: Call, body: Body, options: CallOptions = {}): Promise<Data> {
  const { path, rest } = filledPath(call, body)
  return call.method === 'GET' ? api.get<Data>(path, asQuery(rest), options) : api.post<Data>(path, rest, options)
}

/** The same call, put before whoever reads its answer is there. */
export function prefetchRead(call: Call, body: Body): void {
  const { path, rest } = filledPath(call, body)
  if (call.method === 'GET') void prefetch.get(path, asQuery(rest))
  else void prefetch.post(path, rest)
}

/** A call that changes something: done once however often it is clicked. What waits for an approval is said. */
export async function change<Data>(call: Call, body: Body, options: CallOptions = {}): Promise<Data> {
  const answer = await written<Data>(call, body, options)
  if (typeof answer === 'object' && answer !== null && 'approval' in answer) feedback.success(t('已提交审批，通过后生效'))
  return answer
}

function written<Data>(call: Call, body: Body, options: CallOptions): Promise<Data> {
  const { path, rest } = filledPath(call, body)
  if (call.method === 'PUT') return api.put<Data>(path, rest, options)
  if (call.method === 'DELETE') return api.del<Data>(path, rest, options)
  return call.method === 'GET' ? api.get<Data>(path, asQuery(rest), options) : api.write<Data>(path, rest, options)
}
