/** Add, edit and delete of one record: one transaction each, audited, with optimistic locking. */
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { refuse, type FieldError } from '../http/refusal.ts'
import { followFiles } from '../files/file-use.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { announceChanges } from '../realtime/announce.ts'
import { byKey, byKeys } from './keys.ts'
import { keyOfRowId, primaryColumns, wireFields } from './columns.ts'
import { anyTable, type AnyDb } from '../db/any-table.ts'
import { withLabels } from './labels.ts'
import { hasVersion, rowsQuery, toRow } from './query.ts'
import { creationColumns } from './at-creation.ts'
import { maskRows } from './sensitive.ts'
import { checkRecord, keepTree } from './record-checks.ts'
import type { Hooks, RecordChange, Values } from './record-hooks.ts'
import { columnValues, editableFields } from './validate-record.ts'

/** One row as the list shows it; null outside the caller's scope. */
export async function rowOf(context: Context, db: AnyDb, r: Resource, id: string): Promise<Row | null> {
  const key = keyOfRowId(r, id)
  if (!key) return null
  const [row] = await rowsByKeys(context, db, r, [key])
  return row ?? null
}

/** Rows as the list shows them, in the order of their keys; those outside the caller's scope are absent. */
export async function rowsByKeys(context: Context, db: AnyDb, r: Resource, keys: readonly (readonly string[])[]): Promise<readonly Row[]> {
  const order = primaryColumns(r).map(column => ({ column, way: 'asc' as const }))
  const raw = await rowsQuery(
    db,
    r,
    { where: [byKeys(r, keys)], order },
    wireFields(r).map(([n]) => n),
  ).execute()
  return await withLabels(
    context,
    r,
    raw.map(row => toRow(r, row)),
  )
}

export async function oneRecord(context: Context, r: Resource, id: unknown): Promise<Row> {
  const row = typeof id === 'string' || typeof id === 'number' ? await rowOf(context, anyTable(context.db), r, String(id)) : null
  if (!row) throw refuse.unknown(r.title[0])
  maskRows(r, [row])
  return row
}

/**
 * Every reference set by this write must be visible to the writer: one look-up per field through the target's door. Of links those that the record
 * held before stay, whoever may see them now. What is linked to is held until the transaction ends: no foreign key does it.
 */
export async function checkReferences(
  context: Context,
  tx: AnyDb,
  r: Resource,
  values: Readonly<Values>,
  before: Readonly<Record<string, unknown>> | null = null,
): Promise<void> {
  const errors: FieldError[] = []
  for (const [name, field] of editableFields(r)) {
    const value = values[columnOf(name)]
    if (field.to === undefined || value === undefined || value === null) continue
    if (!context.house.registry.resources.has(field.to)) continue
    const held = field.kind === 'links' && Array.isArray(before?.[name]) ? (before[name] as unknown[]).map(String) : []
    const ids = [value]
      .flat()
      .map(String)
      .filter(id => !held.includes(id))
    if (ids.length === 0) continue
    const found = tx
      .selectFrom(field.to)
      .select(sql<number>`1`.as('one'))
      .where(sql<boolean>`${sql.ref(`${field.to}.${field.by ?? 'id'}`)} = any(${ids})`)
    const rows = await (field.kind === 'links' ? found.forKeyShare() : found).execute()
    if (rows.length < ids.length) errors.push({ field: name, message: `${field.title[0]}不存在或无权使用，请重新选择` })
  }
  if (errors.length > 0) throw refuse.invalid(errors)
}

/** A unique key that is taken; the record that holds it is not named, it may lie outside the caller's scope. */
export function asDuplicate(r: Resource, error: unknown): never {
  const e = error as { code?: string; constraint?: string }
  if (e.code === '23505') {
    const fields = (r.key ?? []).map(k => r.fields[k]?.title[0] ?? k)
    throw refuse.invalid(
      (r.key ?? []).map(field => ({ field, message: `${fields.join('、')}已存在，请换一个` })),
      `${fields.join('、')}已存在，请换一个`,
    )
  }
  if (e.code === '23503') throw refuse.rule(`${r.title[0]}正被其他记录使用，不能删除`)
  throw error
}

/** Whether anybody wants to hear of each changed record: else a batch need not read its rows. `columns`: those that change; absent: all. */
export const isFollowed = (context: Context, r: Resource, hooks: Hooks, columns?: readonly string[]): boolean =>
  hooks.written !== undefined ||
  (context.house.registry.followers.get(r.table)?.length ?? 0) > 0 ||
  Object.entries(r.fields).some(
    ([name, { kind, options }]) =>
      (kind === 'files' || options.as === 'richText') && (columns === undefined || columns.includes(columnOf(name))),
  )

/** The verb's own hook, the files that the records hold, then the areas that follow this table. */
export async function follow(context: Context, tx: Tx, r: Resource, hooks: Hooks, changes: readonly RecordChange[]): Promise<void> {
  if (changes.length === 0) return
  await hooks.written?.(context, tx, changes)
  await followFiles(context, tx, r, changes)
  for (const follower of context.house.registry.followers.get(r.table) ?? []) await follower(context, tx, changes)
}

export async function addRecord(context: Context, r: Resource, input: Readonly<Values>, hooks: Hooks = {}): Promise<{ id: string }> {
  const values = columnValues(r, input, 'add')
  return context.write(async (tx, inside) => {
    const db = anyTable(tx)
    await checkReferences(inside, db, r, values)
    await checkRecord(inside, db, r, values, null)
    const stamp = { created_by: context.caller.accountId, updated_by: context.caller.accountId }
    const row = {
      ...values,
      ...(hooks.id === undefined ? {} : { id: hooks.id }),
      ...(r.standard === 'organisation' ? { org_id: context.caller.orgId } : {}),
      ...(r.standard === 'none' ? {} : stamp),
      ...Object.fromEntries(creationColumns(db, r, column => (values[column] == null ? null : sql<string>`${values[column]}`))),
    }
    const inserted = await db
      .insertInto(r.table)
      .values(row)
      .returning(primaryColumns(r).map((c, i) => sql.ref(c).as(`key_${i}`)))
      .executeTakeFirstOrThrow()
      .catch((e: unknown) => asDuplicate(r, e))
    const { id } = toRow(r, inserted)
    await keepTree(inside, tx, db, r)
    const after = await rowOf(inside, db, r, id)
    await writeAudit(inside, tx, { subject: r.table, recordId: id, verb: 'add', before: null, after })
    await follow(inside, tx, r, hooks, [{ id, before: null, after }])
    return { id }
  })
}

export async function updateRecord(
  context: Context,
  r: Resource,
  input: Readonly<Values>,
  hooks: Hooks = {},
): Promise<{ id: string; version: number }> {
  const id = asText(input['id'] ?? '')
  const key = keyOfRowId(r, id)
  if (!key) throw refuse.unknown(r.title[0])
  if (hasVersion(r) && !Number.isInteger(input['version']))
    throw refuse.invalid([{ field: 'version', message: '请刷新后再保存（缺少版本号）' }])
  const values = columnValues(r, input, 'edit')
  return context.write((tx, inside) => updateIn(inside, tx, r, { id, key, version: input['version'], values, hooks }), {
    line: `${r.table} ${id}`,
  })
}

interface Update {
  readonly id: string
  readonly key: readonly string[]
  /** the version that was seen */
  readonly version: unknown
  readonly values: Readonly<Values>
  readonly hooks: Hooks
}

async function updateIn(
  context: Context,
  tx: Tx,
  r: Resource,
  { id, key, version: seen, values, hooks }: Update,
): Promise<{ id: string; version: number }> {
  const db = anyTable(tx)
  const locked = await db
    .selectFrom(r.table)
    .select(sql<number>`1`.as('one'))
    .where(byKey(r, key))
    .forUpdate()
    .executeTakeFirst()
  const before = locked ? await rowOf(context, db, r, id) : null
  if (!before) throw refuse.unknown(r.title[0])
  if (hasVersion(r) && before.version !== seen) throw await staleVersion(context, tx, r, before)
  if ('auditState' in r.fields && before['auditState'] === 1) throw refuse.rule('已审核的数据不能修改，请先反审核')
  await checkReferences(context, db, r, values, before)
  await checkRecord(context, db, r, values, before)
  const version = (before.version ?? 0) + 1
  const stamp = {
    ...(hasVersion(r) ? { version } : {}),
    ...(r.standard === 'none' ? {} : { updated_at: context.now().toISOString(), updated_by: context.caller.accountId }),
  }
  const done = await db
    .updateTable(r.table)
    .set({ ...values, ...stamp })
    .where(byKey(r, key))
    .executeTakeFirst()
    .catch((e: unknown) => asDuplicate(r, e))
  if (done.numUpdatedRows !== 1n) throw refuse.unknown(r.title[0])
  if (r.tree !== undefined && columnOf(r.tree) in values) await keepTree(context, tx, db, r)
  const after = await rowOf(context, db, r, id)
  await writeAudit(context, tx, { subject: r.table, recordId: id, verb: 'update', before, after })
  await follow(context, tx, r, hooks, [{ id, before, after }])
  await announceChanges(context, tx, r, [id])
  return { id, version }
}

/** Who changed what since the caller read the record. */
export async function staleVersion(context: Context, tx: Tx, r: Resource, current: Row): Promise<Error> {
  maskRows(r, [current])
  const last = await anyTable(tx)
    .selectFrom('audit_entry')
    .select(['account_name', 'at'])
    .where('subject', '=', r.table)
    .where('record_id', '=', current.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const who = last ? `${String(last['account_name'])}在 ${String(last['at']).slice(0, 16).replace('T', ' ')} ` : ''
  return refuse.conflict(`${who}修改了这条${r.title[0]}，请核对后再保存`, { current, changedBy: last?.['account_name'] ?? null })
}
