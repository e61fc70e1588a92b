/** What the trail does not repeat: fields declared sensitive keep their last characters, secrets nothing. Pure. */
import type { Resource } from '#platform/declare/resource.ts'

const secretNames = /password|secret|token|captcha/i
const shownCharacters = 4

/** `138********` would tell too much of a short value: never more than a third. */
export function maskedValue(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const shown = Math.min(shownCharacters, Math.floor(text.length / 3))
  return `****${shown === 0 ? '' : text.slice(-shown)}`
}

/** The values as the trail keeps them. */
export function masked(r: Resource | undefined, values: unknown): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (secretNames.test(name) && typeof value === 'string') return [name, '****']
      return [name, r?.fields[name]?.options.sensitive === true ? maskedValue(value) : value]
    }),
  )
}
