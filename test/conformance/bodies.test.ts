/**
 * A body that is filled from the OpenAPI document alone lacks nothing: whatever a step, an action, a deletion or a call by hand
 * then refuses, it names no field that was not sent. Each way that the document offers is tried.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { openApiOf } from '#platform/server/openapi/document.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import type { Schema } from '#platform/server/openapi/schemas.ts'
import { isWhole } from '../setup/shapes.ts'
import { openScopeHouse, type ScopeHouse } from '../scope/house.ts'

const all = withHouseAreas(areas)
const registry = registryOf(all)
const document = openApiOf(registry, all) as {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly summary: string; readonly requestBody?: Body; readonly parameters?: readonly Partial<Parameter>[] }>
      >
    >
  >
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
interface Body {
  readonly content: { readonly 'application/json': { readonly schema: Schema } }
}

let h: ScopeHouse
beforeAll(async () => {
  h = await openScopeHouse()
})
afterAll(() => h.close())

type Way = Readonly<Record<string, unknown>>
const listOf = (value: unknown): readonly Schema[] => (Array.isArray(value) ? (value as Schema[]) : [])
const resolved = (schema: Schema): Schema =>
  typeof schema['$ref'] === 'string' ? (document.components.schemas[schema['$ref'].split('/').at(-1) ?? ''] ?? {}) : schema

/** Every way to fill an object: what is demanded, and nothing else. */
function ways(given: Schema): readonly Way[] {
  const schema = resolved(given)
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>
  const required = (schema['required'] ?? []) as readonly string[]
  const own: Way = Object.fromEntries(required.map(name => [name, valueOf(properties[name] ?? {})]))
  const parts = [
    ...listOf(schema['allOf']).map(ways),
    ...[schema['anyOf'], schema['oneOf']]
      .map(listOf)
      .filter(of => of.length > 0)
      .map(of => of.flatMap(ways)),
  ]
  return parts.reduce<readonly Way[]>((made, part) => made.flatMap(one => part.map(other => ({ ...one, ...other }))), [own])
}

/** A value that the schema describes. */
function valueOf(given: Schema): unknown {
  const schema = resolved(given)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[])[0]
  const [union] = [schema['anyOf'], schema['oneOf']].map(listOf).filter(of => of.length > 0)
  if (union !== undefined) return valueOf(union[0] ?? {})
  switch ([schema['type']].flat()[0]) {
    case 'array':
      return [valueOf((schema['items'] ?? {}) as Schema)]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1))
    case 'object':
      return ways(schema)[0] ?? {}
    default:
      return textOf(schema)
  }
}
function textOf({ format, pattern, title }: Schema): string {
  if (format === 'date') return '2026-03-02'
  if (format === 'date-time') return '2026-03-02T08:00:00Z'
  if (typeof pattern !== 'string') return typeof title === 'string' && title !== '' ? 'a' : '1'
  const found = ['1', '2026-03', '2026', '2026-03-02', 'a', '09:00', 'a@b.cn', '/a', 'a'.repeat(43), 'a'.repeat(64)].find(text =>
    new RegExp(pattern).test(text),
  )
  if (found === undefined) throw new Error(`no text for ${pattern}`)
  return found
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Schema
}
const querySchema = (parameters: readonly Partial<Parameter>[]): Schema => {
  const asked = parameters.filter(one => one.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(asked.map(one => [one.name, one.schema])),
    required: asked.filter(one => one.required).map(one => one.name),
  }
}

interface Said {
  readonly code: number
  readonly msg: string
  readonly data: { readonly errors?: readonly { readonly field: string; readonly message: string }[] } | null
}
const verbs: ReadonlySet<string> = new Set(['step', 'action', 'remove', 'removeBetween', 'call'])
/** what ends the session that asks */
const ending: ReadonlySet<string> = new Set(['/auth/user/logout'])
/** every report has the same calls: two of them are tried */
const alike = new Set(
  isWhole ? [] : [...registry.reports.values()].slice(2).flatMap(({ report }) => Object.values<string | undefined>(report.paths)),
)
const calls = registry.routes.filter(
  ({ verb, path, multipart }) => verbs.has(verb) && multipart !== true && !ending.has(path) && !alike.has(path),
)

test('what a call demands stands in its schema', async () => {
  const lacking: string[] = []
  let tried = 0
  for (const { method, path } of calls) {
    const operation = document.paths[`/api-2024${path}`]?.[method.toLowerCase()]
    const schema = operation?.requestBody?.content['application/json'].schema ?? querySchema(operation?.parameters ?? [])
    for (const body of ways(schema)) {
      tried += 1
      const answer = await h.app.inject({
        method,
        url: `/api-2024${path.replaceAll(/\{[^}]+\}/g, '987654')}`,
        headers: { authorization: `Bearer ${await h.token('admin')}` },
        ...(method === 'GET'
          ? { query: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])) }
          : { payload: body }),
      })
      expect(answer.statusCode, `${path} ${answer.body}`).toBeLessThan(500)
      if (!String(answer.headers['content-type']).includes('json')) continue
      const { msg, data } = answer.json<Said>()
      const named = (data?.errors ?? []).filter(({ field }) => !((field.split(/[.[]/)[0] ?? '') in body))
      if (named.length > 0) lacking.push(`${path} ${JSON.stringify(body)} ${named.map(one => `${one.field} ${one.message}`).join('; ')}`)
      else if (msg.startsWith('请先选择') || msg.startsWith('请填写')) lacking.push(`${path} ${JSON.stringify(body)} : ${msg}`)
    }
  }
  expect(lacking).toEqual([])
  expect(tried).toBeGreaterThan(500)
})

test('a title says a word once', () => {
  const doubled = Object.entries(document.paths).flatMap(([path, calls_]) =>
    Object.values(calls_)
      .filter(({ summary }) => /(\p{Script=Han}{2,})\1/u.test(summary))
      .map(({ summary }) => `${path} ${summary}`),
  )
  expect(doubled).toEqual([])
})
