/** Words looked for in the fields that a resource names by `search`, along its index (db/migrations/0070_search_functions.sql). */
import { sql } from 'kysely'
import type { Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { allText, isSearchable, searchOf, wordsOf } from '#platform/declare/search.ts'
import { searchMax } from '#platform/format/found-at.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Condition, ListDefinition } from '#platform/declare/wire.ts'
import type { FieldError } from '../contract/route.ts'
import { columnRef, type Sql } from '../db/untyped-query.ts'
import { filterFieldOf } from './columns.ts'
import { isReadFor, wordsInFiles } from './file-words.ts'

/** What stands for all searched fields where a condition, a scheme or the filter of an export names a field. */
const allTextField: Field = { kind: 'text', title: ['全部文本', 'All text'], options: {} }

/** The field that a condition names. */
export const conditionField = (r: Resource, name: string): Field | undefined =>
  name === allText && searchOf(r).length > 0 ? allTextField : filterFieldOf(r, name)

/** What the search box is told: words are looked for in all fields at once unless one is chosen. */
export function searchDefinition(r: Resource, at: 0 | 1): Pick<ListDefinition, 'search'> {
  const within = searchOf(r).map(name => ownValue(r.fields, name)?.title[at] ?? name)
  return within.length === 0 ? {} : { search: { field: allText, title: allTextField.title[at], within } }
}

/**
 * Each word stands in one of the fields, whatever its case and width. The index leads to the records that have all its grams, the folded
 * text says which of them have the word itself. A search without letter, digit or any other script's character finds nothing.
 */
export function searchPredicate(r: Resource, alias: string, keyword: string): Sql<boolean> {
  const inFields = wordsIn(alias, searchOf(r), searchOf(r), keyword)
  if (!isReadFor(r)) return inFields
  // each word by itself: one may stand in the record, another in a file of it
  return wordsInFiles(
    r,
    alias,
    wordsOf(keyword).map(word => ({ word, inRecord: wordsIn('w', searchOf(r), searchOf(r), word) })),
  )
}

/** The same of texts that not everybody sees (`sought` of a resource), in some of them. */
export const soughtPredicate = (r: Resource, alias: string, fields: readonly string[], keyword: string): Sql<boolean> =>
  wordsIn(alias, r.privateSearch ?? [], fields, keyword)

function wordsIn(alias: string, indexed: readonly string[], fields: readonly string[], keyword: string): Sql<boolean> {
  const [led, read] = [indexed, fields].map(names => sql.join(names.map(name => columnRef(alias, name))))
  const each = wordsOf(keyword).map(word => sql<boolean>`position(search_fold(${word}) in search_fold(${read})) > 0`)
  return sql<boolean>`(${sql.join([sql<boolean>`search_grams(${led}) @@ search_query(${keyword})`, ...each], sql` and `)})`
}

/** The condition on all text. */
export function searchCondition(r: Resource, { field, condition }: Condition, values: readonly string[]): Sql<boolean> | FieldError {
  if (condition !== 'LIKE') return { field, message: sentence`${allTextField.title}不支持条件 ${condition}` }
  const keyword = values.join(' ').trim()
  if (keyword === '') return { field, message: sentence`请填写${allTextField.title}的值` }
  if ([...keyword].length > searchMax) return { field, message: sentence`搜索内容最多 ${searchMax} 个字，现有 ${[...keyword].length} 个` }
  return searchPredicate(r, r.table, keyword)
}

/** Words are looked for in texts that everybody may see who sees the list; facts have indexes of their own. */
export function searchFaults(r: Resource): string[] {
  const faults = Object.hasOwn(r.fields, allText) ? [`${r.table}.fields: ${allText} is the name of all searched fields`] : []
  for (const name of r.privateSearch ?? [])
    if (ownValue(r.fields, name)?.kind !== 'text') faults.push(`${r.table}.list: sought names ${name}, which is no text`)
  if (r.search === undefined || r.search === false) return faults
  if (r.type === undefined) faults.push(`${r.table}.list: search without a list`)
  if (r.search.length === 0) faults.push(`${r.table}.list: search names no field; false says that there is none`)
  return [
    ...faults,
    ...r.search
      .filter(name => !isSearchable(r, name))
      .map(name => `${r.table}.list: search names ${name}, which is no text that everybody sees`),
  ]
}
