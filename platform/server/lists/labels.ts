/** What references are called: one query per reference field of a page, through the target's own door. */
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../context.ts'
import { refuse } from '../http/refusal.ts'
import { anyTable, labelColumn, wireFields } from './columns.ts'
import { fitsColumn, fitsKind } from './fits.ts'

/** Adds `<field>Label` for each reference to the rows themselves (copying rows of forty fields costs more than the query); a target outside the caller's scope has no label. */
export async function withLabels(context: Context, r: Resource, rows: readonly Row[]): Promise<readonly Row[]> {
  const references = wireFields(r).filter(([, f]) => f.kind === 'reference' && f.to !== undefined)
  const found = await Promise.all(
    references.map(async ([name, field]) => {
      const values = [...new Set(rows.map(row => row[name]).filter(v => v !== null && v !== undefined && v !== ''))].map(String)
      return { name, label: `${name}Label`, labels: await labelsOf(context, field.to as string, field.by ?? 'id', values) }
    }),
  )
  for (const row of rows as readonly Record<string, unknown>[]) {
    for (const { name, label, labels } of found) row[label] = labels.get(String(row[name])) ?? null
  }
  return rows
}

/** Labels of a table's rows by id or natural key. */
export async function labelsOf(
  context: Context,
  table: string,
  by: string,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const target = context.house.registry.resources.get(table)
  if (!target || values.length === 0) return new Map()
  // A reference by the very column that is its label (a currency by its code) says it already.
  if (by === labelColumn(target)) return new Map(values.map(value => [value, value]))
  const rows = await anyTable(context.db)
    .selectFrom(table)
    .select([sql.ref<string>(`${table}.${by}`).as('value'), sql<string>`${sql.ref(`${table}.${labelColumn(target)}`)}::text`.as('label')])
    .where(sql<boolean>`${sql.ref(`${table}.${by}`)} = any(${values})`)
    .execute()
  return new Map(rows.map(row => [String(row.value), row.label]))
}

/** Options of a searchable select: by keyword, or the labels of given values. At most 50. */
export async function optionsOf(
  context: Context,
  r: Resource,
  ask: { readonly keyword?: string; readonly ids?: readonly string[]; readonly by?: string },
): Promise<{ value: string; label: string }[]> {
  const label = sql.ref(`${r.table}.${labelColumn(r)}`)
  const value = sql.ref(`${r.table}.${columnOf(ask.by ?? 'id')}`)
  const by = columnOf(ask.by ?? 'id')
  if (ask.ids?.some(id => !fitsColumn(r, by, id))) throw refuse.invalid([{ field: 'ids', message: '选项的编号不正确' }])
  if (ask.keyword !== undefined && !fitsKind('text', ask.keyword))
    throw refuse.invalid([{ field: 'keyword', message: '关键字含有无法查找的字符' }])
  let query = anyTable(context.db)
    .selectFrom(r.table)
    .select([sql<string>`${value}::text`.as('value'), sql<string>`${label}::text`.as('label')])
  if (ask.ids && ask.ids.length > 0) query = query.where(sql<boolean>`${value} = any(${ask.ids})`)
  if (ask.keyword) {
    const like = `%${ask.keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where(sql<boolean>`${label}::text ilike ${like}`)
  }
  return query.orderBy(label).limit(50).execute()
}
