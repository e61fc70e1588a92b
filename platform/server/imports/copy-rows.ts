/** Rows in the text format of COPY. */
import type { StagedValue } from '../contract/file-family.ts'
import { ownValue } from '#platform/declare/own-value.ts'

const special = /[\\\t\n\r]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

export function copyValue(value: StagedValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return special.test(value) ? value.replaceAll(/[\\\t\n\r]/g, c => ownValue(escapes, c) ?? c) : value
  return typeof value === 'boolean' ? (value ? 't' : 'f') : String(value)
}

export const copyRow = (values: readonly StagedValue[]): string => `${values.map(copyValue).join('\t')}\n`
