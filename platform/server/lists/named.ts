/** Records by what people write for them: natural key or label of the target, through the asker's door alone. */
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { sql } from 'kysely'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { labelColumn } from './columns.ts'
import { namedRows, wideField } from './named-rows.ts'

export type Named = { readonly value: string; readonly label: string } | 'unknown' | 'ambiguous'

/**
 * What each name means; `by`: the field that stands for a record, absent: its id. A key goes before a label, a label before a code
 * of its own. Of records that the whole organisation may name, all are looked at (named-rows.ts).
 */
export async function namedIn(
  context: Context,
  target: Resource,
  by: string | undefined,
  names: readonly string[],
): Promise<ReadonlyMap<string, Named>> {
  if (names.length === 0) return new Map()
  const wide = wideField(context, target)
  const all = () => namedRows(anyTable(context.db), target.table, context.caller.orgId, wide !== undefined)
  const value = sql<string>`${sql.ref(`${target.table}.${columnOf(by ?? 'id')}`)}::text`
  const label = sql<string>`${sql.ref(`${target.table}.${labelColumn(target)}`)}::text`
  const natural = by === undefined ? naturalKeyColumn(target) : columnOf(by)
  const key = natural === null ? label : sql<string>`${sql.ref(`${target.table}.${natural}`)}::text`
  const rows = await all()
    .select([value.as('value'), key.as('key'), label.as('label')])
    .where(sql<boolean>`(${key} = any(${names}) or ${label} = any(${names}))`)
    .execute()
  const [byKey, byLabel] = [Map.groupBy(rows, row => row.key), Map.groupBy(rows, row => row.label)]
  const found = new Map<string, Named>(
    names.map(text => [text, meant(natural === null ? [] : byKey.get(text)) ?? meant(byLabel.get(text)) ?? 'unknown']),
  )
  const left = names.filter(text => found.get(text) === 'unknown')
  const codes = wide?.codesIn
  if (codes === undefined || left.length === 0) return found
  const word = sql<string>`${sql.ref(`w.${codes.code}`)}`
  const beside = await all()
    .innerJoin(`${codes.table} as w`, `w.${codes.of}`, `${target.table}.id`)
    .select([value.as('value'), label.as('label'), word.as('word')])
    .where(sql<boolean>`w.org_id = ${context.caller.orgId} and ${word} = any(${left})`)
    .execute()
  for (const text of left) found.set(text, meant(beside.filter(row => row.word === text)) ?? 'unknown')
  return found
}

function meant(rows: readonly { readonly value: string; readonly label: string }[] = []): Named | null {
  const [first] = rows
  if (first === undefined) return null
  return rows.every(row => row.value === first.value) ? { value: first.value, label: first.label } : 'ambiguous'
}

/** Column a reference may be named by beside its label: the target's natural key, where that is one column. */
function naturalKeyColumn(target: Resource): string | null {
  const [only, ...more] = target.key ?? []
  return only !== undefined && more.length === 0 ? columnOf(only) : null
}
