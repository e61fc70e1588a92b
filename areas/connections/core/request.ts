/** A call as it is sent: path, query and body of an operation with its values. Pure. */
import { asText } from '#platform/format/text.ts'
import type { ModelOperation } from './model.ts'

export type Values = Readonly<Record<string, unknown>>
export interface ApiRequest {
  readonly method: ModelOperation['method']
  /** with its query, below the host */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** Throws where a value is no parameter, or one that is needed lacks: a declaration is wrong then. */
export function requestOf({ id, method, path, parameters }: ModelOperation, values: Values): ApiRequest {
  const stray = Object.keys(values).find(name => !parameters.some(one => one.name === name))
  if (stray !== undefined) throw new Error(`${id} has no parameter ${stray}`)
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let body: string | null = null
  let filled = path
  for (const one of parameters) {
    const value = values[one.name]
    if (value === undefined || value === null) {
      if (one.required) throw new Error(`${id} needs ${one.name}`)
      continue
    }
    if (one.in === 'whole') for (const [name, part] of new URLSearchParams(asText(value))) query.append(name, part)
    else if (one.in === 'body') body = JSON.stringify(value)
    else if (one.in === 'path') filled = filled.replace(`{${one.name}}`, encodeURIComponent(asText(value)))
    else if (one.in === 'header') headers[one.name] = asText(value)
    else if (Array.isArray(value) && one.list === 'multi') for (const each of value) query.append(one.name, asText(each))
    else query.set(one.name, Array.isArray(value) ? value.map(asText).join(',') : asText(value))
  }
  const asked = query.size === 0 ? '' : `?${query.toString()}`
  return { method, path: `${filled}${asked}`, headers: body === null ? headers : { ...headers, 'content-type': 'application/json' }, body }
}
