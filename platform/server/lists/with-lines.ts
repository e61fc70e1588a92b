/**
 * A document with its lines as one table, row by row as a workbook has both: the fields of the header, then those of the line. It is no
 * table of the database: imports and exports take it apart again (`joins`). Pure.
 */
import { lineNo } from '#platform/declare/document.ts'
import type { Field, Fields } from '#platform/declare/fields.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Resource } from '#platform/declare/resource.ts'

const prefix = 'line.'
/** Name of a field of the lines in the joined table. */
export const joinedName = (field: string): string => `${prefix}${field}`
/** The field of the lines that is meant; null: one of the header. */
export const lineNameOf = (joined: string): string | null => (joined.startsWith(prefix) ? joined.slice(prefix.length) : null)

/** The number by which a row names its document; absent: documents that no single field names have no such workbook. */
export function numberOf(header: Resource): string | undefined {
  const [only, ...more] = header.key ?? []
  return more.length === 0 ? only : undefined
}

/** Whether people give a document the name by which rows name it (a group); else the server numbers it. */
export const isNamedByHand = (header: Resource): boolean => ownValue(header.fields, numberOf(header) ?? '')?.options.computed !== true

const known = new WeakMap<Resource, WeakMap<Resource, Resource>>()

/** The document joined with its lines; undefined: it has none in its form. */
export function withLines(header: Resource, lines: Resource | undefined): Resource | undefined {
  if (lines?.linesOf === undefined || lines.linesOf.editedSeparately === true || numberOf(header) === undefined) return undefined
  const met = known.get(header)?.get(lines)
  if (met !== undefined) return met
  const joined = joinedOf(header, lines)
  const ofHeader = known.get(header) ?? new WeakMap<Resource, Resource>()
  known.set(header, ofHeader.set(lines, joined))
  return joined
}

function joinedOf(header: Resource, lines: Resource): Resource {
  const number = numberOf(header) ?? ''
  const titles = new Set(Object.values(header.fields).flatMap(({ title }) => [title[0], title[1].toLowerCase()]))
  const own = Object.entries(header.fields).map(
    ([name, field]) => [name, name === number && !isNamedByHand(header) ? numbered(field) : once(field)] as const,
  )
  const ofLines = Object.entries(lines.fields).flatMap(([name, field]) =>
    // the document itself, and what each line keeps of it, stand in the header
    name === lines.linesOf?.field || field.options.atCreation?.startsWith(`${lines.linesOf?.field}.`) === true
      ? []
      : [[joinedName(name), ofLine(name, field, titles)] as const],
  )
  const { key: _, validity: __, linesOf: ___, tree: ____, label: _____, ...rest } = header
  return { ...rest, fields: Object.fromEntries([...own, ...ofLines]) as Fields, joins: { header, lines } }
}

const withOptions = (field: Field, options: Partial<Field['options']>): Field => {
  const { default: _, ...others } = field.options
  return { ...field, options: { ...others, optional: true, ...options } }
}
/** Given by the server, and named by whoever means a document that is there. */
const numbered = (field: Field): Field =>
  withOptions(field, {
    computed: false,
    editDisabled: false,
    help: ['已有单据填写单号；新单据留空，由系统编号', 'The number of a document that is there; empty for a new one, which gets its own'],
  })
const once = (field: Field): Field =>
  withOptions(field, {
    help: [
      '同一单据只需填在它的第一行，其余行可留空或填写相同内容',
      'Asked for in the first row of a document; further rows are empty or the same',
    ],
  })

function ofLine(name: string, field: Field, titles: ReadonlySet<string>): Field {
  const [zh, en] = field.title
  const title: Field['title'] = titles.has(zh) || titles.has(en.toLowerCase()) ? [`明细${zh}`, `Line: ${en}`] : field.title
  const told: Partial<Field['options']> =
    name === lineNo ? { help: ['已有的行填写行号；新增的行可留空', 'The number of a line that is there; may be empty for a new one'] } : {}
  const { default: fallback } = field.options
  return { ...withOptions({ ...field, title }, { ...told, ...(fallback === undefined ? {} : { default: fallback }) }), title }
}

/** Whether a row that has a line at all must say this of it. */
export const neededOfLine = ({ joins }: Resource, joined: string): boolean => {
  const name = lineNameOf(joined)
  const field = name === null || name === lineNo ? undefined : ownValue(joins?.lines.fields ?? {}, name)
  return field !== undefined && field.options.optional !== true && field.options.default === undefined
}
