/** The columns of a resource's import file: which there are, and how the head of a file names them. Pure. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Field } from '#platform/declare/fields.ts'
import type { Refusal } from '#platform/declare/file-kind.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { wireFields } from '../lists/columns.ts'
import { neededOfLine } from '../lists/with-lines.ts'
import { editableFields } from '../lists/editable-fields.ts'
import { templateTitle } from '../sheets/template-title.ts'
import { spelt } from './resource-titles.ts'

export interface ImportField {
  readonly name: string
  readonly field: Field
  /** must have a column, and a value in every row */
  readonly required: boolean
}

/** What a person may set by a form he may set by a file; what no cell can hold is left out. */
export const importFields = (r: Resource): ImportField[] =>
  editableFields(r)
    .filter(([, f]) => f.kind !== 'json' && f.kind !== 'items' && f.kind !== 'hash' && f.kind !== 'files')
    .map(([name, field]) => ({ name, field, required: isRequired(r, name, field) }))

const isRequired = (r: Resource, name: string, { options }: Field): boolean =>
  r.joins === undefined ? options.optional !== true && options.default === undefined : neededOfLine(r, name)

const namesOf = (name: string, field: Field): string[] =>
  [field.title[0], field.title[1], name, ...(field.options.synonyms ?? [])].map(n => n.toLowerCase())

/** Every writing by which a head may name a column of this list. */
export const titlesOf = (r: Resource): Set<string> => new Set(wireFields(r).flatMap(([name, field]) => namesOf(name, field)))

/** Field of each column of a file by cell index, as a person mapped it; null: the column is not imported. */
export type Mapping = readonly (string | null)[]

export interface Head {
  readonly line: number
  /** by cell index; null: nothing to read there */
  readonly columns: readonly (ImportField | null)[]
  /** columns of the list that no one fills in (as an export has them): passed over */
  readonly passedOver: readonly string[]
  readonly refusals: readonly Refusal[]
}

/** What the cells of a head mean by themselves: a field; a column of the list that nobody fills in; or nothing known. */
export function meaningsOf(r: Resource, cells: readonly string[]): (ImportField | 'passedOver' | null)[] {
  const fields = importFields(r)
  const byName = new Map<string, ImportField>()
  // a field's own name and the Chinese title before another field's English one
  for (const at of [1, 0, 2]) for (const f of fields) byName.set(namesOf(f.name, f.field)[at] ?? '', f)
  const shownOnly = new Set(
    wireFields(r)
      .filter(([name]) => !fields.some(f => f.name === name))
      .flatMap(([name, field]) => namesOf(name, field)),
  )
  const named = cells.map(cell => {
    const title = spelt(cell)
    return title === '' ? null : (byName.get(title) ?? (shownOnly.has(title) ? 'passedOver' : null))
  })
  return withSynonyms(fields, cells, named)
}

/**
 * Fields that no head names take the head that is nearest in their synonyms, which stand in order: a file with 货号 and 型号 has its SKU in one
 * of them.
 */
function withSynonyms(
  fields: readonly ImportField[],
  cells: readonly string[],
  named: readonly (ImportField | 'passedOver' | null)[],
): (ImportField | 'passedOver' | null)[] {
  const heads = cells.map(spelt)
  const meanings = [...named]
  for (const f of fields) {
    if (meanings.includes(f)) continue
    const places = (f.field.options.synonyms ?? []).map(synonym =>
      heads.findIndex((head, at) => head === spelt(synonym) && meanings[at] === null),
    )
    const at = places.find(place => place >= 0)
    if (at !== undefined) meanings[at] = f
  }
  return meanings
}

/** Reads a head by its titles, or as it was mapped by hand. Every fault is named: unknown (unless mapped to nothing), twice, missing. */
export function headOf(r: Resource, line: number, cells: readonly string[], mapping: Mapping | null = null): Head {
  const fields = importFields(r)
  const meanings = mapping ? cells.map((_, at) => fields.find(f => f.name === mapping[at]) ?? null) : meaningsOf(r, cells)
  const refusals: Refusal[] = []
  const passedOver: string[] = []
  const seen = new Set<string>()
  const columns = cells.map((cell, at) => {
    const meaning = meanings[at] ?? null
    const title = cell.trim()
    if (meaning === 'passedOver') passedOver.push(templateTitle(cell))
    else if (!meaning && mapping === null && title !== '')
      refusals.push({ line, column: title, value: null, reason: sentence`不认识的列“${title}”，请按模板填写或删除这一列` })
    else if (meaning && seen.has(meaning.name))
      refusals.push({ line, column: title, value: null, reason: twice(title, meaning, mapping !== null) })
    if (meaning === 'passedOver') return null
    if (meaning) seen.add(meaning.name)
    return meaning
  })
  if (mapping) passedOver.push(...cells.flatMap((cell, at) => (columns[at] || cell.trim() === '' ? [] : [templateTitle(cell)])))
  for (const f of fields)
    if (f.required && !seen.has(f.name))
      refusals.push({ line, column: f.field.title[0], value: null, reason: sentence`缺少必填的列“${f.field.title}”` })
  return { line, columns, passedOver, refusals }
}

const twice = (title: string, { field }: ImportField, isMapped: boolean): Wording =>
  isMapped ? sentence`“${field.title}”对应了多列，请只保留一列` : sentence`列“${title}”重复，请只保留一列`
