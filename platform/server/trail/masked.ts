/** What the trail does not repeat: fields declared sensitive keep their last characters, secrets nothing. Pure. */
import type { Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { isMasked, mask } from '#platform/format/masked.ts'
import { ownValue } from '#platform/declare/own-value.ts'

const secretNames = /password|secret|token|captcha/i
const shownCharacters = 4

/** Kinds of which some characters may be told; of a figure each would be part of the secret. */
export const keepsLast = ({ kind, options }: Pick<Field, 'kind' | 'options'>): boolean =>
  (kind === 'text' || kind === 'longText') && options.encrypted !== true

/** `138********` would tell too much of a short value: never more than a third. */
export function maskedValue(field: Pick<Field, 'kind' | 'options'>, value: unknown): unknown {
  if (value === null || value === undefined || value === '' || isMasked(value)) return value
  if (!keepsLast(field)) return mask
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const shown = Math.min(shownCharacters, Math.floor(text.length / 3))
  return `${mask}${shown === 0 ? '' : text.slice(-shown)}`
}

/** The values as the trail keeps them. */
export function masked(r: Resource | undefined, values: unknown): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (secretNames.test(name) && typeof value === 'string') return [name, mask]
      const field = ownValue(r?.fields, name)
      return [name, field?.options.sensitive === true ? maskedValue(field, value) : value]
    }),
  )
}
