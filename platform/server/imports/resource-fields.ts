/** The columns of a resource's import file: which there are, and how the head of a file names them. Pure. */
import type { Field } from '#platform/declare/fields.ts'
import type { Refusal } from '#platform/declare/file-kind.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { wireFields } from '../lists/columns.ts'
import { editableFields } from '../lists/validate-record.ts'
import { templateTitle } from '../sheets/template.ts'

export interface ImportField {
  readonly name: string
  readonly field: Field
  /** must have a column, and a value in every row */
  readonly required: boolean
}

/** What a person may set by a form he may set by a file; what no cell can hold is left out. */
export const importFields = (r: Resource): ImportField[] =>
  editableFields(r)
    .filter(([, f]) => f.kind !== 'json' && f.kind !== 'hash')
    .map(([name, field]) => ({ name, field, required: !field.options.optional && field.options.default === undefined }))

const spelt = (head: string): string => templateTitle(head.replace(/^\uFEFF/, '')).toLowerCase()
const namesOf = (name: string, field: Field): string[] => [field.title[0], field.title[1], name].map(n => n.toLowerCase())

/** How many cells of a row are titles of this list; the row with most of them is its head. */
export function titlesIn(r: Resource, cells: readonly string[]): number {
  const known = new Set(wireFields(r).flatMap(([name, field]) => namesOf(name, field)))
  return cells.filter(cell => known.has(spelt(cell))).length
}

export interface Head {
  readonly line: number
  /** by cell index; null: nothing to read there */
  readonly columns: readonly (ImportField | null)[]
  /** columns of the list that no one fills in (as an export has them): passed over */
  readonly passedOver: readonly string[]
  readonly refusals: readonly Refusal[]
}

/** Reads a head: titles of either language or field names, in any order. Every fault is named: unknown, twice, missing. */
export function headOf(r: Resource, line: number, cells: readonly string[]): Head {
  const fields = importFields(r)
  const byName = new Map<string, ImportField>()
  // a field's own name and the Chinese title before another field's English one
  for (const at of [1, 0, 2]) for (const f of fields) byName.set(namesOf(f.name, f.field)[at] ?? '', f)
  const shownOnly = new Set(
    wireFields(r)
      .filter(([name]) => !fields.some(f => f.name === name))
      .flatMap(([name, field]) => namesOf(name, field)),
  )
  const refusals: Refusal[] = []
  const passedOver: string[] = []
  const seen = new Set<string>()
  const columns = cells.map(cell => {
    const title = spelt(cell)
    const found = byName.get(title)
    if (title === '') return null
    if (!found && shownOnly.has(title)) passedOver.push(templateTitle(cell))
    else if (!found)
      refusals.push({ line, column: cell.trim(), value: null, reason: `不认识的列“${cell.trim()}”，请按模板填写或删除这一列` })
    else if (seen.has(found.name)) refusals.push({ line, column: cell.trim(), value: null, reason: `列“${cell.trim()}”重复，请只保留一列` })
    if (found) seen.add(found.name)
    return found ?? null
  })
  for (const f of fields)
    if (f.required && !seen.has(f.name))
      refusals.push({ line, column: f.field.title[0], value: null, reason: `缺少必填的列“${f.field.title[0]}”` })
  return { line, columns, passedOver, refusals }
}
