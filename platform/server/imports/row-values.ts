/** Values of rows of a file, as an insert or an update of a list stores them. Pure. */
import type { Field } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Values } from '../contract/record-hooks.ts'
import { typesOf, type RowSource } from '../records/row-source.ts'
import { stored } from './resource-cells.ts'
import type { KeyedRow } from './resource-check.ts'
import type { ImportField } from './resource-fields.ts'

export interface Change {
  readonly row: KeyedRow
  readonly before: Row
}

/** What an insert would store where a cell was left to the default. */
export const given = (field: Field, value: unknown): unknown => (value === undefined ? (field.options.default ?? null) : value)

const ofFile = (columns: readonly ImportField[]) => columns.map(({ name, field }) => [name, field] as const)

/** The rows of the file as the database takes them. */
export function sourceOf(r: Resource, columns: readonly ImportField[], rows: readonly Readonly<Values>[]): RowSource {
  const named = ofFile(columns).map(([name, field]) => [name, columnOf(name), field] as const)
  const records = rows.map(values => {
    const record: Values = {}
    for (const [name, column, field] of named) record[column] = given(field, values[name])
    return record
  })
  return {
    json: JSON.stringify(records),
    columns: typesOf(
      r,
      named.map(([, column]) => column),
    ),
  }
}

/** What a changed row will be: an empty cell of a field with a default leaves what is there. */
export const merged = (columns: readonly ImportField[], { row, before }: Change): Values =>
  Object.fromEntries(
    ofFile(columns).map(([name, field]) => [name, row.values[name] === undefined ? stored(field, before[name] ?? null) : row.values[name]]),
  )

export const byColumn = (columns: readonly ImportField[], values: Readonly<Values>): Values =>
  Object.fromEntries(columns.map(({ name }) => [columnOf(name), values[name]]))

export const withDefaults = (columns: readonly ImportField[], values: Readonly<Values>): Values =>
  Object.fromEntries(ofFile(columns).map(([name, field]) => [name, given(field, values[name])]))
