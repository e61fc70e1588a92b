/**
 * What an organisation calls a record that belongs to none (`ownWordsOf`): the door reads the table with the organisation's own names, so
 * that lists, labels, selects, files and reports all say the same. Who keeps the records for everybody, and the server, read them as they
 * are stored: what an administrator of the installation sees in a form is what he saves.
 */
import { ownValue } from '#platform/declare/own-value.ts'
import { sql, type RawBuilder } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Granted } from './scope-predicate.ts'

type Resources = ReadonlyMap<string, Resource>

/** the field of a record that an organisation names otherwise */
const ownNameField = 'name'

const found = new WeakMap<Resources, ReadonlyMap<string, Resource>>()

/** table -> the resource that holds the organisations' own words for its records */
export function ownWords(resources: Resources): ReadonlyMap<string, Resource> {
  const known = found.get(resources)
  if (known !== undefined) return known
  const made = new Map<string, Resource>()
  for (const r of resources.values()) {
    const to = r.ownWordsOf === undefined ? undefined : ownValue(r.fields, r.ownWordsOf)?.to
    if (to !== undefined) made.set(to, r)
  }
  found.set(resources, made)
  return made
}

/** Where the organisation has words of its own for records of this table; undefined: nowhere, or the asker reads them as stored. */
export const ownWordsFor = (resources: Resources, granted: Granted, table: string): Resource | undefined =>
  granted.server || granted.installation === true ? undefined : ownWords(resources).get(table)

const ofRecord = (ownValue: Resource, table: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`own.${columnOf(ownValue.ownWordsOf ?? '')}`)} = ${sql.ref(`${table}.id`)}`

/** The rows of a table in the organisation's words, as the source of a query. A look-up per row, and only where the name is read. */
export function inOwnWords(r: Resource, ownValue: Resource, granted: Granted): RawBuilder<unknown> {
  const standard = ['id', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by']
  const columns = [...standard, ...Object.keys(r.fields).map(columnOf)].map(column => {
    const stored = sql.ref(`${r.table}.${column}`)
    if (column !== ownNameField && column !== columnOf(r.labelEn ?? ownNameField)) return sql`${stored}`
    const named = sql`select own.name from ${sql.table(ownValue.table)} as own where own.org_id = ${granted.organisation}
      and ${ofRecord(ownValue, r.table)}`
    return sql`coalesce((${named}), ${stored}) as ${sql.ref(column)}`
  })
  return sql`(select ${sql.join(columns)} from ${sql.table(r.table)})`
}

/** What is wrong with a declaration of own words. */
export function ownWordsFaults(r: Resource, resources: Resources): string[] {
  if (r.ownWordsOf === undefined) return []
  const field = ownValue(r.fields, r.ownWordsOf)
  const target = resources.get(field?.to ?? '')
  const isWhole =
    field?.kind === 'reference' &&
    (field.by ?? 'id') === 'id' &&
    target?.standard === 'global' &&
    Object.hasOwn(target.fields, ownNameField)
  const hasWords = r.standard === 'organisation' && ownValue(r.fields, ownNameField)?.kind === 'text' && r.fields['hidden']?.kind === 'flag'
  return [
    ...(isWhole
      ? []
      : [`${r.table}.storage: own words of ${r.ownWordsOf}, which refers to no records of the installation that have a name`]),
    ...(hasWords && r.key?.join() === r.ownWordsOf
      ? []
      : [`${r.table}.storage: own words are a name and hidden, one of each organisation for a record`]),
  ]
}
