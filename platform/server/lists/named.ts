/** Records by what people write for them: natural key or label of the target, through the asker's door alone. One statement. */
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { sql } from 'kysely'
import type { Db } from '../contract/database.ts'
import { anyTable } from '../db/any-table.ts'
import { labelColumn } from './columns.ts'

export type Named = { readonly value: string; readonly label: string } | 'unknown' | 'ambiguous'

/** What each name means; `by`: the field that stands for a record, absent: its id. A key goes before a label. */
export async function namedIn(
  db: Db,
  target: Resource,
  by: string | undefined,
  names: readonly string[],
): Promise<ReadonlyMap<string, Named>> {
  if (names.length === 0) return new Map()
  const value = sql<string>`${sql.ref(`${target.table}.${columnOf(by ?? 'id')}`)}::text`
  const label = sql<string>`${sql.ref(`${target.table}.${labelColumn(target)}`)}::text`
  const natural = by === undefined ? naturalKeyColumn(target) : columnOf(by)
  const key = natural === null ? label : sql<string>`${sql.ref(`${target.table}.${natural}`)}::text`
  const rows = await anyTable(db)
    .selectFrom(target.table)
    .select([value.as('value'), key.as('key'), label.as('label')])
    .where(sql<boolean>`(${key} = any(${names}) or ${label} = any(${names}))`)
    .execute()
  const [byKey, byLabel] = [Map.groupBy(rows, row => row.key), Map.groupBy(rows, row => row.label)]
  return new Map(
    names.map(text => [text, meant(natural === null ? [] : byKey.get(text)) ?? meant(byLabel.get(text)) ?? ('unknown' as const)]),
  )
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
