/** Rows of an import file held against the rules of the form: values by field name, names still to be looked up, and every fault with its place. Pure. */
import { asText } from '#platform/format/text.ts'
import type { Refusal, SourceRow } from '#platform/declare/file-kind.ts'
import type { Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { FieldError } from '../http/refusal.ts'
import { valueOf, type Values } from '../lists/validate-record.ts'
import { exampleMark } from './resource-example.ts'
import { cellFault, cellValue, comparable } from './resource-cells.ts'
import type { Head, ImportField } from './resource-fields.ts'

export interface ImportRow {
  readonly line: number
  /** field name -> value as its column takes it; undefined: an empty cell of a field with a default */
  readonly values: Values
}
/** What the fields alone can't say, as the form's own routes check it. */
export type RowRule = (input: Readonly<Values>) => FieldError[]

export const isEmptyRow = (row: SourceRow): boolean => row.cells.every(cell => cell.trim() === '')
/** The template's second row, when nobody wrote over it. */
export const isExample = (row: SourceRow, head: Head): boolean =>
  row.line === head.line + 1 && (row.cells.find(cell => cell.trim() !== '') ?? '').trim().startsWith(exampleMark)

/** One row. References keep their text, for `namesIn` and `withReferences`; a refused row is not to be used. */
export function readRow(r: Resource, head: Head, row: SourceRow, rule: RowRule): { row: ImportRow; refusals: Refusal[] } {
  const values: Values = {}
  const input: Values = {}
  const refusals: Refusal[] = []
  const refuse = (column: string, value: string | null, reason: string): void =>
    void refusals.push({ line: row.line, column, value, reason })
  for (const [at, cell] of row.cells.entries()) {
    if (cell.trim() !== '' && !head.columns[at] && at >= head.columns.length)
      refuse(`第 ${at + 1} 列`, cell.trim(), '这一列没有表头，请补上表头或清空这一列')
  }
  for (const [at, column] of head.columns.entries()) {
    if (!column) continue
    const { field, name } = column
    const cell = (row.cells[at] ?? '').trim()
    const given = cellValue(field, cell)
    const ambiguous = cellFault(field, given)
    const [value, fault] =
      ambiguous === null
        ? isNamed(field) && ![given].flat().every(one => one === '')
          ? ([field.kind === 'links' ? given : cell, null] as const)
          : valueOf(field, given)
        : ([null, ambiguous] as const)
    if (fault !== null) refuse(field.title[0], cell === '' ? null : cell, `${field.title[0]}${fault}`)
    values[name] = value
    if (value !== undefined && fault === null) input[name] = given
  }
  if (refusals.length === 0)
    for (const { field, message } of rule(input))
      refuse(r.fields[field]?.title[0] ?? field, input[field] === undefined ? null : asText(input[field]), message)
  return { row: { line: row.line, values }, refusals }
}

/** Names a batch of rows refers to, by field. */
export function namesIn(column: ImportField, rows: readonly ImportRow[]): string[] {
  return [...new Set(rows.flatMap(({ values }) => namesOf(values[column.name])))]
}
/** One name, or several. */
export const namesOf = (value: unknown): string[] => [value].flat().filter(one => typeof one === 'string')
/** Written by name in a file, stored by id. */
export const isNamed = (field: Field): boolean => field.kind === 'reference' || field.kind === 'links'

/** A row's natural key in one writing. */
export const keyOf = (r: Resource, values: Readonly<Values>): string =>
  JSON.stringify(
    (r.key ?? []).map(name => {
      const field = r.fields[name]
      return field ? comparable(field, values[name]) : null
    }),
  )

/** The key as a person reads it, for the message about a repeated row. */
export const keyTitle = (r: Resource): string => (r.key ?? []).map(name => r.fields[name]?.title[0] ?? name).join('、')
