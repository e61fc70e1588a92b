/** What a person sends of lines, read and held against the fields of the lines. Every fault names its cell: `lines[id].field`. Pure. */
import { lineNo } from '#platform/declare/document.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import { isId } from '../lists/value-range.ts'
import { columnValues } from '../records/validate-record.ts'
import { refuse, Refusal } from '../calls/refusal.ts'
import type { FieldError } from '../contract/route.ts'
import type { Values } from '../contract/record-hooks.ts'

/** One line as it was sent: `at` names it in faults, `values` by column. */
export interface SentLine {
  readonly at: string
  readonly values: Values
}
export interface SentChange extends SentLine {
  readonly id: string
  readonly version: number
}
export interface SentLines {
  readonly added: readonly SentLine[]
  readonly changed: readonly SentChange[]
  readonly removed: readonly { readonly id: string; readonly version: number | undefined }[]
}

/** Name of a cell, or of a line, in faults. */
export const cellOf = (at: string, field?: string): string => `lines[${at}]${field === undefined ? '' : `.${field}`}`

type Given = Readonly<Record<string, unknown>>
const isGiven = (one: unknown): one is Given => typeof one === 'object' && one !== null && !Array.isArray(one)

function listOf(given: unknown, name: string, errors: FieldError[]): readonly Given[] {
  if (given === undefined || given === null) return []
  if (Array.isArray(given) && given.every(isGiven)) return given
  errors.push({ field: `lines.${name}`, message: sentence`应为行的列表` })
  return []
}

/** Reads all of it, and refuses it with every fault. */
export function readChanges(r: Resource, given: unknown): SentLines {
  const errors: FieldError[] = []
  if (!isGiven(given)) throw refuse.invalid([{ field: 'lines', message: sentence`应为 { added, changed, removed }` }])
  const { added, changed, removed } = given
  const sent = {
    added: listOf(added, 'added', errors),
    changed: listOf(changed, 'changed', errors),
    removed: listOf(removed, 'removed', errors),
  }
  const max = r.linesOf?.max ?? 0
  for (const [name, list] of Object.entries(sent))
    if (list.length > max)
      errors.push({ field: 'lines', message: sentence`一张单据最多 ${max} 行${r.title}，${name} 里有 ${list.length} 行` })
  if (errors.length > 0) throw refuse.invalid(errors)
  const seen = new Set<string>()
  const known = ({ id }: Given): string => {
    const text = asText(id ?? '')
    if (!isId(text)) errors.push({ field: cellOf(text), message: sentence`请刷新后再保存（缺少行的编号）` })
    else if (seen.has(text)) errors.push({ field: cellOf(text), message: sentence`同一行只能出现一次` })
    seen.add(text)
    return text
  }
  const read: SentLines = {
    added: sent.added.map(({ id, ...line }, at) => valuesOf(r, asText(id ?? at), line, 'add', errors)),
    changed: sent.changed.map(line => {
      const id = known(line)
      const { version, ...rest } = line
      if (!Number.isInteger(version)) errors.push({ field: cellOf(id), message: sentence`请刷新后再保存（缺少版本号）` })
      return { ...valuesOf(r, id, rest, 'edit', errors), id, version: Number(version) }
    }),
    removed: sent.removed.map(line => ({
      id: known(line),
      version: Number.isInteger(line['version']) ? Number(line['version']) : undefined,
    })),
  }
  if (errors.length > 0) throw refuse.invalid(errors)
  return read
}

/** The document is known and the number is given: neither is taken from who sends a line. */
function valuesOf(r: Resource, at: string, line: Given, status: 'add' | 'edit', errors: FieldError[]): SentLine {
  const { linesOf } = r
  const by = linesOf?.field ?? ''
  const { [lineNo]: _, [by]: __, [`${by}Label`]: ___, ...given } = line
  try {
    const values = columnValues(r, status === 'add' ? { ...given, [by]: '1', [lineNo]: 1 } : given, status)
    delete values[columnOf(by)]
    delete values[columnOf(lineNo)]
    return { at, values }
  } catch (error) {
    if (!(error instanceof Refusal) || !isGiven(error.data)) throw error
    const faults = (error.data as { readonly errors: readonly FieldError[] }).errors
    errors.push(...faults.map(({ field, message }) => ({ field: cellOf(at, field), message })))
    return { at, values: {} }
  }
}
