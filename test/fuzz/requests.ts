/** Requests made up by outsiders and colleagues: of every operation of the OpenAPI document, and of addresses of no operation. */
import fc, { type Arbitrary } from 'fast-check'
import { basePath } from '#platform/server/calls/request.ts'
import type { Who } from '../scope/house.ts'
import { fitting, hostile, hostileName, type Schema, type Shared, type Vocabulary } from './values.ts'

export interface Request {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** null: without a session */
  readonly who: Who | null
}

export interface Operation {
  readonly name: string
  readonly request: Arbitrary<Request>
}

interface Described {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly schema?: Schema }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
}
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Shared }
}

const people: readonly (Who | null)[] = ['admin', 'boss', 'keen', 'keen', 'boss', 'admin', 'sales', 'stranger', 'nobody', null]
const who = fc.constantFrom(...people)
const rareHeaders = fc.oneof(
  { weight: 20, arbitrary: fc.constant<Record<string, string>>({}) },
  fc.constantFrom<Record<string, string>>(
    { orgid: '1' },
    { orgid: '9'.repeat(30) },
    { orgid: '__proto__' },
    { 'idempotency-key': 'k1' },
    { 'idempotency-key': 'x'.repeat(129) },
    { 'accept-language': 'en-US' },
    { 'accept-encoding': 'br' },
    { range: 'bytes=9-1' },
    { 'if-none-match': '"' },
    { authorization: `Bearer ${'x'.repeat(2_000)}` },
    { 'user-agent': 'ü'.repeat(10) },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
  ),
)

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
/** A lone half of a character has no form in an address. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())
function queryOf(input: unknown): string {
  if (typeof input !== 'object' || input === null || Object.keys(input).length === 0) return ''
  const parts = Object.entries(input).flatMap(([name, value]) => {
    const values: readonly unknown[] = Array.isArray(value) && !['conditionList', 'orderByList'].includes(name) ? value : [value]
    return values.map(one => `${encoded(name)}=${encoded(asText(one))}`)
  })
  // beyond what Node takes as an address nothing of ours is asked
  return `?${parts.join('&').slice(0, 12_000)}`
}

const boundary = 'b0undary'
const form = fc
  .array(
    fc.tuple(
      fc.constantFrom('file', 'type', 'recognise', 'id', '__proto__'),
      fc.constantFrom('', 'a.txt', 'a.xlsx', 'a.png', '"'),
      hostile,
    ),
  )
  .map(parts =>
    parts
      .map(([name, file, value]) => {
        const named = file === '' ? '' : `; filename="${file}"`
        return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${named}\r\n\r\n${asText(value)}\r\n`
      })
      .join('')
      .concat(`--${boundary}--\r\n`),
  )
const json = { 'content-type': 'application/json' }
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` }
const notJson = fc.constantFrom('', '{', '[]', 'null', '1', '"x"', '{"a":', '{"__proto__":1}', '{"a":1e400}', '[{}]', '\ufeff{}')

const resolved = (schema: Schema, shared: Shared): Schema =>
  typeof schema['$ref'] === 'string' ? (shared[schema['$ref'].split('/').at(-1) ?? ''] ?? {}) : schema
/** What a call takes: of its body, else of its address. */
function inputOf({ parameters = [], requestBody }: Described, shared: Shared): Schema {
  const body = requestBody?.content?.['application/json']?.schema
  if (body !== undefined) return resolved(body, shared)
  const asked = parameters.filter(one => one.in === 'query')
  return { type: 'object', properties: Object.fromEntries(asked.map(one => [one.name ?? '', one.schema ?? {}])) }
}

function operation(method: string, path: string, described: Described, shared: Shared, words: Vocabulary): Operation {
  const content = described.requestBody?.content ?? {}
  const input = fitting(inputOf(described, shared), shared, words)
  const inPath = fc.array(fc.oneof(fc.constantFrom('1', '2', '9'.repeat(30)), hostile), { minLength: 3, maxLength: 3 })
  const isRead = method === 'get'
  const whole = fc.tuple(who, rareHeaders, input, inPath, fc.nat(99), notJson, form, fc.tuple(hostileName, hostile))
  const request = whole.map(([person, headers, given, params, way, raw, parts, [name, value]]): Request => {
    let n = 0
    const bare = path.replaceAll(/\{[^}]+\}/g, () => encoded(asText(params[n++]).slice(0, 400)) || '%20')
    const base = { method: method.toUpperCase(), who: person }
    if (isRead) return { ...base, path: bare + queryOf(given), headers, body: null }
    if (content['multipart/form-data'] !== undefined && way < 50)
      return { ...base, path: bare, headers: { ...headers, ...multipart }, body: parts }
    if (way < 53) return { ...base, path: bare, headers: { ...json, ...headers }, body: raw }
    const beside = way < 58 ? queryOf({ [name]: value }) : ''
    return { ...base, path: bare + beside, headers: { ...json, ...headers }, body: JSON.stringify(given) }
  })
  return { name: `${method.toUpperCase()} ${path}`, request }
}

const strangeParts = fc.constantFrom(
  '..',
  '.',
  '',
  '%00',
  '%',
  '%zz',
  '%2e%2e',
  '%2f',
  'evil.com',
  'assets',
  'docs',
  'files',
  'api-2024',
  '__proto__',
  'ü',
  'x'.repeat(5_000),
  ';',
  '?',
  '#',
  '\\',
  '*',
  ':',
)
/** Addresses of no call, as anybody types them. */
const pages: Operation = {
  name: 'addresses',
  request: fc
    .tuple(
      fc.oneof(
        fc.constantFrom('//evil.com', '/%00', '/..', `/${'x'.repeat(15_000)}`, `${basePath}/`, '/docs/files/%2e%2e/package.json', '*'),
        fc.array(strangeParts, { maxLength: 5 }).map(parts => `/${parts.join('/')}`),
        fc.webPath().map(path => path || '/'),
      ),
      fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS', 'PUT'),
      fc.constantFrom('text/html', '*/*', 'application/json', 'text/html,application/xhtml+xml'),
      who,
    )
    .map(([path, method, accept, person]) => ({
      method,
      path: path.replaceAll(/[^\x21-\x7e]/g, encoded),
      headers: { accept },
      body: null,
      who: person,
    })),
}

/** What no condition is, and the ends of the calendar, by what a property takes. */
function edgesOf(name: string, schema: Schema): readonly unknown[] {
  if (name === 'conditionList' || name === 'orderByList') return [[null], '[null]', [{}], [0]]
  const { type, format, pattern } = schema
  if (type === 'array') return [[null], []]
  if (format === 'date') return ['0001-01-01', '9999-12-31']
  return typeof pattern === 'string' && /\(0\[1-9\]/.test(pattern) ? ['9999-12', '1000-01'] : []
}

/** Each call once with each property at each of its edges; all days of a call stand at the same one. */
export const edgesOfAll = ({ paths, components: { schemas } }: Document, words: Vocabulary): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      const { properties = {}, required = [] } = inputOf(described, schemas) as { properties?: Record<string, Schema>; required?: string[] }
      const at = new Map<string, Record<string, unknown>>()
      for (const [name, schema] of Object.entries(properties))
        for (const edge of edgesOf(name, resolved(schema, schemas))) {
          const key = Array.isArray(edge) ? `${name} ${JSON.stringify(edge)}` : asText(edge)
          at.set(key, { ...at.get(key), [name]: edge })
        }
      const rest = Object.entries(properties).filter(([name]) => required.includes(name))
      const base = fc.tuple(...rest.map(([name, schema]) => fitting(schema, schemas, words, name).map(value => [name, value] as const)))
      return [...at].map(([key, edge]) => ({
        name: `${method.toUpperCase()} ${path} ${key}`,
        request: base.map(given => {
          const input = { ...Object.fromEntries(given), ...edge }
          const bare = { method: method.toUpperCase(), path: path.replaceAll(/\{[^}]+\}/g, '1'), who: 'admin' as const }
          return method === 'get'
            ? { ...bare, path: bare.path + queryOf(input), headers: {}, body: null }
            : { ...bare, headers: json, body: JSON.stringify(input) }
        }),
      }))
    }),
  )

/** Everything of the document, and the addresses beside it. */
export const operationsOf = (document: Document, words: Vocabulary): Operation[] => [
  pages,
  ...Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operation(method, path, described, document.components.schemas, words)),
  ),
]
