/** What a person does to one record by a form: read, add, edit. Checked here, written by the one writer (records/). */
import type { Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import type { Context } from '../context.ts'
import { anyTable } from '../db/any-table.ts'
import { refuse } from '../http/refusal.ts'
import { change, create } from '../records/change.ts'
import { hasVersion } from './query.ts'
import { rowOf } from './read-rows.ts'
import { byField } from './record-checks.ts'
import type { Hooks, Values } from './record-hooks.ts'
import { maskRows } from './sensitive.ts'
import { columnValues } from './validate-record.ts'

export async function oneRecord(context: Context, r: Resource, id: unknown): Promise<Row> {
  const row = typeof id === 'string' || typeof id === 'number' ? await rowOf(context, anyTable(context.db), r, String(id)) : null
  if (!row) throw refuse.unknown(r.title[0])
  maskRows(r, [row])
  return row
}

export async function addRecord(context: Context, r: Resource, input: Readonly<Values>, hooks: Hooks = {}): Promise<{ id: string }> {
  const { id } = await create(context, r, { ...byField(r, columnValues(r, input, 'add')), ...hooks.besides }, { hooks })
  return { id }
}

export async function updateRecord(
  context: Context,
  r: Resource,
  input: Readonly<Values>,
  hooks: Hooks = {},
): Promise<{ id: string; version: number }> {
  const { version } = input
  if (hasVersion(r) && !isVersion(version)) throw refuse.invalid([{ field: 'version', message: '请刷新后再保存（缺少版本号）' }])
  const values = { ...byField(r, columnValues(r, input, 'edit')), ...hooks.besides }
  const seen = isVersion(version) ? { version } : {}
  const row = await change(context, r, asText(input['id'] ?? ''), values, { hooks, ...seen })
  return { id: row.id, version: row.version ?? 1 }
}

const isVersion = (given: unknown): given is number => Number.isInteger(given)
