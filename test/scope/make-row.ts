/** For tests over the registry: a row of any declared table, with what its columns must have. */
import { randomUUID } from 'node:crypto'
import type { Field, FieldKind } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Registry } from '#platform/server/contract/registry.ts'
import { defined } from '#platform/server/base/defined.ts'
import type { ScopeHouse } from './house.ts'

type House = Pick<ScopeHouse, 'rows' | 'put'>

/** The first row of an organisation in a table, made where there is none, with the rows that it must refer to. Answers its id. */
export async function rowOf(h: House, registry: Registry, r: Resource, orgId: string): Promise<string> {
  const belongs = r.organisation !== false
  const [row] = await h.rows<{ id: string }>(
    `select id from ${r.table} ${belongs ? 'where org_id = $1' : ''} order by id limit 1`,
    belongs ? [orgId] : [],
  )
  return row?.id ?? makeRow(h, registry, r, orgId)
}

/** `given`: columns with the values that the test wants them to have. */
export async function makeRow(
  h: House,
  registry: Registry,
  r: Resource,
  orgId: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const needed = await h.rows<{ column_name: string }>(
    `select column_name from information_schema.columns where table_schema = 'public' and table_name = $1
      and is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`,
    [r.table],
  )
  const fields = new Map(Object.entries(r.fields).map(([name, field]) => [columnOf(name), field]))
  const row: Record<string, unknown> = { ...given }
  for (const { column_name: column } of needed) {
    if (column in given) continue
    const field = fields.get(column)
    row[column] = column === 'org_id' ? orgId : field === undefined ? 1 : await valueOf(h, registry, field, orgId)
  }
  if (r.byMonth !== undefined)
    await h.rows(`select ensure_month('${r.table}', date_trunc('month', $1::date)::date)`, [row[columnOf(r.byMonth)]])
  return h.put(r.table, row)
}

const ofKind: Partial<Record<FieldKind, unknown>> = {
  integer: 1,
  bigInteger: 1,
  decimal: 1,
  money: 1,
  date: '2026-03-01',
  month: '2026-03-01',
  dateTime: '2026-03-01T00:00:00Z',
  flag: false,
  // marks of an audience: everybody of the organisation
  texts: ['o'],
  json: '{}',
  items: '[]',
}

async function valueOf(h: House, registry: Registry, { kind, to, by, choices }: Field, orgId: string): Promise<unknown> {
  if (to !== undefined) {
    const target = defined(registry.resources.get(to), to)
    const id = await rowOf(h, registry, target, orgId)
    if (kind === 'links') return [id]
    if (by === undefined) return id
    return (await h.rows<{ key: string }>(`select ${columnOf(by)} as key from ${to} where id = $1`, [id]))[0]?.key
  }
  const first = Object.values(choices ?? {})[0]?.[0]
  if (choices !== undefined) return kind === 'choices' ? [first] : first
  // what tells lines of files apart
  if (kind === 'hash') return randomUUID()
  return ofKind[kind] ?? 'x'
}
