/**
 * Rows of an import file checked against the rules of the form: values by field name, names still to be looked up, and every fault with its
 * place. Pure.
 */
import { listed, type Listing, sentence, type Wording } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import type { Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import type { Field } from '#platform/declare/fields.ts'
import { identityOf, type Resource } from '#platform/declare/resource.ts'
import { isMasked } from '#platform/format/masked.ts'
import type { FieldError } from '../contract/route.ts'
import { fieldValue, ofField, type CleanHtml } from '../records/field-value.ts'
import type { Values } from '../contract/record-hooks.ts'
import { isExample as beginsAsExample } from './resource-example.ts'
import { cellFault, cellValue, comparable } from './resource-cells.ts'
import type { ImportField } from './resource-fields.ts'
import { ownValue } from '#platform/declare/own-value.ts'

export interface ImportRow {
  readonly line: number
  /** field name -> value as its column takes it; undefined: an empty cell of a field with a default */
  readonly values: Values
}
/** What the fields alone can't say, as the form's own routes check it. */
export type RowRule = (input: Readonly<Values>) => FieldError[]

export const isEmptyRow = (row: SourceRow): boolean => row.cells.every(cell => cell.trim() === '')
/** The template's second row, when nobody wrote over it. */
export const isExample = (row: SourceRow, headLine: number): boolean =>
  row.line === headLine + 1 && beginsAsExample(row.cells.find(cell => cell.trim() !== '') ?? '')

export interface ReadCells {
  /** of each column that is read, in their order */
  readonly values: unknown[]
  /** what a form would have sent; undefined where the cell is refused, or empty for a field with a default */
  readonly input: unknown[]
  readonly refusals: readonly Refusal[]
}

/** What a column remembers of its cells: most say the same again and again. */
const rememberedMax = 1_000
/** Texts are as good as new each time, and cheap to look at. */
const remembers = (field: Field): boolean => !['text', 'longText', 'reference', 'links'].includes(field.kind)

/** How cells are read: rich texts cleaned, times of the organisation's clock. */
export interface ReadingOf {
  readonly clean: CleanHtml
  /** IANA zone of the organisation */
  readonly zone: string
}

interface ReadCell {
  readonly value: unknown
  readonly input: unknown
  readonly fault: Wording | null
}
const left: ReadCell = { value: undefined, input: undefined, fault: null }

function readCell(field: Field, cell: string, { clean, zone }: ReadingOf): ReadCell {
  // exported masked: nobody has typed it, the record keeps what it has
  if (field.options.sensitive === true && isMasked(cell)) return left
  const given = cellValue(field, cell, zone)
  const ambiguous = cellFault(field, given)
  const [value, fault] =
    ambiguous === null
      ? isNamed(field) && ![given].flat().every(one => one === '')
        ? ([field.kind === 'links' ? given : cell, null] as const)
        : fieldValue(field, given, clean)
      : ([null, ambiguous] as const)
  return { value, input: value !== undefined && fault === null ? given : undefined, fault }
}

function cellReader(field: Field, reading: ReadingOf): (cell: string) => ReadCell {
  if (!remembers(field)) return cell => readCell(field, cell, reading)
  const known = new Map<string, ReadCell>()
  return cell => {
    const met = known.get(cell)
    if (met) return met
    if (known.size >= rememberedMax) known.clear()
    const read = readCell(field, cell, reading)
    known.set(cell, read)
    return read
  }
}

/** Reads rows one by one. References keep their text, to be looked up; a refused row is not to be used. */
export function rowReader(columns: readonly (ImportField | null)[], reading: ReadingOf): (row: SourceRow) => ReadCells {
  const readers = columns.flatMap((column, at) =>
    column
      ? [{ at, title: column.field.title, isEncrypted: column.field.options.encrypted === true, read: cellReader(column.field, reading) }]
      : [],
  )
  return ({ line, cells }) => {
    const values: unknown[] = []
    const input: unknown[] = []
    const refusals: Refusal[] = []
    for (let at = columns.length; at < cells.length; at += 1) {
      const cell = (cells[at] ?? '').trim()
      if (cell !== '')
        refusals.push({ line, column: `第 ${at + 1} 列`, value: cell, reason: sentence`这一列没有表头，请补上表头或清空这一列` })
    }
    for (const { at, title, isEncrypted, read } of readers) {
      const cell = (cells[at] ?? '').trim()
      const { value, input: given, fault } = read(cell)
      if (fault !== null)
        refusals.push({ line, column: title[0], value: cell === '' || isEncrypted ? null : cell, reason: ofField(title, fault) })
      values.push(value)
      input.push(given)
    }
    return { values, input, refusals }
  }
}

/** One row of values or inputs that lie column by column, by the names of the columns. */
export const byName = (columns: readonly ImportField[], lists: readonly (readonly unknown[])[], row: number): Values => {
  const values: Values = {}
  for (let at = 0; at < columns.length; at += 1) values[columns[at]?.name ?? ''] = lists[at]?.[row]
  return values
}

/** What the form's own rule says of a row whose cells are right. */
export const ruleFaults = (r: Resource, rule: RowRule, line: number, input: Readonly<Values>): Refusal[] =>
  rule(input).map(({ field, message }) => ({
    line,
    column: ownValue(r.fields, field)?.title[0] ?? field,
    value: input[field] === undefined || ownValue(r.fields, field)?.options.encrypted ? null : asText(input[field]),
    reason: message,
  }))

/** Names a batch of rows refers to, by field. */
export function namesIn(column: ImportField, rows: readonly ImportRow[]): string[] {
  return [...new Set(rows.flatMap(({ values }) => namesOf(values[column.name])))]
}
/** One name, or several. */
export const namesOf = (value: unknown): string[] => [value].flat().filter(one => typeof one === 'string')
/** Written by name in a file, stored by id. */
export const isNamed = (field: Field): boolean => field.kind === 'reference' || field.kind === 'links'

/** A row's natural key in one writing. */
export function keyOf(r: Resource, values: Readonly<Values>): string {
  const parts = identityOf(r).map(name => {
    const field = ownValue(r.fields, name)
    return field ? comparable(field, values[name]) : null
  })
  // one text needs no brackets to be told apart, and is never empty
  return parts.length === 1 ? (parts[0] ?? '') : JSON.stringify(parts)
}

/** The key as a person reads it, for the message about a repeated row. */
export const keyTitle = (r: Resource): Listing => listed(identityOf(r).map(name => ownValue(r.fields, name)?.title ?? name))
