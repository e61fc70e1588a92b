/** Input of a call: query string and JSON body as one object. */
import { sentence } from '#platform/declare/sentence.ts'
import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import { Convert } from 'typebox/value'
import { excessOf, openLimits } from '../calls/body-limits.ts'
import { texts } from '../calls/messages.ts'
import { refuse } from '../calls/refusal.ts'
import type { FieldError } from '../contract/route.ts'

export type Input = Record<string, unknown>

/** Parts of the list query that travel as JSON text in a GET query. */
const jsonInQuery = ['conditionList', 'orderByList'] as const

const conflict = (field: string): FieldError => ({ field, message: sentence`${field} 在地址和请求内容中的值不一致，请只保留一个` })

/**
 * Merges query string and body. The query's texts become the types of the schema first, so that `?id=5` and `{ "id": 5 }` are
 * the same value; the same name with different values is refused.
 */
export function mergedInput(query: unknown, body: unknown, schema: TSchema | undefined): Input {
  const fromQuery = queryInput(query, schema)
  refuseUnstorable(fromQuery)
  if (body === undefined || body === null) return fromQuery
  if (typeof body !== 'object' || Array.isArray(body)) throw refuse.rule(texts.bodyNotObject)
  refuseUnstorable(body as Input)
  if (Object.keys(fromQuery).length === 0) return body as Input
  const errors: FieldError[] = []
  const merged: Input = { ...fromQuery }
  for (const [name, value] of Object.entries(body)) {
    if (Object.hasOwn(fromQuery, name) && !sameValue(fromQuery[name], value)) errors.push(conflict(name))
    merged[name] = value
  }
  if (errors.length > 0) throw refuse.invalid(errors)
  return merged
}

/** No text of PostgreSQL can hold the character NUL, none of its JSON half a character: refused here once for every call, at any depth. */
function refuseUnstorable(input: Input): void {
  if (isStorable(input)) return
  const errors = Object.entries(input)
    .filter(([, value]) => !isStorable(value))
    .map(([field]) => ({ field, message: texts.unstorable }))
  if (errors.length > 0) throw refuse.invalid(errors)
}

/** Not recursive: a body of a million brackets must not overflow the stack. */
function isStorable(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string' && (one.includes('\0') || !one.isWellFormed())) return false
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) left.push(inner)
  }
  return true
}

/** A call without schema leaves the query's values as text: `5` and 5 are then the same. */
const sameValue = (fromQuery: unknown, fromBody: unknown): boolean =>
  isDeepStrictEqual(fromQuery, fromBody) ||
  (typeof fromQuery === 'string' && (typeof fromBody === 'number' || typeof fromBody === 'boolean') && fromQuery === String(fromBody))

function queryInput(query: unknown, schema: TSchema | undefined): Input {
  const input: Input = { ...(query as Input | null) }
  for (const name of jsonInQuery) {
    const text = input[name]
    if (typeof text === 'string') input[name] = parsed(name, text)
  }
  return schema === undefined || Object.keys(input).length === 0 ? input : (Convert(schema, input) as Input)
}

function parsed(field: string, text: string): unknown {
  const excess = excessOf(text, openLimits)
  if (excess !== null) throw refuse.tooLarge(texts[excess])
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw refuse.invalid([{ field, message: sentence`${field} 应为 JSON 文本` }])
  }
}
