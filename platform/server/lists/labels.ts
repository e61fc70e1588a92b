/** What references are called: one query per reference field of a page, through the target's own door. */
import { sql } from 'kysely'
import { type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../context.ts'
import { anyTable, labelColumn, wireFields } from './columns.ts'

/** Adds `<field>Label` for each reference; a target outside the caller's scope has no label. */
export async function withLabels(context: Context, r: Resource, rows: readonly Row[]): Promise<Row[]> {
  const references = wireFields(r).filter(([, f]) => f.kind === 'reference' && f.to !== undefined)
  const found = await Promise.all(references.map(async ([name, field]) => {
    const values = [...new Set(rows.map((row) => row[name]).filter((v) => v !== null && v !== undefined && v !== ''))].map(String)
    return [name, await labelsOf(context, field.to as string, field.by ?? 'id', values)] as const
  }))
  return rows.map((row) => ({ ...row, ...Object.fromEntries(found.map(([name, labels]) => [`${name}Label`, labels.get(String(row[name])) ?? null])) }))
}

/** Labels of a table's rows by id or natural key. */
export async function labelsOf(context: Context, table: string, by: string, values: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const target = context.house.registry.resources.get(table)
  if (!target || values.length === 0) return new Map()
  const rows = await anyTable(context.db).selectFrom(table)
    .select([sql.ref<string>(`${table}.${by}`).as('value'), sql<string>`${sql.ref(`${table}.${labelColumn(target)}`)}::text`.as('label')])
    .where(sql<boolean>`${sql.ref(`${table}.${by}`)} = any(${values})`).execute()
  return new Map(rows.map((row) => [String(row.value), row.label]))
}

/** Options of a searchable select: by keyword, or the labels of given values. At most 50. */
export async function optionsOf(context: Context, r: Resource, ask: { readonly keyword?: string; readonly ids?: readonly string[]; readonly by?: string }): Promise<{ value: string; label: string }[]> {
  const label = sql.ref(`${r.table}.${labelColumn(r)}`)
  const value = sql.ref(`${r.table}.${ask.by ?? 'id'}`)
  let query = anyTable(context.db).selectFrom(r.table).select([sql<string>`${value}::text`.as('value'), sql<string>`${label}::text`.as('label')])
  if (ask.ids && ask.ids.length > 0) query = query.where(sql<boolean>`${value} = any(${ask.ids})`)
  if (ask.keyword) {
    const like = `%${ask.keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where(sql<boolean>`${label}::text ilike ${like}`)
  }
  return query.orderBy(label).limit(50).execute()
}
